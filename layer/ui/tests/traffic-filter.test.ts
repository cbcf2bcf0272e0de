// The filter language: its terms, its problems, and what it matches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { matchesOperation, matchesRecord, parsedFilter } from "../src/traffic/filter/filter";
import { globTest } from "../src/traffic/filter/values";
import type { TrafficStore } from "../src/traffic/store";
import { record, storeOf } from "./traffic-support";

const call = (seq: number, name: string, members: object = {}) =>
  record(
    {
      exchange: `x-${seq}`,
      method: "tools/call",
      name,
      id: seq,
      client: { name: "claude-code" },
      raw: { id: seq, method: "tools/call", params: { name, arguments: { text: 'say "hi"' } } },
      ...members,
    },
    seq,
  );
const answer = (seq: number, of: number, members: object = {}) =>
  record(
    {
      exchange: `x-${of}`,
      from: "server",
      kind: "response",
      id: of,
      raw: { id: of, result: { content: [] } },
      ...members,
    },
    seq,
  );

const store = storeOf([
  call(1, "show_map", { session: "1f9a", revision: "2025-11-25" }),
  answer(2, 1, { bytes: 12_000, raw: { id: 1, result: { _meta: { ui: { resourceUri: "ui://map" } } } } }),
  call(3, "greet", { client: { name: "cursor" }, explorer: true }),
  answer(4, 3, { at: 9000, raw: { id: 3, result: { isError: true } } }),
  record({ exchange: "x-5", method: "tasks/get", name: "t-1", id: 5, raw: { id: 5, method: "tasks/get" } }, 5),
  record({ exchange: "x-6", method: "resources/read", name: "ui://chart", id: 6, transport: "stdio" }, 6),
]);
const CONTEXT = { now: 10_000, appOf: (tool: string) => (tool === "greet" ? "ui://hello" : undefined) };

function found(text: string, within: TrafficStore = store): number[] {
  const filter = parsedFilter(text);
  assert.deepEqual(filter.problems, [], text);
  const matching = within.operations.filter((operation) => matchesOperation(filter, operation, CONTEXT));
  return matching.map(({ request }) => request.seq);
}

test("operations are found by each of the words", () => {
  const cases: [string, number[]][] = [
    ["", [1, 3, 5, 6]],
    ["method:tools/call", [1, 3]],
    ["METHOD:Tools/*", [1, 3]],
    ["tool:show_*", [1]],
    ["name:t-1", [5]],
    ["status:error", [3]],
    ["status:done,failed", [1, 3]],
    ["status:open", [5, 6]],
    ["client:claude*", [1]],
    ["session:1f*", [1]],
    ["caller:c", [1, 3, 5, 6]],
    ["task:t-1", [5]],
    ["app:ui://*", [1, 3, 6]],
    ["app:ui://hello", [3]],
    ["id:3", [3]],
    ["revision:2025-*", [1]],
    ["kind:response", [1, 3]],
    ["from:explorer", [3]],
    ["transport:stdio", [6]],
    ["larger:10k", [1]],
    ["slower:5500ms", [3]],
    ["slower:4.5s", [3, 5]],
    ["since:6s", [5, 6]],
    ["since:1970-01-01T00:00:04Z", [5, 6]],
    ["note:*token*", []],
  ];
  for (const [text, expected] of cases) assert.deepEqual(found(text), expected, text);
});

test("terms are combined, negated and quoted", () => {
  assert.deepEqual(found("method:tools/call -tool:greet"), [1]);
  assert.deepEqual(found("-status:open -status:error"), [1]);
  assert.deepEqual(found('tool:"greet"'), [3]);
  assert.deepEqual(found("SHOW_MAP"), [1]);
  assert.deepEqual(found('"say \\"hi\\""'), [1, 3]);
  assert.deepEqual(found('-"isError"'), [1, 5, 6]);
  assert.deepEqual(found("name:greet,t-1"), [3, 5]);
  assert.deepEqual(found('"ui://chart"'), [6]);
});

test("records are found by themselves, and by the operation that they belong to", () => {
  const numbers = (text: string) => {
    const filter = parsedFilter(text);
    const matching = store.records.filter((record) =>
      matchesRecord(filter, record, store.operationOf(record), store.notesOf(record), CONTEXT),
    );
    return matching.map(({ seq }) => seq);
  };
  assert.deepEqual(numbers("tool:show_map"), [1, 2]);
  assert.deepEqual(numbers("larger:10k"), [2]);
  assert.deepEqual(numbers("kind:response"), [2, 4]);
  assert.deepEqual(numbers("client:cursor"), [3, 4]);
});

test("problems say where they are, and the other terms count", () => {
  const problems = (text: string) =>
    parsedFilter(text).problems.map(({ text: said, start, end }) => [text.slice(start, end), said.split(/[.,] /)[0]]);
  assert.deepEqual(problems("tool:a colour:red"), [["colour:red", 'There is no filter "colour:"']]);
  assert.deepEqual(problems("larger:big"), [["larger:big", "A size is a number of bytes such as 500"]]);
  assert.deepEqual(problems("slower:1w"), [["slower:1w", "A time is a number with a unit"]]);
  assert.deepEqual(problems("since:now"), [["since:now", "This is a time span such as 30s"]]);
  assert.deepEqual(problems("status:bad"), [["status:bad", "This is one of: error"]]);
  assert.deepEqual(problems("tool:"), [["tool:", 'A value after "tool:" is missing.']]);
  assert.deepEqual(problems("tool:a,"), [["tool:a,", 'A value after "tool:" is missing.']]);
  assert.deepEqual(problems('"open'), [['"open', "A quotation mark is not closed."]]);
  assert.deepEqual(problems("-"), [["-", "A text to search for is missing."]]);
  assert.equal(parsedFilter("colour:red tool:a").tests.length, 1);
  assert.equal(parsedFilter("a ".repeat(2000)).problems.length, 1);
});

test("patterns take linear time", () => {
  assert.ok(globTest("a*b*c")("aXbXc"));
  assert.ok(!globTest("a*b*c")("acb"));
  assert.ok(!globTest("ab*ba")("aba"));
  assert.ok(globTest("*")(""));
  assert.ok(!globTest(`${"*a".repeat(500)}b`)("a".repeat(1e6)));
});
