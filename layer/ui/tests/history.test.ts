// The stored calls: how they are read, and how many are kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitting, type HistoryEntry, parsedHistory, withCall } from "../src/history/entries";

function entry(tool: string, started: number, text = ""): HistoryEntry {
  return { tool, started, text, arguments: "{}", kind: "success", headline: "Success", duration: 1, size: text.length };
}

test("entries that another page has stored are read leniently", () => {
  assert.deepEqual(parsedHistory("no JSON"), []);
  assert.deepEqual(parsedHistory("{}"), []);
  assert.equal(parsedHistory('[null, {"tool": "a"}, {"tool": "a", "arguments": "{}"}]').length, 1);
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
