// The panel of the traffic as it is drawn: rows, details, and what the person does with them.
import { openTab, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, button, draw, press, texts, type } from "./dom";
import { record } from "./traffic-support";
import { liveTraffic } from "../src/traffic-feed/feed";
import { TrafficModel } from "../src/traffic-panel/model";
import { StatusLine, TrafficPanel } from "../src/traffic-panel/panel";
import { query } from "../src/traffic-panel/choice";
import type { OpenItem } from "../src/traffic-panel/detail";

let seq = 0;

function add(members: Record<string, unknown>): void {
  seq += 1;
  liveTraffic.append(record(members, seq));
}

// A call with its answer.
function addCall(name: string, more: Record<string, unknown> = {}): void {
  const about = { exchange: `x-${seq}`, session: "5e55", client: { name: "agent", version: "1.0" } };
  const id = seq;
  const raw = { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {} } };
  add({ ...about, method: "tools/call", name, id, raw, ...more });
  const result = { content: [{ type: "text", text: "hi" }] };
  add({ ...about, from: "server", kind: "response", id, raw: { jsonrpc: "2.0", id, result } });
}

// Draws the panel of no traffic yet.
function open(onOpen: OpenItem = () => undefined): HTMLElement {
  for (const operation of [...liveTraffic.operations]) liveTraffic.pin(operation, false);
  liveTraffic.clear();
  query.value = "";
  const model = new TrafficModel();
  return draw(
    <section>
      <StatusLine model={model} />
      <TrafficPanel model={model} onOpen={onOpen} />
    </section>,
  );
}

const rows = (view: HTMLElement) => all(view, '[role="option"]');
const rowOf = (view: HTMLElement, text: string) => rows(view).find(({ textContent }) => textContent.includes(text));
const details = (view: HTMLElement) => view.querySelector<HTMLElement>('[aria-label="Details"]')!;
const detailed = (view: HTMLElement, text: string) => until(() => details(view).textContent.includes(text));

async function choose(view: HTMLElement, text: string): Promise<void> {
  await until(() => rowOf(view, text) !== undefined);
  rowOf(view, text)!.click();
  await until(() => all(view, '[aria-label="Details"]').length > 0);
}

test("a message that is not kept says why, and gaps are rows", async () => {
  const view = open();
  const note = "The message is larger than 256 KiB.";
  add({ method: "tools/call", name: "huge", id: 1, exchange: "huge", kind: "unparsed", bytes: 3_000_000, note });
  await until(() => rows(view).length === 1);
  await choose(view, "");
  await detailed(view, "The message is larger than 256 KiB. The message has 3.0 MB.");
  liveTraffic.gap(seq + 1, seq + 12);
  const from = seq + 1;
  seq += 12;
  addCall("after");
  await choose(view, "12 messages were dropped");
  await detailed(view, `The messages ${from} to ${from + 11} were dropped`);
  await until(() => rowOf(view, "after") !== undefined);
  assert.deepEqual(
    rows(view)
      .map(({ dataset }) => dataset["state"])
      .slice(-2),
    ["gap", "done"],
  );
});

test("text on the stdout of a server has a note", async () => {
  const view = open();
  add({ transport: "stdio", from: "server", kind: "unparsed", bytes: 20, note: "No message.", reason: "no_message" });
  await choose(view, "1 note");
  await openTab(details(view), "Notes (1)");
  await detailed(view, "The server wrote text to stdout that is no message.");
});

test("the view can be paused and cleared, and pinned operations stay", async () => {
  const view = open();
  addCall("one");
  addCall("two");
  await choose(view, "two");
  await press(details(view), "Pin");
  await until(() => rowOf(view, "two")!.textContent.includes("pinned"));
  await press(view, "Pause");
  addCall("three");
  addCall("four");
  await until(() => texts(view, "button").includes("Paused (2 wait)"));
  assert.equal(rows(view).length, 2);
  await press(view, "Paused (2 wait)");
  await until(() => rowOf(view, "four") !== undefined);
  assert.equal(rows(view).length, 4);
  await press(view, "Clear");
  await until(() => rows(view).length === 1);
  assert.ok(rowOf(view, "two"));
  await type(view.querySelector<HTMLInputElement>('input[type="search"]')!, "tool:nothing");
  addCall("five");
  await until(() => texts(view, ".traffic-status").join().includes("1 of 2 rows"));
  assert.deepEqual([rows(view).length, rowOf(view, "two") !== undefined], [1, true]);
});

test("a call with redacted arguments is run again only after they are filled in", async () => {
  const opened: Parameters<OpenItem>[] = [];
  const view = open((...given) => opened.push(given));
  const params = { name: "echo", arguments: { message: "[redacted]", mark: 1 } };
  const raw = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  addCall("echo", { raw, redacted: ["/params/arguments/message"] });
  await choose(view, "echo");
  await detailed(view, "Redacted: /params/arguments/message");
  await openTab(details(view), "Run again");
  await detailed(view, "does not have the values of “message”");
  const panel = details(view).querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])')!;
  assert.deepEqual(texts(panel, "button"), ["Open in the form"]);
  await press(panel, "Open in the form");
  assert.ok(button(panel, "Open in the form"));
  assert.deepEqual(
    opened.map(([item, { argumentsText }]) => [item, JSON.parse(argumentsText!) as unknown]),
    [[{ kind: "tool", id: "echo" }, { mark: 1 }]],
  );
});
