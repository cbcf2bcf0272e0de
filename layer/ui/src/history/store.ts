import { computed, signal } from "@preact/signals";
import { containsCredentials } from "../access/credentials";
import { store, stored } from "../dom/storage";
import type { Outcome } from "../protocol/outcome";
import { storageKey, settings } from "../settings";
import { type HistoryEntry, fitting, parsedHistory, withCall } from "./entries";
import { forgetResults } from "./last-results";

// The last calls of each tool, in the browser's storage of this origin, under the key that the server sets or else
// under the path prefix. Responses are stored for the tab alone: on this machine, another program may have the same address later. Credentials
// are never stored.
const HISTORY_KEY = storageKey("history");
// Maximum number of characters in a response or a log that is kept with its call. A longer one is left out.
const LONGEST_RESPONSE = 20000;
// Maximum number of characters in arguments that are kept. A call with longer ones is not.
const LONGEST_ARGUMENTS = 200000;

// The way to the stored calls. A new one has the views that read them drawn again.
const reading = signal(() => storedCalls());

/** Has the views read the stored calls again, which another tab may have changed. */
export function rereadHistory(): void {
  reading.value = () => storedCalls();
}

/** The stored calls, the latest first, read once for all views. */
export const shownHistory = computed(() => reading.value());

function storedCalls(): HistoryEntry[] {
  const responses = new Map(
    parsedHistory(stored(HISTORY_KEY, "sessionStorage") ?? "[]").map((call) => [keyOf(call), call]),
  );
  return parsedHistory(stored(HISTORY_KEY) ?? "[]").map((call) => responses.get(keyOf(call)) ?? call);
}

function keyOf({ tool, started }: HistoryEntry): string {
  return `${started} ${tool}`;
}

export function callsOf(tool: string): HistoryEntry[] {
  return shownHistory.value.filter((call) => call.tool === tool);
}

export function rememberCall(tool: string, argumentsText: string, call: Outcome): void {
  if (!settings.keepsHistory || argumentsText.length > LONGEST_ARGUMENTS || containsCredentials(argumentsText)) return;
  const { root: _, text = "", log, ...facts } = call;
  if (containsCredentials(JSON.stringify(facts))) return;
  const isKept = (part: string) => part.length <= LONGEST_RESPONSE && !containsCredentials(part);
  const keepsLog = log && isKept(JSON.stringify(log));
  const entry = { ...facts, ...(isKept(text) && { text }), ...(keepsLog && { log }), tool, arguments: argumentsText };
  writeHistory(withCall(storedCalls(), entry));
}

export function clearCalls(tool: string): void {
  forgetResults(tool);
  writeHistory(storedCalls().filter((call) => call.tool !== tool));
}

export function clearHistory(): void {
  forgetResults();
  writeHistory([]);
}

function writeHistory(calls: readonly HistoryEntry[]): void {
  const kept = fitting(calls);
  store(HISTORY_KEY, JSON.stringify(kept.map(({ text: _, log: __, ...facts }) => facts)));
  const withResponses = kept.filter(({ text, log }) => text !== undefined || log !== undefined);
  store(HISTORY_KEY, JSON.stringify(withResponses), "sessionStorage");
  rereadHistory();
}
