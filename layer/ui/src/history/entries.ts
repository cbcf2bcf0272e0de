import { memberAt, parsedList } from "../json/plain";
import type { Outcome } from "../protocol/outcome";

// A stored call. The parsed response is not stored, nor is the text of a long response.
export interface HistoryEntry extends Omit<Outcome, "root"> {
  readonly tool: string;
  readonly arguments: string;
}

const CALLS_PER_TOOL = 20;
const LARGEST_HISTORY = 1000000;

// Reads entries leniently: another version of the page may have stored them.
export function parsedHistory(text: string): HistoryEntry[] {
  return parsedList(text, isEntry);
}

function isEntry(value: unknown): value is HistoryEntry {
  return typeof memberAt(value, "tool") === "string" && typeof memberAt(value, "arguments") === "string";
}

// Puts a call at the front, and drops the oldest ones of its tool.
export function withCall(calls: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  const same = calls.filter((other) => other.tool === entry.tool).slice(CALLS_PER_TOOL - 1);
  return [entry, ...calls.filter((other) => !same.includes(other))];
}

// Drops the oldest calls until the others fit a size limit.
export function fitting(calls: readonly HistoryEntry[], limit = LARGEST_HISTORY): readonly HistoryEntry[] {
  let kept = calls;
  while (JSON.stringify(kept).length > limit) kept = kept.slice(0, -Math.ceil(kept.length / 5));
  return kept;
}
