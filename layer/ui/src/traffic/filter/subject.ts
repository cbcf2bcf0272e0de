// The subjects of filters: an operation with its records, or one record with the operation that it belongs to.

import { textAt, valueOf } from "../../json/node";
import { paramsOf, resultOf } from "../message";
import { type Note, type Operation, durationOf } from "../operation";
import type { TrafficRecord } from "../record";

export interface FilterContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Returns the URI of the app of a tool. */
  readonly appOf?: ((tool: string) => string | undefined) | undefined;
}

export interface Subject {
  readonly records: readonly TrafficRecord[];
  readonly operation: Operation | undefined;
  /** The record that names the method, the client and the like. */
  readonly request: TrafficRecord;
  readonly notes: readonly Note[];
}

export function operationSubject(operation: Operation): Subject {
  return { records: operation.records, operation, request: operation.request, notes: operation.notes };
}

export function recordSubject(
  record: TrafficRecord,
  operation: Operation | undefined,
  notes: readonly Note[],
): Subject {
  const request = operation && record.method === undefined ? operation.request : record;
  return { records: [record], operation, request, notes };
}

/** The name of the called tool. */
export function toolOf({ operation, request }: Subject): string | undefined {
  const call = operation?.request ?? request;
  return call.method === "tools/call" ? call.name : undefined;
}

export function clientOf({ operation, request }: Subject): string | undefined {
  return (request.client ?? operation?.request.client)?.name;
}

/** The task that the subject is, or is about. */
export function taskOf({ operation, request }: Subject): string | undefined {
  const about = operation?.request ?? request;
  return operation?.task?.id ?? (about.method?.startsWith("tasks/") ? about.name : undefined);
}

export function spanOfSubject({ operation }: Subject, { now }: FilterContext): number {
  return operation ? (durationOf(operation) ?? now - operation.request.at) : 0;
}

export function appOf(subject: Subject, context: FilterContext): string | undefined {
  const call = subject.operation?.request ?? subject.request;
  if (call.method === "resources/read") {
    const uri = call.name ?? textAt(paramsOf(call), "uri");
    return uri?.startsWith("ui://") ? uri : undefined;
  }
  const tool = toolOf(subject);
  if (tool === undefined) return undefined;
  const response = subject.operation?.response;
  // Most results name no app, and reading each of them takes long.
  const meta = response?.raw?.includes("resourceUri") ? valueOf(resultOf(response), "_meta") : undefined;
  return textAt(valueOf(meta, "ui"), "resourceUri") ?? textAt(meta, "ui/resourceUri") ?? context.appOf?.(tool);
}
