// A stream of records that the tests of the traffic's panel give. Import it before "./page-support", since the page follows
// the stream as soon as it starts.
import "./dom";
import "./traffic-globals";
import "./page-globals";
import "./call-support";
import { answers } from "./explorer";
import { mock } from "node:test";
import { StatusLine, TrafficPanel } from "../src/traffic-panel/panel";
import { TrafficModel } from "../src/traffic-panel/model";

/** The part of the script, without its style sheet, which Node cannot import. */
export const trafficPart = { StatusLine, TrafficModel, TrafficPanel };
answers.set("traffic.js", () => new Response(""));

// The home counts for as long as it is open, which is no reason to keep the process alive.
const { setInterval: repeat } = globalThis;
mock.method(globalThis, "setInterval", (work: () => void, ms?: number) => repeat(work, ms).unref());

interface Asked {
  readonly after: string | null;
  readonly epoch: string | null;
  readonly authorization: string | null;
}

/** The requests for a stream. */
export const asked: Asked[] = [];
const encoder = new TextEncoder();
const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
let records: { readonly seq: number; readonly record: object }[] = [];
let epochs = 1;
let newest = 0;
let refusal: { readonly status: number; readonly error: string } | undefined;

export const epoch = (): string => `epoch-${epochs}`;
export const hello = (): string => eventText("hello", { epoch: epoch(), newest, scope: "all" });
const written = ({ seq, record }: (typeof records)[number]) => `id: ${seq}\n${eventText("record", record)}`;

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Writes a text to the open streams. */
export function write(text: string): void {
  for (const stream of streams) stream.enqueue(encoder.encode(text));
}

const { fetch: known } = globalThis;
const fetched = (path: string, init: RequestInit = {}): Promise<Response> => {
  const [, text] = /^\/explorer\/traffic(?:\?(.*))?$/.exec(path) ?? [];
  if (!/^\/explorer\/traffic(\?|$)/.test(path)) return known(path, init);
  const given = new URLSearchParams(text);
  const authorization = new Headers(init.headers).get("authorization");
  asked.push({ after: given.get("after"), epoch: given.get("epoch"), authorization });
  if (refusal) return Promise.resolve(Response.json({ error: refusal.error }, { status: refusal.status }));
  const after = given.get("epoch") === epoch() ? Number(given.get("after")) : 0;
  const past = records.filter(({ seq }) => seq > after);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      streams.add(controller);
      init.signal?.addEventListener("abort", () => {
        if (streams.delete(controller)) controller.error(init.signal?.reason);
      });
      controller.enqueue(encoder.encode(hello() + past.map(written).join("")));
    },
  });
  return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
};
Object.assign(globalThis, { fetch: fetched });

/** Adds records, which the open streams get at once. */
export function add(...added: readonly object[]): void {
  const numbered = added.map((record) => ({ seq: (newest += 1), record }));
  records.push(...numbered);
  write(numbered.map(written).join(""));
}

/** Cuts the open streams, as a proxy may. */
export function cut(): void {
  for (const stream of streams) stream.error(new TypeError("network error"));
  streams.clear();
}

/** Has the requests for a stream refused, or no longer. */
export function refuse(status?: number, error = ""): void {
  refusal = status === undefined ? undefined : { status, error };
}

/** The number of open streams. */
export const openStreams = (): number => streams.size;

/** Begins again, as after a restart of the server. */
export function restart(): void {
  epochs += 1;
  records = [];
  newest = 0;
}

let exchanges = 0;

/** The records of a call, or another request, with its answer. */
export function call(name: string, members: Readonly<Record<string, unknown>> = {}): [request: object, answer: object] {
  exchanges += 1;
  const { method = "tools/call", params = { name, arguments: {} }, result, error, id = 7, client, ...more } = members;
  const about = {
    exchange: `x-${exchanges}`,
    transport: "http",
    client: { name: client ?? "agent", version: "1.0" },
    session: "5e55",
    caller: "ca11",
    revision: "2025-11-25",
    bytes: 100,
    ...more,
  };
  const request = { jsonrpc: "2.0", id, method, params };
  const reply = { jsonrpc: "2.0", id, ...(error ? { error } : { result: result ?? { content: [] } }) };
  const kind = error ? "error" : "response";
  const at = 1_764_000_000_000;
  const asks = { at, from: "client", kind: "request", method, name, id, raw: request };
  const http = { method: "POST", path: "/mcp", headers: { "mcp-method": method } };
  const answered = { status: 200, headers: { "content-type": "application/json" } };
  return [
    { ...about, http, ...asks },
    { ...about, at: at + 12, from: "server", kind, id, http: answered, raw: reply },
  ];
}
