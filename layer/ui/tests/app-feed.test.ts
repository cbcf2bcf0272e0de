// Apps fed by the calls of other clients: what they are told, and in which order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type AppInput, TOOL_INPUT } from "../src/apps/model/hosted-app";
import { agentCallOf, endOf, hasEnded } from "../src/app-feed/agent-call";
import { CallOutbox } from "../src/app-feed/call-outbox";
import { CallQueue } from "../src/app-feed/call-queue";
import { record, storeOf } from "./traffic-support";

interface Call {
  readonly name: string;
  readonly input: AppInput | undefined;
}

const callNamed = (name: string): Call => ({ name, input: { method: "input", params: {} } });
const result: AppInput = { method: "result", params: {} };
const cancelled: AppInput = { method: "cancelled", params: {} };

function queued(patience?: number): { readonly queue: CallQueue<Call>; readonly sent: string[] } {
  const sent: string[] = [];
  const queue = new CallQueue<Call>({
    send: ({ method }, { name }) => sent.push(`${method} ${name}`),
    onLeftOut: ({ name }) => sent.push(`left out ${name}`),
    ...(patience !== undefined && { patience }),
  });
  return { queue, sent };
}

test("calls that overlap follow one another, each with its arguments once", () => {
  const { queue, sent } = queued();
  const [a, b, c] = [callNamed("a"), callNamed("b"), callNamed("c")];
  queue.begun(a);
  queue.begun(b);
  queue.begun(c);
  queue.ended(c, result, true);
  assert.deepEqual(sent, ["input a"]);
  queue.ended(a, result, true);
  assert.deepEqual(sent, ["input a", "result a", "input b"]);
  queue.ended(b, result, true);
  assert.deepEqual(sent.slice(3), ["result b", "input c", "result c"]);
});

test("a call that stays open is overtaken by those that have ended, and never sent again", async () => {
  const { queue, sent } = queued(1);
  const [a, b, c, d] = [callNamed("a"), callNamed("b"), callNamed("c"), callNamed("d")];
  for (const call of [a, b, c, d]) queue.begun(call);
  queue.ended(c, result, true);
  queue.ended(d, result, true);
  while (sent.length < 6) await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(sent, ["input a", "input c", "result c", "input d", "result d", "input b"]);
  assert.equal(queue.ended(a, result, true), false);
  queue.ended(b, result, true);
  assert.deepEqual(sent.slice(6), ["result b"]);
});

test("a call without a result is told only to an app that waits for it", () => {
  const { queue, sent } = queued();
  const [a, b] = [callNamed("a"), callNamed("b")];
  queue.begun(a);
  queue.begun(b);
  queue.ended(b, cancelled, false);
  queue.ended(a, cancelled, false);
  queue.begun({ name: "c", input: undefined });
  assert.deepEqual(sent, ["input a", "cancelled a"]);
});

test("more than a thousand calls that overlap are left out, and said", () => {
  const { queue, sent } = queued();
  for (let index = 0; index <= 1000; index += 1) queue.begun(callNamed(String(index)));
  assert.deepEqual(sent, ["input 0", "left out 1"]);
});

// An outbox that sends a frame at a time, by `frame`.
function outbox(hasRoom = () => true): {
  box: CallOutbox;
  sent: string[];
  frame: () => Promise<void>;
  leftOut: () => number;
} {
  const sent: string[] = [];
  let leftOut = 0;
  let resolve: () => void = () => undefined;
  const box = new CallOutbox({
    send: ({ method, params }) => sent.push(`${method === TOOL_INPUT ? "input" : "result"} ${String(params["n"])}`),
    hasRoom,
    onLeftOut: (calls) => (leftOut += calls),
    nextFrame: () => new Promise((next) => (resolve = next)),
  });
  const frame = async () => {
    resolve();
    await new Promise((next) => setTimeout(next));
  };
  return { box, sent, frame, leftOut: () => leftOut };
}

function pushCall(box: CallOutbox, n: number, bytes = 1): void {
  box.push({ method: TOOL_INPUT, params: { n } }, bytes);
  box.push({ method: "result", params: { n } }, bytes);
}

test("a burst is sent a frame at a time, as far as the app follows", async () => {
  let room = true;
  const { box, sent, frame, leftOut } = outbox(() => room);
  for (let n = 0; n < 1500; n += 1) pushCall(box, n);
  assert.equal(sent.length, 50);
  room = false;
  await frame();
  assert.equal(sent.length, 50);
  room = true;
  while (!sent.includes("result 1499")) await frame();
  assert.deepEqual(sent, Array.from({ length: 1500 }, (_, n) => [`input ${n}`, `result ${n}`]).flat());
  assert.equal(leftOut(), 0);
});

test("beyond the bound, the oldest calls are left out whole, and counted", async () => {
  const { box, sent, frame, leftOut } = outbox();
  for (let n = 0; n < 6000; n += 1) pushCall(box, n);
  assert.equal(leftOut(), 6000 - 5000 - 25);
  while (!sent.includes("result 5999")) await frame();
  assert.equal(sent.length, 2 * (6000 - leftOut()));
  for (const [index, line] of sent.entries())
    if (index % 2 > 0) assert.equal(line, sent[index - 1]!.replace("input", "result"));
  for (let n = 0; n < 4; n += 1) pushCall(box, n, 40 * 1024 * 1024);
  assert.ok(leftOut() > 975);
});

test("calls wait while the app belongs to the viewer", async () => {
  const { box, sent, frame } = outbox();
  box.push({ method: TOOL_INPUT, params: { n: 1 } }, 1);
  box.hold();
  box.push({ method: "result", params: { n: 1 } }, 1);
  pushCall(box, 2);
  await frame();
  assert.deepEqual(sent, ["input 1"]);
  box.release();
  assert.deepEqual(sent.slice(1), ["result 1", "input 2", "result 2"]);
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
