// The parts of a result: rows in order, CSV without formulas, paths, verdicts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { itemsOf } from "../src/json/node";
import { accessorOf } from "../src/json/path";
import { readJson } from "../src/json/read";
import { violationsOf } from "../src/protocol/violations";
import { textOfBlob } from "../src/results/text-blob";
import { csvOf, withoutFormula } from "../src/text/csv";
import { isAppType, isHtmlType, isTextType } from "../src/text/mime-type";
import { type Sorting, arrangedRows, cellText, columnsOf, tableRows } from "../src/viewer/table-rows";

test("a cell cannot be a formula, and a number stays a number", () => {
  for (const text of ["=1+1", "+cmd", "@SUM(A1)", "-2+3", "\t=1", "\r=1", " =1", "＝1", "-1e"]) {
    assert.equal(withoutFormula(text), `'${text}`);
  }
  for (const text of ["-2", "-2.5e3", "a=b", "", "plain"]) assert.equal(withoutFormula(text), text);
});

test("cells are quoted as RFC 4180 says", () => {
  const rows = [
    ["a,b", 'say "x"', "two\nlines"],
    ["", " padded ", "plain"],
  ];
  assert.equal(csvOf(rows), '"a,b","say ""x""","two\nlines"\r\n," padded ",plain\r\n');
});

const rows = itemsOf(readJson('[{"n":10,"s":"b10"},{"n":9,"s":"b9"},{"s":"A"},{"n":null,"s":"é"},{"n":-1}]'));
const arranged = (filter: string, sorting?: Sorting) =>
  arrangedRows(rows, filter, sorting).map((row) => rows.indexOf(row));

test("rows are sorted by number or by name, with absent values at the end", () => {
  assert.deepEqual(arranged("", { column: "n", direction: "ascending" }), [4, 1, 0, 2, 3]);
  assert.deepEqual(arranged("", { column: "n", direction: "descending" }), [0, 1, 4, 2, 3]);
  assert.deepEqual(arranged("", { column: "s", direction: "ascending" }), [2, 1, 0, 3, 4]);
  assert.deepEqual(arranged(""), [0, 1, 2, 3, 4]);
});

test("rows are filtered by any of their values, ignoring case", () => {
  assert.deepEqual(arranged("B1"), [0]);
  assert.deepEqual(arranged(" 9 "), [1]);
  assert.deepEqual(arranged("nothing"), []);
  assert.equal(cellText(readJson('{"a": [1,  2]}')), '{"a": [1,  2]}');
});

test("a list of similar objects is a table, wherever it is a member", () => {
  assert.equal(tableRows(readJson('{"result":[{"a":1},{"a":2}]}'))?.list.items.length, 2);
  const besides = tableRows(readJson('{"next":null,"orders":[{"a":1},{"a":2}],"big":{"b":1}}'));
  assert.equal(besides?.name, "orders");
  assert.deepEqual(
    besides.others.map(({ key }) => key),
    ["next", "big"],
  );
  assert.deepEqual(tableRows(readJson('[{"a":1},{"a":2}]'))?.others, []);
  for (const text of ["[1,2]", '[{"a":1}]', '[{"a":1},{"b":2},{"c":3}]', '"text"']) {
    assert.equal(tableRows(readJson(text)), undefined, text);
  }
});

test("a table has few columns, which the keys of its first rows are", () => {
  const row = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
  const list = (...rows: readonly object[]) => readJson(JSON.stringify(rows));
  assert.ok(tableRows(list(row(30), row(30))));
  assert.equal(tableRows(list(row(31), row(31))), undefined);
  const late = Array.from({ length: 100 }, (_, index) => ({
    a: 1,
    ...(index === 49 && { b: 2 }),
    ...(index === 50 && { c: 3 }),
  }));
  assert.deepEqual(columnsOf(list(...late)), ["a", "b"]);
});

test("a path is written as programs write it", () => {
  assert.equal(accessorOf(["rows", 0, "name"]), "rows[0].name");
  assert.equal(accessorOf([2, "a b", "né", ""]), '[2]["a b"].né[""]');
  assert.equal(accessorOf([]), "");
});

test("a verdict lists its errors, and anything else is none", () => {
  assert.deepEqual(violationsOf(readJson('{"valid":true}')), []);
  assert.deepEqual(
    violationsOf(readJson('{"valid":false,"errors":[{"path":"/a","message":"m","keyword":"type"},7]}')),
    [
      { path: "/a", message: "m", keyword: "type", missing: undefined },
      { path: "", message: "7", keyword: undefined, missing: undefined },
    ],
  );
  assert.equal(violationsOf(readJson('{"error":"x"}')), undefined);
});

test("a type is that of HTML or of text whatever its parameters, case and spaces", () => {
  for (const type of ["text/html", "TEXT/HTML;charset=x", " text/html ;x", "text/html+mcp", "text/html+skybridge"]) {
    assert.deepEqual([isHtmlType(type), isAppType(type)], [true, false], type);
  }
  for (const type of ["text/html;profile=mcp-app", 'Text/HTML; profile = "mcp-app"']) assert.ok(isAppType(type), type);
  for (const type of [
    "text/htmlx",
    "text/html\0",
    "x text/html",
    "application/xhtml+xml",
    "",
    undefined,
    ["text/html"],
  ]) {
    assert.equal(isHtmlType(type), false, String(type));
  }
  for (const type of ["text/csv; charset=utf-8", "application/json", "application/problem+json", "text/html"]) {
    assert.ok(isTextType(type), type);
  }
  for (const type of ["application/jsonx", "application/x/json", "text/", "image/svg+xml", undefined]) {
    assert.equal(isTextType(type), false, String(type));
  }
});

test("a blob is decoded only if it is base64 and UTF-8, and keeps its byte order mark", () => {
  assert.deepEqual(textOfBlob("w7g="), { text: "ø" });
  assert.deepEqual(textOfBlob("77u/YQ=="), { text: "\ufeffa" });
  for (const [blob, problem] of [
    ["6Q==", /not UTF-8/],
    ["no base64!", /not base64/],
  ] as const) {
    const decoded = textOfBlob(blob);
    assert.match("problem" in decoded ? decoded.problem : "", problem);
  }
});
