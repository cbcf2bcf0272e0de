// Properties of any text that is typed as a filter of traffic.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { matchesOperation, matchesRecord, parsedFilter } from "../src/traffic/filter/filter";
import { globTest } from "../src/traffic/filter/values";
import { names, runs } from "./property-support";
import { records } from "./traffic-arbitraries";
import { record, storeOf } from "./traffic-support";

const CONTEXT = { now: 10_000 };
const stores = fc
  .array(records, { maxLength: 10 })
  .map((all) => storeOf(all.map((members, index) => record(members, index + 1))));

// The numbers of the operations that a filter finds.
function found(filter: string, store: ReturnType<typeof storeOf>): Set<number> {
  const parsed = parsedFilter(filter);
  assert.deepEqual(parsed.problems, [], filter);
  const matching = store.operations.filter((operation) => matchesOperation(parsed, operation, CONTEXT));
  return new Set(matching.map(({ request }) => request.seq));
}

const PIECES = [
  ...'method:|tool:|status:|larger:|since:|slower:|note:|app:|colour:|-|--|"|\\|\\"|,|,,|*|:| |\n|a|error|10k|2s'.split(
    "|",
  ),
  ..."1e9999|99999999999999999999d|2026-|2026-13-45|__proto__:|constructor:|(|[|$|\u202e|\ud800".split("|"),
];

test("any text is a filter, whose problems are in it, and which can be applied to any traffic", () => {
  const pieces = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 4 }));
  const applied = fc.property(fc.array(pieces, { maxLength: 15 }), stores, (parts, store) => {
    const text = parts.join("");
    const filter = parsedFilter(text);
    let from = 0;
    for (const { text: said, start, end } of filter.problems) {
      assert.ok(said.endsWith(".") && start >= from && end > start && end <= text.length);
      from = end;
    }
    for (const operation of store.operations) matchesOperation(filter, operation, CONTEXT);
    for (const each of store.records)
      matchesRecord(filter, each, store.operationOf(each), store.notesOf(each), CONTEXT);
  });
  fc.assert(applied, runs(200));
});

// A text as a value of a filter.
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

const texts = fc.oneof(names, fc.string({ unit: "binary" })).filter((text) => text !== "");

test("a text in quotation marks is found in messages and in names, and only there", () => {
  const searched = fc.property(texts, texts, (text, other) => {
    const call = { exchange: "x", id: 7, method: "tools/call" };
    const store = storeOf([
      record({ ...call, raw: { params: { arguments: { q: `a ${text} b` } } } }, 1),
      record({ ...call, exchange: "y", name: text }, 2),
      record({ ...call, exchange: "z", raw: { params: { arguments: { q: "" } } } }, 3),
    ]);
    const isInAll = /^(?:tools\/call|\{"params":\{"arguments":\{"q":""\}\}\})$/i;
    const isOrdinary =
      !isInAll.test(text) && !'{"params":{"arguments":{"q":""}}} tools/call'.includes(text.toLowerCase());
    if (isOrdinary) assert.deepEqual(found(quoted(text), store), new Set([1, 2]));
    if (isOrdinary) assert.deepEqual(found(`-${quoted(text)}`, store), new Set([3]));
    if (text.includes("*")) return;
    assert.deepEqual(found(`name:${quoted(text)}`, store), new Set([2]));
    if (!other.includes("*")) assert.ok(found(`name:${quoted(other)},${quoted(text)}`, store).has(2));
  });
  fc.assert(searched, runs(200));
});

const terms = fc.constantFrom(
  ..."method:tools/*|tool:a|status:error|status:open,done|session:one|caller:c1|id:1|kind:response|from:server".split(
    "|",
  ),
  ..."transport:stdio|larger:50|slower:1s|since:5s|task:t1|revision:2026-*|note:*|tools|name:a,b".split("|"),
);

test("terms narrow down what is found, a minus turns one around, and commas join values", () => {
  const combined = fc.property(terms, terms, stores, (a, b, store) => {
    const [first, second] = [found(a, store), found(b, store)];
    const everything = found("", store);
    assert.deepEqual(found(`${a} ${b}`, store), new Set([...first].filter((seq) => second.has(seq))));
    assert.deepEqual(found(`-${a}`, store), new Set([...everything].filter((seq) => !first.has(seq))));
    const [key, ...values] = a.split(/[:,]/);
    if (values.length < 2) return;
    const union = values.flatMap((value) => [...found(`${key}:${value}`, store)]);
    assert.deepEqual([...first].sort(), [...new Set(union)].sort());
  });
  fc.assert(combined, runs(150));
});

test("a pattern matches as the regular expression that it stands for", () => {
  const letters = (characters: readonly string[]) =>
    fc.array(fc.constantFrom(...characters), { maxLength: 5 }).map((parts) => parts.join(""));
  const matched = fc.property(letters(["a", "B", "*", "*", "."]), letters(["a", "b", "\n"]), (pattern, text) => {
    const parts = pattern.split("*").map((part) => part.replaceAll(".", "\\."));
    assert.equal(globTest(pattern)(text), new RegExp(`^${parts.join("[^]*")}$`, "i").test(text));
  });
  fc.assert(matched, runs(500));
});
