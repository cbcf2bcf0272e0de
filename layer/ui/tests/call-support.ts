// A tool that is called in a test: the requests of the page, and answers that go on for as long as the test wants.
import { answers, until } from "./explorer";
import assert from "node:assert/strict";
import { setMaxListeners } from "node:events";
import { afterEach } from "node:test";
import { all, press, texts, type } from "./dom";
import { nameOf } from "./form-support";
import { ToolSession } from "../src/tool/session";
import { toolElement } from "../src/tool/view";

/** The body of a request for the MCP server, or of the answer to one of its questions. */
interface Body {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly resume?: { readonly inputResponses?: Readonly<Record<string, unknown>>; readonly requestState?: string };
  readonly token?: string;
  readonly result?: unknown;
}

interface Sent {
  /** The path below that of the explorer. */
  readonly path: string;
  readonly body: Body;
}

/** The requests that were sent, the latest one last. */
export const requests: Sent[] = [];
/** Answers that depend on more than the parameters, or take their time, by path. */
export const responders = new Map<string, (body: Body, signal: AbortSignal | null) => Response | Promise<Response>>();
const streams = new Map<Response, EventStream>();
const sessions: ToolSession[] = [];
afterEach(() => {
  requests.length = 0;
  responders.clear();
  streams.clear();
  // A call that goes on would keep the process alive.
  for (const session of sessions.splice(0)) session.close();
});

const { fetch: known } = globalThis;
const fetched = async (path: string, init: RequestInit & { readonly body?: string } = {}): Promise<Response> => {
  const shortened = path.replace(/^\/explorer\//, "");
  const body = JSON.parse(init.body ?? "{}") as Body;
  requests.push({ path: shortened, body });
  init.signal?.throwIfAborted();
  // Each round of a call listens to its signal, which is no leak.
  if (init.signal) setMaxListeners(0, init.signal);
  const response = await (responders.get(shortened)?.(body, init.signal ?? null) ?? known(path, init));
  const stream = streams.get(response);
  if (stream) init.signal?.addEventListener("abort", () => stream.interrupt(init.signal?.reason));
  return response;
};
Object.assign(globalThis, { fetch: fetched });

/** The bodies of the requests for a path. */
export function bodies(path: string): Body[] {
  return requests.filter((request) => request.path === path).map(({ body }) => body);
}

/** An answer of the explorer that goes on until it is ended. */
export class EventStream {
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly response = new Response(
    new ReadableStream({ start: (controller) => void (this.#controller = controller) }),
    {
      headers: { "content-type": "text/event-stream" },
    },
  );

  constructor() {
    streams.set(this.response, this);
  }

  send(event: string, data: object): void {
    this.#controller?.enqueue(this.#encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  }

  notify(method: string, params: object): void {
    this.send("notification", { jsonrpc: "2.0", method, params });
  }

  finish(result: object): void {
    this.send("result", { jsonrpc: "2.0", id: 1, result });
    this.close();
  }

  close(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }

  /** Does what a browser does with the response of a request that is aborted. */
  interrupt(reason: unknown): void {
    this.#controller?.error(reason);
    this.#controller = undefined;
  }
}

/** A response of these events. */
export function eventsOf(...events: readonly (readonly [event: string, data: object])[]): Response {
  const stream = new EventStream();
  for (const [event, data] of events) stream.send(event, data);
  stream.close();
  return stream.response;
}

/** A tool in the main pane, whose calls are answered like this. */
export async function openTool(name: string, call: (body: Body) => Response): Promise<HTMLElement> {
  answers.set(`tools/${name}`, () => Response.json({ name, inputSchema: { type: "object" } }));
  answers.set(`tools/${name}/validate`, () => Response.json({ valid: true }));
  responders.set("rpc/tools/call", call);
  return showTool(name);
}

/** Shows a tool in the main pane, from the answers that are set. */
export async function showTool(name: string): Promise<HTMLElement> {
  const session = new ToolSession(name, { onRunning: () => undefined, onDraft: () => undefined }, toolElement);
  const pane = Object.assign(document.createElement("section"), { id: "tool" });
  pane.append(session.element);
  document.body.replaceChildren(document.getElementById("announcer")!, pane);
  sessions.push(session);
  await session.load();
  return session.element;
}

/** Waits for a result with a text, and returns it. */
export async function resultOf(view: HTMLElement, text: string | RegExp): Promise<HTMLElement> {
  const matches = (shown: string) => (typeof text === "string" ? shown.includes(text) : text.test(shown));
  await shown(() => all(view, ".result").some(({ textContent }) => matches(textContent)), String(text));
  return all(view, ".result")[0]!;
}

/** Waits until a text is in a part of the page. */
export async function textIn(view: ParentNode, selector: string, text: string): Promise<void> {
  await shown(() => texts(view, selector).some((found) => found.includes(text)), text);
}

async function shown(isShown: () => boolean, text: string): Promise<void> {
  await until(isShown).catch(() => assert.fail(`“${text}” is not shown, but: ${document.body.textContent}`));
}

/** The round with a number. */
export function round(view: HTMLElement, number: number): HTMLElement | undefined {
  return all(view, ".round").find((part) => part.getAttribute("aria-label") === `Round ${number}`);
}

/** Waits for a question that has a field, and answers it. */
export async function answer(place: () => ParentNode | undefined, name: string, text: string): Promise<void> {
  const found = () => {
    const parent = place();
    return parent && fieldsOf(parent).find((field) => nameOf(field) === name && !field.closest("fieldset")?.disabled);
  };
  await shown(() => found() !== undefined, `the field ${name}`);
  const field = found()!;
  await type(field, text);
  await press(field.closest(".question")!, "Submit");
}

function fieldsOf(parent: ParentNode): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...parent.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
}

export const isHidden = (node: Element): boolean => node.closest("[hidden]") !== null;

export const run = (view: HTMLElement): Promise<void> => press(view, "Run");
