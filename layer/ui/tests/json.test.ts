// Reading, writing and editing JSON.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addItem, addMember, removeChild, renameMember, replaceValue, swapItems } from "../src/json/edit";
import { type ArrayNode, type ObjectNode, numberAt, valueOf } from "../src/json/node";
import { nodeAt, pathOf } from "../src/json/path";
import { asText, jsonExcerpt } from "../src/json/plain";
import { readJson, tryReadJson } from "../src/json/read";
import { decodingString } from "../src/json/string";
import { compactJson, prettyJson } from "../src/json/write";
import { finish } from "../src/scheduling/slices";

const GOOD = [
  ...'{}|[]|null|-0|1e5|1.50|""|{"a":1,"a":2}|"\u2028"|{"__proto__":1}'.split("|"),
  '"\\u00e9\\n"',
  ' [ 1 , {"a" : [ ] } ] ',
  "\t1\r\n",
];
const BAD = [
  ...' |{|[1,]|{,}|{"a"}|01|1.|.5|+1|nul|truex|"|\'a\'|[1 2]|{"a":1 "b":2}|1 2|]|{"a":}|\u00a01|\ufeff1'.split("|"),
  "",
  '"\t"',
  '"\\x"',
  '"\\u12"',
];

test("accepts and rejects the same texts as JSON.parse", () => {
  for (const text of GOOD) assert.deepEqual(JSON.parse(compactJson(readJson(text))), JSON.parse(text), text);
  for (const text of BAD) {
    assert.throws(() => JSON.parse(text) as unknown, text);
    assert.throws(() => readJson(text), { name: "Error" }, text);
    assert.equal(tryReadJson(text), undefined);
  }
});

test("an error names the line and the column", () => {
  assert.throws(() => readJson('{\n  "a": x\n}'), { message: 'Expected a value, found "x" at line 2, column 8' });
});

test("preserves digits, escapes, order and repeated keys", () => {
  const text = '{"b":12345678901234567890,"a":1.0,"a":-0E+2,"é\\u0000":"\\ud800\\/"}';
  assert.equal(compactJson(readJson(prettyJson(readJson(text)))), text);
});

test("of a repeated key, the last member counts, in small and large objects", () => {
  for (const others of [0, 7, 8, 100]) {
    const members = Array.from({ length: others }, (_, index) => `"k${index}":0,`).join("");
    const object = readJson(`{"a":1,${members}"a":2}`);
    assert.deepEqual([numberAt(object, "a"), numberAt(object, "b")], [2, undefined]);
  }
});

test("reads and writes any depth", () => {
  const deep = `${"[".repeat(200000)}${"]".repeat(200000)}`;
  assert.equal(compactJson(readJson(deep)), deep);
  assert.ok(prettyJson(readJson(deep)).length < 50e6);
});

test("decodes long strings in pieces, wherever they are split", () => {
  const parts = ["\\", '"', "\n", "\u0001", "a", "\u{1F600}", "\\u0041"];
  const text = parts.map((part, index) => part.repeat(100003 + index)).join("");
  for (const shift of [0, 1, 2, 3, 4, 5]) {
    const raw = JSON.stringify("x".repeat(shift) + text);
    const node = readJson(raw);
    assert.ok(node.type === "string");
    assert.equal(finish(decodingString(node)), JSON.parse(raw));
  }
});

function object(node: unknown): ObjectNode {
  return node as ObjectNode;
}

function array(node: unknown): ArrayNode {
  return node as ArrayNode;
}

test("edits one part and nothing else", () => {
  const text = '{ "a" : [1,  2,3] ,\n   "b":{}, "a~/": null }';
  const root = object(readJson(text));
  const [a, b] = [array(valueOf(root, "a")), object(valueOf(root, "b"))];
  const second = nodeAt(root, ["a", 1]);
  const escaped = nodeAt(root, pathOf("/a~0~1"));
  assert.ok(second && escaped);
  assert.equal(replaceValue(second, "9"), text.replace("2", "9"));
  assert.equal(replaceValue(escaped, "{}"), text.replace("null", "{}"));
  assert.equal(removeChild(a, 0), text.replace("1,  2", "  2"));
  assert.equal(removeChild(a, 2), text.replace(",3", ""));
  assert.equal(swapItems(a, 2, 0), text.replace("1,  2,3", "3,  2,1"));
  assert.equal(renameMember(root, 1, 'c"'), text.replace('"b"', '"c\\""'));
  const removed = [0, 1, 2].map((index) => removeChild(root, index));
  for (const result of [...removed, addMember(root, "n", "[\n  1\n]"), addItem(a, "4"), addMember(b, "x", "1")]) {
    assert.ok(tryReadJson(result), result);
  }
});

test("a step into a list is an index as JSON pointers write it", () => {
  const root = readJson("[[7],8]");
  assert.equal(nodeAt(root, pathOf("/0/0")), nodeAt(root, [0, 0]));
  for (const pointer of ["/", "/00", "/ 0", "/1e0", "/0/", "/-", "/-1"])
    assert.equal(nodeAt(root, pathOf(pointer)), undefined, pointer);
});

test("what is added is indented like its neighbours", () => {
  const added = addMember(object(readJson('{\n    "a": 1\n}')), "b", "2");
  assert.equal(added, '{\n    "a": 1,\n    "b": 2\n}');
  assert.equal(addMember(object(readJson("{}")), "b", "2"), '{\n  "b": 2\n}');
  assert.equal(removeChild(array(readJson("[\n  1\n]")), 0), "[]");
});

test("a member is added at its place in an order", () => {
  const order = ["a", "b", "c", "d"];
  const added = (text: string, key: string) => addMember(object(readJson(text)), key, "0", order);
  assert.equal(added('{"b": 1, "d": 2}', "c"), '{"b": 1, "c": 0, "d": 2}');
  assert.equal(added('{\n  "b": 1\n}', "a"), '{\n  "a": 0,\n  "b": 1\n}');
  assert.equal(added('{\n  "b": 1,\n  "x": 2\n}', "c"), '{\n  "b": 1,\n  "c": 0,\n  "x": 2\n}');
  assert.equal(added('{\n  "x": 1\n}', "d"), '{\n  "d": 0,\n  "x": 1\n}');
  assert.equal(added('{\n  "x": 1\n}', "other"), '{\n  "x": 1,\n  "other": 0\n}');
  assert.equal(added("{}", "b"), '{\n  "b": 0\n}');
});

test("an excerpt is short, however large, deep or cyclic the value is", () => {
  const cyclic: Record<string, unknown> = { a: 1 };
  cyclic["self"] = cyclic;
  for (const value of [cyclic, "x".repeat(1e6), Array.from({ length: 1e5 }, () => 1)]) {
    assert.ok(jsonExcerpt(value).length <= 12001);
  }
  assert.equal(jsonExcerpt({ a: [1, "b", null], skipped: undefined }), '{"a":[1,"b",null]}');
  assert.equal(jsonExcerpt([1n, undefined]), "[1,undefined]");
  assert.equal(asText("plain"), "plain");
});

test("an excerpt of a deep value ends at a depth", () => {
  const deep: unknown = JSON.parse("[".repeat(100) + "]".repeat(100));
  assert.equal(jsonExcerpt(deep), `${"[".repeat(31)}…${"]".repeat(31)}`);
});
