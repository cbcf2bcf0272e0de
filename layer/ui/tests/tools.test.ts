// The list of tools without its view: groups, filter, rows; and the metadata of tools.
import assert from "node:assert/strict";
import { test } from "node:test";
import { declaredApp } from "../src/tools/declared-app";
import { excerpt, matchesWords, partsOf, wordsOf } from "../src/tools/filter";
import { groupTools } from "../src/tools/groups";
import { hintsOf, isReadOnly } from "../src/tools/hints";
import { search, searchableOf } from "../src/tools/search";
import { titleOf } from "../src/tools/title";
import { revealed } from "../src/dom/scroll";
import { layOut, itemOf, rowOf, shownRows } from "../src/tools/rows";

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
  const order = { name: "orders/create", title: "New Order", description: "Writes a good one", extra: 1 };
  const haystack = searchableOf(order).all;
  assert.ok(matchesWords(haystack, wordsOf(" GOOD  orders ")));
  assert.ok(matchesWords(haystack, []));
  assert.ok(!matchesWords(haystack, wordsOf("good other")));
});

test("a word in the name counts before one in the title, and that before one in the description", () => {
  const items = [
    { name: "a", description: "Reads files" },
    { name: "b", title: "Read" },
    { name: "unread" },
    { name: "files/read" },
    { name: "read_all" },
    { name: "read" },
  ];
  const names = (query: string) => search(items, (item) => searchableOf(item), query).items.map(({ name }) => name);
  assert.deepEqual(names("read"), ["read", "read_all", "files/read", "unread", "b", "a"]);
  assert.deepEqual(names("READ files"), ["files/read", "a"]);
  assert.equal(names("").length, items.length);
});

test("without a match, words with one typo are found", () => {
  const items = ["search_orders", "getWeatherNow", "list.files", "z"].map((name) => ({
    name,
    title: name === "z" ? "Größe messen" : "",
  }));
  const close = (query: string) => search(items, (item) => searchableOf(item), query);
  for (const [typo, name] of [
    ["serach", "search_orders"],
    ["saerch", "search_orders"],
    ["seerch", "search_orders"],
    ["serch", "search_orders"],
    ["searrch", "search_orders"],
    ["search odrers", "search_orders"],
    ["waether", "getWeatherNow"],
    ["fiels", "list.files"],
    ["grösse", ""],
    ["messsen", "z"],
    [".*", ""],
    ["(((((", ""],
    ["xyz", ""],
  ]) {
    const { items: found, isClose } = close(typo!);
    assert.deepEqual(
      found.map((item) => item.name),
      name ? [name] : [],
      typo,
    );
    assert.equal(isClose, name !== "", typo);
  }
  assert.equal(close("search").isClose, false);
});

test("a word that is too long for a typo has to be right", () => {
  const found = (length: number) => {
    const name = "a".repeat(length);
    return search([{ name }], (item) => searchableOf(item), `x${"a".repeat(length - 1)}`).items.length;
  };
  assert.deepEqual([found(30), found(31)], [1, 0]);
});

test("a title that repeats the name is not shown, unless it is too long to be compared", () => {
  const title = (length: number) => titleOf({ name: "a".repeat(length), title: "a".repeat(length) })?.length;
  assert.deepEqual([title(200), title(201)], [undefined, 201]);
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
  const { text, isCut } = excerpt(description, ["needle"]);
  assert.ok(isCut && text.includes("needle and more") && !text.includes("…"), text);
  assert.ok(excerpt(description, []).text.startsWith("word word"));
  assert.ok(!excerpt(description, []).isCut);
  assert.equal(excerpt("Finds **all** of `it`", []).text, "Finds all of it");
});

const tools = ["a/x", "a/y", "b/z"].map((name) => ({ name }));
const offers = ["file:///a", "a/x"].map((id) => ({ kind: "resource", id, definition: {} }) as const);

function layout(...closed: string[]): ReturnType<typeof layOut> {
  return layOut({
    groups: groupTools(tools.slice(0, 2)),
    sections: [{ kind: "resource", name: "a", offers }],
    closed: new Set(closed),
    rem: 10,
  });
}

test("lays out the tools and offers under their groups", () => {
  const { rows, matches, height } = layout();
  assert.deepEqual(
    rows.map((row) => itemOf(row)?.id ?? (row.kind === "group" && `[${row.name}]`)),
    ["[a]", "a/x", "a/y", "[a]", "file:///a", "a/x"],
  );
  assert.equal(matches, 4);
  assert.equal(height, (rows.at(-1)?.top ?? 0) + 32.5);
  assert.equal(rowOf(rows, { kind: "tool", id: "a/y" }), 2);
  assert.equal(rowOf(rows, { kind: "resource", id: "a/x" }), 5);
  assert.equal(rowOf(rows, { kind: "tool", id: "b/z" }), -1);
});

test("a closed group counts its tools, but does not show them", () => {
  const { rows, matches } = layout("a");
  // The offers have the same title, but are another group.
  assert.deepEqual([rows.length, matches], [4, 4]);
});

test("shows few of many rows, and the one that has the focus", () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({ name: `tool${index}` }));
  const { rows } = layOut({
    groups: [{ name: "", tools: many }],
    sections: [],
    closed: new Set(),
    rem: 16,
  });
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
    ["Read-only", "Destructive"],
  );
});

test("hints that mean nothing for a read-only tool are left out", () => {
  const words = (readOnlyHint: boolean) => {
    const annotations = { readOnlyHint, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    return hintsOf({ annotations }).map((hint) => hint.word);
  };
  assert.deepEqual(words(true), ["Read-only", "Closed-world"]);
  assert.deepEqual(words(false), ["Additive", "Idempotent", "Closed-world"]);
});

test("a title that repeats the name is left out", () => {
  const repeated = [
    ["get-sum", "Get Sum Tool"],
    ["weather/forecast", "Forecast"],
    ["getUser", "get user"],
    ["größe", "Größe"],
    ["echo", "  "],
  ];
  for (const [name, title] of repeated) assert.equal(titleOf({ name, title }), undefined, title);
  const telling = [
    ["get-env", "Print Environment"],
    ["tool", "Tools for all"],
    ["x", "工具"],
    ["x", "🔥"],
  ];
  for (const [name, title] of telling) assert.equal(titleOf({ name, title }), title);
  assert.equal(titleOf({ name: "x", title: 5 }), undefined);
  assert.equal(titleOf({ name: { toString: 0 }, title: "X" }), "X");
});
