// Tools that run in the whole page: by the keyboard, several at once, cancelled, refused and failed.
import {
  announced,
  element,
  follow,
  freshTool,
  hold,
  json,
  openTool,
  reload,
  shortcut,
  unreachable,
} from "./page-support";
import { EventStream, bodies, responders, resultOf, run, textIn } from "./call-support";
import { answers, error, openTab, result, until } from "./explorer";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { all, press, texts, type } from "./dom";
import { setCredentials } from "../src/access/credentials";
import { startedApps } from "../src/apps/model/running-apps";
import { settings } from "../src/settings";
import { input } from "./form-support";

const pane = () => element("tool").querySelector<HTMLElement>("article.tool:not([hidden])")!;
const results = () => texts(pane(), ".result");
const calls = () => bodies("rpc/tools/call");
const selected = () => texts(pane(), '[aria-selected="true"]')[0];
const content = (text: string) => ({ content: [{ type: "text", text }] });

// Tools answer with their names.
beforeEach(() => answers.set("rpc/tools/call", ({ name }) => result(content(`From ${String(name)}`))));

test("running or validating by keyboard opens the Call tab", async () => {
  const tool = freshTool();
  const invalid = { valid: false, errors: [{ path: "", message: "m", keyword: "required", missing: "message" }] };
  answers.set(`tools/${tool}/validate`, () => Response.json(invalid));
  await openTool(tool);
  await openTab(pane(), "Schema");
  assert.equal(selected(), "Schema");
  await shortcut({ key: "Enter", ctrlKey: true, shiftKey: true });
  await textIn(pane(), ".violations", "1 problem in the arguments");
  assert.equal(selected(), "Call");
  answers.set(`tools/${tool}/validate`, () => Response.json({ valid: true }));
  await type(input(pane(), "message"), "by keyboard");
  await openTab(pane(), "Code");
  await shortcut({ key: "Enter", ctrlKey: true });
  await resultOf(pane(), `From ${tool}`);
  assert.equal(selected(), "Call");
  assert.deepEqual(
    calls().map(({ params }) => params?.["arguments"]),
    [{ message: "by keyboard" }],
  );
});

test("an open history grows with each finished call", async () => {
  const tool = freshTool();
  await openTool(tool);
  const { release } = hold("rpc/tools/call");
  await run(pane());
  await openTab(pane(), "History");
  assert.equal(all(pane(), ".calls li").length, 0);
  release();
  await until(() => all(pane(), ".calls li").length === 1);
});

test("a running call shows its time, and can be cancelled", async () => {
  const tool = freshTool();
  await openTool(tool);
  const stream = new EventStream();
  responders.set("rpc/tools/call", () => stream.response);
  await run(pane());
  await until(() => /^\d+ ms|^\d+\.\d+ s/.test(texts(pane(), ".run-bar").join()));
  const row = all(document, ".tool-row").find((row) => row.getAttribute("href") === `#/tools/${tool}`)!;
  assert.equal(row.querySelectorAll('[role="img"][aria-label="running"]').length, 1);
  await press(pane(), "Cancel");
  await resultOf(pane(), "Cancelled");
  assert.deepEqual(texts(pane(), ".run-bar"), [""]);
  assert.equal(row.querySelectorAll('[aria-label="running"]').length, 0);
});

test("several tools run at once, each into its own result", async () => {
  const [slow, fast] = [freshTool(), freshTool()];
  const stream = new EventStream();
  responders.set("rpc/tools/call", ({ params }) =>
    params?.["name"] === slow ? stream.response : result(content("One line.")),
  );
  await openTool(slow);
  await run(pane());
  await openTool(fast);
  await run(pane());
  await resultOf(pane(), "One line.");
  await openTool(slow);
  assert.deepEqual(results(), []);
  stream.finish(content("Waited."));
  await resultOf(pane(), "Waited.");
  await openTool(fast);
  assert.match(results().join(), /One line\./);
});

for (const annotations of [{}, { destructiveHint: true, readOnlyHint: false }]) {
  test(`invalid JSON is focused and not sent: ${JSON.stringify(annotations)}`, async () => {
    const tool = freshTool();
    answers.set(`tools/${tool}`, () => Response.json({ name: tool, inputSchema: { type: "object" }, annotations }));
    await openTool(tool);
    await type(json(), '{"x": 1');
    await run(pane());
    assert.ok(document.activeElement === json());
    assert.match(announced(), /Expected "," or "}"/);
    assert.equal(all(document, "dialog[open]").length, 0);
    assert.equal(calls().length, 0);
    if (annotations.destructiveHint) return;
    await type(json(), '{"message": "hi"}');
    await run(pane());
    await resultOf(pane(), `From ${tool}`);
    assert.equal(calls().length, 1);
  });
}

test("tool errors and server failures are distinguished", async () => {
  const [fails, breaks] = [freshTool(), freshTool()];
  await openTool(fails);
  answers.set("rpc/tools/call", () => result({ ...content("The printer is on fire."), isError: true }));
  await run(pane());
  await resultOf(pane(), "The printer is on fire.");
  assert.match(results().join(), /^Tool error(?! *HTTP)/);
  await openTool(breaks);
  answers.set("rpc/tools/call", () => error(-32603, "Internal trouble in the engine room"));
  await run(pane());
  await resultOf(pane(), "Internal trouble in the engine room");
  assert.match(results().join(), /^Failed *JSON-RPC error -32603/);
});

test("failure: the network is gone", async () => {
  await openTool(freshTool());
  responders.set("rpc/tools/call", unreachable);
  await run(pane());
  await resultOf(pane(), /^Failed[^]*Can't reach/);
});

test("a result that is too large, or contains a secret from Access, is not stored, and the page says so", async () => {
  const [large, says] = [freshTool(), freshTool()];
  const stored = () => {
    const both = [sessionStorage, localStorage];
    return both.flatMap((storage) => Array.from(storage, (_, index) => storage.getItem(storage.key(index)!))).join();
  };
  const echo = ({ arguments: sent }: Readonly<Record<string, unknown>>) => result(content(JSON.stringify(sent)));
  await openTool(large);
  answers.set("rpc/tools/call", () => result(content("large ".repeat(100_000))));
  await run(pane());
  await resultOf(pane(), "Not kept after a reload: over 500,000 characters");
  assert.ok(!stored().includes("large large"));
  await follow("#/server");
  element("access-open").click();
  await until(() => all(document, "dialog[open]").length === 1);
  const dialog = all(document, "dialog[open]")[0]!;
  await type(input(dialog, "Bearer token"), "sesame-7331");
  input(dialog, "Bearer token").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await until(() => all(document, "dialog[open]").length === 0);
  await openTool(says);
  answers.set("rpc/tools/call", echo);
  await type(json(), '{"message": "an echo"}');
  await run(pane());
  await resultOf(pane(), "an echo");
  await until(() => stored().includes("an echo"));
  await type(json(), '{"message": "sesame-7331"}');
  await run(pane());
  await resultOf(pane(), "Not kept after a reload: contains a token or header of Access");
  assert.ok(!stored().includes("sesame-7331"));
  setCredentials({ token: "", headers: [] });
});

test("a tool whose app is still read stays in the document, and an app that has ended is listed while it is shown", async () => {
  Object.assign(settings.apps, { frames: 8 });
  const [tool, other] = [freshTool(), freshTool()];
  answers.set(`tools/${tool}`, () => Response.json({ name: tool, _meta: { ui: { resourceUri: "ui://slow" } } }));
  let answer: (response: Response) => void = () => undefined;
  responders.set("resources/read?uri=ui%3A%2F%2Fslow", () => new Promise((resolve) => (answer = resolve)));
  await openTool(tool);
  const article = pane();
  await run(article);
  await until(() => all(article, ".app-panel").length === 1);
  await openTool(other);
  assert.deepEqual([article.isConnected, article.hidden], [true, true]);
  await openTool(tool);
  assert.equal(article.hidden, false);
  answer(Response.json({ contents: [] }));
  await until(() => startedApps.value.some(({ phase }) => phase === "failed"));
  await reload();
  await until(() => startedApps.value.length === 0);
});
