// Records of the transport: HTTP responses without a message, early ends, and messages that are not kept.

import type { Operation } from "../operation";
import type { TrafficRecord } from "../record";
import { connectionKey, exchangeKey } from "./keys";
import { type Pending, type PendingIndex, isWaiting, onlyOperation } from "./pending";
import type { Placement } from "./placement";
import { attach, end } from "./state";

// The first revision in which the client cancels by closing the response.
const CUT_CANCELS_SINCE = "2026-07-28";

export function httpPassed(index: PendingIndex, record: TrafficRecord): Placement {
  const { status = 0, headers } = record.http ?? {};
  const isStream = headers?.get("content-type")?.startsWith("text/event-stream");
  return concludeEach(index.at(exchangeKey(record)), record, (pending) => {
    const { operation, request } = pending;
    if (status >= 400) finish(pending, "failed", record);
    else if (request.kind !== "request" && !isStream) finish(pending, "done", record);
    else operation.firstByteAt ??= record.at;
  });
}

/**
 * The end of an exchange, or of a whole connection over stdio. A stream that answers no request loses nothing. A client
 * of a session may resume a stream, so that a response can follow.
 */
export function cutOff(index: PendingIndex, record: TrafficRecord): Placement {
  const key = record.exchange === undefined ? connectionKey(record) : exchangeKey(record);
  return concludeEach(index.at(key), record, ({ operation, request }) => {
    const revision = record.revision ?? request.revision ?? "";
    if (operation.state !== "open") return;
    if (request.kind === "http") end(operation, "done", record.at);
    else if (record.from === "client" && revision >= CUT_CANCELS_SINCE) end(operation, "cancelled", record.at);
    else end(operation, "lost", record.at);
  });
}

/** A message of the server that is not kept counts as the response until another one comes. */
export function unparsedPassed(index: PendingIndex, record: TrafficRecord): Placement {
  const operation = onlyOperation(index.at(exchangeKey(record)).filter(isWaiting));
  if (!operation) return { record, role: "transport" };
  attach(operation, record);
  if (operation.state === "open")
    end(operation, (record.http?.status ?? 0) >= 400 ? "failed" : "done", record.at, record);
  return { record, role: "response", operation };
}

function finish(pending: Pending, state: "done" | "failed", record: TrafficRecord): void {
  pending.answer = record;
  end(pending.operation, state, record.at, record);
}

function concludeEach(
  pending: readonly Pending[],
  record: TrafficRecord,
  conclude: (pending: Pending) => void,
): Placement {
  const concerned = new Set<Operation>();
  for (const each of pending.filter(isWaiting)) {
    concerned.add(each.operation);
    conclude(each);
  }
  const operations = concerned.size > 0 ? concerned : new Set(pending.map(({ operation }) => operation));
  for (const operation of operations) attach(operation, record);
  const [operation] = operations;
  return { record, role: "transport", operation };
}
