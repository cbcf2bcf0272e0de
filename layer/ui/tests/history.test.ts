// The stored calls: how they are read, and how many are kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fitting, type HistoryEntry, parsedHistory, withCall } from "../src/history/entries";

function entry(tool: string, started: number, text = ""): HistoryEntry {
  return { tool, started, text, arguments: "{}", kind: "success", headline: "Success", duration: 1, size: text.length };
}

test("entries that another page has stored are read one by one", () => {
  assert.deepEqual(parsedHistory("no JSON"), []);
  assert.deepEqual(parsedHistory("{}"), []);
  const whole = { ...entry("a", 1), log: { lines: [{ at: 1, raw: "{}" }], dropped: 0 }, mismatches: [] };
  const { headline: _, ...broken } = whole;
  const undated = { ...whole, started: 1e300 };
  assert.deepEqual(parsedHistory(JSON.stringify([null, { tool: "a" }, broken, undated, whole])), [whole]);
});

// An entry in which some members are missing, or are something else.
const damaged = fc
  .tuple(
    fc.constant({ ...entry("a", 1, "{}"), status: 200, code: 1, trace: "t", mismatchCount: 0 }),
    fc.dictionary(
      fc.constantFrom(
        "tool",
        "arguments",
        "kind",
        "headline",
        "status",
        "duration",
        "size",
        "text",
        "log",
        "mismatches",
        "started",
      ),
      fc.jsonValue(),
    ),
  )
  .map(([whole, changes]) => ({ ...whole, ...changes }));

test("whatever is stored, each entry can be shown", () => {
  const stored = fc.array(fc.oneof(fc.jsonValue(), damaged));
  const shown = fc.property(stored, (values) => {
    for (const found of parsedHistory(JSON.stringify(values))) {
      assert.ok([found.tool, found.arguments, found.headline].every((text) => typeof text === "string"));
      assert.ok([found.duration, found.size, found.started].every(Number.isFinite));
      assert.ok(new Date(found.started).toISOString());
      for (const line of found.log?.lines ?? []) assert.equal(typeof line.raw, "string");
      for (const { path } of found.mismatches ?? []) assert.equal(typeof path, "string");
    }
  });
  fc.assert(shown);
});

test("the latest call comes first, and each tool keeps twenty", () => {
  let calls = [entry("other", 0)];
  for (let started = 1; started <= 25; started += 1) calls = withCall(calls, entry("echo", started));
  assert.equal(calls[0]?.started, 25);
  assert.equal(calls.filter((call) => call.tool === "echo").length, 20);
  assert.equal(calls.filter((call) => call.tool === "other").length, 1);
});

test("the oldest calls make room", () => {
  const calls = Array.from({ length: 100 }, (_, index) => entry("echo", 100 - index, "x".repeat(20000)));
  const kept = fitting(calls);
  assert.ok(JSON.stringify(kept).length <= 1e6);
  assert.equal(kept[0]?.started, 100);
});
