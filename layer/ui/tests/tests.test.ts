// A call as a test of `mcp-ui test`: what is expected of its result, and the YAML.
import { draw, texts } from "./dom";
import assert from "node:assert/strict";
import { test } from "node:test";
import { h } from "preact";
import { readJson } from "../src/json/read";
import { Draft as TestDraft } from "../src/tests/add-to-tests";
import { list } from "../src/tests/model";
import { Tests } from "../src/tests/panel";
import { type Requested, expectationsOf, testText } from "../src/tests/draft";

const requested = (result: string, changes: Partial<Requested> = {}): Requested => ({
  verb: "call",
  name: "add",
  argumentsText: '{"a":2}',
  kind: "success",
  code: undefined,
  root: readJson(result),
  ...changes,
});
const lines = (result: string, changes?: Partial<Requested>) =>
  expectationsOf(requested(result, changes)).map(({ line, isChosen }) => line + (isChosen ? " *" : ""));

test("structured content is expected without what differs from call to call", () => {
  const structured =
    '{"sum":5.0,"id":"x","createdAt":1,"at":"now","by":{"uuid":1,"name":"Ada"},"when":"2026-01-01T00:00:00Z"}';
  assert.deepEqual(
    lines(`{"content":[{"type":"text","text":"\\n5 is it\\nmore"}],"structuredContent":${structured}}`),
    ['structured: {"sum":5.0,"by":{"name":"Ada"}} *', 'text: {contains: "5 is it"}', "snapshot: true"],
  );
});

test("without structured content, a line of the text is expected", () => {
  assert.deepEqual(lines('{"content":[{"type":"text","text":"Hello ${NAME}"}]}'), [
    'text: {contains: "Hello $${NAME}"} *',
    "snapshot: true",
  ]);
  assert.deepEqual(lines('{"content":[]}'), ["snapshot: true"]);
});

test("an error is expected only if a person chooses it", () => {
  assert.deepEqual(lines('{"content":[],"isError":true}', { kind: "tool-error" }), ["ok: false"]);
  assert.deepEqual(lines("{}", { kind: "failed", code: -32602 }), ["error: {code: -32602}"]);
  assert.deepEqual(lines("{}", { kind: "failed" }), []);
});

test("the YAML keeps arguments as they are", () => {
  const text = (argumentsText: string, name = "add") =>
    testText(name, requested("{}", { argumentsText }), ["ok: false"]);
  assert.equal(
    text('{"a": 2, "b": ["x"]}'),
    '- name: add\n  call: add\n  args: {"a":2,"b":["x"]}\n  expect:\n    ok: false\n',
  );
  assert.equal(text(""), "- name: add\n  call: add\n  expect:\n    ok: false\n");
  assert.match(
    text('{"a":12345678901234567890,"b":"it\'s"}'),
    /\n {2}args_json: '\{"a":12345678901234567890,"b":"it''s"\}'\n/,
  );
  assert.match(text('{"a":1.0}'), /args_json: '\{"a":1\.0\}'/);
  assert.match(text('{"a":"${HOME}"}'), /args: \{"a":"\$\$\{HOME\}"\}/);
  for (const name of ["yes", "a: b", "# x", "two\nlines", "12", "-", "é"]) {
    assert.ok(text("{}", name).startsWith(`- name: ${JSON.stringify(name)}\n`), name);
  }
});

test("what is read or got has its own members", () => {
  const read = testText("a", requested("{}", { verb: "read", name: "file:///a b", argumentsText: "" }), []);
  assert.equal(read, '- name: "a"\n  read: "file:///a b"\n');
});

test("what is expected stays short, however long a result is", () => {
  const [text] = lines(`{"content":[{"type":"text","text":"${"x".repeat(500)}"}]}`);
  assert.equal(text, `text: {contains: ${"x".repeat(80)}} *`);
  const structured = (length: number) => lines(`{"content":[],"structuredContent":{"a":"${"x".repeat(length)}"}}`);
  assert.equal(structured(3900).length, 2);
  assert.deepEqual(structured(4100), ["snapshot: true"]);
});

test("the name that is proposed for a test is cut", () => {
  const view = draw(h("div", null, h(TestDraft, { requested: requested("{}", { name: "n".repeat(500) }) })));
  assert.equal(view.querySelector("input")!.value, "n".repeat(100));
});

test("the name of the file of tests is cut", () => {
  list.value = { file: "f".repeat(1000), isWritable: false, problem: null, tests: [] };
  assert.deepEqual(texts(draw(h(Tests, {})), ".task-tools bdi"), [`${"f".repeat(200)}…`]);
});
