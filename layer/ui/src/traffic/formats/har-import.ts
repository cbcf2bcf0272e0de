// Records from HAR 1.2: exactly those of a file of this page, and what can be told from a recording of a browser or a proxy.

import { isTrue, membersOf, numberAt, rawOf, valueOf } from "../../json/node";
import { memberAt } from "../../json/plain";
import { readJson } from "../../json/read";
import { compactObject } from "../../json/write";
import { DEEPEST_RECORD, type TrafficRecord, readRecord } from "../record";
import { messagesIn } from "./bodies";
import { requestBody, responseBody } from "./har-entry";
import { foreignEntry, newStrangers } from "./har-foreign";
import { checkRecordCount } from "./limits";
import { numbered } from "./record-text";

export interface Converted {
  readonly records: TrafficRecord[];
  // The number of entries or spans that are not of MCP.
  readonly others: number;
}

export function isHar(file: unknown): boolean {
  return Array.isArray(memberAt(memberAt(file, "log"), "entries"));
}

export function fromHar(file: unknown): Converted {
  const entries = memberAt(memberAt(file, "log"), "entries") as readonly unknown[];
  const found: [record: TrafficRecord, order: number][] = [];
  const strangers = newStrangers();
  let others = 0;
  for (const entry of entries) {
    const own = memberAt(memberAt(entry, "_mcp"), "records");
    const records = Array.isArray(own)
      ? ownEntry(entry, own)
      : foreignEntry(entry, strangers).map((record) => [record, record.at] as const);
    if (records.length === 0) others += 1;
    for (const [record, order] of records) found.push([record, order]);
    checkRecordCount(found.length);
  }
  const ordered = found.toSorted(([, a], [, b]) => a - b);
  return { records: numbered(ordered.map(([record]) => record)), others };
}

function ownEntry(entry: unknown, texts: readonly unknown[]): [TrafficRecord, number][] {
  const bodies = { client: messagesIn(requestBody(entry)), server: messagesIn(responseBody(entry)) };
  return texts
    .filter((text) => typeof text === "string")
    .map((text) => {
      const root = readJson(text, DEEPEST_RECORD);
      const members = membersOf(root).filter(({ key }) => key !== "_order" && key !== "_body");
      const from = readRecord(text, 0).from;
      const raw = isTrue(valueOf(root, "_body")) ? bodies[from].shift() : undefined;
      const written = members.map(({ key, value }) => [key, rawOf(value)] as const);
      return [readRecord(compactObject([...written, ["raw", raw]]), 0), numberAt(root, "_order") ?? 0];
    });
}
