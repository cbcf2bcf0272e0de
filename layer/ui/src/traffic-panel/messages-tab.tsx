// The messages of an operation as trees: the request, the answer, and everything in between.

import { Fragment, type VNode } from "preact";
import { LazyDetails } from "../dom/lazy-details";
import { Paged } from "../dom/paged";
import { type MaybeNode, valueOf } from "../json/node";
import { printable, printableText } from "../text/printable";
import { clockTime, formatSize } from "../text/units";
import { errorOf, messageOf, paramsOf, resultOf } from "../traffic/message";
import type { Operation } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";
import { TreeView } from "../viewer/text-view";
import { methodWords } from "./words";

const KIND_WORDS: Readonly<Record<TrafficRecord["kind"], string>> = {
  request: "Request",
  response: "Result",
  error: "Error",
  notification: "Notification",
  http: "HTTP",
  cut: "Cut off",
  unparsed: "Not kept",
};

interface RecordProps {
  readonly record: TrafficRecord;
}

export function MessagesTab({ operation }: { readonly operation: Operation }): VNode {
  const { request, response, records } = operation;
  const others = records.filter((record) => record !== request && record !== response);
  return (
    <div class="traffic-messages">
      <h4>Request</h4>
      <RecordBody record={request} />
      {others.length > 0 && (
        <>
          <h4>In between</h4>
          <Paged
            count={others.length}
            size={50}
            subject={others.length}
            row={(index) => <FoldedRecord key={others[index]!.seq} record={others[index]!} />}
          >
            {(rows) => <div class="traffic-between">{rows}</div>}
          </Paged>
        </>
      )}
      <h4>{response ? KIND_WORDS[response.kind] : "Answer"}</h4>
      {response ? <RecordBody key={response.seq} record={response} /> : <p class="hint">No answer yet.</p>}
    </div>
  );
}

function FoldedRecord({ record }: RecordProps): VNode {
  const { from, at, bytes } = record;
  const sender = from === "client" ? "Client" : "Server";
  const summary = `${sender}: ${methodWords(record)} · ${clockTime(at)} · ${formatSize(bytes)}`;
  return <LazyDetails summary={summary}>{() => <RecordBody record={record} />}</LazyDetails>;
}

/** The part of the message that says something, as a tree, with the reason for what is missing. */
export function RecordBody({ record }: RecordProps): VNode {
  const part = partOf(record);
  return (
    <div>
      <MissingNote record={record} />
      {part ? <TreeView json={part} /> : !record.note && <p class="hint">{emptyWords(record)}</p>}
    </div>
  );
}

/** The reason why parts of a message are missing. */
export function MissingNote({ record: { note, raw, redacted, bytes } }: RecordProps): VNode {
  return (
    <>
      {note !== undefined && (
        <p class="traffic-note">
          {printableText(note, 1000)}
          {raw === undefined && ` The message has ${formatSize(bytes)}.`}
        </p>
      )}
      {redacted.length > 0 && (
        <p class="hint">
          {"Redacted: "}
          {redacted.slice(0, 20).map((pointer, index) => (
            <Fragment key={pointer}>
              {index > 0 && ", "}
              <code>{printable(pointer, 100)}</code>
            </Fragment>
          ))}
        </p>
      )}
    </>
  );
}

function partOf(record: TrafficRecord): MaybeNode {
  const message = messageOf(record);
  return paramsOf(record) ?? resultOf(record) ?? errorOf(record) ?? (valueOf(message, "method") ? undefined : message);
}

function emptyWords({ raw, kind, http }: TrafficRecord): string {
  if (raw !== undefined) return "Without parameters.";
  return kind === "http" && http?.status !== undefined
    ? `HTTP ${http.status}, without a message.`
    : "Without a message.";
}
