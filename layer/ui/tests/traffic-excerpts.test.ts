import assert from "node:assert/strict";
import { test } from "node:test";
import { answerExcerpt, argumentsExcerpt } from "../src/traffic-panel/excerpts";
import { record, storeOf } from "./traffic-support";

// The operation of a request and its response, as the page has them.
function operationOf(params: unknown, answer: object, method = "tools/call") {
  const raw = { jsonrpc: "2.0", id: 1 };
  const common = { id: 1, exchange: "e" };
  const kind = "error" in answer ? "error" : "response";
  const store = storeOf([
    record({ ...common, method, raw: { ...raw, method, params } }, 1),
    record({ ...common, from: "server", kind, raw: { ...raw, ...answer } }, 2),
  ]);
  return store.operations[0]!;
}

const answerTo = (answer: object, method?: string) => answerExcerpt(operationOf({}, answer, method));

test("arguments are told in one line", () => {
  const given = { city: "Zürich\u202e", days: 3, tags: ["a"], long: "x".repeat(500) };
  const { request } = operationOf({ name: "t", arguments: given }, { result: {} });
  const told = argumentsExcerpt(request);
  assert.ok(told.startsWith('city: "Zürich'), told);
  assert.ok(told.includes('days: 3, tags: ["a"], long: "xxx'), told);
  assert.ok(told.length <= 200 && !told.includes("\u202e"), told);
  assert.ok(told.endsWith(`long: "${"x".repeat(59)}…`), told);
  assert.equal(argumentsExcerpt(operationOf(undefined, { result: {} }).request), "");
});

test("an answer is told by what it contains", () => {
  const text = { type: "text", text: "Sunny\nand warm" };
  assert.equal(answerTo({ result: { structuredContent: { celsius: 21 }, content: [text] } }), '{"celsius":21}');
  assert.equal(answerTo({ result: { content: [text] } }), "Sunny and warm");
  assert.match(answerTo({ result: { isError: true, content: [text], structuredContent: {} } }), /^Sunny/);
  assert.equal(answerTo({ result: { content: [{ type: "image", mimeType: "image/png", data: "" }] } }), "image/png");
  assert.equal(answerTo({ result: { tools: [{}, {}] } }, "tools/list"), "2 tools");
  assert.equal(answerTo({ result: { serverInfo: { name: "weather", version: "2" } } }, "initialize"), "weather 2");
  assert.equal(answerTo({ error: { code: -32602, message: "No such tool" } }), "No such tool");
  assert.equal(answerTo({ result: {} }, "ping"), "");
});

test("a message that is too long for a row is not read for it", () => {
  const text = "x".repeat(200_000);
  assert.equal(answerTo({ result: { content: [{ type: "text", text }] } }), "");
  assert.equal(argumentsExcerpt(operationOf({ arguments: { text } }, { result: {} }).request), "");
});
