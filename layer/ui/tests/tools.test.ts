// The list of tools without its view: groups, filter, rows; and the metadata of tools.
import assert from "node:assert/strict";
import { test } from "node:test";
import { declaredApp } from "../src/tools/declared-app";
import { excerpt, haystackOf, matchesWords, partsOf, wordsOf } from "../src/tools/filter";
import { groupTools } from "../src/tools/groups";
import { hintsOf, isReadOnly } from "../src/tools/hints";
import { layOut, revealed, rowOfTool, shownRows } from "../src/tools/rows";

function groups(...names: string[]): string[][] {
  const tools = names.map((name) => ({ name }));
  return groupTools(tools).map((group) => [group.name, ...group.tools.map((tool) => tool.name)]);
}

test("groups tools by namespace", () => {
  assert.deepEqual(groups("a/b", "x", "a/c"), [
    ["", "x"],
    ["a", "a/b", "a/c"],
  ]);
  assert.deepEqual(groups("a_b", "a_c"), [["", "a_b", "a_c"]]);
  assert.deepEqual(groups("a_b", "a-c", "a_d"), [["a", "a_b", "a-c", "a_d"]]);
  assert.deepEqual(groups("/x", "y/", "__z", "constructor.x"), [
    ["", "/x", "y/", "__z"],
    ["constructor", "constructor.x"],
  ]);
});

test("filters by words in any order, in name, title and description", () => {
  const haystack = haystackOf({
    name: "orders/create",
    title: "New Order",
    description: "Writes a good one",
    extra: 1,
  });
  assert.ok(matchesWords(haystack, wordsOf(" GOOD  orders ")));
  assert.ok(matchesWords(haystack, []));
  assert.ok(!matchesWords(haystack, wordsOf("good other")));
});

test("marks matches literally, and loses no character", () => {
  const parts = partsOf("a.b A.B axb", ["a.b"]);
  assert.deepEqual(
    parts.filter((part) => part.isMatch).map((part) => part.text),
    ["a.b", "A.B"],
  );
  assert.equal(parts.map((part) => part.text).join(""), "a.b A.B axb");
});

test("an excerpt begins near the first match", () => {
  const description = `${"word ".repeat(30)}needle\n and more`;
  assert.ok(excerpt(description, ["needle"]).startsWith("…"));
  assert.ok(excerpt(description, ["needle"]).includes("needle and more"));
  assert.ok(excerpt(description, []).startsWith("word word"));
});

const tools = ["a/x", "a/y", "b/z"].map((name) => ({ name }));

function layout(isClosed: (group: string) => boolean = () => false): ReturnType<typeof layOut> {
  return layOut({ groups: groupTools(tools), isMatch: (tool) => tool.name !== "b/z", isClosed, rem: 10 });
}

test("lays out the matching tools under their groups", () => {
  const { rows, matches, height } = layout();
  assert.deepEqual(
    rows.map((row) => (row.kind === "tool" ? row.tool.name : `[${row.name}]`)),
    ["[a]", "a/x", "a/y"],
  );
  assert.equal(matches, 2);
  assert.equal(height, (rows.at(-1)?.top ?? 0) + 32.5);
  assert.equal(rowOfTool(rows, "a/y"), 2);
  assert.equal(rowOfTool(rows, "b/z"), -1);
});

test("a closed group counts its tools, but does not show them", () => {
  const { rows, matches } = layout((group) => group === "a");
  assert.deepEqual([rows.length, matches], [1, 2]);
});

test("shows few of many rows, and the one that has the focus", () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({ name: `tool${index}` }));
  const { rows } = layOut({ groups: [{ name: "", tools: many }], isMatch: () => true, isClosed: () => false, rem: 16 });
  const shown = shownRows(rows, { top: 26000, height: 520 }, 0);
  assert.ok(shown.length < 25);
  assert.equal(shown[0], 0);
  assert.ok(shown.includes(500) && shown.includes(510));
  assert.deepEqual(shownRows([], { top: 0, height: 100 }, -1), []);
});

test("a row is revealed by the shortest way", () => {
  const row = { kind: "tool", tool: { name: "a" }, prefix: "", top: 100, height: 50 } as const;
  assert.equal(revealed(row, { top: 120, height: 200 }), 100);
  assert.equal(revealed(row, { top: 0, height: 120 }), 30);
  assert.equal(revealed(row, { top: 50, height: 200 }), 50);
});

test("an app is declared by its current or an older name", () => {
  assert.equal(declaredApp({ name: "plain" }), undefined);
  assert.deepEqual(declaredApp({ _meta: { ui: { resourceUri: "ui://a" } } }), {
    uri: "ui://a",
    warnings: [],
    problem: undefined,
  });
  const older = declaredApp({ _meta: { "ui/resourceUri": "ui://b" } });
  assert.equal(older?.uri, "ui://b");
  assert.match(older.warnings[0] ?? "", /older name/);
  assert.match(declaredApp({ _meta: { ui: { resourceUri: "https://x" } } })?.problem ?? "", /not a ui:\/\/ URI/);
  assert.equal(declaredApp({ _meta: { "openai/outputTemplate": "other" } }), undefined);
});

test("of contradicting hints, the stricter one wins", () => {
  const annotations = { readOnlyHint: true, destructiveHint: true };
  assert.equal(isReadOnly(annotations), false);
  assert.equal(isReadOnly({ readOnlyHint: true }), true);
  assert.equal(isReadOnly({ readOnlyHint: "true" }), false);
  assert.deepEqual(
    hintsOf({ annotations }).map((hint) => hint.word),
    ["read-only", "destructive"],
  );
});
