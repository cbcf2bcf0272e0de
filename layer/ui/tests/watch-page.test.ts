// Watched resources in the whole page: their messages, what is read again, and the requests to the explorer.
import { element, follow, freshTool, isOpen, openTool, seconds } from "./page-support";
import { bodies, responders, textIn } from "./call-support";
import {
  ask,
  endStreams,
  followed,
  openStreams,
  queries,
  reads,
  serveResources,
  tell,
  update,
} from "./reports-support";
import { openTab, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, button, drawn, press, texts, type } from "./dom";
import { input } from "./form-support";
import { hostileStrings } from "../../tests/browser/fixtures/hostile-strings.js";

const OLDER = "2025-11-25";
const WATCHED = "The server reports updates of this resource.";
const INTERRUPTED = "Reports were interrupted, and it may have been updated.";

let used = 0;
// Addresses that no test has opened yet.
function freshNotes(): [note: string, other: string] {
  used += 1;
  return [`note:///${used}/a`, `note:///${used}/b`];
}

const shown = () => element("tool").querySelector("article:not([hidden])")!;
const contents = () => texts(shown(), ".result .items .text-body").join();
const watch = () => button(shown(), "Watch");
const isPressed = () => watch().getAttribute("aria-pressed") === "true";
const note = () => texts(shown(), '.watch [role="status"]:not([hidden])').join();
const isUpdated = () => note().startsWith("Updated at ");
const isRead = (text: string) => until(() => contents() === text);
const isSaid = (text: string) => until(() => note() === text || note() === `${text}Read again`);

async function show(uri: string, text: string): Promise<void> {
  await follow(`#/resources/${encodeURIComponent(uri)}`);
  await isRead(text);
}

type Options = Omit<Parameters<typeof serveResources>[0], "resources">;

// Opens the first of two resources of a server.
async function open(options: Options = {}): Promise<{ a: string; b: string; resources: Record<string, string> }> {
  const [a, b] = freshNotes();
  const resources = await serveResources({ resources: { [a]: "one", [b]: "other" }, ...options });
  await show(a, "one");
  return { a, b, resources };
}

async function startWatching(): Promise<void> {
  await press(shown(), "Watch");
  await isSaid(WATCHED);
  assert.ok(isPressed());
}

async function readAgainByItself(): Promise<void> {
  const box = input(shown(), "Read again by itself");
  box.click();
  await drawn();
  assert.ok(box.checked);
}

for (const [name, protocolVersion] of [
  ["the newest revision", "2026-07-28"],
  ["an older revision", OLDER],
] as const) {
  test(`a refusal is shown, and the other resources stay watched, ${name}`, async () => {
    const [a, b] = freshNotes();
    await serveResources({ resources: { [a]: "one", [b]: "other" }, protocolVersion, refused: [b] });
    await show(a, "one");
    await startWatching();
    await show(b, "other");
    await press(shown(), "Watch");
    await isSaid("Not watched: the server does not report updates of this resource.");
    assert.ok(!isPressed());
    await show(a, "one");
    if (protocolVersion === OLDER) {
      // Its only stream was replaced.
      await isSaid(INTERRUPTED);
    } else {
      await isSaid(WATCHED);
      await until(() => openStreams() === 1 && queries.at(-1) === `?resource=${encodeURIComponent(a)}`);
      update(a);
      await until(isUpdated);
    }
    assert.ok(isPressed());
  });
}

test("an older server without a stream says so", async () => {
  await open({ protocolVersion: OLDER, hasStream: false });
  await press(shown(), "Watch");
  await isSaid("Not watched: The server reports no changes.");
  assert.ok(!isPressed());
});

test("a question that an older server asks on the stream is shown in a panel and answered", async () => {
  await open({ protocolVersion: OLDER });
  await startWatching();
  responders.set("rpc/answer", () => new Response("", { status: 202 }));
  const params = { message: "Who?", requestedSchema: { type: "object", properties: {} } };
  ask({ jsonrpc: "2.0", id: "q1", method: "elicitation/create", params }, "sealed==");
  await until(() => element("questions-open").textContent.includes("waits for an answer"));
  element("questions-open").click();
  await textIn(document, ".asked .hint", "The question belongs to no call of this page.");
  await press(document, "Decline");
  await until(() => bodies("rpc/answer").length === 1);
  assert.deepEqual(bodies("rpc/answer"), [{ token: "sealed==", result: { action: "decline" } }]);
});

test("a resource can be read again by itself, but not while the person works with it", async () => {
  const { a, resources } = await open();
  await openTab(shown(), "Raw");
  await startWatching();
  await readAgainByItself();
  resources[a] = "two";
  update(a);
  await until(() => texts(shown(), ".result").some((text) => text.includes("two")));
  const selected = texts(shown(), '.result [role="tab"][aria-selected="true"]');
  assert.deepEqual(selected, ["Raw"]);
  await openTab(shown(), "Contents");
  all(shown(), '.result [role="tab"]')
    .find(({ textContent }) => textContent === "Contents")!
    .focus();
  resources[a] = "three";
  update(a);
  await until(isUpdated);
  await seconds(1.5);
  assert.equal(contents(), "two");
  input(shown(), "Read again by itself").focus();
  await isRead("three");
  await until(() => !isUpdated());
});

test("watching goes on while another item is open, and stays until it is switched off", async () => {
  const { a, b } = await open();
  await startWatching();
  await show(b, "other");
  assert.ok(!isPressed());
  await startWatching();
  assert.deepEqual(followed(), [a, b]);
  update(a);
  await show(a, "one");
  await until(isUpdated);
  await show(b, "other");
  assert.ok(!isUpdated());
  await press(shown(), "Watch");
  assert.equal(note(), "");
  await until(() => openStreams() === 1 && followed().join() === a);
  await show(a, "one");
  await press(shown(), "Watch");
  await until(() => openStreams() === 0);
});

test("what a template was expanded to can be watched", async () => {
  const [a, b] = freshNotes();
  const template = a.replace(/a$/, "{name}");
  const templates = [{ uriTemplate: template, name: "notes" }];
  const resources = await serveResources({ resources: { [a]: "one", [b]: "other" }, templates });
  await follow(`#/templates/${encodeURIComponent(template)}`);
  await until(() => all(shown(), ".call").length === 1);
  await type(input(shown(), "name"), "b");
  assert.equal(all(shown(), ".watch").length, 0);
  await press(shown(), "Read");
  await isRead("other");
  await startWatching();
  assert.deepEqual(followed(), [b]);
  await type(input(shown(), "name"), "a");
  resources[b] = "changed";
  update(b);
  await until(isUpdated);
  await press(shown(), "Read again");
  await isRead("changed");
  await press(shown(), "Read");
  await isRead("one");
  assert.ok(!isPressed());
  await until(() => openStreams() === 0);
  assert.deepEqual(reads(), [b, b, a]);
});

async function setVisibility(state: string): Promise<void> {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await drawn();
}

test("the page says what may have been missed while it was hidden", async () => {
  await open();
  await startWatching();
  await setVisibility("hidden");
  await until(() => openStreams() === 0);
  await setVisibility("visible");
  await isSaid(INTERRUPTED);
  await press(shown(), "Read again");
  await isSaid(WATCHED);
});

test("a stream that the server has ended is opened again", async () => {
  const { a } = await open();
  await startWatching();
  endStreams();
  await until(() => /^The reports are interrupted: .* Trying again\.$/.test(note()));
  await isSaid(INTERRUPTED);
  assert.deepEqual(followed(), [a]);
});

test("a thousand updates a second leave the page usable", async () => {
  const { a, resources } = await open();
  await startWatching();
  await readAgainByItself();
  const before = reads().length;
  for (let second = 0; second < 3; second += 1) {
    resources[a] = `text ${second}`;
    update(a, 1000);
    await seconds(1);
  }
  await isRead("text 2");
  const count = reads().length - before;
  assert.ok(count >= 1 && count <= 5, `${count} reads`);
  const tool = freshTool();
  await openTool(tool);
  assert.ok(isOpen(tool));
  await show(a, "text 2");
});

test("without anything to watch, no request is added", async () => {
  for (const protocolVersion of ["2026-07-28", OLDER]) {
    const before = reads().length;
    const { a, b } = await open({ protocolVersion });
    await show(b, "other");
    await seconds(1);
    assert.deepEqual([openStreams(), queries], [0, []]);
    assert.deepEqual(reads().slice(before), [a, b]);
    await follow("#/server");
  }
  await open({ capabilities: { resources: { listChanged: true } } });
  assert.equal(all(shown(), ".watch").length, 0, "the server has no subscriptions");
  await until(() => openStreams() === 1);
  assert.deepEqual(queries, [""]);
});

test("hostile addresses and messages are only shown", { timeout: 60_000 }, async () => {
  const hostile = Object.fromEntries(hostileStrings.map((uri, index) => [uri, `text ${index}`]));
  const refused = hostileStrings.filter((_, index) => index % 2 > 0);
  const tags = () => new Set(all(document, "body *").map(({ tagName }) => tagName));
  const [a] = freshNotes();
  await serveResources({ resources: { [a]: "one", ...hostile }, refused: [...refused, a] });
  await show(a, "one");
  await press(shown(), "Watch");
  await until(() => note().startsWith("Not watched"));
  const harmless = tags();
  for (const uri of hostileStrings.slice(0, 60)) {
    await show(uri, hostile[uri]!);
    await press(shown(), "Watch");
    await until(() => note() !== "" && !note().startsWith("Asking"));
    assert.deepEqual(
      [...tags()].filter((tag) => !harmless.has(tag)),
      [],
      uri,
    );
  }
  // The last stream has replaced the others.
  await seconds(2);
  await until(() => openStreams() === 1);
  for (const string of hostileStrings) {
    for (const method of ["notifications/resources/updated", "notifications/message", "notifications/tasks", string])
      tell(method, { uri: string, data: string, taskId: string, [string]: string });
  }
  const last = hostileStrings.slice(0, 60).findLast((uri) => !refused.includes(uri))!;
  await show(last, hostile[last]!);
  await until(isUpdated);
  assert.deepEqual(
    [...tags()].filter((tag) => !harmless.has(tag)),
    [],
  );
  assert.equal(Reflect.get(window, "hacked"), undefined);
});
