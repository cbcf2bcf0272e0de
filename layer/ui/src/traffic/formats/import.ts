// The import of files with traffic, in any of the formats. A file is read whole or not at all.

import { memberAt, parsedJson } from "../../json/plain";
import { messageOf as errorText } from "../../text/error";
import type { TrafficRecord } from "../record";
import { fromHar, isHar } from "./har-import";
import { fromJsonl, linesOf } from "./jsonl";
import { LONGEST_LINE, checkFileSize, parsedFile } from "./limits";
import { fromOtlp, isOtlp } from "./otlp-import";

export type Format = "JSONL" | "HAR" | "OTLP";

export interface Imported {
  readonly format: Format;
  // Numbered from 1.
  readonly records: readonly TrafficRecord[];
  // The number of entries or spans that are not of MCP.
  readonly others: number;
}

// Throws an error that says, for people, what is wrong with the file.
export async function readTrafficFile(file: Blob): Promise<Imported> {
  checkFileSize(file.size);
  return importedTraffic(await file.text());
}

export function importedTraffic(text: string): Imported {
  checkFileSize(text.length);
  try {
    return converted(text);
  } catch (problem) {
    throw new Error(`Nothing was imported. ${errorText(problem)}`, { cause: problem });
  }
}

function converted(text: string): Imported {
  const first = firstLine(text);
  // A record has both members, whatever else is wrong with it.
  if (memberAt(first, "kind") !== undefined || memberAt(first, "transport") !== undefined) {
    return { format: "JSONL", records: fromJsonl(text), others: 0 };
  }
  const imported = isOtlp(first) ? otlp(parsedLines(text)) : whole(parsedFile(text));
  if (imported.records.length === 0) throw new Error(`The ${imported.format} file has no messages of MCP.`);
  return imported;
}

function whole(file: unknown): Imported {
  if (isHar(file)) return { format: "HAR", ...fromHar(file) };
  if (isOtlp(file)) return otlp([file]);
  throw new Error("The file is none of: JSONL of this page, HAR, OTLP JSON.");
}

function otlp(files: Iterable<unknown>): Imported {
  return { format: "OTLP", ...fromOtlp(files) };
}

// The collector of OpenTelemetry writes one request a line.
function* parsedLines(text: string): Generator {
  for (const { line } of linesOf(text)) yield parsedFile(line);
}

// The value of the first line, if it is JSON and short enough for one of many.
function firstLine(text: string): unknown {
  const start = text.search(/\S/);
  if (start < 0) throw new Error("The file is empty.");
  const found = text.indexOf("\n", start);
  const end = found < 0 ? text.length : found;
  return end - start > LONGEST_LINE ? undefined : parsedJson(text.slice(start, end));
}
