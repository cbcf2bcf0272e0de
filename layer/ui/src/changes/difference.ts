// Differences between two definitions, and their effect on those who use them.

import { clipped } from "../text/printable";
import { counted } from "../text/units";

/** Input is sent by clients: they fail if less is allowed than before. Output is read by them: they fail if more is. */
export type Side = "input" | "output";

export type Effect = "narrower" | "wider" | "both" | "none";

export interface Difference {
  /** The place in the definition, such as `["inputSchema", "city"]`. */
  readonly path: readonly string[];
  readonly what: string;
  /** The values that were changed, as texts. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Set if clients that were right before may fail now. */
  readonly isBreaking: boolean;
}

// Maximum number of characters in a changed value that are kept. A longer value is cut.
const LONGEST_VALUE = 4000;

/** Returns the value as a text: a string as it is, another value as JSON; undefined for no value. */
export function shownValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return clipped(typeof value === "string" ? value : (jsonOf(value) ?? "(nested too deeply)"), LONGEST_VALUE);
}

/** Returns JSON; undefined for a value that is nested too deeply. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Returns whether two values are the same JSON with their members in the same order. */
export function isSameJson(before: unknown, after: unknown): boolean {
  return before === after || jsonOf(before) === jsonOf(after);
}

export function isBreaking(effect: Effect, side: Side): boolean {
  return effect === "both" || effect === (side === "input" ? "narrower" : "wider");
}

export function isAnyBreaking(differences: readonly Difference[]): boolean {
  return differences.some(({ isBreaking }) => isBreaking);
}

/** Returns the number of differences in words, with that of the breaking ones. */
export function changeSummary(differences: readonly Difference[]): string {
  const breaking = differences.filter(({ isBreaking }) => isBreaking).length;
  return counted(differences.length, "change") + (breaking > 0 ? `, ${breaking} breaking` : "");
}
