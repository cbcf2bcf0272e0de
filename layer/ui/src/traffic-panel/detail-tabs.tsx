// The tabs of an operation besides its messages: raw texts, times, headers and notes.

import type { ComponentChildren, VNode } from "preact";
import { Paged } from "../dom/paged";
import { printable, printableText } from "../text/printable";
import { clockTime, counted, formatDuration, formatNumber, formatSize } from "../text/units";
import { messageOf } from "../traffic/message";
import { type Note, type Operation, type Round, durationOf } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";
import { TextViewer } from "../viewer/text-viewer";
import { MissingNote } from "./messages-tab";
import { STATE_MEANINGS, methodWords, stateWords } from "./words";

interface RecordsProps {
  readonly records: readonly TrafficRecord[];
}

export function RawTab({ records }: RecordsProps): VNode {
  const row = (index: number) => <RawRecord key={records[index]!.seq} record={records[index]!} />;
  return (
    <div>
      <Paged count={records.length} size={10} subject={records.length} row={row}>
        {(rows) => <div>{rows}</div>}
      </Paged>
    </div>
  );
}

function RawRecord({ record }: { readonly record: TrafficRecord }): VNode {
  const { raw, from, at, seq } = record;
  const label = `${from === "client" ? "Client" : "Server"}: ${methodWords(record)} · ${clockTime(at)}`;
  return (
    <section>
      <h4>{label}</h4>
      <MissingNote record={record} />
      {raw ? (
        <TextViewer text={raw} label={label} filename={`message-${seq}.json`} json={messageOf(record)} format={false} />
      ) : (
        <p class="hint">No text was kept.</p>
      )}
    </section>
  );
}

export function TimingTab({ operation }: { readonly operation: Operation }): VNode {
  const { request, firstByteAt, endedAt, waitedForPerson, rounds, progress, task } = operation;
  const since = (at: number) => `${clockTime(at)}, after ${formatDuration(at - request.at)}`;
  const duration = durationOf(operation);
  const rows: Fact[] = [
    ["State", `${stateWords(operation)}. ${STATE_MEANINGS[operation.state]}`],
    ["Sent", `${new Date(request.at).toLocaleDateString()} ${clockTime(request.at)}`],
    ["First byte", firstByteAt === undefined ? undefined : since(firstByteAt)],
    ["End", endedAt === undefined ? undefined : since(endedAt)],
    ["Duration", duration === undefined ? undefined : formatDuration(duration)],
    ["Waited for a person", waitedForPerson > 0 ? formatDuration(waitedForPerson) : undefined],
    [
      "Without that",
      waitedForPerson > 0 && duration !== undefined ? formatDuration(duration - waitedForPerson) : undefined,
    ],
    ["Task", task && printable(`${task.id}: ${task.status} ${task.message}`, 300)],
    ["Progress", progress.length > 0 ? counted(progress.length, "notification") : undefined],
  ];
  return (
    <div>
      <Facts rows={rows} />
      {rounds.length > 0 && (
        <>
          <h4>Rounds</h4>
          <ol class="traffic-rounds">
            {rounds.slice(0, 100).map((round, index) => (
              <li key={index}>{roundWords(round)}</li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function roundWords({ asked, answered, asksPerson }: Round): string {
  const end = answered ? `answered after ${formatDuration(answered.at - asked.at)}` : "not answered";
  const who = asksPerson ? "waits for a person" : "answered by the client";
  return `${methodWords(asked)} at ${clockTime(asked.at)}, ${end}; ${who}.`;
}

export function HeadersTab({ records }: RecordsProps): VNode {
  const withHeaders = records.filter(({ http }) => http).slice(0, 50);
  if (withHeaders.length === 0) {
    return <p class="hint">No headers: the messages went over stdio, or none were kept.</p>;
  }
  return (
    <div>
      {withHeaders.map((record) => (
        <Headers key={record.seq} record={record} />
      ))}
    </div>
  );
}

function Headers({ record }: { readonly record: TrafficRecord }): VNode {
  const { http, from, bytes, transport, session, caller, replica, revision } = record;
  const line =
    from === "client" ? `${http?.method ?? ""} ${http?.path ?? ""}` : `HTTP ${http?.status ?? "without status"}`;
  const headers = [...(http?.headers ?? [])].slice(0, 100).map(([name, value]): Fact => [name, shown(value)]);
  const about: Fact[] = [
    ["transport", transport],
    ["session", session && shown(session)],
    ["caller", caller && shown(caller)],
    ["replica", replica && shown(replica)],
    ["revision", revision && shown(revision)],
    ["size", formatSize(bytes)],
  ];
  return (
    <section>
      <h4>{printable(line, 500)}</h4>
      <Facts rows={headers} />
      <h5>About the message</h5>
      <Facts rows={about} />
    </section>
  );
}

function shown(text: string): VNode {
  return <bdi class="mono">{printable(text, 2000)}</bdi>;
}

type Fact = readonly [name: string, value: ComponentChildren];

// A list of facts, without those that have no value.
function Facts({ rows }: { readonly rows: readonly Fact[] }): VNode {
  const given = rows.filter(([, value]) => value !== undefined && value !== "");
  return (
    <dl class="traffic-facts">
      {given.map(([name, value], index) => (
        <div key={index}>
          <dt>{printable(name, 100)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function NotesTab({ notes }: { readonly notes: readonly Note[] }): VNode {
  if (notes.length === 0) return <p class="hint">Nothing unusual was found in these messages.</p>;
  const first = notes.slice(0, 100);
  const left = notes.length - first.length;
  return (
    <div>
      <ul class="traffic-notes">
        {first.map((note, index) => (
          <NoteRow key={index} note={note} />
        ))}
      </ul>
      {left > 0 && <p class="hint">{`${formatNumber(left)} more.`}</p>}
    </div>
  );
}

function NoteRow({ note: { rule, severity, text, record, pointer } }: { readonly note: Note }): VNode {
  const facts = [printable(rule), pointer !== undefined && printable(pointer), clockTime(record.at)];
  return (
    <li data-severity={severity}>
      <span class="badge">{severity}</span> <span>{printableText(text, 2000)}</span>{" "}
      <span class="hint">{facts.filter((fact) => fact !== false).join(" · ")}</span>
    </li>
  );
}
