// An operation in words, as its row and its head show it.

import { isTrue, numberAt, valueOf } from "../json/node";
import { errorOf, resultOf } from "../traffic/message";
import { type Operation, type State, durationOf } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";
import { displayName, printable } from "../text/printable";
import { formatDuration, formatSize } from "../text/units";

const STATE_WORDS: Readonly<Record<State, string>> = {
  open: "Open",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
  lost: "Lost",
  late: "Late",
};

export const STATE_MEANINGS: Readonly<Record<State, string>> = {
  open: "No answer yet.",
  done: "The server has answered.",
  failed: "The answer is an error.",
  cancelled: "The client has cancelled it.",
  lost: "The connection was cut, and nothing followed.",
  late: "The answer came after the client had cancelled.",
};

/** The state of an operation, with the kind of a failure. */
export function stateWords({ state, response }: Operation): string {
  if (state !== "failed" || !response) return STATE_WORDS[state];
  if (response.kind === "error") {
    const code = numberAt(errorOf(response), "code");
    return code === undefined ? "Error" : `Error ${code}`;
  }
  const status = response.http?.status ?? 200;
  if (isTrue(valueOf(resultOf(response), "isError"))) return "Tool error";
  return status >= 400 ? `HTTP ${status}` : STATE_WORDS.failed;
}

/** The method of a request; that of HTTP if it has no message. */
export function methodWords({ method, kind, http }: TrafficRecord): string {
  if (method !== undefined) return printable(method, 100);
  if (http?.method !== undefined) return printable(`${http.method} ${http.path ?? ""}`, 100);
  return (
    { http: "HTTP", cut: "Cut off", unparsed: "Not kept", response: "Response", error: "Error" }[kind as string] ??
    "Message"
  );
}

export function nameWords({ name }: TrafficRecord): string {
  return name === undefined ? "" : displayName(name, 200);
}

export function durationWords(operation: Operation): string {
  const duration = durationOf(operation);
  return duration === undefined ? "" : formatDuration(duration);
}

/** The size of the answer, or of the request until it is answered. */
export function sizeWords({ request, response }: Operation): string {
  return formatSize((response ?? request).bytes);
}
