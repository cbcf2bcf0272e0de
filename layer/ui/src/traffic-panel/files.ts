// The file formats of traffic, as the panel offers them.

import type { Operation } from "../traffic/operation";
import { type TrafficRecord, readRecord } from "../traffic/record";

interface FileFormat {
  readonly name: string;
  readonly filename: string;
  readonly write: (operations: readonly Operation[], records: readonly TrafficRecord[]) => string;
}

export const FORMATS: readonly FileFormat[] = [
  { name: "JSONL", filename: "traffic.jsonl", write: (_, records) => records.map(({ text }) => `${text}\n`).join("") },
];

export interface ReadFile {
  readonly records: readonly TrafficRecord[];
  readonly problems: readonly string[];
}

export function readTraffic(text: string): ReadFile {
  return {
    records: text
      .split("\n")
      .filter(Boolean)
      .map((line, index) => readRecord(line, index + 1)),
    problems: [],
  };
}
