// The last result of each tool, in the browser's storage of this tab, so that a reload shows it again.

import { containsCredentials } from "../access/credentials";
import { store, stored } from "../dom/storage";
import type { Outcome } from "../protocol/outcome";
import { storageKey, settings } from "../settings";
import { formatNumber } from "../text/units";
import { type HistoryEntry, fitting, parsedHistory } from "./entries";

const RESULTS_KEY = storageKey("results");
// Maximum number of characters in a result that is kept, as JSON. A longer one is not, which the page says.
const LONGEST_RESULT = 500000;
// Maximum number of characters in all results that are kept, as JSON. The oldest leave, a fifth at a time.
const LARGEST_STORE = 2000000;

export function lastResult(tool: string): HistoryEntry | undefined {
  return settings.keepsHistory ? readResults().find((entry) => entry.tool === tool) : undefined;
}

const isLong = (text?: string): text is string => text !== undefined && text.length > LONGEST_RESULT;

/** Keeps a result in place of the tool's last one. Returns the reason, for people, if it is not kept. */
export function keepResult(tool: string, argumentsText: string, call: Outcome): string | undefined {
  if (!settings.keepsHistory) return undefined;
  forgetResults(tool);
  const { root: _, ...facts } = call;
  const entry = { ...facts, tool, arguments: argumentsText };
  // A text of many megabytes is not copied only to be too long.
  const written = isLong(facts.text) ? facts.text : JSON.stringify(entry);
  if (isLong(written)) return `Not kept after a reload: over ${formatNumber(LONGEST_RESULT)} characters`;
  if ([argumentsText, facts.text ?? "", written].some(containsCredentials)) {
    return "Not kept after a reload: contains a token or header of Access";
  }
  const isKept = writeResults(fitting([entry, ...readResults()], LARGEST_STORE));
  return isKept ? undefined : "Not kept after a reload: the browser's storage is full or disabled";
}

/** Forgets the result of one tool, or all of them. */
export function forgetResults(tool?: string): void {
  const results = readResults();
  const kept = tool === undefined ? [] : results.filter((entry) => entry.tool !== tool);
  if (kept.length < results.length) writeResults(kept);
}

function readResults(): HistoryEntry[] {
  return parsedHistory(stored(RESULTS_KEY, "sessionStorage") ?? "[]");
}

function writeResults(results: readonly HistoryEntry[]): boolean {
  return store(RESULTS_KEY, JSON.stringify(results), "sessionStorage");
}
