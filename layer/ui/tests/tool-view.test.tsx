// A tool in the main pane, from the answers of the explorer to what is on screen.
import { answers, openTab, refused, result, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { EventStream, responders, showTool } from "./call-support";
import { drawn, press, texts, type } from "./dom";
import { readServer, server } from "../src/protocol/server";
import type { AppsPanel } from "../src/apps/panel/apps-panel";
import type { HistoryEntry } from "../src/history/entries";
import { definitionOf, expectTool } from "../src/tool/early-definition";
import { Runs } from "../src/tool/runs";
import { ToolSession } from "../src/tool/session";
import { toolElement } from "../src/tool/view";

interface Opened {
  readonly view: HTMLElement;
  /** Runs the tool, and waits for another result than the one before. */
  readonly run: () => Promise<void>;
}

async function open(definition: { readonly name: string }, call: () => Response): Promise<Opened> {
  answers.set(`tools/${definition.name}`, () => Response.json({ inputSchema: { type: "object" }, ...definition }));
  answers.set(`tools/${definition.name}/validate`, () => Response.json({ valid: true }));
  answers.set("rpc/tools/call", call);
  const view = await showTool(definition.name);
  const shown = () => view.querySelector(".result");
  const run = async () => {
    const before = shown();
    await press(view, "Run");
    await until(() => shown() !== before);
  };
  return { view, run };
}

const json = (status: number, body: object) => () => Response.json(body, { status });
const FAILURES: readonly (readonly [name: string, call: () => Response, facts: string, failure: RegExp])[] = [
  [
    "413 with a reason",
    json(413, { error: "The body is larger than 4 MiB." }),
    "Failed, HTTP 413",
    /^The body is larger than 4 MiB\.$/,
  ],
  ["504 without a reason", json(504, {}), "Failed, HTTP 504", /^The server answered 504 without a tool result\.$/],
  ["401 of the auth hook", json(401, { error: "Unauthorized" }), "Failed, HTTP 401", /^Unauthorized$/],
  [
    "403 of a tool that is not among those to run",
    json(403, { error: "Tool execution is disabled." }),
    "Failed, HTTP 403",
    /^This server does not allow this tool to run\.$/,
  ],
  [
    "403 for another reason",
    json(403, { error: "The MCP server refused the request." }),
    "Failed, HTTP 403",
    /^The MCP server refused the request\.$/,
  ],
  ["HTML of a proxy", () => refused(502, "<h1>Bad gateway</h1>"), "Failed, HTTP 502", /not JSON/],
  ["nothing at all", () => refused(200, ""), "Failed, HTTP 200", /not JSON/],
];

for (const [name, call, facts, failure] of FAILURES) {
  test(`failure: ${name}`, async () => {
    const { view, run } = await open({ name: "echo" }, call);
    await run();
    const [kind, status] = texts(view, ".result-summary > strong, .result-summary > .hint");
    assert.equal(`${kind}, ${status}`, facts);
    assert.match(view.querySelector(".result .failure")!.textContent, failure);
    assert.deepEqual(texts(view, '[aria-label="The whole response"]'), [await call().text()].filter(Boolean));
  });
}

test("a result of other arguments than those on screen is marked", async () => {
  const inputSchema = { type: "object", properties: { word: { type: "string", default: "first" } } };
  const { view, run } = await open({ name: "says", inputSchema } as { name: string }, () => result({ content: [] }));
  const note = () => texts(view, ".stale-note").join();
  const changed = "These arguments have changed since this result.";
  const word = view.querySelector<HTMLTextAreaElement>(".form textarea")!;
  await run();
  assert.equal(note(), "");
  await type(word, "second");
  await until(() => note() === changed);
  await type(view.querySelector<HTMLTextAreaElement>(".json-text")!, '{ "word" : "first" }');
  await until(() => note() === "");
  await type(word, "third");
  await until(() => note() === changed);
  await run();
  await until(() => note() === "");
});

test("arguments that are not JSON make no code", async () => {
  server.value = readServer({ mcpEndpoint: "/mcp" });
  const { view } = await open({ name: "echo" }, () => result({ content: [] }));
  const json = view.querySelector<HTMLTextAreaElement>(".json-text")!;
  const code = () => texts(view, '[aria-label="Kinds of code"] + * [role="tabpanel"]').join();
  await openTab(view, "Code");
  assert.match(code(), /tools\/call/);
  await openTab(view, "Call");
  await type(json, "{");
  await openTab(view, "Code");
  assert.match(code(), /Fix the JSON of the arguments to see the code\./);
  assert.doesNotMatch(code(), /tools\/call/);
});

test("a definition that was requested early is used for a moment", async ({ mock }) => {
  let [now, requests] = [0, 0];
  mock.method(performance, "now", () => now);
  answers.set("tools/early", () => {
    requests += 1;
    return Response.json({ name: "early" });
  });
  answers.set("tools/late", answers.get("tools/early")!);
  expectTool("early");
  now = 9_999;
  await definitionOf("early", "no-cache");
  assert.equal(requests, 1);
  expectTool("late");
  now += 10_000;
  await definitionOf("late", "no-cache");
  assert.equal(requests, 3);
});

test("a stored call that is shown during a run leaves the apps of the run alone", async () => {
  let resets = 0;
  const done = () => Promise.resolve();
  const reset = () => {
    resets += 1;
    return done();
  };
  const apps = { begin: () => undefined, end: done, isShown: () => false, reset };
  const ignored = () => undefined;
  const options = { onRun: ignored, onValidate: ignored, onRunning: ignored, onEnd: ignored };
  const runs = new Runs("slow", { apps: apps as unknown as AppsPanel, ...options });
  const stream = new EventStream();
  responders.set("rpc/tools/call", () => stream.response);
  runs.begin("{}", false);
  const call = { kind: "success", headline: "", log: [], tool: "slow", arguments: "{}", started: 0, text: "{}" };
  await runs.showStored(call as unknown as HistoryEntry);
  assert.deepEqual([runs.isRunning(), resets], [true, 0]);
  stream.finish({ content: [] });
  await until(() => !runs.isRunning());
  await runs.showStored(call as unknown as HistoryEntry);
  assert.equal(resets, 1);
});

test("everybody who loads a tool waits until it is shown", async () => {
  let answer: (response: Response) => void = () => undefined;
  responders.set("tools/slow", () => new Promise((resolve) => (answer = resolve)));
  const session = new ToolSession("slow", { onRunning: () => undefined, onDraft: () => undefined }, toolElement);
  const loads = [session.load(), session.load()].map((load) => load.then(() => session.isShown));
  await drawn();
  answer(Response.json({ name: "slow", inputSchema: { type: "object" } }));
  assert.deepEqual(await Promise.all(loads), [true, true]);
  session.close();
});
