// The beginning and the end of operations.

import type { Operation, State } from "../operation";
import type { TrafficRecord } from "../record";
import { stopWaiting } from "./waiting";

export function newOperation(request: TrafficRecord): Operation {
  return {
    key: String(request.seq),
    request,
    state: "open",
    rounds: [],
    progress: [],
    logs: [],
    notifications: [],
    records: [request],
    waitedForPerson: 0,
    notes: [],
  };
}

export function attach(operation: Operation, record: TrafficRecord): void {
  operation.records.push(record);
  if (record.from !== operation.request.from) operation.firstByteAt ??= record.at;
}

/** Ends an operation. A response after the cancellation is late. */
export function end(operation: Operation, state: State, at: number, response?: TrafficRecord): void {
  const isLate = response !== undefined && operation.state === "cancelled";
  operation.state = isLate ? "late" : state;
  operation.endedAt = at;
  if (response) operation.response = response;
  stopWaiting(operation, at);
}

/** Lets an operation go on after a response that is not the last. */
export function reopen(operation: Operation): void {
  operation.state = "open";
  operation.endedAt = undefined;
}
