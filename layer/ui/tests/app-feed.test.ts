// Apps fed by the calls of other clients: what they are told, and in which order.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AppInput } from "../src/apps/model/hosted-app";
import { agentCallOf, endOf, hasEnded } from "../src/app-feed/agent-call";
import { CallQueue } from "../src/app-feed/call-queue";
import { record, storeOf } from "./traffic-support";

interface Call {
  readonly name: string;
  readonly input: AppInput | undefined;
}

const callNamed = (name: string): Call => ({ name, input: { method: "input", params: {} } });
const result: AppInput = { method: "result", params: {} };
const cancelled: AppInput = { method: "cancelled", params: {} };

function queued(): { readonly queue: CallQueue<Call>; readonly sent: string[] } {
  const sent: string[] = [];
  return { queue: new CallQueue<Call>(({ method }, { name }) => sent.push(`${method} ${name}`)), sent };
}

test("a result never goes before its arguments, whatever overlaps", () => {
  const { queue, sent } = queued();
  const [a, b] = [callNamed("a"), callNamed("b")];
  queue.begun(a);
  queue.begun(b);
  queue.ended(b, result, true);
  queue.ended(a, result, true);
  assert.deepEqual(sent, ["input a", "input b", "result b", "input a", "result a"]);
});

test("a call without a result is told only to an app that waits for it", () => {
  const { queue, sent } = queued();
  const [a, b] = [callNamed("a"), callNamed("b")];
  queue.begun(a);
  queue.begun(b);
  queue.ended(b, cancelled, false);
  queue.ended(a, cancelled, false);
  queue.ended({ name: "c", input: undefined }, result, true);
  assert.deepEqual(sent, ["input a", "cancelled a"]);
});

test("calls wait while the app belongs to the viewer", () => {
  const { queue, sent } = queued();
  const [a, b] = [callNamed("a"), callNamed("b")];
  queue.begun(a);
  queue.hold();
  queue.ended(a, result, true);
  queue.begun(b);
  assert.deepEqual(sent, ["input a"]);
  queue.release();
  queue.ended(b, result, true);
  assert.deepEqual(sent.slice(1), ["input a", "result a", "input b", "result b"]);
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
