// Traffic as HAR 1.2: an entry for each HTTP exchange, or for each operation over stdio. The member `_mcp` of an entry has what
// HAR has no place for, so that the way back gives equal records.

import { membersOf, rawOf } from "../../json/node";
import { readJson } from "../../json/read";
import { compactObject } from "../../json/write";
import type { Operation } from "../operation";
import type { HttpPart, TrafficRecord } from "../record";
import { bodyOf } from "./bodies";

// The host of a server is not recorded.
const ORIGIN = "http://localhost";
const UNKNOWN = -1;
// The members that the text of a record gets here.
const OWN_MEMBERS = new Set(["raw", "_order", "_body"]);
// The milliseconds of the last date.
const LATEST = 8.64e15;

export type OperationOf = (record: TrafficRecord) => Operation | undefined;

export function toHar(records: readonly TrafficRecord[], operationOf: OperationOf): string {
  const groups = new Map<string, [TrafficRecord, number][]>();
  for (const [order, record] of records.entries()) {
    const key =
      record.exchange === undefined
        ? `operation ${operationOf(record)?.key ?? `none ${order}`}`
        : `exchange ${record.exchange}`;
    const group = groups.get(key);
    if (group) group.push([record, order]);
    else groups.set(key, [[record, order]]);
  }
  const creator = { name: "MCP explorer", version: "1" };
  return JSON.stringify({ log: { version: "1.2", creator, entries: [...groups.values()].map(entryOf) } });
}

function entryOf(group: readonly [TrafficRecord, number][]): object {
  const records = group.map(([record]) => record);
  const [sent, received] = [
    records.filter(({ from }) => from === "client"),
    records.filter(({ from }) => from === "server"),
  ];
  const [request, response] = [partOf(sent), partOf(received)];
  const start = records[0]!.at;
  const end = records.at(-1)!.at;
  const first = Math.max(start, received[0]?.at ?? end);
  return {
    startedDateTime: new Date(Math.min(start, LATEST)).toISOString(),
    time: end - start,
    request: requestOf(sent, request, records[0]!),
    response: responseOf(received, response),
    cache: {},
    timings: { send: 0, wait: first - start, receive: Math.max(0, end - first) },
    _mcp: { records: group.map(([record, order]) => withoutMessage(record, order)) },
  };
}

function partOf(records: readonly TrafficRecord[]): HttpPart | undefined {
  return records.find(({ http }) => http)?.http;
}

function requestOf(sent: readonly TrafficRecord[], http: HttpPart | undefined, first: TrafficRecord): object {
  const body = bodyOf(messagesOf(sent), false);
  const path = http?.path ?? "/";
  return {
    method: http?.method ?? "POST",
    url:
      first.transport === "stdio" ? `stdio:${encodeURIComponent((first.session ?? "").toWellFormed())}` : ORIGIN + path,
    httpVersion: "HTTP/1.1",
    ...common(http, sent),
    queryString: [],
    ...(body.text === "" ? {} : { postData: body }),
  };
}

function responseOf(received: readonly TrafficRecord[], http: HttpPart | undefined): object {
  const messages = messagesOf(received);
  const isStream = messages.length > 1 || http?.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const { mimeType, text } = bodyOf(messages, isStream);
  return {
    status: http?.status ?? (received.length > 0 ? 200 : 0),
    statusText: "",
    httpVersion: "HTTP/1.1",
    ...common(http, received),
    content: { size: bytesOf(received), mimeType, text },
    redirectURL: "",
  };
}

function common(http: HttpPart | undefined, records: readonly TrafficRecord[]): object {
  const headers = Array.from(http?.headers ?? [], ([name, value]) => ({ name, value }));
  return { cookies: [], headers, headersSize: UNKNOWN, bodySize: bytesOf(records) };
}

function messagesOf(records: readonly TrafficRecord[]): string[] {
  return records.flatMap(({ raw }) => raw ?? []);
}

function bytesOf(records: readonly TrafficRecord[]): number {
  return records.reduce((sum, { bytes }) => sum + bytes, 0);
}

// The record as JSON text. Its message is the next one in the body of its side.
function withoutMessage({ text, raw }: TrafficRecord, order: number): string {
  const members = membersOf(readJson(text)).filter(({ key }) => !OWN_MEMBERS.has(key));
  const written = members.map(({ key, value }) => [key, rawOf(value)] as const);
  return compactObject([...written, ["_order", String(order)], ["_body", raw === undefined ? undefined : "true"]]);
}
