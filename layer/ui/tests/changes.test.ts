// The changes between two lists of tools, and their effect on clients.
import { draw, texts } from "./dom";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { h } from "preact";
import { valueDifferences } from "../src/changes/value-differences";
import { readJson } from "../src/json/read";
import { DifferenceList } from "../src/changes/differences-view";
import { HomeChanges } from "../src/changes/home-changes";
import { byName } from "../src/changes/list";
import { listChanges } from "../src/changes/list-changes";
import { readSeen, rememberSeen } from "../src/changes/memory";
import { changes } from "../src/changes/model";
import { schemaDifferences } from "../src/changes/schema-differences";
import { viewOf } from "../src/changes/schema-view";
import { toolDifferences } from "../src/changes/tool-differences";
import type { Side } from "../src/changes/difference";
import type { Tool } from "../src/protocol/tools";

// The differences as texts, with an exclamation mark for those that break clients.
function differences(before: unknown, after: unknown, side: Side = "input"): string[] {
  return schemaDifferences(before, after, side, []).map(
    ({ path, what, isBreaking }) => `${[...path, what].join(" › ")}${isBreaking ? "!" : ""}`,
  );
}

const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });

interface Case {
  readonly kind: string;
  readonly before: Tool | null;
  readonly after: Tool | null;
  readonly differences: readonly { readonly path: string[]; readonly what: string; readonly impact: string }[];
}

test("finds what the layer finds, with the same effect on clients", () => {
  const path = "../tests/definitions/differences.json";
  const cases = (JSON.parse(readFileSync(path, "utf8")) as Case[]).filter(({ kind }) => kind === "tool");
  assert.ok(cases.length > 50);
  for (const { before, after, differences } of cases) {
    if (!before || !after) continue;
    const found = toolDifferences(before, after).map(({ path, what, isBreaking }) =>
      [...path, what, isBreaking].join(" › "),
    );
    const expected = differences.map(({ path, what, impact }) => [...path, what, impact === "breaking"].join(" › "));
    assert.deepEqual(found.sort(), expected.sort(), JSON.stringify([before, after]));
  }
});

test("finds no difference in the order of members", () => {
  const changes = listChanges(byName([{ name: "a", title: "A", x: 1 }]), byName([{ x: 1, title: "A", name: "a" }]));
  assert.deepEqual(changes, { added: [], removed: [], changed: new Map() });
  const schema = object({ a: { type: "string", title: "A" } });
  const moved = { required: [], properties: { a: { title: "A", type: "string" } }, type: "object" };
  assert.deepEqual(differences(schema, moved), []);
});

test("compares what the explorer's list has with a whole definition", () => {
  const listed = { name: "a", description: "" };
  const whole = { name: "a", inputSchema: { type: "object" }, annotations: {}, execution: { taskSupport: "optional" } };
  assert.deepEqual(toolDifferences(listed, whole), []);
  assert.equal(toolDifferences(listed, { ...whole, description: "New" }).length, 1);
});

test("a hint that is not true or false promises nothing", () => {
  const hinted = (readOnlyHint: unknown) => ({ name: "a", annotations: { readOnlyHint } });
  for (const hint of [{ toString: 0 }, ["true"], "true", 1]) {
    const found = toolDifferences(hinted(hint), hinted(true)).map(({ what }) => what);
    assert.deepEqual(found, ["Now read-only"], JSON.stringify(hint));
  }
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

test("values are compared up to a depth, and a changed one is kept up to a length", () => {
  const deep = (leaf: number) => readJson(`${"[".repeat(100)}${leaf}${"]".repeat(100)}`);
  const [difference] = valueDifferences(deep(1), deep(2), []);
  assert.deepEqual([difference?.path.length, difference?.after], [41, `${"[".repeat(59)}2${"]".repeat(59)}`]);
  const [added] = valueDifferences(undefined, readJson(JSON.stringify("x".repeat(10_000))), []);
  assert.equal(added?.after, `${"x".repeat(4000)}…`);
});

test("references that follow each other are resolved up to a number", () => {
  const chain = Array.from({ length: 12 }, (_, link) => [`a${link}`, { $ref: `#/$defs/a${link + 1}` }] as const);
  const document = { $defs: Object.fromEntries(chain) };
  assert.deepEqual(viewOf({ $ref: "#/$defs/a0" }, document).members, { $ref: "#/$defs/a8" });
});

test("a list that is too long is forgotten, and not taken for the earlier one", () => {
  const remembered = (length: number) => {
    rememberSeen({ at: 1, origin: "o", tools: byName([{ name: "a", description: "x".repeat(length) }]) });
    return readSeen()?.tools.size;
  };
  assert.equal(remembered(900_000), 1);
  assert.equal(remembered(1_100_000), undefined);
});

test("the names and paths of changes are cut", () => {
  const difference = { path: ["p".repeat(5000)], what: "Changed", isBreaking: false };
  const list = draw(h("div", null, h(DifferenceList, { differences: [difference] })));
  assert.deepEqual(texts(list, ".difference bdi"), [`${"p".repeat(200)}…`]);
  changes.value = { ...changes.value, added: ["n".repeat(5000)] };
  assert.deepEqual(texts(draw(h(HomeChanges, {})), "li bdi"), [`${"n".repeat(100)}…`]);
});
