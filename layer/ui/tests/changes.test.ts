// The changes between two lists of tools, and their effect on clients.
import assert from "node:assert/strict";
import { test } from "node:test";
import { valueDifferences } from "../src/changes/value-differences";
import { readJson } from "../src/json/read";
import { byName, listChanges } from "../src/changes/list-changes";
import { schemaDifferences } from "../src/changes/schema-differences";
import { toolDifferences } from "../src/changes/tool-differences";
import type { Side } from "../src/changes/difference";

// The differences as texts, with an exclamation mark for those that break clients.
function differences(before: unknown, after: unknown, side: Side = "input"): string[] {
  return schemaDifferences(before, after, side, []).map(
    ({ path, what, isBreaking }) => `${[...path, what].join(" › ")}${isBreaking ? "!" : ""}`,
  );
}

const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });

test("compares the properties of a schema", () => {
  const before = object({ city: { type: "string" }, days: { type: "integer" } }, ["city"]);
  const after = object({ city: { type: "string" }, unit: { type: "string" } }, ["city", "unit"]);
  assert.deepEqual(differences(before, after), ["days › Property removed!", "unit › Required property added!"]);
  assert.deepEqual(differences(after, before), ["unit › Property removed!", "days › Property added"]);
  const free = object({ city: { type: "string" }, days: { type: "integer" } });
  assert.deepEqual(differences(free, before), ["city › Now required!"]);
  assert.deepEqual(differences(before, free), ["city › No longer required"]);
  assert.deepEqual(differences(before, free, "output"), ["city › No longer required!"]);
});

test("knows which limits and values break clients on which side", () => {
  const cases: [before: object, after: object, what: string, breaks: Side | "both" | "none"][] = [
    [{ minLength: 1 }, { minLength: 2 }, "minLength", "input"],
    [{ minLength: 2 }, { minLength: 1 }, "minLength", "output"],
    [{}, { minLength: 2 }, "minLength", "input"],
    [{ maximum: 5 }, { maximum: 9 }, "maximum", "output"],
    [{ maximum: 5 }, { maximum: 3 }, "maximum", "input"],
    [{ maximum: 5 }, {}, "maximum", "output"],
    [{ type: "integer" }, { type: "number" }, "Type", "output"],
    [{ type: "number" }, { type: "integer" }, "Type", "input"],
    [{ type: "string" }, { type: ["string", "null"] }, "Type", "output"],
    [{ type: "string" }, { type: "integer" }, "Type", "both"],
    [{ enum: ["a", "b"] }, { enum: ["b", "a", "c"] }, "Allowed values", "output"],
    [{ enum: ["a", "b"] }, { enum: ["a"] }, "Allowed values", "input"],
    [{ enum: ["a", "b"] }, { enum: ["b", "a"] }, "Allowed values", "none"],
    [{ pattern: "a" }, { pattern: "b" }, "pattern", "both"],
    [{}, { additionalProperties: false }, "Other properties", "input"],
    [{ additionalProperties: false }, { additionalProperties: { type: "string" } }, "Other properties", "output"],
    [{ items: { minimum: 1 } }, { items: { minimum: 0 } }, "items › minimum", "output"],
    [{ anyOf: [{}, {}] }, { anyOf: [{}, {}, {}] }, "anyOf: 2 → 3 alternatives", "output"],
    [{ allOf: [{}] }, { allOf: [{}, {}] }, "allOf: 1 → 2 alternatives", "input"],
    [{ description: "a" }, { description: "b" }, "Description", "none"],
    [{ $defs: { a: { maxItems: 1 } } }, { $defs: { a: { maxItems: 2 } } }, "$defs › a › maxItems", "output"],
  ];
  for (const [before, after, what, breaks] of cases) {
    for (const side of ["input", "output"] as const) {
      const mark = breaks === side || breaks === "both" ? "!" : "";
      assert.deepEqual(differences(before, after, side), [what + mark], `${JSON.stringify([before, after])} ${side}`);
    }
  }
});

test("finds no difference in the order of members", () => {
  const changes = listChanges(byName([{ name: "a", title: "A", x: 1 }]), byName([{ x: 1, title: "A", name: "a" }]));
  assert.deepEqual(changes, { added: [], removed: [], changed: new Map() });
  const schema = object({ a: { type: "string", title: "A" } });
  const moved = { required: [], properties: { a: { title: "A", type: "string" } }, type: "object" };
  assert.deepEqual(differences(schema, moved), []);
});

test("compares what a tool promises and declares", () => {
  const tool = (members: object) => ({ name: "a", inputSchema: { type: "object" }, ...members });
  const found = (before: object, after: object) =>
    toolDifferences(tool(before), tool(after)).map(({ what, isBreaking }) => what + (isBreaking ? "!" : ""));
  const readOnly = { annotations: { readOnlyHint: true } };
  assert.deepEqual(found(readOnly, {}), ["No longer read-only!"]);
  assert.deepEqual(found({}, readOnly), ["Now read-only"]);
  assert.deepEqual(found({ description: "Reads" }, { description: "Deletes" }), ["Changed"]);
  assert.deepEqual(found({ outputSchema: {} }, {}), ["Removed!"]);
  assert.deepEqual(found({}, { outputSchema: {} }), ["Added"]);
  const inList = { name: "a", description: "" };
  assert.deepEqual(toolDifferences(inList, tool({ annotations: {}, execution: { taskSupport: "optional" } })), []);
  assert.equal(toolDifferences(inList, tool({ description: "New" })).length, 1);
});

test("names the tools that came and went", () => {
  const changes = listChanges(
    byName([{ name: "a" }, { name: "b" }]),
    byName([{ name: "b", title: "B" }, { name: "constructor" }]),
  );
  assert.deepEqual([changes.added, changes.removed, [...changes.changed.keys()]], [["constructor"], ["a"], ["b"]]);
});

test("survives hostile schemas", () => {
  const deep = (leaf: string, levels = 20_000) =>
    JSON.parse('{"items":'.repeat(levels) + leaf + "}".repeat(levels)) as object;
  assert.ok(differences(deep('{"minimum":1}', 100), deep('{"minimum":2}', 100)).length > 0);
  differences(deep('{"minimum":1}'), deep('{"minimum":2}'));
  const many = (value: number) =>
    object(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { minimum: value }])));
  assert.equal(differences(many(1), many(2)).length, 200);
  const odd = JSON.parse(
    '{"__proto__":{"x":1},"constructor":1,"properties":{"__proto__":{},"toString":{"type":"string"}},"required":{}}',
  ) as object;
  assert.deepEqual(differences({}, odd).sort(), [
    "__proto__ › Property added",
    "__proto__!",
    "constructor!",
    "toString › Property added",
  ]);
  for (const value of [null, 1, "x", [], true]) assert.ok(differences(value, {}).length <= 1);
});

test("two values differ where a member was added, removed or changed, and a text from its first other line", () => {
  const differences = (before: string, after: string) =>
    valueDifferences(readJson(before), readJson(after), ["result"]).map(({ path, what, before, after }) => [
      path.join("/"),
      what,
      before,
      after,
    ]);
  assert.deepEqual(differences('{"a":1,"b":[1,{"c":1.0}],"d":"x"}', '{"d":"x","b":[1,{"c":1.5},null],"e":{}}'), [
    ["result/a", "Removed", "1", undefined],
    ["result/b/Item 2/c", "Changed", "1.0", "1.5"],
    ["result/b/Item 3", "Added", undefined, "null"],
    ["result/e", "Added", undefined, "{}"],
  ]);
  assert.deepEqual(differences('"a\\nb\\nc\\nd"', '"a\\nB\\nd"'), [["result", "Changed from line 2", "b\nc", "B"]]);
  assert.deepEqual(differences('{"a":[]}', '{"a":{}}'), [["result/a", "Changed", "[]", "{}"]]);
  assert.deepEqual(differences('{"a":1,"b":2}', '{ "b": 2, "a": 1 }'), []);
  const long = (value: number) => JSON.stringify(Array.from({ length: 500 }, () => value));
  assert.equal(differences(long(1), long(2)).length, 200);
});
