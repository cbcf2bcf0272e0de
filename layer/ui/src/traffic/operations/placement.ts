// The place of a record among the operations.

import type { Operation } from "../operation";
import type { TrafficRecord } from "../record";

type Role =
  // The first request of an operation, and one that goes on with it.
  | "request"
  | "retry"
  | "response"
  // A question of the server within an operation, and its answer.
  | "question"
  | "answer"
  | "progress"
  | "log"
  | "notification"
  | "cancellation"
  // An HTTP response or the end of an exchange.
  | "transport";

export type Problem =
  // An answer to a request that is not known, and a second one.
  | "no request"
  | "answered before"
  // The `requestState` of a retry.
  | "state changed"
  | "state dropped"
  | "state invented"
  // Progress with a token that no request has.
  | "unknown token";

export interface Placement {
  readonly record: TrafficRecord;
  readonly role: Role;
  readonly operation?: Operation | undefined;
  readonly problem?: Problem | undefined;
  /** Set if the answer was there before the request. */
  readonly early?: TrafficRecord | undefined;
}
