// Calls that run as tasks, as they are drawn: what the person is told if a task goes wrong, in both forms of MCP.
import { eventsOf, openTool, responders, resultOf, run, textIn } from "./call-support";
import { error, refused, result } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { texts } from "./dom";

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

for (const isOlder of [false, true]) {
  const name = isOlder ? "of an older server" : "of 2026-07-28";
  const state = (taskId: string, status: string) => ({
    taskId,
    status,
    createdAt: new Date().toISOString(),
    ...(isOlder ? { ttl: 600_000, pollInterval: 500 } : { ttlMs: 600_000, pollIntervalMs: 500 }),
  });

  // Runs a tool whose call becomes a task, which is polled with this answer.
  async function runTask(id: string, poll: () => Response): Promise<HTMLElement> {
    const begun = state(id, "working");
    const view = await openTool("report", () =>
      eventsOf(["result", { result: isOlder ? { task: begun } : { resultType: "task", ...begun } }]),
    );
    responders.set("rpc/tasks/get", poll);
    await run(view);
    await textIn(view, ".task-line", `Task ${id}`);
    return view;
  }

  test(`a task ${name} that vanishes is reported`, async () => {
    const view = await runTask("task-1", () => error(-32602, "There is no such task any more"));
    await resultOf(view, "There is no such task any more");
  });

  test(`a task ${name} that changes its id is reported`, async () => {
    const view = await runTask("task-2", () => result({ taskId: "another", status: "completed" }));
    await resultOf(view, "The server answered with the task another when asked for task-2.");
  });

  test(`a task ${name} that cannot be polled is asked for again`, async () => {
    let polls = 0;
    const view = await runTask("task-3", () => {
      polls += 1;
      if (polls === 1) return refused(503, "");
      const completed = state("task-3", "completed");
      return result(isOlder ? completed : { ...completed, result: text("At last.") });
    });
    responders.set("rpc/tasks/result", () => result(text("At last.")));
    await textIn(view, ".task-line", "Asking again in 2 s.");
    await resultOf(view, "At last.");
    assert.match(texts(view, ".task-line").join(), /completed/);
    assert.equal(polls, 2);
  });
}
