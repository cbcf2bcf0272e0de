// Records from HAR 1.2: exactly those of a file of this page, and what can be told from a recording of a browser or a proxy.

import {
  type JsonNode,
  type MaybeNode,
  isTrue,
  itemsOf,
  membersOf,
  numberAt,
  plainValue,
  rawOf,
  valueOf,
} from "../../json/node";
import { memberAt } from "../../json/plain";
import { readingJson } from "../../json/read";
import { compactObject } from "../../json/write";
import type { Steps } from "../../scheduling/slices";
import { DEEPEST_RECORD, type TrafficRecord, readingRecord } from "../record";
import { messagesIn } from "./bodies";
import { requestBody, responseBody } from "./har-entry";
import { foreignEntry, newStrangers } from "./har-foreign";
import type { RecordCount } from "./limits";
import { numbered } from "./record-text";

export interface Converted {
  readonly records: TrafficRecord[];
  /** The number of entries or spans that are not of MCP. */
  readonly others: number;
}

export function isHar(file: JsonNode): boolean {
  return entriesOf(file)?.type === "array";
}

function entriesOf(file: JsonNode): MaybeNode {
  return valueOf(valueOf(file, "log"), "entries");
}

export function* fromHar(file: JsonNode, count: RecordCount): Steps<Converted> {
  const found: [record: TrafficRecord, order: number][] = [];
  const strangers = newStrangers();
  let others = 0;
  for (const node of itemsOf(entriesOf(file))) {
    const entry = plainValue(node);
    const own = memberAt(memberAt(entry, "_mcp"), "records");
    const records = Array.isArray(own)
      ? yield* ownEntry(entry, own)
      : (yield* foreignEntry(entry, strangers)).map((record) => [record, record.at] as const);
    if (records.length === 0) others += 1;
    for (const [record, order] of records) found.push([record, order]);
    count.add(records.length);
    yield;
  }
  const ordered = found.toSorted(([, a], [, b]) => a - b);
  return { records: numbered(ordered.map(([record]) => record)), others };
}

function* ownEntry(entry: unknown, texts: readonly unknown[]): Steps<[TrafficRecord, number][]> {
  const bodies = {
    client: yield* messagesIn(requestBody(entry)),
    server: yield* messagesIn(responseBody(entry)),
  };
  const found: [TrafficRecord, number][] = [];
  for (const text of texts) {
    if (typeof text !== "string") continue;
    const root = yield* readingJson(text, DEEPEST_RECORD);
    const members = membersOf(root).filter(({ key }) => key !== "_order" && key !== "_body");
    const { from } = yield* readingRecord(text, 0);
    const body = isTrue(valueOf(root, "_body")) ? bodies[from].shift() : undefined;
    const written = members.map(({ key, value }) => [key, rawOf(value)] as const);
    const whole = compactObject([...written, ["raw", body && rawOf(body)]]);
    found.push([yield* readingRecord(whole, 0), numberAt(root, "_order") ?? 0]);
  }
  return found;
}
