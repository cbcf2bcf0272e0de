import { signal } from "@preact/signals";
import { containsCredentials } from "../access/credentials";
import { store, stored } from "../dom/storage";
import { storageKey } from "../settings";
import { formatNumber, formatSize } from "../text/units";
import { CALLS_PER_TOOL, type Merged, MOST_CALLS, type SavedCall, merged, parsedCalls } from "./entries";
import { LARGEST_FILE, fitsFile } from "./file";

// The saved calls of all tools, in the browser's storage of this origin, under a key like that of the history.
const CALLS_KEY = storageKey("saved calls");

// The calls as they are stored. Views that read them are drawn again when they change.
const text = signal("[]");

addEventListener("storage", () => readCalls());

export function readCalls(): readonly SavedCall[] {
  text.value = stored(CALLS_KEY) ?? "[]";
  return parsedCalls(text.value);
}

/** Stores the calls in place of the others. Throws an error with the reason, for people, if they cannot be kept. */
export function writeCalls(calls: readonly SavedCall[]): void {
  if (!fitsFile(calls))
    throw new Error(`Not saved: all saved calls together have at most ${formatSize(LARGEST_FILE)}.`);
  if (!store(CALLS_KEY, JSON.stringify(calls)))
    throw new Error("Not saved: the browser's storage is full or disabled.");
  readCalls();
}

/** Adds calls to the stored ones. Those with credentials are left out. */
export function addCalls(added: readonly SavedCall[]): Merged {
  const harmless = added.filter((call) => !containsCredentials(call.arguments) && !containsCredentials(call.name));
  const outcome = merged(readCalls(), harmless);
  writeCalls(outcome.calls);
  return { ...outcome, leftOut: outcome.leftOut + added.length - harmless.length };
}

/** Saves one call. Throws an error with the reason, for people, if it cannot be kept. */
export function saveCall(call: SavedCall): void {
  if ([call.name, call.arguments].some(containsCredentials))
    throw new Error("Not saved: the call contains a token or header of Access.");
  const { calls, leftOut } = merged(readCalls(), [call]);
  if (leftOut > 0)
    throw new Error(`Not saved: at most ${CALLS_PER_TOOL} calls of a tool, and ${formatNumber(MOST_CALLS)} in all.`);
  writeCalls(calls);
}
