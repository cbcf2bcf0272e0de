// The panel of questions that belong to no call of the page, and lists of offers: servers that never stop.
import { drawn } from "./dom";
import { answers, result, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { StreamQuestions } from "../src/conversation/stream-questions";
import { readJson } from "../src/json/read";
import { fetchOffers } from "../src/protocol/offers";
import { asked, takeReport } from "../src/question-panel/model";
import { reportOf } from "../src/protocol/reports";

const report = (event: "notification" | "request", message: object) =>
  takeReport(reportOf(event, readJson(JSON.stringify(message))));

test("questions that are withdrawn again and again do not add up", () => {
  for (let id = 0; id < 100; id += 1) {
    const params = { message: "Who?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } };
    report("request", { token: `t${id}`, message: { jsonrpc: "2.0", id, method: "elicitation/create", params } });
    assert.ok(asked.value.at(-1)?.isOpen, String(id));
    report("notification", { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
  }
  const ids = asked.value.map(({ id }) => id);
  assert.deepEqual([ids.length, ids.at(-1)], [21, "99"]);
});

test("a list whose pages never end is cut", async () => {
  let pages = 0;
  answers.set("rpc/resources/list", () => result({ resources: [], nextCursor: String((pages += 1)) }));
  assert.deepEqual(await fetchOffers("resource", AbortSignal.timeout(60_000)), []);
  assert.equal(pages, 1000);
});

const NAME = { message: "Who?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } };

test("a server that asks without end has its further questions declined", async (context) => {
  asked.value = [];
  const declined: unknown[] = [];
  context.mock.method(globalThis, "fetch", (path: string, { body }: { readonly body: string }) => {
    if (path.endsWith("/rpc/answer")) declined.push(JSON.parse(body));
    return Promise.resolve(new Response("", { status: 202 }));
  });
  for (let id = 0; id < 30; id += 1) {
    const message = { jsonrpc: "2.0", id, method: "elicitation/create", params: NAME };
    report("request", { token: `t${id}`, message });
  }
  await until(() => declined.length === 10);
  assert.equal(asked.value.filter(({ isOpen }) => isOpen).length, 20);
  const error = { code: -1, message: "Too many questions are open at the page." };
  assert.deepEqual(
    [declined[0], declined[9]],
    [
      { token: "t20", error },
      { token: "t29", error },
    ],
  );
  asked.value = [];
});

test("a question that may belong to many calls can be handed to the first of them", () => {
  const calls = Array.from({ length: 50 }, (_, id) => ({ id, client: "agent", tool: "t" }));
  const params = { ...NAME, _meta: { "mcp-ui/calls": calls } };
  report("request", { token: "t", message: { jsonrpc: "2.0", id: "many", method: "elicitation/create", params } });
  const [question] = asked.value;
  assert.deepEqual([question?.calls.length, question?.calls.at(-1)?.id], [20, "19"]);
});

const questionsOf = (ask: (id: number) => object): StreamQuestions => {
  const questions = new StreamQuestions();
  for (let id = 0; id < 150; id += 1) questions.add(readJson(JSON.stringify({ token: `t${id}`, message: ask(id) })));
  return questions;
};

test("of the questions without end in a call, the first hundred are shown, and a note says so once", () => {
  const { entries } = questionsOf((id) => ({ jsonrpc: "2.0", id, method: "elicitation/create", params: NAME }));
  const notes = entries.value.filter((entry) => typeof entry === "string");
  assert.deepEqual([entries.value.length, notes.length], [101, 1]);
  assert.match(notes.join(), /asks more questions than this page shows/);
});

test("a server that asks about tasks without end gets a few answers at the same time", async (context) => {
  let sent = 0;
  let release: (response: Response) => void = () => undefined;
  const released = new Promise<Response>((resolve) => (release = resolve));
  context.mock.method(globalThis, "fetch", () => {
    sent += 1;
    return released.then((response) => response.clone());
  });
  const { entries } = questionsOf((id) => ({ jsonrpc: "2.0", id, method: "tasks/get", params: { taskId: "a" } }));
  await until(() => sent > 0);
  assert.equal(sent, 20);
  release(new Response("", { status: 202 }));
  await drawn();
  assert.deepEqual([sent, entries.value], [20, []]);
});

test("a server that has started again asks with the same number as before", () => {
  asked.value = [];
  const ask = (token: string) =>
    report("request", { token, message: { jsonrpc: "2.0", id: 0, method: "elicitation/create", params: NAME } });
  const open = () => asked.value.map(({ token, isOpen }) => [token, isOpen]);
  ask("first");
  ask("the same once more");
  assert.deepEqual(open(), [['"first"', true]]);
  report("notification", { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0 } });
  assert.deepEqual(open(), [['"first"', false]]);
  ask("second");
  assert.deepEqual(open(), [['"second"', true]]);
  asked.value = [];
});

test("the server says that the person is done at an address", async (context) => {
  asked.value = [];
  const sent: unknown[] = [];
  context.mock.method(globalThis, "fetch", (_: string, { body }: { readonly body: string }) => {
    sent.push(JSON.parse(body));
    return Promise.resolve(new Response("", { status: 202 }));
  });
  const params = { mode: "url", message: "Pay?", url: "https://pay.example/", elicitationId: "e1" };
  report("request", { token: "t", message: { jsonrpc: "2.0", id: 7, method: "elicitation/create", params } });
  const complete = (elicitationId: string) =>
    report("notification", { jsonrpc: "2.0", method: "notifications/elicitation/complete", params: { elicitationId } });
  complete("another");
  // The first report shows the button, since the address was not opened here.
  complete("e1");
  assert.equal(sent.length, 0);
  complete("e1");
  await until(() => sent.length === 1);
  assert.deepEqual(sent, [{ token: "t", result: { action: "accept" } }]);
  await until(() => asked.value.every(({ isOpen }) => !isOpen));
  asked.value = [];
});
