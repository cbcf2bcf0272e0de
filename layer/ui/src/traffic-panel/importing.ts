// Imports a file with traffic into a set of its own, in time slices.

import { finishInSlices } from "../scheduling/slices";
import { messageOf } from "../text/error";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import { type ReadProgress, readTrafficFile } from "../traffic/formats/import";
import { TrafficStore } from "../traffic/store";
import type { TrafficModel } from "./model";
import { withoutSecrets } from "./without-secrets";

export type ImportProgress =
  | ReadProgress
  // Records whose secrets were removed.
  | { readonly kind: "redacting"; readonly records: number; readonly of: number }
  // Records that have found their places among the operations.
  | { readonly kind: "adding"; readonly records: number; readonly of: number };

export interface Importing {
  readonly name: string;
  readonly progress: ImportProgress;
  readonly cancel: () => void;
}

/** Adds the traffic of a file, unless the user cancels that, and notes the outcome. */
export async function importFile(model: TrafficModel, file: File): Promise<void> {
  if (model.importing.peek()) return;
  const name = printable(file.name, 100);
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = () => controller.abort();
  const onProgress = (progress: ImportProgress) => (model.importing.value = { name: file.name, progress, cancel });
  model.fileNote.value = `Reading ${name}…`;
  onProgress({ kind: "reading", bytes: 0, of: file.size });
  try {
    model.fileNote.value = `${name}: ${await added(model, file, signal, onProgress)}`;
  } catch (problem) {
    const words = signal.aborted ? "The import was cancelled." : printable(messageOf(problem), 300);
    model.fileNote.value = `${name}: ${words}`;
  } finally {
    model.importing.value = undefined;
  }
}

// Returns the outcome in words.
async function added(
  model: TrafficModel,
  file: File,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<string> {
  const { format, records: found, others } = await readTrafficFile(file, { signal, onProgress });
  const { length: of } = found;
  const records = await withoutSecrets(found, signal, (records) => onProgress({ kind: "redacting", records, of }));
  const store = new TrafficStore();
  await finishInSlices(store.appending(records), signal, () =>
    onProgress({ kind: "adding", records: store.records.length, of }),
  );
  model.add({ name: file.name, store, isLive: false });
  const rest = others > 0 ? ` ${counted(others, "entry", "entries")} of other protocols left out.` : "";
  return `${counted(of, "message")} from ${format}.${rest}`;
}
