// Tasks without their views: states of both forms, the entries that are remembered, polling, and the tasks of this client.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tryReadJson } from "../src/json/read";
import type { LiveEnd } from "../src/protocol/live";
import type { TaskEntry } from "../src/tasks/entries";

Object.assign(globalThis, {
  location: { pathname: "/" },
  document: {
    documentElement: { dataset: { apps: "{}" } },
    visibilityState: "visible",
    addEventListener: () => undefined,
  },
});
const { ClientTasks } = await import("../src/conversation/client-tasks");
const { FollowedTask, TaskCancelled } = await import("../src/tasks/followed-task");
const { parsedTasks, withTask } = await import("../src/tasks/entries");
const { begunTask, taskState } = await import("../src/tasks/state");
const { Pauses } = await import("../src/tasks/pauses");

const node = (value: unknown) => tryReadJson(JSON.stringify(value));
const result = (value: unknown): LiveEnd => ({ event: "result", root: node({ result: value })! });

test("a result that begins a task is recognised in both forms", () => {
  const created = "2026-11-23T10:00:00Z";
  const newest = begunTask(
    result({ resultType: "task", taskId: "a", status: "working", createdAt: created, ttlMs: 1000, pollIntervalMs: 1 }),
  );
  assert.deepEqual(newest, {
    form: "extension",
    id: "a",
    status: "working",
    message: "",
    expires: Date.parse(created) + 1000,
    pollMs: 500,
  });
  const older = begunTask(
    result({ task: { taskId: "b", status: "input_required", statusMessage: "Which?", pollInterval: 9e9 } }),
  );
  assert.deepEqual(
    [older?.form, older?.status, older?.message, older?.expires, older?.pollMs],
    ["experimental", "input_required", "Which?", undefined, 60_000],
  );
  assert.equal(begunTask(result({ content: [] })), undefined);
  assert.equal(begunTask(result({ task: "b" })), undefined);
  assert.throws(() => begunTask(result({ resultType: "task" })), /without an id/);
  assert.throws(() => begunTask(result({ resultType: "task", taskId: "x".repeat(1001) })), /more than 1000/);
});

test("the state of another task is refused", () => {
  assert.throws(
    () => taskState("extension", node({ taskId: "b", status: "working" }), "a"),
    /the task b when asked for a/,
  );
});

// Follows a task whose polls are answered by these results, one after the other.
async function follow(results: readonly unknown[], resume?: string) {
  const sent: [string, string][] = [];
  const states: string[] = [];
  const left = [...results];
  const begun = taskState("extension", node({ taskId: "a", status: "working", pollIntervalMs: 0 }));
  const task = new FollowedTask({ ...begun, pollMs: 1 }, ({ status }, trouble) => states.push(trouble ?? status));
  const send = (method: string, params: string): Promise<LiveEnd> => {
    sent.push([method, params]);
    if (method !== "tasks/get") return Promise.resolve(result({}));
    const next = left.shift();
    return Promise.resolve(result({ taskId: "a", pollIntervalMs: 0, ...(next as object) }));
  };
  const end = await task.next(send, new AbortController().signal, resume);
  return { end, sent, states };
}

test("a task is polled until it has a result, an error or questions", { timeout: 20_000 }, async () => {
  const done = await follow([{ status: "working" }, { status: "completed", result: { content: [] } }]);
  assert.deepEqual(done.states, ["working", "working", "completed"]);
  assert.deepEqual("root" in done.end && done.end.root.source, '{"result":{"content":[]}}');
  const failed = await follow([{ status: "failed", statusMessage: "disk full" }]);
  assert.equal("root" in failed.end && failed.end.root.source, '{"error":{"code":-32603,"message":"disk full"}}');
  const asked = await follow([{ status: "input_required", inputRequests: { q: { method: "roots/list" } } }]);
  assert.match(
    "root" in asked.end ? asked.end.root.source : "",
    /"resultType":"input_required","inputRequests":\{"q":/,
  );
  await assert.rejects(follow([{ status: "cancelled" }]), TaskCancelled);
  await assert.rejects(follow([{ taskId: "z", status: "working" }]), /the task z/);
});

test("answered questions are not asked again", { timeout: 20_000 }, async () => {
  const again = { status: "input_required", inputRequests: { q: { method: "roots/list" } } };
  const { end, sent } = await follow([again, { status: "completed" }], '{"inputResponses":{"q":{"roots":[]}}}');
  assert.equal("root" in end && end.root.source, '{"result":{}}');
  assert.deepEqual(sent[0], ["tasks/update", '{"taskId":"a","inputResponses":{"q":{"roots":[]}}}']);
  assert.deepEqual(
    sent.slice(1).map(([method]) => method),
    ["tasks/get", "tasks/get"],
  );
});

test("pauses are those of the server, or grow", () => {
  const pauses = new Pauses();
  assert.deepEqual([pauses.next(700), pauses.next(undefined), pauses.next(undefined)], [700, 1000, 1500]);
  pauses.changed();
  assert.equal(pauses.next(undefined), 1000);
  assert.deepEqual([pauses.afterFailure(), pauses.afterFailure()], [2000, 4000]);
});

const entry = (id: string, status: string): TaskEntry => ({
  form: "extension",
  id,
  status,
  message: "",
  expires: undefined,
  pollMs: undefined,
  tool: "t",
  started: 1,
  capabilities: "{}",
});

test("the oldest tasks are forgotten, first those that have ended", () => {
  const many = Array.from({ length: 50 }, (_, index) => entry(String(index), index === 10 ? "completed" : "working"));
  const added = withTask(many, entry("new", "working"));
  assert.deepEqual([added.length, added[0]?.id, added.some(({ id }) => id === "10")], [50, "new", false]);
  assert.ok(!withTask(added, entry("newer", "working")).some(({ id }) => id === "49"));
  assert.equal(withTask(many, entry("7", "failed")).length, 50);
  assert.deepEqual(
    parsedTasks(JSON.stringify([entry("a", "working"), { id: "b" }, null])).map(({ id }) => id),
    ["a"],
  );
  assert.deepEqual(parsedTasks("{"), []);
});

test("the server polls a question that it asks as a task, and fetches its answer", async () => {
  const tasks = new ClientTasks();
  let cancelled = 0;
  const begin = () => tasks.begin(() => (cancelled += 1));
  const { id, response } = begin();
  assert.match("result" in response ? response.result : "", /"status":"input_required"/);
  const ask = (method: string, taskId = id) => tasks.respond(method, node({ taskId }));
  const answer = ask("tasks/result");
  tasks.complete(id, { result: '{"action":"accept","content":{"a":1.0}}' });
  assert.match(JSON.stringify(ask("tasks/get")), /completed/);
  assert.deepEqual(await answer, {
    result: `{"action":"accept","content":{"a":1.0},"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"${id}"}}}`,
  });
  assert.match(JSON.stringify(ask("tasks/cancel")), /has ended/);
  assert.match(JSON.stringify(ask("tasks/get", "other")), /no such task/);
  assert.equal(ask("elicitation/create"), undefined);
  const second = begin();
  assert.match(JSON.stringify(ask("tasks/cancel", second.id)), /cancelled/);
  assert.equal(cancelled, 1);
  assert.match(JSON.stringify(await ask("tasks/result", second.id)), /was cancelled/);
});

test("a server that asks as tasks without end can poll the latest hundred", () => {
  const tasks = new ClientTasks();
  const ids = Array.from({ length: 101 }, () => tasks.begin(() => undefined).id);
  const { result } = tasks.respond("tasks/list", node({})) as { readonly result: string };
  const listed = JSON.parse(result) as { readonly tasks: readonly { readonly taskId: string }[] };
  assert.deepEqual(
    listed.tasks.map(({ taskId }) => taskId),
    ids.slice(1),
  );
});

test("the message of a task is cut", () => {
  const { message } = taskState("extension", node({ taskId: "a", statusMessage: "x".repeat(10_000) }));
  assert.equal(message, `${"x".repeat(2000)}…`);
});
