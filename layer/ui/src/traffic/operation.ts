// Operations: the requests among the records, each with everything that belongs to it.

import type { TrafficRecord } from "./record";

/**
 * "failed" is an error, a result with `isError` or an HTTP error, "lost" a cut after which nothing came, and "late" an
 * answer after the cancellation.
 */
export const STATES = ["open", "done", "failed", "cancelled", "lost", "late"] as const;
export type State = (typeof STATES)[number];

/** A question of the server, and the record with its answer. */
export interface Round {
  /** A result that asks for input, a task that does, or a request of the server. */
  readonly asked: TrafficRecord;
  /** The next request with the answers, an update of the task, or the response to the server. */
  answered?: TrafficRecord | undefined;
  /** Set if a person answers, as opposed to the client by itself. */
  readonly asksPerson: boolean;
}

export interface OperationTask {
  readonly form: "extension" | "experimental";
  readonly id: string;
  /** As the server said last. */
  status: string;
  message: string;
}

export interface Note {
  /** The name of the rule, such as "header-mismatch". */
  readonly rule: string;
  readonly severity: "error" | "warning" | "info";
  readonly text: string;
  readonly record: TrafficRecord;
  /** The part of the message, as a JSON pointer. */
  readonly pointer?: string | undefined;
}

export interface Operation {
  /** Stable, and unique within a store. */
  readonly key: string;
  readonly request: TrafficRecord;
  state: State;
  /** The last response: the result, the error, or the HTTP response in its place. */
  response?: TrafficRecord | undefined;
  readonly rounds: Round[];
  readonly progress: TrafficRecord[];
  readonly logs: TrafficRecord[];
  /** Other notifications, such as those of a subscription. */
  readonly notifications: TrafficRecord[];
  /** All of its records, those above included, in the order of their arrival. */
  readonly records: TrafficRecord[];
  task?: OperationTask | undefined;
  /** The call that a request about a task belongs to, or that caused this one. */
  parent?: Operation | undefined;
  firstByteAt?: number | undefined;
  endedAt?: number | undefined;
  /** Milliseconds. */
  waitedForPerson: number;
  readonly notes: Note[];
}

/** Milliseconds from the request to the end, of which a person took `waitedForPerson`; undefined while it is open. */
export function durationOf({ request, endedAt }: Operation): number | undefined {
  return endedAt === undefined ? undefined : Math.max(0, endedAt - request.at);
}
