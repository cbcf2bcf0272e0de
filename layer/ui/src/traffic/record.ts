// Records of traffic: the messages that crossed the server, and the exchanges without one.

import {
  type JsonNode,
  type MaybeNode,
  isTrue,
  itemsOf,
  membersOf,
  numberAt,
  rawOf,
  stringOf,
  textAt,
  valueOf,
} from "../json/node";
import { readingJson } from "../json/read";
import { type Steps, finish } from "../scheduling/slices";
import { rememberMessage } from "./message";

export const TRANSPORTS = ["http", "stdio"] as const;
export const SENDERS = ["client", "server"] as const;
export const KINDS = ["request", "response", "error", "notification", "http", "cut", "unparsed"] as const;

type Transport = (typeof TRANSPORTS)[number];
export type Sender = (typeof SENDERS)[number];
/**
 * "http" is an exchange without a message, "cut" the early end of a request or response, "unparsed" a message that is
 * not kept.
 */
export type Kind = (typeof KINDS)[number];

interface ClientName {
  readonly name: string;
  readonly version?: string | undefined;
}

/** The request's side has a method and a path, the response's a status. */
export interface HttpPart {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** A span of OpenTelemetry, in records that were imported from one. */
export interface SpanIds {
  readonly trace: string;
  readonly span: string;
  readonly parent?: string | undefined;
}

export interface TrafficRecord {
  readonly seq: number;
  /** Milliseconds since 1970, with fractions. */
  readonly at: number;
  readonly exchange?: string | undefined;
  readonly transport: Transport;
  readonly from: Sender;
  readonly kind: Kind;
  readonly method?: string | undefined;
  readonly name?: string | undefined;
  /** The JSON text of the id. */
  readonly id?: string | undefined;
  readonly client?: ClientName | undefined;
  readonly session?: string | undefined;
  readonly caller: string;
  /** The replica of the server that has recorded the message, if it is not the one that the page follows. */
  readonly replica?: string | undefined;
  readonly revision?: string | undefined;
  readonly explorer: boolean;
  /** Set for the messages of another server than that of the page. */
  readonly other: boolean;
  readonly http?: HttpPart | undefined;
  /** The whole size, also of a message that is not kept. */
  readonly bytes: number;
  /** Pointers into the message, to values that are replaced by "[redacted]". */
  readonly redacted: readonly string[];
  /** The JSON text of the message. */
  readonly raw?: string | undefined;
  readonly note?: string | undefined;
  /** The code for the note: "no_message" of text that is not JSON-RPC. */
  readonly reason?: string | undefined;
  readonly span?: SpanIds | undefined;
  /** The record's own JSON, as it was received. */
  readonly text: string;
}

// The levels of a record: the layer itself keeps no message that is nested deeper than 128. A deeper record is refused.
export const DEEPEST_RECORD = 140;

/** Reads a record from its JSON. Throws an error that says, for people, what is wrong. */
export function readRecord(text: string, seq: number): TrafficRecord {
  return finish(readingRecord(text, seq));
}

export function* readingRecord(text: string, seq: number): Steps<TrafficRecord> {
  const root = yield* readingJson(text, DEEPEST_RECORD);
  if (root.type !== "object") throw new Error("The record is not an object.");
  const raw = valueOf(root, "raw");
  const record: TrafficRecord = {
    seq,
    at: count(root, "at"),
    exchange: optionalText(root, "exchange"),
    transport: oneOf(root, "transport", TRANSPORTS),
    from: oneOf(root, "from", SENDERS),
    kind: oneOf(root, "kind", KINDS),
    method: optionalText(root, "method"),
    name: optionalText(root, "name"),
    id: idOf(valueOf(root, "id")),
    client: clientOf(valueOf(root, "client")),
    session: optionalText(root, "session"),
    caller: optionalText(root, "caller") ?? "",
    replica: optionalText(root, "replica"),
    revision: optionalText(root, "revision"),
    explorer: isTrue(valueOf(root, "explorer")),
    other: isTrue(valueOf(root, "other")),
    http: httpOf(valueOf(root, "http")),
    bytes: count(root, "bytes"),
    redacted: itemsOf(valueOf(root, "redacted")).flatMap((item) => stringOf(item) ?? []),
    raw: raw && rawOf(raw),
    note: optionalText(root, "note"),
    reason: optionalText(root, "reason"),
    span: spanOf(valueOf(root, "span")),
    text,
  };
  if (raw) rememberMessage(record, raw);
  return record;
}

function count(node: JsonNode, key: string): number {
  const number = numberAt(node, key);
  if (number === undefined || !Number.isFinite(number) || number < 0) {
    throw new Error(`The member "${key}" of a record is not a number of 0 or more.`);
  }
  return number;
}

function oneOf<T extends string>(node: JsonNode, key: string, values: readonly T[]): T {
  const text = textAt(node, key);
  const value = values.find((value) => value === text);
  if (value === undefined) throw new Error(`The member "${key}" of a record is not one of: ${values.join(", ")}.`);
  return value;
}

function optionalText(node: JsonNode, key: string): string | undefined {
  const value = valueOf(node, key);
  if (value === undefined || value.type === "string") return stringOf(value);
  throw new Error(`The member "${key}" of a record is not a text.`);
}

function idOf(node: MaybeNode): string | undefined {
  if (node === undefined || node.type === "null") return undefined;
  if (node.type === "string" || node.type === "number") return rawOf(node);
  throw new Error('The member "id" of a record is neither a number nor a text.');
}

function clientOf(node: MaybeNode): ClientName | undefined {
  const name = textAt(node, "name");
  return name === undefined ? undefined : { name, version: textAt(node, "version") };
}

function httpOf(node: MaybeNode): HttpPart | undefined {
  if (node?.type !== "object") return undefined;
  const headers = membersOf(valueOf(node, "headers")).flatMap(({ key, value }) => {
    const text = stringOf(value);
    return text === undefined ? [] : [[key.toLowerCase(), text] as const];
  });
  return {
    method: textAt(node, "method"),
    path: textAt(node, "path"),
    status: numberAt(node, "status"),
    headers: new Map(headers),
  };
}

function spanOf(node: MaybeNode): SpanIds | undefined {
  const [trace, span] = [textAt(node, "trace"), textAt(node, "span")];
  return trace !== undefined && span !== undefined ? { trace, span, parent: textAt(node, "parent") } : undefined;
}
