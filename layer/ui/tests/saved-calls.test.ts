// The saved calls: their limits, and the file that they are exported to and imported from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isSavedCall, merged, parsedCalls, type SavedCall } from "../src/saved-calls/entries";
import { callsInFile, fileText, fitsFile, readFile } from "../src/saved-calls/file";

const call = (name: string, text = "{}", tool = "echo"): SavedCall => ({ tool, name, arguments: text });
const many = (count: number, tool?: string) =>
  Array.from({ length: count }, (_, index) => call(`${index}`, "{}", tool));
const fileOf = (content: object) => JSON.stringify({ format: "mcp-explorer saved calls", version: 1, ...content });

test("stored calls are read leniently", () => {
  assert.deepEqual(parsedCalls("no JSON"), []);
  assert.deepEqual(parsedCalls('{"tool":"a"}'), []);
  assert.deepEqual(parsedCalls(JSON.stringify([null, 7, { tool: "echo" }, call("one")])), [call("one")]);
});

test("a call has a name and texts of bounded length", () => {
  assert.ok(isSavedCall(call("x".repeat(100), " not JSON")));
  for (const odd of [
    null,
    [],
    call(" "),
    call(""),
    call("x".repeat(101)),
    call("a", "x".repeat(200001)),
    { ...call("a"), arguments: {} },
  ])
    assert.ok(!isSavedCall(odd));
});

test("a name is unique within its tool", () => {
  const { calls, ...outcome } = merged(
    [call("a", "1"), call("b")],
    [call("a", "2"), call("a", "3", "other"), call("c")],
  );
  assert.deepEqual(outcome, { added: 2, replaced: 1, leftOut: 0 });
  assert.deepEqual(calls, [call("a", "2"), call("b"), call("a", "3", "other"), call("c")]);
  assert.equal(merged([call("c", "", "a b")], [call("b c", "", "a")]).added, 1);
});

test("calls beyond the limits are left out, but replaced ones have room", () => {
  const full = merged([], many(201));
  assert.deepEqual([full.calls.length, full.added, full.leftOut], [200, 200, 1]);
  assert.equal(merged(full.calls, [call("7", "new")]).replaced, 1);
  const all = merged(
    [],
    ["a", "b", "c", "d", "e", "f"].flatMap((tool) => many(200, tool)),
  );
  assert.deepEqual([all.calls.length, all.leftOut], [1000, 200]);
});

test("arguments come back from a file exactly as they were written", () => {
  const calls = [call("exact", '{ "one": 1.0, "big": 12345678901234567890, "u": "\\u00e9" }\n'), call("broken", "{")];
  assert.deepEqual(callsInFile(fileText(calls)), { calls, others: 0 });
});

test("what is wrong with a file is said in a sentence", async () => {
  const refusals: [string, RegExp][] = [
    ["{", /^The file is not JSON\.$/],
    ["", /not JSON/],
    ["null", /another format/],
    ["[]", /another format/],
    [JSON.stringify([call("a")]), /another format/],
    [fileOf({}), /another format/],
    [fileOf({ calls: {} }), /another format/],
    [fileOf({ calls: [], format: "other" }), /another format/],
    [fileOf({ calls: [], version: 2 }), /another version/],
    [fileOf({ calls: Array(1001).fill(0) }), /^The file has 1,001 calls; at most 1,000 are kept\.$/],
    [fileOf({ calls: many(201) }), /more than 200 calls of one tool/],
  ];
  for (const [text, message] of refusals) assert.throws(() => callsInFile(text), { message }, text.slice(0, 60));
  await assert.rejects(readFile(new Blob(["x".repeat(1000001)])), /^Error: The file is too large: at most 1\.0 MB\.$/);
});

test("entries that are not calls are counted, and unknown members are dropped", () => {
  const odd = [null, 7, "x", [], {}, { tool: "a", name: "b" }, { ...call("a"), name: 7 }];
  const content = fileOf({ calls: [...odd, { ...call("__proto__"), more: 1 }] });
  const { calls, others } = callsInFile(content);
  assert.equal(others, odd.length);
  assert.deepEqual(merged([], calls).calls, [call("__proto__")]);
});

test("calls that no file could bring back are too large", () => {
  assert.ok(fitsFile(many(200)));
  assert.ok(!fitsFile(["a", "b", "c", "d"].map((name) => call(name, "\u00e9".repeat(150000)))));
});
