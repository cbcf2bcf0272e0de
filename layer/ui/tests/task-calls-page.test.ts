// Calls that run as tasks, in the whole page and in both forms of MCP: followed with the call, left running, and cancelled.
import { element, freshTool, openTool, reload } from "./page-support";
import { EventStream, answer, bodies, responders, resultOf, textIn } from "./call-support";
import { answers, error, result, until } from "./explorer";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { all, button, drawn, press, texts } from "./dom";
import { input } from "./form-support";
import { client, setClient } from "../src/protocol/client";
import { server } from "../src/protocol/server";
import { closeTask, taskRuns } from "../src/task-panel/runs";
import { forgetTasks } from "../src/tasks/store";

const EXTENSION = "io.modelcontextprotocol/tasks";
const OLDER = { tools: {}, logging: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
const NEWEST = { tools: {}, extensions: { [EXTENSION]: {} } };
const QUESTION = {
  mode: "form",
  message: "Which colour?",
  requestedSchema: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
};
const text = (value: string) => ({ content: [{ type: "text", text: value }] });

interface Task {
  readonly status: string;
  readonly statusMessage: string;
  readonly result?: object;
  readonly error?: object;
}

let begun = 0;
const initial = client.value;
afterEach(() => {
  if (opener().ariaExpanded === "true") opener().click();
  for (const id of taskRuns.peek().keys()) closeTask(id);
  forgetTasks(() => true);
  setClient(initial);
});

// A server whose tasks the test changes. Those of an older one ask their question while they are asked for their result.
async function startServer(isOlder: boolean) {
  const tasks = new Map<string, Task>();
  const idOf = (params?: Readonly<Record<string, unknown>>) => String(params?.["taskId"]);
  const set = (id: string, changes: Partial<Task>) =>
    tasks.set(id, { status: "working", statusMessage: "Begun", ...tasks.get(id), ...changes });
  const state = (id: string) => {
    const { status, statusMessage } = tasks.get(id)!;
    const times = isOlder ? { ttl: 600_000, pollInterval: 500 } : { ttlMs: 600_000, pollIntervalMs: 500 };
    return { taskId: id, status, statusMessage, createdAt: new Date().toISOString(), ...times };
  };
  const outcome = (id: string) => {
    const { status, result: found, error: failure } = tasks.get(id)!;
    const inputRequests = { colour: { method: "elicitation/create", params: QUESTION } };
    if (status === "input_required") return { inputRequests };
    return { ...(found && { result: found }), ...(failure && { error: failure }) };
  };
  const begin = () => {
    begun += 1;
    set(`task-${begun}`, {});
    return `task-${begun}`;
  };
  const capabilities = isOlder ? OLDER : NEWEST;
  const protocolVersion = isOlder ? "2025-11-25" : "2026-07-28";
  answers.set("server", () => Response.json({ protocolVersion, capabilities, excludedTools: [] }));
  responders.set("rpc/tools/call", (body) => {
    const { name, task } = body.params ?? {};
    const offered = Reflect.get(body, "capabilities") as { readonly extensions?: object };
    const isTask = isOlder ? task !== undefined : offered.extensions && Reflect.has(offered.extensions, EXTENSION);
    if (!isTask) return result(text(`${String(name)} ran at once.`));
    const begunState = state(begin());
    return result(isOlder ? { task: begunState } : { resultType: "task", ...begunState });
  });
  responders.set("rpc/tasks/get", ({ params }) => {
    const id = idOf(params);
    if (!tasks.has(id)) return error(-32602, "There is no such task any more");
    return result({ ...state(id), ...(!isOlder && outcome(id)) });
  });
  responders.set("rpc/tasks/result", ({ params }) => {
    const { result: found = {}, error: failure } = tasks.get(idOf(params))!;
    if (!failure) return result(found);
    const stream = new EventStream();
    stream.send("error", { error: failure });
    stream.close();
    return stream.response;
  });
  responders.set("rpc/tasks/cancel", ({ params }) => {
    set(idOf(params), { status: "cancelled", statusMessage: "Stopped" });
    return result(isOlder ? state(idOf(params)) : {});
  });
  responders.set("rpc/tasks/update", (body) => {
    const { colour } = body.params?.["inputResponses"] as { colour: { content: { colour: string } } };
    set(idOf(body.params), { status: "completed", result: text(`Painted ${colour.content.colour}.`) });
    return result({});
  });
  responders.set("rpc/tasks/list", () => result({ tasks: [...tasks.keys()].map(state) }));
  await reload();
  await until(() => server.value?.protocolVersion === protocolVersion);
  return { set, newest: () => `task-${begun}`, begin };
}

// Opens a tool that runs as a task always, at the person's wish, or never.
async function open(isOlder: boolean, taskSupport: "required" | "optional" | undefined = "required") {
  const tasks = await startServer(isOlder);
  return { ...tasks, ...(await openAnother(taskSupport)) };
}

async function openAnother(taskSupport: "required" | "optional" | undefined) {
  const name = freshTool();
  const definition = { name, inputSchema: { type: "object" }, ...(taskSupport && { execution: { taskSupport } }) };
  answers.set(`tools/${name}`, () => Response.json(definition));
  await openTool(name);
  return { name, view: element("tool").querySelector<HTMLElement>("article:not([hidden])")! };
}

const run = (view: HTMLElement) => press(view, "Run");
const line = (view: ParentNode, words: string | RegExp) =>
  until(() =>
    texts(view, ".task-line").some((found) => (typeof words === "string" ? found.includes(words) : words.test(found))),
  );
const opener = () => element("tasks-open");
const panel = () => all(document, "section").find((part) => part.querySelector(".tasks"))!;
const row = (words: string) => all(document, "li.task").find(({ textContent }) => textContent.includes(words))!;
const badge = (words: string, name: string) => until(() => texts(row(words), ".badge").join() === name);

async function openPanel(): Promise<void> {
  opener().click();
  await until(() => all(document, ".tasks").length > 0);
}

for (const isOlder of [false, true]) {
  const form = isOlder ? "of an older server" : "of 2026-07-28";

  test(`a task ${form} is followed to its result`, async () => {
    const { view, name, set, newest } = await open(isOlder);
    await run(view);
    await line(view, new RegExp(`Task ${newest()} · working · Begun · kept until`));
    assert.equal(all(document, ".task-line").length, 1, "the panel does not follow it, too");
    assert.match(opener().textContent, /Tasks\s*1$/);
    set(newest(), { statusMessage: "Halfway" });
    await line(view, "Halfway");
    set(newest(), { status: "completed", result: text("The report.") });
    await resultOf(view, "The report.");
    await line(view, "completed");
    await openPanel();
    await badge(name, "completed");
    assert.equal(bodies("rpc/tools/call").length, 1);
  });

  test(`a task ${form} can be cancelled`, async () => {
    const { view } = await open(isOlder);
    await run(view);
    await line(view, "working");
    await press(view, "Cancel");
    await resultOf(view, "Cancelled");
    await line(view, "cancelled");
    assert.equal(bodies("rpc/tasks/cancel").length, 1);
  });

  test(`a task ${form} that is left running goes on in the panel`, async () => {
    const { view, name, set, newest } = await open(isOlder);
    await run(view);
    await line(view, "working");
    await press(view, "Run in background");
    await resultOf(view, "Left running; see Tasks");
    assert.ok(!button(view, "Run").disabled);
    await openPanel();
    await line(row(name), "working");
    set(newest(), { status: "failed", statusMessage: "Out of paper", error: { code: -32000, message: "No paper" } });
    await textIn(row(name), ".result", "No paper");
    await press(row(name), "Forget");
    assert.equal(row(name), undefined);
    const kept = Object.entries(localStorage).filter(([key]) => key.startsWith("mcp-explorer tasks"));
    assert.deepEqual(
      kept.map(([, value]) => value as string),
      ["[]"],
    );
  });
}

test("a task of an earlier visit is followed in the panel, and asks its question there", async () => {
  const { set, begin } = await startServer(false);
  const id = begin();
  const about = { tool: "form", started: Date.now(), capabilities: "{}" };
  const entry = { ...about, form: "extension", id, status: "working", message: "" };
  // As another tab leaves it in the storage of both.
  const key = Object.keys(localStorage).find((key) => key.startsWith("mcp-explorer tasks"))!;
  const event = Object.assign(new Event("storage"), { key, newValue: JSON.stringify([entry]) });
  window.dispatchEvent(event);
  await until(() => /Tasks\s*1$/.test(opener().textContent));
  set(id, { status: "input_required", statusMessage: "Colour?" });
  await until(() => (opener().getAttribute("aria-label") ?? opener().textContent).includes("1 needs an answer"));
  await openPanel();
  await textIn(row("form"), ".question", "Which colour?");
  await answer(() => row("form"), "colour", "blue");
  await textIn(row("form"), ".result", "Painted blue.");
  await badge("form", "completed");
  assert.equal(bodies("rpc/tools/call").length, 0, "the call is not repeated");
});

test("the person chooses whether a tool of an older server runs as a task", async () => {
  const { view, name } = await open(true, "optional");
  await run(view);
  await resultOf(view, `${name} ran at once.`);
  input(view, "Run as a task").click();
  await drawn();
  await run(view);
  await line(view, "working");
  assert.deepEqual(
    bodies("rpc/tools/call").map(({ params }) => params?.["task"]),
    [undefined, { ttl: 3_600_000 }],
  );
  await press(view, "Cancel");
  const { view: plain } = await openAnother(undefined);
  assert.ok(input(plain, "Run as a task").closest("[hidden]"));
});

test("the server's own list of tasks is added to the panel", async () => {
  const { view, begin, newest } = await open(true);
  const other = begin();
  await run(view);
  await line(view, `Task ${newest()}`);
  await openPanel();
  await press(panel(), "Find tasks on the server");
  await textIn(panel(), '[role="status"]', "The server lists 2 tasks.");
  assert.ok(row(other));
  await press(view, "Cancel");
});

test("without the capability, the page offers no tasks, and calls run at once", async () => {
  const { view, name } = await open(false);
  setClient({ allowed: client.value.allowed.filter((path) => path !== "tasks") });
  await run(view);
  await resultOf(view, `${name} ran at once.`);
  assert.ok(opener().hidden);
  const [sent] = bodies("rpc/tools/call");
  const { extensions } = Reflect.get(sent!, "capabilities") as { readonly extensions?: object };
  assert.equal(extensions && Reflect.get(extensions, EXTENSION), undefined);
});

for (const isOlder of [false, true]) {
  test(`the log level is ${isOlder ? "set before a call in a session, too" : "sent with a call"}`, async () => {
    const { view, name } = await open(isOlder, undefined);
    responders.set("rpc/logging/setLevel", () => result({}));
    setClient({ logLevel: "warning", allowed: client.value.allowed.filter((path) => path !== "tasks") });
    await run(view);
    await resultOf(view, `${name} ran at once.`);
    const [call] = bodies("rpc/tools/call");
    assert.deepEqual(call?.params?.["_meta"], { "io.modelcontextprotocol/logLevel": "warning" });
    assert.deepEqual(
      bodies("rpc/logging/setLevel").map(({ params }) => params?.["level"]),
      isOlder ? ["warning"] : [],
    );
  });
}
