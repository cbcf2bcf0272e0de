// The limits of imported files. Each is checked before the work that it bounds.

import type { JsonNode } from "../../json/node";
import { readingJson } from "../../json/read";
import type { Steps } from "../../scheduling/slices";
import { messageOf } from "../../text/error";
import { formatNumber, formatSize } from "../../text/units";
import { DEEPEST_RECORD } from "../record";
import { DEFAULT_LIMITS } from "../store";

// Maximum size of an imported file, in bytes. A larger one is refused.
export const LARGEST_FILE = 64 * 1024 * 1024;
export const MOST_RECORDS = DEFAULT_LIMITS.records;
// Maximum number of characters in a line of records, each of which has a message of 256 KiB at most. A file with a longer one is refused.
export const LONGEST_LINE = 4 * 1024 * 1024;
// The steps in which a file is read as a whole, each of about 200 values, so that its values fit into memory.
// A file that takes more is refused.
const MOST_STEPS = 16_000;

export function checkFileSize(bytes: number): void {
  if (bytes > LARGEST_FILE) {
    throw new Error(`The file has ${formatSize(bytes)}; at most ${formatSize(LARGEST_FILE)} are imported.`);
  }
}

/** The number of records that an import has found so far. */
export class RecordCount {
  value = 0;

  add(records: number): void {
    this.value += records;
    if (this.value > MOST_RECORDS) {
      throw new Error(`The file has more than ${formatNumber(MOST_RECORDS)} records. Import a part of it.`);
    }
  }
}

/** Reads a file as a whole. Throws an error if it is not JSON, is nested too deep, or has too many values. */
export function* readingFile(text: string): Steps<JsonNode> {
  const steps = readingJson(text, DEEPEST_RECORD);
  for (let count = 0; count < MOST_STEPS; count += 1) {
    const step = nextOf(steps);
    if (step.done) return step.value;
    yield;
  }
  throw new Error("The file has too many values.");
}

function nextOf(steps: Steps<JsonNode>): IteratorResult<void, JsonNode> {
  try {
    return steps.next();
  } catch (problem) {
    throw new Error(`The file cannot be read as JSON: ${messageOf(problem)}.`, { cause: problem });
  }
}
