// The tabs of an operation besides its messages: raw texts, times, headers and notes.

import { type Child, element } from "../dom/element";
import { fillPaged } from "../dom/by-hand";
import { messageOf } from "../traffic/message";
import { type Note, type Operation, type Round, durationOf } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";
import { printable, printableText } from "../text/printable";
import { clockTime, counted, formatDuration, formatNumber, formatSize } from "../text/units";
import { textViewer } from "../viewer/text-viewer";
import { missingNote } from "./messages-tab";
import { STATE_MEANINGS, methodWords, stateWords } from "./words";

export function rawTab(records: readonly TrafficRecord[]): HTMLElement {
  const list = element("div");
  const more = fillPaged(list, records.length, (index) => rawRecord(records[index]!), 10);
  return element("div", list, more);
}

function rawRecord(record: TrafficRecord): HTMLElement {
  const { raw, from, at, seq } = record;
  const label = `${from === "client" ? "Client" : "Server"}: ${methodWords(record)} · ${clockTime(at)}`;
  const viewer =
    raw !== undefined &&
    textViewer(raw, { label, filename: `message-${seq}.json`, json: messageOf(record), format: false });
  return element(
    "section",
    element("h4", label),
    missingNote(record),
    viewer || element("p.hint", "No text was kept."),
  );
}

export function timingTab(operation: Operation): HTMLElement {
  const { request, firstByteAt, endedAt, waitedForPerson, rounds, progress, task } = operation;
  const since = (at: number) => `${clockTime(at)}, after ${formatDuration(at - request.at)}`;
  const duration = durationOf(operation);
  const rows: [string, Child][] = [
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
  return element(
    "div",
    facts(rows),
    rounds.length > 0 && element("h4", "Rounds"),
    rounds.length > 0 && element("ol.traffic-rounds", rounds.slice(0, 100).map(roundRow)),
  );
}

function roundRow({ asked, answered, asksPerson }: Round): HTMLElement {
  const end = answered ? `answered after ${formatDuration(answered.at - asked.at)}` : "not answered";
  const who = asksPerson ? "waits for a person" : "answered by the client";
  return element("li", `${methodWords(asked)} at ${clockTime(asked.at)}, ${end}; ${who}.`);
}

export function headersTab(records: readonly TrafficRecord[]): HTMLElement {
  const withHeaders = records.filter(({ http }) => http).slice(0, 50);
  if (withHeaders.length === 0)
    return element("p.hint", "No headers: the messages went over stdio, or none were kept.");
  return element("div", withHeaders.map(headersOf));
}

function headersOf({ http, from, bytes, transport, session, caller, replica, revision }: TrafficRecord): HTMLElement {
  const line =
    from === "client" ? `${http?.method ?? ""} ${http?.path ?? ""}` : `HTTP ${http?.status ?? "without status"}`;
  const rows = [...(http?.headers ?? [])].slice(0, 100).map(([name, value]): [string, Child] => [name, shown(value)]);
  const about: [string, Child][] = [
    ["transport", transport],
    ["session", session && shown(session)],
    ["caller", caller && shown(caller)],
    ["replica", replica && shown(replica)],
    ["revision", revision && shown(revision)],
    ["size", formatSize(bytes)],
  ];
  return element(
    "section",
    element("h4", printable(line, 500)),
    facts(rows),
    element("h5", "About the message"),
    facts(about),
  );
}

function shown(text: string): HTMLElement {
  return element("bdi.mono", printable(text, 2000));
}

function facts(rows: readonly (readonly [string, Child])[]): HTMLElement {
  const given = rows.filter(([, value]) => (value ?? false) !== false && value !== "");
  return element(
    "dl.traffic-facts",
    given.map(([name, value]) => element("div", element("dt", printable(name, 100)), element("dd", value))),
  );
}

export function notesTab(notes: readonly Note[]): HTMLElement {
  if (notes.length === 0) return element("p.hint", "Nothing unusual was found in these messages.");
  const rows = notes
    .slice(0, 100)
    .map(({ rule, severity, text, record, pointer }) =>
      element(
        "li",
        { "data-severity": severity },
        element("span.badge", severity),
        " ",
        element("span", printableText(text, 2000)),
        " ",
        element(
          "span.hint",
          printable(rule),
          pointer !== undefined && ` · ${printable(pointer)}`,
          ` · ${clockTime(record.at)}`,
        ),
      ),
    );
  const left = notes.length - rows.length;
  return element(
    "div",
    element("ul.traffic-notes", rows),
    left > 0 && element("p.hint", `${formatNumber(left)} more.`),
  );
}
