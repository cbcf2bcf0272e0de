// The explorer, as far as a test in Node needs one: answers that the test gives, and files that the page saves.
import { all, drawn } from "./dom";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, mock } from "node:test";

// The page gives up after seconds on what a test does not need, which is no reason to wait for it.
const LONG_MS = 2000;
const PATIENCE_MS = 10_000;
const { setTimeout: later } = globalThis;
mock.method(globalThis, "setTimeout", (work: () => void, ms?: number) => {
  const timer = later(work, ms);
  return (ms ?? 0) >= LONG_MS ? timer.unref() : timer;
});

/** The parameters of a request for the MCP server; none of any other. */
type Params = Readonly<Record<string, unknown>>;
type Answer = (params: Params) => Response;

/** The answers by the path below that of the explorer, such as "tools" or "rpc/tools/call". All else is not found. */
export const answers = new Map<string, Answer>();
afterEach(() => answers.clear());

const fetched = async (path: string, { body = "{}" }: { readonly body?: string }): Promise<Response> => {
  await Promise.resolve();
  const answer = answers.get(path.replace(/^\/explorer\//, ""));
  return answer?.((JSON.parse(body) as { params?: Params }).params ?? {}) ?? refused(404, '{"error":"Not found."}');
};
Object.assign(globalThis, { fetch: fetched });

export function refused(status: number, text: string): Response {
  return new Response(text, { status });
}

/** A result of the MCP server, as a value or as JSON. */
export function result(value: object | string): Response {
  return ended("result", `{"result":${typeof value === "string" ? value : JSON.stringify(value)}}`);
}

/** An error of the MCP server. */
export function error(code: number, message: string): Response {
  return ended("error", JSON.stringify({ error: { code, message } }));
}

function ended(event: string, data: string): Response {
  return new Response(`event: ${event}\ndata: ${data}\n\n`, { headers: { "content-type": "text/event-stream" } });
}

/** Waits until something is so, and drawn. */
export async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!isTrue()) {
    assert.ok(performance.now() < end, `it is not so: ${String(isTrue)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await drawn();
}

export async function openTab(view: ParentNode, name: string): Promise<void> {
  const tab = all(view, '[role="tab"]').find(({ textContent }) => textContent === name);
  assert.ok(tab, `a tab named ${name}`);
  tab.click();
  await drawn();
}

/** Puts the elements of the page in the document, which its parts look for when they begin. */
export function showPage(): void {
  const [, body = ""] = /<body[^>]*>(.*)<script /s.exec(readFileSync("page.html", "utf8")) ?? [];
  document.body.innerHTML = body;
  // Without a layout, no row would be in sight.
  Object.defineProperty(document.getElementById("list-scroller"), "clientHeight", { value: 3000 });
}

interface Saved {
  readonly filename: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Does something that saves a file, and returns the file. */
export async function savedBy(act: () => Promise<void>): Promise<Saved> {
  const blobs: Blob[] = [];
  const names: string[] = [];
  const created = mock.method(URL, "createObjectURL", (blob: Blob) => `blob:${blobs.push(blob)}`);
  const clicked = mock.method(HTMLAnchorElement.prototype, "click", function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await act();
  created.mock.restore();
  clicked.mock.restore();
  const [[blob], [filename]] = [blobs, names];
  assert.ok(blob && filename !== undefined && blobs.length === 1, "a file is saved");
  return { filename, type: blob.type, bytes: Buffer.from(await blob.arrayBuffer()) };
}
