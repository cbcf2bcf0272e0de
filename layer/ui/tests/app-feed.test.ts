// Apps fed by the calls of other clients: what they are told, and in which order.
import { drawn } from "./dom";
import "./page-globals";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AppInput } from "../src/apps/model/hosted-app";
import { type AgentCall, agentCallOf, endOf, hasEnded } from "../src/app-feed/agent-call";
import { CallQueue } from "../src/app-feed/call-queue";
import { CallViews } from "../src/app-feed/call-views";
import { nextPaint } from "../src/scheduling/next-paint";
import { record, storeOf } from "./traffic-support";

interface Call {
  readonly name: string;
  readonly input: AppInput | undefined;
}

const callNamed = (name: string): Call => ({ name, input: { method: "input", params: { name } } });
const resultOf = ({ name }: Call): AppInput => ({ method: "result", params: { name } });
const cancelled: AppInput = { method: "cancelled", params: {} };

// A queue whose frames are drawn by `frame`.
function queued(options: { readonly patience?: number; readonly hasRoom?: () => boolean } = {}) {
  const sent: string[] = [];
  const leftOut: string[] = [];
  let draw: () => void = () => undefined;
  const queue = new CallQueue<Call>({
    send: ({ method, params }) => sent.push([method, params["name"]].join(" ").trim()),
    hasRoom: () => true,
    onLeftOut: ({ name }) => leftOut.push(name),
    nextFrame: () => new Promise((next) => (draw = next)),
    ...options,
  });
  const begin = (...calls: readonly Call[]) => {
    for (const call of calls) queue.begun(call, 1);
  };
  const end = (...calls: readonly Call[]) => {
    for (const call of calls) queue.ended(call, resultOf(call), true, 1);
  };
  const frame = async () => {
    draw();
    await new Promise((next) => setTimeout(next));
  };
  return { queue, sent, leftOut, begin, end, frame };
}

const calls = (count: number) => Array.from({ length: count }, (_, index) => callNamed(String(index)));

test("calls that overlap follow one another, each with its arguments once", () => {
  const { sent, begin, end } = queued();
  const [a, b, c] = [callNamed("a"), callNamed("b"), callNamed("c")];
  begin(a, b, c);
  end(c);
  assert.deepEqual(sent, ["input a"]);
  end(a);
  assert.deepEqual(sent, ["input a", "result a", "input b"]);
  end(b);
  assert.deepEqual(sent.slice(3), ["result b", "input c", "result c"]);
});

test("a call that stays open is overtaken by those that have ended, and never sent again", async () => {
  const { queue, sent, begin, end } = queued({ patience: 1 });
  const [a, b, c, d] = [callNamed("a"), callNamed("b"), callNamed("c"), callNamed("d")];
  begin(a, b, c, d);
  end(c, d);
  while (sent.length < 6) await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(sent, ["input a", "input c", "result c", "input d", "result d", "input b"]);
  assert.equal(queue.ended(a, resultOf(a), true, 1), false);
  end(b);
  assert.deepEqual(sent.slice(6), ["result b"]);
});

test("the patience begins anew with each call that is waited for", async () => {
  const { sent, begin, end } = queued({ patience: 60 });
  const [a, b, c] = [callNamed("a"), callNamed("b"), callNamed("c")];
  begin(a, b, c);
  end(c);
  await new Promise((resolve) => setTimeout(resolve, 40));
  end(a);
  await new Promise((resolve) => setTimeout(resolve, 40));
  assert.deepEqual(sent, ["input a", "result a", "input b"], "not 60 ms after the first call, whose wait is over");
});

test("a call without a result is told only to an app that waits for it", () => {
  const { queue, sent, begin } = queued();
  const [a, b] = [callNamed("a"), callNamed("b")];
  begin(a, b, { name: "c", input: undefined });
  queue.ended(b, cancelled, false, 0);
  queue.ended(a, cancelled, false, 0);
  assert.deepEqual(sent, ["input a", "cancelled"]);
});

test("a burst is sent a frame at a time, as far as the app follows", async () => {
  let room = true;
  const { sent, leftOut, begin, end, frame } = queued({ hasRoom: () => room });
  const burst = calls(1500);
  for (const call of burst) {
    begin(call);
    end(call);
  }
  assert.equal(sent.length, 50);
  room = false;
  await frame();
  assert.equal(sent.length, 50);
  room = true;
  while (!sent.includes("result 1499")) await frame();
  assert.deepEqual(
    sent,
    burst.flatMap(({ name }) => [`input ${name}`, `result ${name}`]),
  );
  assert.deepEqual(leftOut, []);
});

test("beyond the bounds, the oldest calls are left out whole, and said", async () => {
  const { queue, sent, leftOut, begin, end, frame } = queued();
  for (const call of calls(6000)) {
    begin(call);
    end(call);
  }
  assert.equal(leftOut.length, 6000 - 5000 - 25);
  while (!sent.includes("result 5999")) await frame();
  assert.equal(sent.length, 2 * (6000 - leftOut.length));
  for (const [index, line] of sent.entries())
    if (index % 2 > 0) assert.equal(line, sent[index - 1]!.replace("input", "result"));

  const [open, ...large] = [callNamed("open"), callNamed("large"), callNamed("larger"), callNamed("latest")];
  await frame();
  begin(open);
  leftOut.length = 0;
  for (const call of large) queue.begun(call, 40 * 1024 * 1024);
  assert.deepEqual(leftOut, ["large", "larger"], "the latest stays, and the one that the app was told of");
  assert.equal(queue.ended(large[0], resultOf(large[0]), true, 1), false);
});

test("calls wait while the app belongs to the viewer, and one that is still open is told anew", () => {
  const { queue, sent, begin, end } = queued();
  const [a, b] = [callNamed("a"), callNamed("b")];
  begin(a);
  queue.hold();
  begin(b);
  end(b);
  assert.deepEqual(sent, ["input a"]);
  queue.release();
  assert.deepEqual(sent.slice(1), ["input a"]);
  end(a);
  assert.deepEqual(sent.slice(2), ["result a", "input b", "result b"]);
});

test("nobody loses patience with a call while the app belongs to the viewer", async () => {
  const { queue, sent, begin, end } = queued({ patience: 1 });
  const [a, b] = [callNamed("a"), callNamed("b")];
  begin(a, b);
  end(b);
  queue.hold();
  await new Promise((resolve) => setTimeout(resolve, 20));
  queue.release();
  assert.deepEqual(sent, ["input a", "input a"]);
  end(a);
  assert.deepEqual(sent.slice(2), ["result a", "input b", "result b"]);
});

test("the end of a call that the viewer has interrupted is not told", () => {
  let room = true;
  const { queue, sent, begin, end } = queued({ hasRoom: () => room });
  const [a, b] = [callNamed("a"), callNamed("b")];
  begin(a);
  room = false;
  end(a);
  queue.hold();
  begin(b);
  room = true;
  queue.release();
  assert.deepEqual(sent, ["input a", "input b"]);
});

test("an app that waits for a result is told that none will come, and gets those that have come", () => {
  let room = true;
  const { queue, sent, begin, end } = queued({ hasRoom: () => room });
  const [a, b, c] = [callNamed("a"), callNamed("b"), callNamed("c")];
  begin(a);
  room = false;
  begin(b, c);
  end(b);
  room = true;
  queue.giveUp(cancelled);
  assert.deepEqual(sent, ["input a", "cancelled", "input b", "result b"]);
  begin(a, b);
  queue.cut();
  queue.giveUp(cancelled);
  assert.deepEqual(sent.slice(4), ["input a", "cancelled"]);
});

test("an agent's call has arguments, and a result that is complete", () => {
  const about = { exchange: "x-1", id: 1, client: { name: "claude", version: "1" } };
  const params = { name: "show", arguments: { city: "Bern" } };
  const asked = {
    ...about,
    method: "tools/call",
    name: "show",
    raw: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
  };
  const answered = {
    ...about,
    from: "server",
    kind: "response",
    raw: { jsonrpc: "2.0", id: 1, result: { structuredContent: { a: 1 } } },
  };
  const [operation] = storeOf([record(asked, 1), record(answered, 2)]).operations;
  assert.ok(operation && hasEnded(operation));
  const call = agentCallOf(operation);
  assert.ok(call);
  assert.deepEqual(call.input?.params, { arguments: { city: "Bern" } });
  assert.equal(call.client, "claude 1");
  const params2 = { isError: false, structuredContent: { a: 1 }, content: [] };
  assert.deepEqual(endOf(call), { message: { method: "ui/notifications/tool-result", params: params2 }, problem: "" });
  const [own] = storeOf([record({ ...asked, explorer: true }, 1)]).operations;
  assert.equal(own && agentCallOf(own), undefined);
  const [secret] = storeOf([record({ ...asked, redacted: ["/params/arguments/city"] }, 1)]).operations;
  assert.equal(secret && agentCallOf(secret)?.input, undefined);
});

test("of the views of calls, the latest stay", async () => {
  const views = new CallViews();
  const input: AppInput = { method: "input", params: {} };
  for (let number = 0; number < 70; number += 1) {
    const call = { tool: String(number), client: "agent", input, problem: "" } as AgentCall;
    views.begun(call, { uri: "ui://a", warnings: [], problem: undefined });
  }
  await drawn();
  const shown = views.views.value.map(({ call }) => call.tool);
  assert.deepEqual([shown.length, shown[0], shown.at(-1)], [50, "69", "20"]);
});

test("a page that is hidden, and so paints nothing, goes on all the same", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  context.mock.method(globalThis, "requestAnimationFrame", () => 0);
  let isPainted = false;
  void nextPaint().then(() => (isPainted = true));
  const isPaintedAfter = async (ms: number) => {
    context.mock.timers.tick(ms);
    await Promise.resolve();
    return isPainted;
  };
  assert.deepEqual([await isPaintedAfter(99), await isPaintedAfter(1)], [false, true]);
});
