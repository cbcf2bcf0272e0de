// The messages of an operation as trees: the request, the answer, and everything in between.

import { type Child, element } from "../dom/element";
import { lazyDetails, fillPaged } from "../dom/by-hand";
import { type MaybeNode, valueOf } from "../json/node";
import { printable, printableText } from "../text/printable";
import { clockTime, formatSize } from "../text/units";
import { errorOf, messageOf, paramsOf, resultOf } from "../traffic/message";
import type { Operation } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";
import { treeView } from "../viewer/text-view";
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

export function messagesTab({ request, response, records }: Operation): HTMLElement {
  const others = records.filter((record) => record !== request && record !== response);
  const between = element("div.traffic-between");
  const more = fillPaged(between, others.length, (index) => foldedRecord(others[index]!), 50);
  return element(
    "div.traffic-messages",
    element("h4", "Request"),
    recordBody(request),
    others.length > 0 && element("h4", "In between"),
    others.length > 0 && between,
    others.length > 0 && more,
    element("h4", response ? KIND_WORDS[response.kind] : "Answer"),
    response ? recordBody(response) : element("p.hint", "No answer yet."),
  );
}

export function foldedRecord(record: TrafficRecord): HTMLElement {
  const { from, at, bytes } = record;
  const sender = from === "client" ? "Client" : "Server";
  const summary = `${sender}: ${methodWords(record)} · ${clockTime(at)} · ${formatSize(bytes)}`;
  return lazyDetails(summary, () => recordBody(record));
}

// The part of the message that says something, as a tree, with the reason for what is missing.
export function recordBody(record: TrafficRecord): HTMLElement {
  const part = partOf(record);
  return element(
    "div",
    missingNote(record),
    part ? treeView(part) : !record.note && element("p.hint", emptyWords(record)),
  );
}

export function missingNote({ note, raw, redacted, bytes }: TrafficRecord): Child[] {
  const places = redacted.slice(0, 20).map((pointer) => element("code", printable(pointer, 100)));
  return [
    note !== undefined &&
      element(
        "p.traffic-note",
        printableText(note, 1000),
        raw === undefined && ` The message has ${formatSize(bytes)}.`,
      ),
    redacted.length > 0 &&
      element(
        "p.hint",
        "Redacted: ",
        places.flatMap((place, index) => [index > 0 && ", ", place]),
      ),
  ];
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
