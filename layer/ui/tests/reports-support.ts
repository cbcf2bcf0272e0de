// The reports of a server, in the whole page: streams that go on for as long as the page follows them. Import it after
// "./page-support", since the page is to ask this.
import { reload } from "./page-support";
import { bodies, responders } from "./call-support";
import { answers, result, until } from "./explorer";
import { afterEach } from "node:test";
import { all } from "./dom";
import { server } from "../src/protocol/server";

interface Stream {
  /** The names of the resources that it follows. */
  readonly resources: readonly string[];
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
}

/** The streams that are open, the oldest first, and the queries of all that were ever asked for. */
const streams: Stream[] = [];
export const queries: string[] = [];
let refuses: (uri: string) => boolean = () => false;
let hasStream = true;
const encoder = new TextEncoder();

function write({ controller }: Stream, event: string, message: object): void {
  controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(message)}\n\n`));
}

const { fetch: known } = globalThis;
const fetched = (path: string, init: RequestInit = {}): Promise<Response> => {
  const [, query] = /^\/explorer\/events(.*)/.exec(path) ?? [];
  if (query === undefined) return known(path, init);
  queries.push(query);
  if (!hasStream) return Promise.resolve(new Response(null, { status: 204 }));
  const resources = new URLSearchParams(query).getAll("resource");
  const accepted = resources.filter((uri) => !refuses(uri));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const stream: Stream = { resources: accepted, controller };
      streams.push(stream);
      init.signal?.addEventListener("abort", () => {
        // It may have ended by itself.
        if (!streams.includes(stream)) return;
        streams.splice(streams.indexOf(stream), 1);
        controller.error(init.signal?.reason);
      });
      write(stream, "notification", {
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { notifications: accepted.length > 0 ? { resourceSubscriptions: accepted } : {} },
      });
    },
  });
  return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
};
Object.assign(globalThis, { fetch: fetched, getSelection: () => window.getSelection() });

// Nothing is followed any more.
afterEach(async () => {
  for (const watch of all(document, '.watch [aria-pressed="true"]')) watch.click();
  server.value = undefined;
  await until(() => streams.length === 0);
  queries.length = 0;
});

export const openStreams = (): number => streams.length;
/** The resources that are followed now. */
export const followed = (): string[] => [...new Set(streams.flatMap(({ resources }) => resources))];

/** Sends a notification on all streams. */
export function tell(method: string, params: object): void {
  for (const stream of streams) write(stream, "notification", { jsonrpc: "2.0", method, params });
}

/** Sends a question of the server on all streams, in the envelope of the explorer. */
export function ask(message: object, token: string): void {
  for (const stream of streams) write(stream, "request", { token, message });
}

/** Reports updates of a resource on the streams that follow it. */
export function update(uri: string, times = 1): void {
  const message = { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri } };
  for (const stream of streams.filter(({ resources }) => resources.includes(uri)))
    for (let time = 0; time < times; time += 1) write(stream, "notification", message);
}

/** Ends all streams, as the server may. */
export function endStreams(): void {
  for (const { controller } of streams.splice(0)) controller.close();
}

interface Watched {
  readonly resources: Readonly<Record<string, string>>;
  readonly templates?: readonly object[];
  readonly protocolVersion?: string;
  readonly capabilities?: object;
  readonly refused?: readonly string[];
  /** Not set for an older server without a stream. */
  readonly hasStream?: boolean;
}

/** Has the explorer describe a server with these resources. Returns their texts, which may change. */
export async function serveResources(options: Watched): Promise<Record<string, string>> {
  const { templates = [], protocolVersion = "2026-07-28", refused = [] } = options;
  const capabilities = options.capabilities ?? { tools: {}, resources: { subscribe: true } };
  const texts = { ...options.resources };
  refuses = (uri) => refused.includes(uri);
  hasStream = options.hasStream ?? true;
  answers.set("server", () => Response.json({ protocolVersion, capabilities, excludedTools: [] }));
  answers.set("rpc/resources/list", () => result({ resources: Object.keys(texts).map((uri) => ({ uri, name: uri })) }));
  answers.set("rpc/resources/templates/list", () => result({ resourceTemplates: templates }));
  responders.set("rpc/resources/read", ({ params }) => {
    const uri = String(params?.["uri"]);
    return result({ contents: [{ uri, text: texts[uri] }] });
  });
  await reload();
  await until(() => server.value?.protocolVersion === protocolVersion);
  return texts;
}

/** The addresses that were read. */
export const reads = (): unknown[] => bodies("rpc/resources/read").map(({ params }) => params?.["uri"]);
