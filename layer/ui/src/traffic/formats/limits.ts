// The limits of imported files. Each is checked before the work that it bounds.

import { formatNumber, formatSize } from "../../text/units";
import { DEFAULT_LIMITS } from "../store";

export const LARGEST_FILE = 64 * 1024 * 1024;
export const MOST_RECORDS = DEFAULT_LIMITS.records;
// A record has a message of 256 KiB at most.
export const LONGEST_LINE = 4 * 1024 * 1024;
// Objects and arrays of a file that is read as a whole, so that its values fit into memory.
const MOST_NESTED = 4_000_000;

export function checkFileSize(bytes: number): void {
  if (bytes > LARGEST_FILE) {
    throw new Error(`The file has ${formatSize(bytes)}; at most ${formatSize(LARGEST_FILE)} are imported.`);
  }
}

export function checkRecordCount(count: number): void {
  if (count > MOST_RECORDS) {
    throw new Error(`The file has more than ${formatNumber(MOST_RECORDS)} records. Import a part of it.`);
  }
}

// Parses a file as a whole. Throws an error if it is no JSON, or has too many values.
export function parsedFile(text: string): unknown {
  let nested = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 91 || code === 123) nested += 1;
  }
  if (nested > MOST_NESTED) throw new Error("The file has too many values.");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error("The file is no JSON.");
  }
}
