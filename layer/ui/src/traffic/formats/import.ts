// The import of files with traffic, in any of the formats. A file is read whole or not at all.

import { type MaybeNode, valueOf } from "../../json/node";
import { readingJson } from "../../json/read";
import { bodyText } from "../../protocol/body-text";
import { type Steps, finish, finishInSlices } from "../../scheduling/slices";
import { messageOf as errorText } from "../../text/error";
import { DEEPEST_RECORD, type TrafficRecord } from "../record";
import { fromHar, isHar } from "./har-import";
import { fromJsonl, linesOf } from "./jsonl";
import { LONGEST_LINE, RecordCount, checkFileSize, readingFile } from "./limits";
import { OtlpRecords, isOtlp } from "./otlp-import";

type Format = "JSONL" | "HAR" | "OTLP";

export interface Imported {
  readonly format: Format;
  /** Numbered from 1. */
  readonly records: readonly TrafficRecord[];
  /** The number of entries or spans that are not of MCP. */
  readonly others: number;
}

/** The progress of an import, in bytes of the file, or in records that were found. */
export type ReadProgress =
  | { readonly kind: "reading"; readonly bytes: number; readonly of: number }
  | { readonly kind: "finding"; readonly records: number };

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: ReadProgress) => void;
}

/** Reads a file in time slices. Throws an error that says, for people, what is wrong with it. */
export async function readTrafficFile(file: Blob, { signal, onProgress }: ReadOptions = {}): Promise<Imported> {
  checkFileSize(file.size);
  const text = await bodyText(new Response(file), (bytes) => {
    signal?.throwIfAborted();
    onProgress?.({ kind: "reading", bytes, of: file.size });
  });
  const count = new RecordCount();
  return finishInSlices(importing(text, count), signal, () => onProgress?.({ kind: "finding", records: count.value }));
}

export function importedTraffic(text: string): Imported {
  checkFileSize(text.length);
  return finish(importing(text, new RecordCount()));
}

function* importing(text: string, count: RecordCount): Steps<Imported> {
  try {
    return yield* converted(text, count);
  } catch (problem) {
    throw new Error(`Nothing was imported. ${errorText(problem)}`, { cause: problem });
  }
}

function* converted(text: string, count: RecordCount): Steps<Imported> {
  const first = yield* firstLine(text);
  // A record has both members, whatever else is wrong with it.
  if (valueOf(first, "kind") ?? valueOf(first, "transport")) {
    return { format: "JSONL", records: yield* fromJsonl(text, count), others: 0 };
  }
  const imported = isOtlp(first) ? yield* otlpLines(text, count) : yield* whole(text, count);
  if (imported.records.length === 0) throw new Error(`The ${imported.format} file has no messages of MCP.`);
  return imported;
}

function* whole(text: string, count: RecordCount): Steps<Imported> {
  const file = yield* readingFile(text);
  if (isHar(file)) return { format: "HAR", ...(yield* fromHar(file, count)) };
  if (!isOtlp(file)) throw new Error("The file is none of: JSONL of this page, HAR, OTLP JSON.");
  const found = new OtlpRecords(count);
  yield* found.add(file);
  return { format: "OTLP", ...found.converted() };
}

// The collector of OpenTelemetry writes one request a line.
function* otlpLines(text: string, count: RecordCount): Steps<Imported> {
  const found = new OtlpRecords(count);
  for (const { line } of linesOf(text)) {
    yield;
    if (line !== "") yield* found.add(yield* readingFile(line));
  }
  return { format: "OTLP", ...found.converted() };
}

// The value of the first line, if it is JSON and short enough for one of many.
function* firstLine(text: string): Steps<MaybeNode> {
  const start = text.search(/\S/);
  if (start < 0) throw new Error("The file is empty.");
  const found = text.indexOf("\n", start);
  const end = found < 0 ? text.length : found;
  if (end - start > LONGEST_LINE) return undefined;
  try {
    return yield* readingJson(text.slice(start, end), DEEPEST_RECORD);
  } catch {
    return undefined;
  }
}
