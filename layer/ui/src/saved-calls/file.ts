// The file that saved calls are exported to and imported from.

import { memberAt } from "../json/plain";
import { counted, formatNumber, formatSize } from "../text/units";
import { utf8Length } from "../text/utf8";
import { CALLS_PER_TOOL, MOST_CALLS, type SavedCall, countedByTool, isSavedCall } from "./entries";

const FORMAT = "mcp-explorer saved calls";
const VERSION = 1;
// Maximum size of an imported file, in bytes. A larger one is refused.
export const LARGEST_FILE = 1e6;

export function fileText(calls: readonly SavedCall[]): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, calls }, undefined, 2);
}

/** Returns whether the calls can be exported to a file that can be imported again. */
export function fitsFile(calls: readonly SavedCall[]): boolean {
  return utf8Length(fileText(calls)) <= LARGEST_FILE;
}

interface ReadFile {
  readonly calls: readonly SavedCall[];
  // The number of entries that are not calls.
  readonly others: number;
}

export async function readFile(file: Blob): Promise<ReadFile> {
  if (file.size > LARGEST_FILE) throw new Error(`The file is too large: at most ${formatSize(LARGEST_FILE)}.`);
  return callsInFile(await file.text());
}

/** Throws an error that says, for people, what is wrong with the file. */
export function callsInFile(text: string): ReadFile {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error("The file is not JSON.");
  }
  const entries = memberAt(content, "calls");
  if (memberAt(content, "format") !== FORMAT || !Array.isArray(entries))
    throw new Error("The file has another format: it has no saved calls.");
  if (memberAt(content, "version") !== VERSION) throw new Error("The file is from another version of this page.");
  if (entries.length > MOST_CALLS)
    throw new Error(`The file has ${counted(entries.length, "call")}; at most ${formatNumber(MOST_CALLS)} are kept.`);
  const calls = entries.filter(isSavedCall);
  if (Math.max(0, ...countedByTool(calls).values()) > CALLS_PER_TOOL)
    throw new Error(`The file has more than ${CALLS_PER_TOOL} calls of one tool.`);
  return { calls, others: entries.length - calls.length };
}
