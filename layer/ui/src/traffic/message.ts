// The JSON-RPC messages within records.

import { type JsonNode, type MaybeNode, rawOf, valueOf } from "../json/node";
import { tryReadJson } from "../json/read";
import type { TrafficRecord } from "./record";

const PREFIX = "io.modelcontextprotocol";
export const META_VERSION = `${PREFIX}/protocolVersion`;
export const META_SUBSCRIPTION = `${PREFIX}/subscriptionId`;
export const META_RELATED_TASK = `${PREFIX}/related-task`;

// Maximum number of characters in the messages whose nodes are kept, since nodes are many times larger. Older messages are read again.
const MOST_CHARACTERS = 1_000_000;
const latest = new Map<TrafficRecord, JsonNode>();
let characters = 0;

export function rememberMessage(record: TrafficRecord, message: JsonNode): void {
  latest.set(record, message);
  characters += lengthOf(record);
  for (const [oldest] of latest) {
    if (characters <= MOST_CHARACTERS || latest.size === 1) break;
    latest.delete(oldest);
    characters -= lengthOf(oldest);
  }
}

// Short messages have nodes, too.
function lengthOf({ raw = "" }: TrafficRecord): number {
  return raw.length + 100;
}

/** Returns the message of a record, if it was kept. */
export function messageOf(record: TrafficRecord): MaybeNode {
  if (record.raw === undefined) return undefined;
  const known = latest.get(record);
  if (known) return known;
  const message = tryReadJson(record.raw);
  if (message) rememberMessage(record, message);
  return message;
}

export function paramsOf(record: TrafficRecord): MaybeNode {
  return valueOf(messageOf(record), "params");
}

export function resultOf(record: TrafficRecord): MaybeNode {
  return valueOf(messageOf(record), "result");
}

export function errorOf(record: TrafficRecord): MaybeNode {
  return valueOf(messageOf(record), "error");
}

/** Returns a member of `_meta` in parameters or a result. */
export function metaOf(part: MaybeNode, key: string): MaybeNode {
  return valueOf(valueOf(part, "_meta"), key);
}

/** Returns one text for all ways to write an id or a token; undefined if it is neither a text nor a number. */
export function idKey(raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined;
  if (raw.startsWith('"')) return raw.includes("\\") ? JSON.stringify(JSON.parse(raw)) : raw;
  const number = Number(raw);
  return Number.isSafeInteger(number) ? String(number) : raw;
}

export function idKeyOf(node: MaybeNode): string | undefined {
  return node?.type === "string" || node?.type === "number" ? idKey(rawOf(node)) : undefined;
}
