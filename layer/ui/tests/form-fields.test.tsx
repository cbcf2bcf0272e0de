// The fields of forms, and the JSON that they write: kinds of values, states, names, and schemas of any size.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, button, drawn, press, texts, type } from "./dom";
import { check, choose, drawArguments, group, input, inputs, nameOf, pressShown } from "./form-support";
import { nodeOf, readJson } from "../src/json/read";

const object = (properties: object, required: readonly string[] = [], rest: object = {}) => ({
  type: "object",
  properties,
  required,
  ...rest,
});
const keyed = (count: number, schema: (index: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema(index)]));
const fieldCount = (view: ParentNode) => all(view, ".field").length;

// The schemas, and the names of the controls.
const ROOTS: Readonly<Record<string, readonly [schema: object, names: readonly string[]]>> = {
  string: [{ type: "string" }, ["Arguments"]],
  number: [{ type: "number" }, ["Arguments"]],
  integer: [{ type: "integer" }, ["Arguments"]],
  array: [{ type: "array", items: { type: "string" } }, ["Arguments"]],
  boolean: [{ type: "boolean" }, ["Arguments"]],
  null: [{ type: "null" }, ["Arguments"]],
  enum: [{ enum: ["red", "green"] }, ["Arguments"]],
  "enum of objects": [{ enum: [{}, { colour: "red" }] }, ["Arguments"]],
  const: [{ const: 7 }, ["Set it"]],
  types: [{ type: ["string", "number"] }, ["Kind", "Value"]],
  variants: [{ oneOf: [{ type: "string" }, { type: "boolean" }] }, ["Kind", "Value"]],
};

for (const [kind, [schema, names]] of Object.entries(ROOTS)) {
  test(`the form of a schema whose root is of the kind “${kind}” has names for its controls`, () => {
    const { view } = drawArguments(nodeOf(schema));
    const form = view.querySelector(".form")!;
    assert.deepEqual(all(form, "input, select, textarea, button").map(nameOf), names);
    for (const described of all(form, "[aria-describedby]")) {
      for (const id of described.getAttribute("aria-describedby")!.split(" "))
        assert.ok(document.getElementById(id), id);
    }
  });
}

test("arguments that are not an object can be entered in the form, and are refused with an explanation", async () => {
  const { view, json } = drawArguments(nodeOf({ type: "string" }));
  const explanations = () => texts(view, ".error").filter(Boolean);
  await type(input(view, "Arguments"), '"text"');
  assert.equal(json.value, '"text"');
  assert.deepEqual(explanations(), ["The arguments must be a JSON object."]);
  await type(input(view, "Arguments"), '{"a": 1.0}');
  assert.equal(json.value, '{"a": 1.0}');
  assert.deepEqual(explanations(), []);
  const chosen = drawArguments(nodeOf({ enum: [{}, { colour: "red" }] }));
  await choose(input(chosen.view, "Arguments"), '{"colour":"red"}');
  assert.deepEqual(chosen.sent(), { colour: "red" });
});

test("empty or blank names are quoted wherever they label a control", async () => {
  const properties = { "": { type: "string" }, " ": { type: "boolean" } };
  const { view, json, sent } = drawArguments(
    nodeOf(object(properties, [""], { additionalProperties: { type: "string" } })),
  );
  await type(json, '{"": "x"}');
  assert.equal(input(view, '""').value, "x");
  await type(input(view, '""'), "y");
  await check(group(view, 'Value of " "'), "true");
  assert.deepEqual(sent(), { "": "y", " ": true });
  const names = all(view, "input, select, textarea, button").map(nameOf);
  assert.ok(
    names.every((name) => name.trim() !== ""),
    names.join(),
  );
  await pressShown(view, 'Clear " "');
  assert.deepEqual(sent(), { "": "y" });
  await type(json, "{}");
  await pressShown(view, '"" is empty');
  assert.equal(json.value, '{\n  "": ""\n}');
});

const ORDER = object(
  {
    customer: { $ref: "#/$defs/person" },
    items: { type: "array", minItems: 1, items: { type: "object" } },
    note: { anyOf: [{ type: "string", maxLength: 500 }, { type: "null" }] },
    account: { type: "integer", default: 4711 },
    priority: { allOf: [{ $ref: "#/$defs/level" }, { default: "normal" }] },
    version: { const: 2 },
    express: { type: "boolean", default: false },
    due: { type: "string", format: "date" },
    weight: { type: ["number", "string", "null"] },
    comments: { $ref: "#/$defs/comment" },
  },
  ["customer", "items", "account", "version"],
  {
    $defs: {
      person: object({ name: { type: "string", minLength: 1 } }, ["name"]),
      level: { type: "string", enum: ["low", "normal", "high"] },
      comment: object({ text: { type: "string" }, replies: { type: "array", items: { $ref: "#/$defs/comment" } } }),
    },
  },
);
// JavaScript's numbers have fewer digits.
const order = () => readJson(JSON.stringify(ORDER).replace("4711", "9007199254740993"));

test("starts with the declared defaults in the schema's order, and with required objects and lists", async () => {
  assert.equal(
    drawArguments(order()).json.value,
    '{\n  "customer": {},\n  "items": [],\n  "account": 9007199254740993,\n  "priority": "normal",\n  "version": 2,\n  "express": false\n}',
  );
  const odd = readJson(
    '{"type":"object","properties":{"__proto__":{"type":"string","default":"p"},"constructor":{"type":"integer","default":0},"hasOwnProperty":{"type":"boolean","default":false},"a/b~c":{"type":"string"}},"required":["__proto__","constructor","hasOwnProperty","a/b~c"]}',
  );
  const { view, json } = drawArguments(odd);
  const prefilled = '{\n  "__proto__": "p",\n  "constructor": 0,\n  "hasOwnProperty": false\n}';
  assert.equal(json.value, prefilled);
  await type(input(view, "a/b~c"), "x");
  assert.equal(json.value, prefilled.replace("\n}", ',\n  "a/b~c": "x"\n}'));
  const wide = nodeOf(object(keyed(60, () => ({ type: "string" }))));
  assert.equal(drawArguments(wide).json.value, "{}");
});

test("values that do not fit the schema are edited as JSON in place", async () => {
  const { view, json } = drawArguments(nodeOf(object({ message: { type: "string" }, times: { type: "integer" } })));
  await type(json, '{"message": {"deep": [1.0]}, "times": 1}');
  assert.equal(input(view, "message").value, '{"deep": [1.0]}');
  assert.match(view.textContent, /the schema expects the type string/);
  await type(input(view, "message"), '{"deep": [2.50]}');
  assert.equal(json.value, '{"message": {"deep": [2.50]}, "times": 1}');
});

test("a text is not sent, empty or null, and its field says which", async () => {
  const { view, json, sent } = drawArguments(order());
  const note = () => input(view, "note");
  const state = () => [note().placeholder, note().value, sent()["note"]];
  assert.deepEqual(state(), ["not sent", "", undefined]);
  await type(note(), "x");
  assert.equal(sent()["note"], "x");
  await type(note(), "");
  assert.deepEqual(state(), ["not sent", "", undefined]);
  await pressShown(view, "note is empty");
  assert.deepEqual(state(), ["empty text", "", ""]);
  assert.equal(button(view, "note is empty").getAttribute("aria-pressed"), "true");
  await pressShown(view, "note is null");
  assert.deepEqual(state(), ["null", "", null]);
  await type(note(), "y");
  assert.match(json.value, /"note": "y"/);
  await pressShown(view, "Clear note");
  assert.deepEqual(state(), ["not sent", "", undefined]);
});

test("a number, a truth value, a choice, a list and an object can be not sent", async () => {
  const { view, json, sent } = drawArguments(order());
  const before = json.value;
  await check(group(view, "Value of express"), "not sent");
  await choose(input(view, "priority"), "not sent");
  assert.deepEqual(["express" in sent(), "priority" in sent()], [false, false]);
  await pressShown(view, "Add comments");
  assert.deepEqual(sent()["comments"], {});
  await pressShown(view, "replies is empty");
  assert.deepEqual(sent()["comments"], { replies: [] });
  await pressShown(view, "Clear replies");
  assert.deepEqual(sent()["comments"], {});
  await pressShown(view, "Clear comments");
  await type(input(view, "account"), "");
  assert.deepEqual(["comments" in sent(), "account" in sent()], [false, false]);
  assert.equal(input(view, "account").placeholder, "9007199254740993");
  await pressShown(view, "Reset");
  assert.equal(json.value, before);
  await choose(input(group(view, "Value of weight"), "Kind"), "string");
  assert.equal("weight" in sent(), false);
  await type(input(view, "Value"), "heavy");
  assert.match(json.value, /"weight": "heavy"/);
});

test("recursive schemas can be opened to any depth", async () => {
  const { view, sent } = drawArguments(order());
  await pressShown(view, "Add comments");
  const innermost = () => all(view, '[aria-label="Value of replies"]').at(-1)!;
  await pressShown(innermost(), "Add item");
  await pressShown(innermost(), "Add item");
  assert.deepEqual(sent()["comments"], { replies: [{ replies: [{}] }] });
});

const CONTROLS = object({
  day: { type: "string", format: "date" },
  hour: { type: "string", format: "time" },
  moment: { type: "string", format: "date-time" },
  mail: { type: "string", format: "email" },
  site: { type: "string", format: "uri" },
  secret: { type: "string", writeOnly: true },
  line: { type: "string", examples: ["one", "two\nlines"] },
  size: { type: "integer", examples: [10, 20], minimum: 5 },
  anything: {},
});

test("dates and times have pickers, which write the formats of JSON Schema", async () => {
  const { view, sent } = drawArguments(nodeOf(CONTROLS));
  assert.equal(input(view, "day").type, "date");
  await type(input(view, "day"), "2026-02-28");
  assert.equal(sent()["day"], "2026-02-28");
  await type(input(view, "hour"), "09:30:00Z");
  assert.equal(sent()["hour"], "09:30:00Z");
  await type(view.querySelector<HTMLInputElement>("input[type=datetime-local]")!, "2026-02-28T09:30");
  const moment = sent()["moment"] as string;
  assert.match(moment, /^2026-02-28T09:30:00(?:Z|[+-]\d\d:\d\d)$/);
  assert.equal(new Date(moment).getTime(), new Date("2026-02-28T09:30").getTime());
  assert.equal(input(view, "moment").value, moment);
  await type(input(view, "moment"), "2026-02-28T09:30:00.25+14:00");
  assert.equal(sent()["moment"], "2026-02-28T09:30:00.25+14:00");
  assert.equal(input(view, "mail").inputMode, "email");
  assert.equal(input(view, "site").inputMode, "url");
  assert.equal(input(view, "secret").type, "password");
});

test("examples are one click away", async () => {
  const { view, json, sent } = drawArguments(nodeOf(CONTROLS));
  await pressShown(view, "Use the example 20");
  await pressShown(view, "Use the example one");
  assert.deepEqual(sent(), { line: "one", size: 20 });
  assert.equal(input(view, "size").value, "20");
  await type(input(view, "anything"), '{"any": [1.0]}');
  assert.match(json.value, /"anything": \{"any": \[1\.0\]\}/);
  const many = drawArguments(nodeOf(object({ n: { type: "integer", examples: Array.from(Array(50).keys()) } }, ["n"])));
  assert.equal(all(many.view, '[aria-label^="Use the example"]').length, 6);
});

test("members are written in the schema's order, whatever the order in which they are filled in", async () => {
  const { view, json, sent } = drawArguments(nodeOf(CONTROLS));
  await type(input(view, "size"), "7");
  await type(input(view, "mail"), "a@b");
  await type(input(view, "line"), "x");
  await type(input(view, "day"), "2026-01-01");
  assert.deepEqual(Object.keys(sent()), ["day", "mail", "line", "size"]);
  await type(json, '{"zebra": 1, "size": 8}');
  await type(input(view, "line"), "y");
  assert.deepEqual(Object.keys(sent()), ["line", "zebra", "size"]);
});

test("optional arguments beyond the first ones are folded, with what is filled in", async () => {
  const optional = keyed(40, (index) => ({ type: "string", ...(index === 30 && { default: "d30" }) }));
  const last = { type: "string", minLength: 2 };
  const { view, json, sent } = drawArguments(nodeOf(object({ ...optional, last }, ["last"])));
  const more = () => view.querySelector("details.more")!;
  const isDrawn = (name: string) => inputs(view, name).length === 1;
  assert.deepEqual(texts(view, "summary"), ["More arguments (28, 1 filled in)"]);
  assert.deepEqual(sent(), { p30: "d30" });
  assert.deepEqual(["p11", "p12", "last"].map(isDrawn), [true, false, true]);
  all(view, "summary")[0]!.click();
  await drawn();
  assert.equal(input(more(), "p30").value, "d30");
  await type(input(more(), "p39"), "x");
  await pressShown(view, "Clear p30");
  assert.equal(input(more(), "p39").value, "x");
  assert.deepEqual(sent(), { p39: "x" });
  await type(json, '{"p38": "y", "p39": "z"}');
  assert.deepEqual(texts(view, "summary"), ["More arguments (28, 2 filled in)"]);
  assert.ok(more().hasAttribute("open"), "the part stays open");
  assert.equal(input(more(), "p39").value, "z");
});

test("a form of 1,000 properties is drawn in pages", async () => {
  const properties = keyed(1000, () => ({ type: "string" }));
  const { view } = drawArguments(nodeOf(object(properties, ["p0", "p999"])));
  await type(input(view, "p999"), "last");
  assert.equal(fieldCount(view), 14);
  assert.deepEqual(texts(view, "summary"), ["More arguments (986)"]);
  all(view, "summary")[0]!.click();
  await drawn();
  await pressShown(view, "Show more (936 left)");
  assert.equal(fieldCount(view), 114);
  const required = drawArguments(nodeOf(object(properties, Object.keys(properties))));
  assert.equal(fieldCount(required.view), 50);
});

test("deep and branching schemas are drawn within bounds", async () => {
  const inner = (levels: number): object =>
    levels === 0
      ? { type: "string", default: "bottom" }
      : object({ inner: inner(levels - 1), text: { type: "string" } }, ["inner", "text"]);
  const deep = drawArguments(nodeOf(object({ inner: inner(20) }, ["inner"])));
  assert.match(deep.json.value, /"inner"/);
  const levels = fieldCount(deep.view);
  assert.ok(levels > 0 && levels < 40, `${levels} fields`);
  const properties = keyed(30, () => ({ $ref: "#" }));
  const branching = drawArguments(nodeOf(object(properties, Object.keys(properties))));
  const count = fieldCount(branching.view);
  assert.ok(count > 30 && count < 1000, `${count} fields`);
  all(branching.view, "summary").at(-1)!.click();
  await drawn();
  const unfolded = fieldCount(branching.view);
  assert.ok(unfolded > count && unfolded < 3000, `${unfolded} fields`);
});

test("of a long list, the first items have fields", async () => {
  const { view, json } = drawArguments(
    nodeOf(object({ list: { type: "array", items: { type: "integer" } } }, ["list"])),
  );
  await type(json, JSON.stringify({ list: Array.from({ length: 250 }, (_, index) => index) }));
  assert.match(view.textContent, /150 more items: edit the JSON to change them\./);
  await press(view, "Show more (50 left)");
  assert.equal(all(view, 'input[inputmode], input[type="number"], input[type="text"]').length, 100);
});

test("of many problems, the first open the parts that they are in", () => {
  const properties = keyed(60, () => object(keyed(20, () => ({ type: "string" }))));
  const { form } = drawArguments(nodeOf(object(properties, Object.keys(properties))));
  const hidden = Object.keys(properties).map((key) => `/${key}/p19`);
  assert.ok(hidden.every((path) => !form.fields.has(path)));
  form.showViolations(hidden.map((path) => ({ path, message: "wrong", keyword: "type" })));
  assert.deepEqual(
    hidden.filter((path) => form.fields.has(path)),
    hidden.slice(0, 20),
  );
});

test("a file that is too large is refused, and a long text of base64 is not shown", async () => {
  const file = { type: "string", contentEncoding: "base64" };
  const { view, sent } = drawArguments(nodeOf(object({ file: { ...file, default: "A".repeat(5000) } }, ["file"])));
  assert.equal(input(view, "file").value, "");
  const picker = view.querySelector<HTMLInputElement>('input[type="file"]')!;
  Object.defineProperty(picker, "files", { value: [{ size: 16_000_001, name: "a" }] });
  picker.dispatchEvent(new Event("change", { bubbles: true }));
  await drawn();
  assert.match(view.textContent, /File too large: at most 16\.0 MB\./);
  assert.equal(String(sent()["file"]).length, 5000);
});
