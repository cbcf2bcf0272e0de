// The saved calls of a tool, as they are drawn: the file of all calls, and what is not saved.
import { openTool, textIn } from "./call-support";
import { openTab, savedBy, until } from "./explorer";
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { all, drawn, press, texts, type } from "./dom";
import { setCredentials } from "../src/access/credentials";
import { readCalls } from "../src/saved-calls/store";
import { settings } from "../src/settings";

const EXACT = '{ "message": "one", "times": 1.0 }';

beforeEach(() => {
  localStorage.clear();
  readCalls();
});
afterEach(() => setCredentials({ token: "", headers: [] }));

// Opens a tool with its saved calls.
async function open(tool = "echo", argumentsText = EXACT): Promise<HTMLElement> {
  const view = await openTool(tool, () => Response.json({}));
  await type(view.querySelector<HTMLTextAreaElement>(".json-text")!, argumentsText);
  await openTab(view, "History");
  return view;
}

const saved = (view: HTMLElement) => view.querySelector<HTMLElement>('[aria-label="Saved calls"]')!;
const names = (view: HTMLElement) => texts(saved(view), "li strong");
const said = (view: HTMLElement, text: string) => textIn(saved(view), '[role="status"]', text);

async function save(view: HTMLElement, name: string): Promise<void> {
  const field = saved(view).querySelector<HTMLInputElement>('[aria-label="Name of the call"]')!;
  await type(field, name);
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await drawn();
}

async function importText(view: HTMLElement, text: string): Promise<void> {
  const picker = saved(view).querySelector<HTMLInputElement>('input[type="file"]')!;
  Object.defineProperty(picker, "files", { value: [new File([text], "calls.json")], configurable: true });
  picker.dispatchEvent(new Event("change", { bubbles: true }));
  await drawn();
}

const exported = (calls: readonly unknown[]) =>
  JSON.stringify({ format: "mcp-explorer saved calls", version: 1, calls });

test("all saved calls are exported to a file, which another browser imports", async () => {
  const view = await open();
  await save(view, "mine");
  await said(view, "Saved “mine”.");
  const file = await savedBy(() => press(saved(view), "Export all tools' saved calls"));
  const { calls } = JSON.parse(file.bytes.toString()) as { calls: unknown[] };
  assert.deepEqual(calls, [{ tool: "echo", name: "mine", arguments: EXACT }]);

  localStorage.clear();
  const other = await open("echo", "{}");
  assert.deepEqual(names(other), []);
  await save(other, "mine");
  const more = { tool: "slow", name: "of another tool", arguments: "{}" };
  await importText(other, exported([...calls, more, { tool: 7 }]));
  await said(other, "Imported: 1 added, 1 replaced, 1 left out.");
  assert.deepEqual(texts(saved(other), "li code"), [EXACT]);
  for (const [content, message] of [
    ["{", "The file is not JSON."],
    ["[]", "another format"],
    ["x".repeat(1_000_001), "The file is too large: at most 1.0 MB."],
    [exported(Array(1001).fill(0)), "The file has 1,001 calls"],
  ] as const) {
    await importText(other, content);
    await said(other, message);
  }
  assert.deepEqual(names(await open("slow")), ["of another tool"]);
});

test("nothing is saved without storage", async () => {
  const view = await open();
  const storage = window.localStorage;
  const full = { getItem: () => null, setItem: () => assert.fail("full") };
  Object.defineProperty(window, "localStorage", { value: full, configurable: true });
  try {
    await save(view, "lost");
    await said(view, "Not saved: the browser's storage is full or disabled.");
    assert.deepEqual(names(view), []);
  } finally {
    Object.defineProperty(window, "localStorage", { value: storage, configurable: true });
  }
});

test("a call with credentials is not saved", async () => {
  const view = await open();
  setCredentials({ token: "one", headers: [] });
  await save(view, "secret");
  await said(view, "Not saved: the call contains a token or header of Access.");
  assert.deepEqual(names(view), []);
});

test("where the history is off, there are no saved calls", async () => {
  Object.assign(settings, { keepsHistory: false });
  try {
    const view = await openTool("echo", () => Response.json({}));
    await openTab(view, "History");
    await until(() => view.textContent.includes("History is switched off on this server."));
    assert.equal(all(view, '[aria-label="Saved calls"]').length, 0);
  } finally {
    Object.assign(settings, { keepsHistory: true });
  }
});
