// Traffic as OTLP JSON: one span for each operation, and for each record outside of operations, such as a notification. Arguments,
// results and the records themselves are in it only if they are asked for; without the records, the way back has the methods, names,
// ids, times and errors.

import { randomDigits } from "../../text/hexadecimal";
import { numberAt, rawOf, textAt, valueOf } from "../../json/node";
import { errorOf, messageOf, paramsOf, resultOf } from "../message";
import { type Operation, durationOf } from "../operation";
import { traceParentOf } from "../operations/traces";
import type { SpanIds, TrafficRecord } from "../record";
import * as names from "./telemetry-names";

const SCOPE = "mcp-explorer";
const NAMELESS = "mcp-server";
const SERVER_SPAN = 2;
const CLIENT_SPAN = 3;
const STATUS_ERROR = 2;

interface OtlpOptions {
  // Adds arguments, results and records.
  readonly withBodies: boolean;
}

// The operations, and the records in the order of their numbers.
interface Exported {
  readonly operations: readonly Operation[];
  readonly records: readonly TrafficRecord[];
}

export function toOtlp({ operations, records }: Exported, { withBodies }: OtlpOptions): string {
  const order = withBodies ? new Map(records.map((record, index) => [record, index])) : undefined;
  const ids = new Map<Operation, SpanIds>();
  // The end of an exchange may belong to several operations, and is written with the first one.
  const inOperations = new Set<TrafficRecord>();
  const events = ({ records }: Operation) => {
    const own = records.filter((record) => !inOperations.has(record));
    for (const record of own) inOperations.add(record);
    return order && own.map((record) => recordEvent(record, order.get(record) ?? 0));
  };
  const spans = operations.map((operation) => spanOf(operation, idsOf(operation, ids), events(operation)));
  const others = records.filter(
    (record) => !inOperations.has(record) && (withBodies || record.kind === "notification"),
  );
  for (const record of others) spans.push(recordSpan(record, order));
  const resource = { attributes: [attribute(names.SERVICE, serverName(operations))] };
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: SCOPE }, spans }] }] });
}

// `events` are the records, if bodies are asked for.
function spanOf(operation: Operation, { trace, span, parent }: SpanIds, events?: readonly object[]): object {
  const { request, state, endedAt } = operation;
  const name = request.method ?? request.http?.method ?? request.kind;
  const target = request.method === "tools/call" || request.method === "prompts/get" ? request.name : undefined;
  const isError = state === "failed" || state === "lost";
  return {
    traceId: trace,
    spanId: span,
    ...(parent === undefined ? {} : { parentSpanId: parent }),
    name: target === undefined ? name : `${name} ${target}`,
    kind: SERVER_SPAN,
    startTimeUnixNano: nanoseconds(request.at),
    endTimeUnixNano: nanoseconds(request.at + (durationOf(operation) ?? 0)),
    attributes: [...attributesOf(operation), ...(events ? bodiesOf(operation) : [])],
    ...(events ? { events } : {}),
    ...(endedAt !== undefined && isError ? { status: { code: STATUS_ERROR } } : {}),
  };
}

// The span of a record outside of operations, which takes no time.
function recordSpan(record: TrafficRecord, order?: ReadonlyMap<TrafficRecord, number>): object {
  const { trace, span, parent } = record.span ?? { trace: randomDigits(16), span: randomDigits(8) };
  return {
    traceId: trace,
    spanId: span,
    ...(parent === undefined ? {} : { parentSpanId: parent }),
    name: record.method ?? record.http?.method ?? record.kind,
    kind: record.from === "client" ? SERVER_SPAN : CLIENT_SPAN,
    startTimeUnixNano: nanoseconds(record.at),
    endTimeUnixNano: nanoseconds(record.at),
    attributes: [attribute(names.METHOD, record.method), ...connectionOf(record)].filter(
      (attribute) => attribute !== undefined,
    ),
    ...(order ? { events: [recordEvent(record, order.get(record) ?? 0)] } : {}),
  };
}

// The name that the server gives itself.
function serverName(operations: readonly Operation[]): string {
  for (const { response } of operations) {
    const result = response && resultOf(response);
    const meta = valueOf(valueOf(result, "_meta"), "io.modelcontextprotocol/serverInfo");
    const name = textAt(valueOf(result, "serverInfo") ?? meta, "name");
    if (name) return name;
  }
  return NAMELESS;
}

function connectionOf({ revision, session, transport, client }: TrafficRecord): (object | undefined)[] {
  return [
    attribute(names.PROTOCOL_VERSION, revision),
    attribute(names.SESSION, session),
    attribute(names.TRANSPORT, transport === "stdio" ? names.PIPE : names.TCP),
    attribute(names.CLIENT, client?.name),
  ];
}

// A record of a span keeps its ids. Others get ids, in the trace that the client names.
function idsOf(operation: Operation, known: Map<Operation, SpanIds>): SpanIds {
  const own = known.get(operation);
  if (own) return own;
  const { request, parent } = operation;
  const named = traceParentOf(request);
  const cause = parent && known.get(parent);
  const trace = request.span?.trace ?? cause?.trace ?? named?.trace ?? randomDigits(16);
  const isNamed = named?.trace === trace;
  const above = request.span ? request.span.parent : (cause?.span ?? (isNamed ? named.span : undefined));
  const ids = { trace, span: request.span?.span ?? randomDigits(8), parent: above };
  known.set(operation, ids);
  return ids;
}

function attributesOf(operation: Operation): object[] {
  const { request, response } = operation;
  const { method, name } = request;
  const isCall = method === "tools/call";
  const code = response && numberAt(errorOf(response), "code");
  return [
    attribute(names.METHOD, method),
    attribute(names.OPERATION, isCall ? names.EXECUTE_TOOL : undefined),
    attribute(names.TOOL, isCall ? name : undefined),
    attribute(names.PROMPT, method === "prompts/get" ? name : undefined),
    attribute(names.RESOURCE, method?.startsWith("resources/") ? name : undefined),
    attribute(names.TARGET, hasConvention(method) ? undefined : name),
    attribute(names.REQUEST_ID, request.id?.replace(/^"|"$/g, "")),
    ...connectionOf(request),
    attribute(names.STATUS_CODE, code === undefined ? undefined : String(code)),
    attribute(names.ERROR_TYPE, errorType(operation, code)),
  ].filter((attribute) => attribute !== undefined);
}

function hasConvention(method = ""): boolean {
  return method === "tools/call" || method === "prompts/get" || method.startsWith("resources/");
}

function errorType({ state, response }: Operation, code: number | undefined): string | undefined {
  if (state === "cancelled" || state === "lost") return state;
  if (state !== "failed") return undefined;
  if (code !== undefined) return String(code);
  return response?.kind === "response" ? names.TOOL_ERROR : String(response?.http?.status ?? "_OTHER");
}

function bodiesOf({ request, response }: Operation): object[] {
  if (request.method !== "tools/call") return [];
  const sent = valueOf(paramsOf(request), "arguments");
  const received = response && resultOf(response);
  return [attribute(names.ARGUMENTS, sent && rawOf(sent)), attribute(names.RESULT, received && rawOf(received))].filter(
    (attribute) => attribute !== undefined,
  );
}

function recordEvent(record: TrafficRecord, order: number): object {
  const message = record.kind === "notification" ? textAt(messageOf(record), "method") : undefined;
  return {
    timeUnixNano: nanoseconds(record.at),
    name: names.RECORD_EVENT,
    attributes: [
      attribute(names.RECORD, record.text),
      { key: names.RECORD_ORDER, value: { intValue: String(order) } },
      ...[attribute(names.METHOD, message)].filter((attribute) => attribute !== undefined),
    ],
  };
}

function attribute(key: string, value: string | undefined): object | undefined {
  return value === undefined ? undefined : { key, value: { stringValue: value } };
}

// Milliseconds have too many digits as nanoseconds for a number.
function nanoseconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1e6)));
}
