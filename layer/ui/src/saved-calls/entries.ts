// Arguments that are saved under a name: how they are read, and how many are kept.

import { memberAt, parsedList } from "../json/plain";

export interface SavedCall {
  readonly tool: string;
  /** Unique among the saved calls of the tool. */
  readonly name: string;
  /** The arguments as they were written. */
  readonly arguments: string;
}

/** The calls after a change, and what became of the new ones. */
export interface Merged {
  readonly calls: readonly SavedCall[];
  readonly added: number;
  readonly replaced: number;
  readonly leftOut: number;
}

// The calls of a tool that are saved. Further ones are left out.
export const CALLS_PER_TOOL = 200;
// The calls of all tools that are saved. Further ones are left out.
export const MOST_CALLS = 1000;
// Maximum number of characters in a name. A call with a longer one is refused.
export const LONGEST_NAME = 100;
// Maximum number of characters in arguments. A call with longer ones is refused.
export const LONGEST_ARGUMENTS = 200000;

/** Reads calls leniently: another version of the page may have stored them. */
export function parsedCalls(text: string): SavedCall[] {
  return parsedList(text, isSavedCall);
}

export function isSavedCall(value: unknown): value is SavedCall {
  const [tool, name, text] = ["tool", "name", "arguments"].map((key) => memberAt(value, key));
  if (typeof tool !== "string" || typeof name !== "string" || typeof text !== "string") return false;
  return name.trim() !== "" && name.length <= LONGEST_NAME && text.length <= LONGEST_ARGUMENTS;
}

/** Adds calls, in place of those that have their names. Calls beyond the limits are left out. */
export function merged(saved: readonly SavedCall[], added: readonly SavedCall[]): Merged {
  const calls = new Map(saved.map((call) => [storageKey(call), call]));
  const counts = countedByTool(saved);
  const outcome = { added: 0, replaced: 0, leftOut: 0 };
  for (const { tool, name, arguments: text } of added) {
    const call = { tool, name, arguments: text };
    const key = storageKey(call);
    const count = counts.get(tool) ?? 0;
    if (calls.has(key)) outcome.replaced += 1;
    else if (calls.size >= MOST_CALLS || count >= CALLS_PER_TOOL) {
      outcome.leftOut += 1;
      continue;
    } else {
      outcome.added += 1;
      counts.set(tool, count + 1);
    }
    calls.set(key, call);
  }
  return { ...outcome, calls: [...calls.values()] };
}

export function countedByTool(calls: readonly SavedCall[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tool } of calls) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  return counts;
}

function storageKey({ tool, name }: SavedCall): string {
  return JSON.stringify([tool, name]);
}
