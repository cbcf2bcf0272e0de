// The shape of rules: each looks at one record and at what is known about it.

import type { Note, Operation } from "../operation";
import type { Placement } from "../operations/placement";
import type { TrafficRecord } from "../record";
import type { Definitions } from "./definitions";

export interface Observation {
  readonly placement: Placement;
  readonly record: TrafficRecord;
  readonly operation: Operation | undefined;
  /** The tools as they were listed before this record. */
  readonly definitions: Definitions;
  /** Set if no earlier record is missing that could explain this one. */
  readonly isComplete: boolean;
}

export type Finding = Omit<Note, "record" | "rule">;

export interface Rule {
  readonly name: string;
  readonly check: (observation: Observation) => readonly Finding[];
}

export const NOTHING: readonly Finding[] = [];

export function finding(severity: Note["severity"], text: string, pointer?: string): readonly Finding[] {
  return [{ severity, text, pointer }];
}

/** Returns whether the record is the successful response to a request with a method. */
export function isResultOf({ placement, record, operation }: Observation, method: string): boolean {
  return placement.role === "response" && record.kind === "response" && operation?.request.method === method;
}
