// Operations that are the cause of others: by spans, and by the trace that clients name.

import { stringOf } from "../../json/node";
import { metaOf, paramsOf } from "../message";
import type { Operation } from "../operation";
import type { TrafficRecord } from "../record";
import { spanKey, traceKey } from "./keys";
import { type Pending, type PendingIndex, onlyOperation } from "./pending";

interface TraceParent {
  readonly trace: string;
  readonly span: string;
}

/** Reads a `traceparent` of W3C Trace Context. */
export function traceParentOf(record: TrafficRecord): TraceParent | undefined {
  const text = stringOf(metaOf(paramsOf(record), "traceparent")) ?? record.http?.headers.get("traceparent") ?? "";
  const [, trace, span] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-/.exec(text) ?? [];
  return trace !== undefined && span !== undefined ? { trace, span } : undefined;
}

/**
 * Finds the operation in which another begins: the one with the parent's span, or else the only open one of the same
 * trace that another client began. One client may well call several tools at once.
 */
export function cause(index: PendingIndex, pending: Pending): Operation | undefined {
  const { operation, request } = pending;
  const parent = traceParentOf(request);
  const trace = request.span?.trace ?? parent?.trace;
  if (trace === undefined) return undefined;
  const known = index.at(spanKey(trace, request.span?.parent ?? parent?.span));
  const others = index.at(traceKey(trace)).filter(({ operation: { state, request: other } }) => {
    return state === "open" && (other.caller !== request.caller || other.client?.name !== request.client?.name);
  });
  index.add(pending, [traceKey(trace), request.span && spanKey(trace, request.span.span)]);
  const found = onlyOperation(known) ?? (request.span ? undefined : onlyOperation(others));
  return found === operation ? undefined : found;
}
