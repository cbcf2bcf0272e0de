// Traffic as JSONL: one record a line, as the server sends them. The way back gives equal records.

import { readJson } from "../../json/read";
import { compactJson } from "../../json/write";
import type { Steps } from "../../scheduling/slices";
import { messageOf as errorText } from "../../text/error";
import { type TrafficRecord, readingRecord } from "../record";
import { LONGEST_LINE, type RecordCount } from "./limits";

export function toJsonl(records: Iterable<TrafficRecord>): string {
  const lines = Array.from(records, ({ text }) => (/[\r\n]/.test(text) ? compactJson(readJson(text)) : text));
  return lines.map((line) => `${line}\n`).join("");
}

/** The records are numbered from `first` on. */
export function* fromJsonl(text: string, count: RecordCount, first = 1): Steps<TrafficRecord[]> {
  const records: TrafficRecord[] = [];
  for (const { line, number } of linesOf(text)) {
    yield;
    if (line === "") continue;
    count.add(1);
    try {
      records.push(yield* readingRecord(line, first + records.length));
    } catch (problem) {
      throw new Error(`Line ${number} is no record of traffic: ${errorText(problem)}`, { cause: problem });
    }
  }
  return records;
}

interface Line {
  readonly line: string;
  readonly number: number;
}

/** The lines, one at a time: a file may have millions. Some may be empty. */
export function* linesOf(text: string): Generator<Line> {
  let at = 0;
  for (let number = 1; at < text.length; number += 1) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    if (end - at > LONGEST_LINE) throw new Error(`Line ${number} is too long for a record.`);
    const line = text.slice(at, end).trim();
    at = end + 1;
    yield { line, number };
  }
}
