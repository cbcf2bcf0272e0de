import { isObject, parsedList } from "../json/plain";
import type { Outcome } from "../protocol/outcome";

/** A stored call. The parsed response is not stored, nor is the text of a long response. */
export interface HistoryEntry extends Omit<Outcome, "root"> {
  readonly tool: string;
  readonly arguments: string;
}

// The calls of a tool that are kept. The oldest leave.
const CALLS_PER_TOOL = 20;
// Maximum number of characters in all calls that are kept, as JSON. The oldest leave, a fifth at a time.
const LARGEST_HISTORY = 1000000;

/**
 * Reads the entries one by one, without those that this version of the page cannot show: another version, or whoever
 * had this address before, may have stored them.
 */
export function parsedHistory(text: string): HistoryEntry[] {
  return parsedList(text, isEntry);
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => Number.isFinite(value);
const isTime: Check = (value) => isNumber(value) && !Number.isNaN(new Date(value as number).getTime());
const isKind: Check = (value) => ["success", "tool-error", "failed", "cancelled"].includes(value as string);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const objectWith =
  (members: Record<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries(members).every(([key, check]) => check(value[key]));

const isViolation = objectWith({ path: isText, message: isText, keyword: optional(isText) });
const isLog = objectWith({ lines: listOf(objectWith({ at: isNumber, raw: isText })), dropped: isNumber });
const hasAllMembers = objectWith({
  tool: isText,
  arguments: isText,
  kind: isKind,
  headline: isText,
  status: optional(isNumber),
  code: optional(isNumber),
  duration: isNumber,
  size: isNumber,
  text: optional(isText),
  log: optional(isLog),
  mismatches: optional(listOf(isViolation)),
  mismatchCount: optional(isNumber),
  misformatted: optional(isText),
  trace: optional(isText),
  started: isTime,
});

function isEntry(value: unknown): value is HistoryEntry {
  return hasAllMembers(value);
}

/** Puts a call at the front, and drops the oldest ones of its tool. */
export function withCall(calls: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  const same = calls.filter((other) => other.tool === entry.tool).slice(CALLS_PER_TOOL - 1);
  return [entry, ...calls.filter((other) => !same.includes(other))];
}

/** Drops the oldest calls until the others fit a size limit. */
export function fitting(calls: readonly HistoryEntry[], limit = LARGEST_HISTORY): readonly HistoryEntry[] {
  let kept = calls;
  while (JSON.stringify(kept).length > limit) kept = kept.slice(0, -Math.ceil(kept.length / 5));
  return kept;
}
