// Properties of the calls that the page keeps: the history, and those that are saved under a name.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type HistoryEntry, fitting, parsedHistory, withCall } from "../src/history/entries";
import {
  CALLS_PER_TOOL,
  MOST_CALLS,
  type SavedCall,
  countedByTool,
  merged,
  parsedCalls,
} from "../src/saved-calls/entries";
import { callsInFile, fileText } from "../src/saved-calls/file";
import { jsonTexts, names, runs } from "./property-support";

const tools = fc.constantFrom("echo", "add", "__proto__");
const entries = fc.record(
  {
    tool: tools,
    arguments: fc.oneof(names, jsonTexts),
    kind: fc.constantFrom("success", "tool-error", "failed", "cancelled"),
    headline: names,
    duration: fc.nat(),
    size: fc.nat(),
    text: names,
    started: fc.nat(),
  },
  { noNullPrototype: true },
) as fc.Arbitrary<HistoryEntry>;

test("a new call comes first, its tool keeps the latest twenty, and all others stay in their order", () => {
  const added = fc.property(fc.array(entries, { maxLength: 60, size: "max" }), entries, (calls, entry) => {
    const after = withCall(calls, entry);
    assert.equal(after[0], entry);
    const isOther = ({ tool }: HistoryEntry) => tool !== entry.tool;
    assert.deepEqual(after.filter(isOther), calls.filter(isOther));
    const same = calls.filter((call) => !isOther(call));
    assert.deepEqual(
      after.slice(1).filter((call) => !isOther(call)),
      same.slice(0, 19),
    );
    assert.deepEqual(parsedHistory(JSON.stringify(after)), after);
  });
  fc.assert(added, runs());
});

test("the calls that fit are the latest ones, and most of those that do", () => {
  const fitted = fc.property(
    fc.array(entries, { maxLength: 30 }),
    fc.integer({ min: 2, max: 4000 }),
    (calls, limit) => {
      const kept = fitting(calls, limit);
      assert.ok(JSON.stringify(kept).length <= limit);
      assert.deepEqual(kept, calls.slice(0, kept.length));
      // At most a fifth is dropped at a time.
      const before = calls.slice(0, Math.ceil((kept.length + 1) * 1.25) + 1);
      assert.ok(kept.length === calls.length || JSON.stringify(before).length > limit);
    },
  );
  fc.assert(fitted, runs());
});

const saved: fc.Arbitrary<SavedCall> = fc.record(
  { tool: tools, name: names.map((name) => `n${name}`), arguments: fc.oneof(jsonTexts, names) },
  { noNullPrototype: true },
);
const different = fc.uniqueArray(saved, { selector: ({ tool, name }) => JSON.stringify([tool, name]), maxLength: 20 });

test("saved calls come back from their file as they were", () => {
  const same = fc.property(different, (calls) => {
    assert.deepEqual(callsInFile(fileText(calls)), { calls, others: 0 });
    assert.deepEqual(parsedCalls(JSON.stringify(calls)), calls);
  });
  fc.assert(same, runs());
});

test("calls are added, replaced or left out, and each of them is counted once", () => {
  const many = fc
    .tuple(saved, fc.integer({ min: 190, max: 1010 }), fc.integer({ min: 1, max: 8 }))
    .map(([call, count, spread]) =>
      Array.from({ length: count }, (_, index) => ({ ...call, tool: `t${index % spread}`, name: `${index}` })),
    );
  const within = many.map((calls) => merged([], calls).calls);
  const counted = fc.property(fc.oneof(different, within), fc.oneof(fc.array(saved), many), (before, added) => {
    const outcome = merged(before, added);
    assert.equal(outcome.added + outcome.replaced + outcome.leftOut, added.length);
    assert.equal(outcome.calls.length, before.length + outcome.added);
    assert.ok(outcome.calls.length <= MOST_CALLS);
    assert.ok(Math.max(0, ...countedByTool(outcome.calls).values()) <= CALLS_PER_TOOL);
    const keys = outcome.calls.map(({ tool, name }) => JSON.stringify([tool, name]));
    assert.equal(new Set(keys).size, keys.length);
    if (outcome.leftOut > 0) return;
    const last = new Map([...before, ...added].map((call) => [JSON.stringify([call.tool, call.name]), call]));
    for (const call of outcome.calls) assert.deepEqual(call, last.get(JSON.stringify([call.tool, call.name])));
  });
  fc.assert(counted, runs());
});

test("any file has calls, or one sentence that says why it has none", () => {
  const member = fc.oneof(
    saved,
    fc.jsonValue(),
    saved.map((call) => ({ ...call, name: " " })),
  );
  const content = fc.record({
    format: fc.constantFrom<unknown>("mcp-explorer saved calls", "other", null),
    version: fc.constantFrom<unknown>(1, 2, "1"),
    calls: fc.oneof(fc.array(member), fc.jsonValue()),
  });
  const read = fc.property(
    fc.oneof(
      content.map((value) => JSON.stringify(value)),
      jsonTexts,
      names,
    ),
    (text) => {
      try {
        const { calls, others } = callsInFile(text);
        assert.equal(calls.length + others, (JSON.parse(text) as { calls: unknown[] }).calls.length);
      } catch (problem) {
        assert.ok(problem instanceof Error && problem.constructor === Error && problem.message.startsWith("The file "));
      }
    },
  );
  fc.assert(read, runs(200));
});
