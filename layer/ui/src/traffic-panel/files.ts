// The file formats in which the panel saves traffic.

import { toHar } from "../traffic/formats/har";
import { toJsonl } from "../traffic/formats/jsonl";
import { toOtlp } from "../traffic/formats/otlp";
import type { Operation } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";
import type { TrafficStore } from "../traffic/store";

interface Selection {
  readonly store: TrafficStore;
  readonly operations: readonly Operation[];
  // In the order of their numbers.
  readonly records: readonly TrafficRecord[];
}

interface FileFormat {
  readonly name: string;
  readonly filename: string;
  readonly write: (selection: Selection) => string;
}

export const FORMATS: readonly FileFormat[] = [
  { name: "JSONL", filename: "traffic.jsonl", write: ({ records }) => toJsonl(records) },
  {
    name: "HAR",
    filename: "traffic.har",
    write: ({ records, store }) => toHar(records, (record) => store.operationOf(record)),
  },
  {
    name: "OTLP JSON",
    filename: "traffic-otlp.json",
    write: (selection) => toOtlp(selection, { withBodies: true }),
  },
];

/** Returns these operations, or the whole traffic, with its records in order. */
export function selectionOf(store: TrafficStore, operations?: readonly Operation[]): Selection {
  if (!operations) return { store, operations: store.operations, records: store.records };
  const records = [...new Set(operations.flatMap((operation) => operation.records))];
  return { store, operations, records: records.sort((one, other) => one.seq - other.seq) };
}
