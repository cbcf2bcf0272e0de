// The rows of the list: operations, records that belong to none, and gaps, in the order of their numbers.

import type { Operation } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";
import type { Gap, TrafficStore } from "../traffic/store";

export interface OperationRow {
  readonly kind: "operation";
  readonly number: number;
  readonly operation: Operation;
}

export interface RecordRow {
  readonly kind: "record";
  readonly number: number;
  readonly record: TrafficRecord;
}

export interface GapRow {
  readonly kind: "gap";
  /** Between those of the records around it. */
  readonly number: number;
  readonly gap: Gap;
}

export type TrafficRow = OperationRow | RecordRow | GapRow;

export function rowsOf(store: TrafficStore): TrafficRow[] {
  const rows: TrafficRow[] = store.operations.map((operation) => ({
    kind: "operation",
    number: operation.request.seq,
    operation,
  }));
  for (const record of store.records) {
    if (!store.operationOf(record)) rows.push({ kind: "record", number: record.seq, record });
  }
  for (const gap of store.gaps) rows.push({ kind: "gap", number: gap.from - 0.5, gap });
  return rows.sort((one, other) => one.number - other.number);
}

/** The record that a row begins with. */
export function firstRecord(row: TrafficRow | undefined): TrafficRecord | undefined {
  if (row?.kind === "operation") return row.operation.request;
  return row?.kind === "record" ? row.record : undefined;
}

export function operationsIn(rows: readonly TrafficRow[]): Operation[] {
  return rows.flatMap((row) => (row.kind === "operation" ? [row.operation] : []));
}
