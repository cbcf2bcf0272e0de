// The whole page, as far as it needs no layout: started once for all tests of a file, with answers that they give.
import { all, drawn } from "./dom";
import "./page-globals";
import { responders } from "./call-support";
import { answers, showPage, until } from "./explorer";
import { beforeEach, mock } from "node:test";

// The page waits for seconds where a test need not, and is not to keep the process alive meanwhile.
const FASTER = 10;
const LONG_MS = 1000;
const { setTimeout: later } = globalThis;
mock.method(globalThis, "setTimeout", (work: () => void, ms = 0) => {
  const timer = later(work, ms / FASTER);
  return ms >= LONG_MS ? timer.unref() : timer;
});

// Unlike a browser, happy-dom fires an event for an address that is replaced.
const replaced = new Set<string>();
const replaceState = history.replaceState.bind(history);
mock.method(history, "replaceState", (...given: Parameters<typeof replaceState>) => {
  const { hash } = location;
  replaceState(...given);
  if (location.hash !== hash) replaced.add(location.href);
});
addEventListener("hashchange", (event) => {
  if (replaced.delete(event.newURL)) event.stopImmediatePropagation();
});

/** Waits for as long as the page takes these seconds for. */
export const seconds = (count: number): Promise<void> =>
  new Promise((resolve) => later(resolve, (count * 1000) / FASTER));

/** Enough tools for each test to open others than those before it. */
const NAMES = Array.from({ length: 30 }, (_, index) => `tool${index}`);
const schema = { type: "object", properties: { message: { type: "string" } } };
const tools = NAMES.map((name) => ({ name, inputSchema: schema }));
let used = 0;

/** The name of a tool that no test has opened yet. */
export function freshTool(): string {
  used += 1;
  return NAMES[used - 1]!;
}

export const element = (id: string): HTMLElement => document.getElementById(id)!;
/** What the page has told users of screen readers last. */
export const announced = (): string => element("announcer").textContent;
export const json = (): HTMLTextAreaElement => element("tool").querySelector<HTMLTextAreaElement>(".json-text")!;

function serve(): void {
  answers.set("later.js", () => new Response(""));
  answers.set("server", () => Response.json({ capabilities: {}, excludedTools: [] }));
  answers.set("tools", () => Response.json(tools));
  for (const tool of tools) {
    answers.set(`tools/${tool.name}`, () => Response.json(tool));
    answers.set(`tools/${tool.name}/validate`, () => Response.json({ valid: true }));
  }
}

beforeEach(async () => {
  serve();
  await follow("#/server");
  element("announcer").textContent = "";
});

/** Follows a link, and waits until the page has heard of it. */
export async function follow(hash: string): Promise<void> {
  if (location.hash !== hash) {
    const followed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    location.hash = hash;
    await followed;
  }
  await drawn();
}

/** Opens a tool as a link to it would. */
export async function openTool(name: string): Promise<void> {
  await follow(`#/tools/${name}`);
  await until(() => isOpen(name));
}

export const isOpen = (name: string): boolean =>
  [...element("tool").querySelectorAll("h2")].some(({ textContent }) => textContent === name);

/** Presses the button that loads everything again. */
export async function reload(): Promise<void> {
  element("reload").click();
  await drawn();
}

/** Presses keys that are shortcuts of the page. */
export async function shortcut(init: KeyboardEventInit): Promise<void> {
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }),
  );
  await drawn();
}

interface Held {
  /** The number of requests so far. */
  readonly count: () => number;
  /** Has the requests answered as usual, those that wait too. */
  readonly release: () => void;
}

/** Holds the requests for a path. */
export function hold(path: string): Held {
  let count = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const answer = answers.get(path)!;
  responders.set(path, async () => {
    count += 1;
    await released;
    return answer({});
  });
  return { count: () => count, release };
}

/** Has the requests for a path answered in another way. `end` returns to the usual one, and returns their number. */
export function instead(path: string, answer: () => Response): { readonly end: () => number } {
  let count = 0;
  responders.set(path, () => {
    count += 1;
    return answer();
  });
  return { end: () => (responders.delete(path), count) };
}

/** Does what a browser does if nothing answers. */
export const unreachable = (): Response => {
  throw new TypeError("Failed to fetch");
};

export const failing =
  (status: number, error: string, headers: Record<string, string> = {}) =>
  (): Response =>
    Response.json({ error }, { status, headers });

showPage();
serve();
Object.assign(window, { mcpUiParts: { "./later.js": await import("../src/later/part") } });
await import("../src/shell/main");
await until(() => all(document, ".tool-row").length === NAMES.length);
