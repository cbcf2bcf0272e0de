// Records made from other formats.

import { compactObject } from "../../json/write";
import { type TrafficRecord, readRecord } from "../record";

export type RecordMembers = Partial<
  Pick<
    TrafficRecord,
    "exchange" | "method" | "name" | "client" | "session" | "caller" | "revision" | "explorer" | "note" | "span"
  >
> &
  Pick<TrafficRecord, "at" | "transport" | "from" | "kind" | "bytes"> & { readonly http?: object | undefined };

/** Makes a record. `id` and `raw` are JSON texts. */
export function madeRecord(members: RecordMembers, seq: number, id?: string, raw?: string): TrafficRecord {
  const written = Object.entries(members).map(
    ([key, value]) => [key, JSON.stringify(value) as string | undefined] as const,
  );
  return readRecord(compactObject([...written, ["id", id], ["raw", raw]]), seq);
}

/** Numbers records anew, in the order of the list. */
export function numbered(records: readonly TrafficRecord[]): TrafficRecord[] {
  return records.map((record, index) => ({ ...record, seq: index + 1 }));
}
