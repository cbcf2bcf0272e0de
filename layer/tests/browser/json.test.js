// The parts of the script that need no browser: reading, writing and editing JSON, schema shapes, shell quoting.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { hostileStrings } from "./fixtures/hostile.js";

const folder = new URL("../../ui/", import.meta.url);
const sections = ["scheduling", "json-read", "json-write", "json-edit", "schema-shape", "form-values", "snippets", "groups"];
const source = sections.map((name) => readFileSync(new URL(`${name}.js`, folder), "utf8")).join("\n");
const exported = ["readJson", "finish", "decodingString", "rawOf", "prettyJson", "compactJson", "valueOf", "memberOf", "nodeAt", "pathOf", "replaceValue", "addMember", "addItem", "removeChild", "swapItems", "renameMember", "shapeOf", "freshValue", "prefill", "curlSnippet", "javascriptSnippet", "pythonSnippet", "jsonRpcSnippet", "groupTools"];
const ui = new Function("location", `${source}\nreturn { ${exported.join(", ")} };`)({ pathname: "/explorer" });

function sectionsIn(subfolder) {
  return readdirSync(new URL(subfolder, folder)).filter((name) => /\.(js|css)$/.test(name)).map((name) => subfolder + name);
}

test("sections are short, and can be joined without indentation and comments", () => {
  const listed = readFileSync(new URL("sections.txt", folder), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  assert.deepEqual([...listed].sort(), ["", "apps/"].flatMap(sectionsIn).sort());
  for (const name of listed) {
    const lines = readFileSync(new URL(name, folder), "utf8").split("\n");
    assert.ok(lines.length <= 250, `${name}: ${lines.length} lines`);
    for (const line of lines) assert.equal(line.split("`").length % 2, 1, `${name}: ${line}`);
  }
});

test("accepts and rejects the same texts as JSON.parse", () => {
  const good = ["{}", "[]", "null", "-0", "1e5", "1.50", '""', '"\\u00e9\\n"', ' [ 1 , {"a" : [ ] } ] ', '{"a":1,"a":2}', '"\u2028"', '{"__proto__":1}', "\t1\r\n"];
  for (const text of good) assert.deepEqual(JSON.parse(ui.compactJson(ui.readJson(text))), JSON.parse(text), text);
  const bad = ["", " ", "{", "[1,]", "{,}", '{"a"}', "01", "1.", ".5", "+1", "nul", "truex", '"\t"', '"\\x"', '"\\u12"', '"', "'a'", "[1 2]", '{"a":1 "b":2}', "1 2", "]", '{"a":}', "\u00a01", "\ufeff1"];
  for (const text of bad) {
    assert.throws(() => JSON.parse(text), text);
    assert.throws(() => ui.readJson(text), { name: "Error" }, text);
  }
});

test("preserves digits, escapes, order and repeated keys", () => {
  const text = '{"b":12345678901234567890,"a":1.0,"a":-0E+2,"é\\u0000":"\\ud800\\/"}';
  assert.equal(ui.compactJson(ui.readJson(ui.prettyJson(ui.readJson(text)))), text);
});

test("reads and writes any depth", () => {
  const deep = `${"[".repeat(200000)}${"]".repeat(200000)}`;
  assert.equal(ui.compactJson(ui.readJson(deep)), deep);
  assert.ok(ui.prettyJson(ui.readJson(deep)).length < 50e6);
});

test("decodes long strings in pieces, wherever they are split", () => {
  const text = ["\\", '"', "\n", "\u0001", "a", "\u{1F600}", "\\u0041"].map((part, index) => part.repeat(100003 + index)).join("");
  for (const shift of [0, 1, 2, 3, 4, 5]) {
    const raw = JSON.stringify("x".repeat(shift) + text);
    assert.equal(ui.finish(ui.decodingString(ui.readJson(raw))), JSON.parse(raw));
  }
});

test("edits one part and nothing else", () => {
  const text = '{ "a" : [1,  2,3] ,\n   "b":{}, "a~/": null }';
  const root = ui.readJson(text);
  assert.equal(ui.replaceValue(ui.nodeAt(root, ["a", 1]), "9"), text.replace("2", "9"));
  assert.equal(ui.replaceValue(ui.nodeAt(root, ui.pathOf("/a~0~1")), "{}"), text.replace("null", "{}"));
  assert.equal(ui.removeChild(ui.valueOf(root, "a"), 0), text.replace("1,  2", "  2"));
  assert.equal(ui.removeChild(ui.valueOf(root, "a"), 2), text.replace(",3", ""));
  assert.equal(ui.swapItems(ui.valueOf(root, "a"), 2, 0), text.replace("1,  2,3", "3,  2,1"));
  assert.equal(ui.renameMember(root, 1, "c\""), text.replace('"b"', '"c\\""'));
  for (const result of [ui.removeChild(root, 0), ui.removeChild(root, 1), ui.removeChild(root, 2), ui.addMember(root, "n", "[\n  1\n]"), ui.addItem(ui.valueOf(root, "a"), "4"), ui.addMember(ui.valueOf(root, "b"), "x", "1")]) JSON.parse(result);
  assert.equal(ui.addMember(ui.readJson('{\n    "a": 1\n}'), "b", "2"), '{\n    "a": 1,\n    "b": 2\n}');
  assert.equal(ui.addMember(ui.readJson("{}"), "b", "2"), '{\n  "b": 2\n}');
  assert.equal(ui.removeChild(ui.readJson('[\n  1\n]'), 0), "[]");
});

test("prefills exactly the required keys", () => {
  const prefill = (schema) => ui.prefill(ui.readJson(JSON.stringify(schema)));
  assert.equal(prefill({ required: ["a", "b", "a"], properties: { a: { default: false }, c: { default: 1 } } }), '{\n  "a": false,\n  "b": null\n}');
  assert.equal(prefill({ required: ["hasOwnProperty", "constructor"], properties: {} }), '{\n  "hasOwnProperty": null,\n  "constructor": null\n}');
  assert.equal(prefill({ required: "a" }), "{}");
  assert.equal(ui.prefill(ui.readJson("false")), "{}");
});

test("merges references and combinations into a shape, including cycles", () => {
  const shape = (schema) => ui.shapeOf([ui.readJson(JSON.stringify(schema))], ui.readJson(JSON.stringify(schema)));
  assert.deepEqual(shape({ anyOf: [{ type: "string" }, { type: "null" }] }).types, ["string"]);
  assert.equal(shape({ anyOf: [{ type: "string" }, { type: "null" }] }).nullable, true);
  assert.deepEqual(shape({ type: ["integer", "number"] }).types, ["number"]);
  assert.deepEqual(shape({ type: ["string", "integer"], allOf: [{ type: ["integer", "boolean"] }] }).types, ["integer"]);
  assert.deepEqual(shape({ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a", type: "boolean" } } }).types, ["boolean"]);
  assert.deepEqual(shape({ properties: { "a/b": { type: "string" } }, $ref: "#/properties/a~1b" }).types, ["string"]);
  assert.equal(shape({ $ref: "other.json" }).unresolved, "other.json");
  assert.equal(ui.freshValue(shape({ type: "object", required: ["me"], properties: { me: { $ref: "#" } } })).replace(/\s/g, ""), '{"me":{"me":{"me":{"me":{"me":null}}}}}');
});

test("groups tools by namespace", () => {
  const groups = (...names) => ui.groupTools(names.map((name) => ({ name }))).map(({ name, tools }) => [name, ...tools.map((tool) => tool.name)]);
  assert.deepEqual(groups("a/b", "x", "a/c"), [["", "x"], ["a", "a/b", "a/c"]]);
  assert.deepEqual(groups("a_b", "a_c"), [["", "a_b", "a_c"]]);
  assert.deepEqual(groups("a_b", "a-c", "a_d"), [["a", "a_b", "a-c", "a_d"]]);
  assert.deepEqual(groups("/x", "y/", "__z", "constructor.x"), [["", "/x", "y/", "__z"], ["constructor", "constructor.x"]]);
});

test("snippets preserve every character in shell, JavaScript and Python", { skip: !hasPython() && "no Python here" }, () => {
  const body = JSON.stringify(Object.fromEntries(hostileStrings.map((string, index) => [`k${index}`, string.toWellFormed()])));
  const call = { name: "a'b", url: "http://127.0.0.1/x", body, headers: [["x-a", "it's $HOME `id` \\ \"!\""]] };
  const shell = ui.curlSnippet(call).replace(/^curl /, "printf '%s\\0' ");
  const words = execFileSync("sh", ["-c", shell]).toString().split("\0");
  assert.ok(words.includes(body) && words.includes("x-a: it's $HOME `id` \\ \"!\""));
  const python = ui.pythonSnippet(call).split("\ntry:")[0].replace(/^from .*$/gm, "");
  assert.equal(execFileSync("python3", ["-c", `${python}\nimport sys; sys.stdout.buffer.write(data)`]).toString(), body);
  const sent = {};
  new Function("fetch", "console", `return (async () => { ${ui.javascriptSnippet(call)} })()`)((url, options) => (Object.assign(sent, options), { text: () => "" }), { log() {} });
  assert.equal(sent.body, body);
  assert.deepEqual(JSON.parse(ui.jsonRpcSnippet(call)).params, { name: "a'b", arguments: JSON.parse(body) });
});

function hasPython() {
  try {
    return Boolean(execFileSync("python3", ["--version"]));
  } catch {
    return false;
  }
}
