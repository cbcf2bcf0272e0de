// The panel of the tasks in the whole page, with those that a server lists.
import { element, reload } from "./page-support";
import { responders } from "./call-support";
import { answers, result, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileStrings } from "../../tests/browser/fixtures/hostile-strings.js";
import { all, drawn, press, texts } from "./dom";
import { server } from "../src/protocol/server";
import { closeTask, taskRuns } from "../src/task-panel/runs";
import { listTasks } from "../src/task-panel/server-tasks";
import { forgetTasks } from "../src/tasks/store";

const panel = () => all(document, "section").find((part) => part.querySelector(".tasks"))!;
const rows = () => all(document, "li.task");
const tags = () => new Set(all(panel(), "*").map(({ tagName }) => tagName));

function forgetAll(): void {
  for (const id of taskRuns.peek().keys()) closeTask(id);
  forgetTasks(() => true);
}

test("the texts of hostile servers are only shown", { timeout: 60_000 }, async () => {
  const capabilities = { tasks: { list: {} } };
  answers.set("server", () => Response.json({ capabilities, excludedTools: [] }));
  await reload();
  await until(() => server.value?.capabilities !== undefined);
  responders.set("rpc/tasks/get", ({ params }) => result(task(String(params?.["taskId"]))));
  const task = (text: string) => ({
    taskId: text,
    status: text,
    statusMessage: text,
    createdAt: new Date().toISOString(),
  });
  // Lists tasks of which all texts are these.
  const list = async (strings: readonly string[]) => {
    forgetAll();
    answers.set("rpc/tasks/list", () => result({ tasks: strings.map(task) }));
    await press(panel(), "Find tasks on the server");
    const said = () =>
      /^The server lists (\d+) tasks?(?:; (\d+) without)?/.exec(texts(panel(), '[role="status"]').join(" "));
    await until(() => said()?.[1] === String(strings.length));
    const [, , unusable = "0"] = said()!;
    await until(() => rows().length === strings.length - Number(unusable));
  };
  element("tasks-open").click();
  await until(() => all(document, ".tasks").length > 0);
  await list(["harmless"]);
  const harmless = tags();
  for (let first = 0; first < hostileStrings.length; first += 40) {
    const strings = hostileStrings.slice(first, first + 40);
    await list(strings);
    assert.deepEqual(
      [...tags()].filter((tag) => !harmless.has(tag)),
      [],
      JSON.stringify(strings),
    );
  }
  assert.equal(Reflect.get(window, "hacked"), undefined);
  forgetAll();
});

test("a server's list of tasks without end is read up to a number of pages and of tasks", async () => {
  forgetAll();
  let pages = 0;
  const list = (tasks: readonly object[]) =>
    answers.set("rpc/tasks/list", () => result({ tasks, nextCursor: String((pages += 1)) }));
  list([]);
  assert.equal(await listTasks(), "The server lists 0 tasks.");
  assert.equal(pages, 10);
  const createdAt = { toString: 0 };
  const task = (_: unknown, index: number) => ({ taskId: `task ${index}`, status: "completed", createdAt });
  list(Array.from({ length: 80 }, task));
  assert.equal(await listTasks(), "The server lists 50 tasks.");
  assert.equal(pages, 11);
  forgetAll();
});

test("of many tasks that go on, a few are followed, and the others in their place", async () => {
  forgetAll();
  const ended = new Set<string>();
  responders.set("rpc/tasks/get", ({ params }) => {
    const taskId = String(params?.["taskId"]);
    return result({ taskId, status: ended.has(taskId) ? "completed" : "working" });
  });
  responders.set("rpc/tasks/result", () => result({}));
  const tasks = Array.from({ length: 30 }, (_, index) => ({ taskId: `task ${index}`, status: "working" }));
  answers.set("rpc/tasks/list", () => result({ tasks }));
  await listTasks();
  await until(() => taskRuns.peek().size === 20);
  await drawn();
  assert.equal(taskRuns.peek().size, 20);
  ended.add([...taskRuns.peek().keys()][0]!);
  await until(() => taskRuns.peek().size === 21);
  forgetAll();
});

test("a task that goes on stays open in the panel, and can be hidden once it has ended", async () => {
  forgetAll();
  let status = "working";
  responders.set("rpc/tasks/get", () => result({ taskId: "one", status }));
  responders.set("rpc/tasks/result", () => result({ content: [] }));
  answers.set("rpc/tasks/list", () => result({ tasks: [{ taskId: "one", status }] }));
  await listTasks();
  const buttons = () => texts(rows()[0]!, ".task-head button");
  await until(() => all(document, ".task-view").length === 1);
  await drawn();
  assert.deepEqual(buttons(), ["Forget"]);
  status = "completed";
  await until(() => buttons().includes("Hide"));
  await press(rows()[0]!, "Hide");
  assert.deepEqual([all(document, ".task-view").length, buttons()], [0, ["Open", "Forget"]]);
  forgetAll();
});
