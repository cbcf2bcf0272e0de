// Removes the secrets of records from a file. The server does it, by the rules that hold for what it records itself, and stores nothing.

import { fetchText } from "../protocol/requests";
import { finishInSlices } from "../scheduling/slices";
import { ROOT_PATH } from "../settings";
import { fromJsonl, toJsonl } from "../traffic/formats/jsonl";
import { RecordCount } from "../traffic/formats/limits";
import type { TrafficRecord } from "../traffic/record";

// The size of the texts that are sent together. A longer record is sent alone.
const BATCH_CHARS = 512 * 1024;

export async function withoutSecrets(
  records: readonly TrafficRecord[],
  signal: AbortSignal,
  onProgress: (records: number) => void,
): Promise<TrafficRecord[]> {
  const redacted: TrafficRecord[] = [];
  const count = new RecordCount();
  for (const batch of batchesOf(records)) {
    const body = toJsonl(batch);
    const headers = { "Content-Type": "application/jsonl" };
    const text = await fetchText(`${ROOT_PATH}/traffic`, { method: "POST", body, headers, signal });
    for (const record of await finishInSlices(fromJsonl(text, count, redacted.length + 1), signal))
      redacted.push(record);
    onProgress(redacted.length);
  }
  return redacted;
}

function* batchesOf(records: readonly TrafficRecord[]): Generator<TrafficRecord[]> {
  let batch: TrafficRecord[] = [];
  let chars = 0;
  for (const record of records) {
    if (batch.length > 0 && chars + record.text.length > BATCH_CHARS) {
      yield batch;
      batch = [];
      chars = 0;
    }
    batch.push(record);
    chars += record.text.length;
  }
  if (batch.length > 0) yield batch;
}
