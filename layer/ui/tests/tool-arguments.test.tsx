// The arguments of a tool, as they are validated and run: what is wrong with them, and the way to it.
import { answers, refused, result, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { showTool } from "./call-support";
import { all, button, draw, press, texts, type } from "./dom";
import { input } from "./form-support";
import { nodeOf } from "../src/json/read";
import { SchemaOutline } from "../src/schema/outline";

const object = (properties: object, required: readonly string[] = [], rest: object = {}) => ({
  type: "object",
  properties,
  required,
  ...rest,
});
const ECHO = object({ message: { type: "string" }, times: { type: "integer", default: 1 } }, ["message", "times"]);
const ORDER = object(
  { customer: object({ name: { type: "string" } }, ["name"]), items: { type: "array", minItems: 1 } },
  ["customer", "items"],
);

const VALID = { valid: true };
const invalid = (...errors: readonly object[]) => ({ valid: false, errors });
const NO_NAME = { path: "/customer", message: "name is missing", keyword: "required", missing: "name" };
const NO_ITEMS = { path: "/items", message: "Add at least one item", keyword: "minItems" };

let calls = 0;

// Opens a tool that gives back its arguments. The schema is a value or a JSON text. Validations are answered by a verdict
// until there is another.
async function open(name: string, inputSchema: object | string, verdict: object = VALID): Promise<HTMLElement> {
  calls = 0;
  // The last result would be shown again.
  sessionStorage.clear();
  const schema = typeof inputSchema === "string" ? inputSchema : JSON.stringify(inputSchema);
  answers.set(`tools/${name}`, () => new Response(`{"name": ${JSON.stringify(name)}, "inputSchema": ${schema}}`));
  answers.set("rpc/tools/call", ({ arguments: sent }) => {
    calls += 1;
    return result({ content: [{ type: "text", text: JSON.stringify(sent) }] });
  });
  verdictIs(name, verdict);
  return showTool(name);
}

function verdictIs(name: string, verdict: object): void {
  answers.set(`tools/${name}/validate`, () => Response.json(verdict));
}

const isFocused = (node: HTMLElement) => document.activeElement === node;
const isInert = (node: HTMLElement) => node.closest("[inert]") !== null;
const announced = () => document.getElementById("announcer")!.textContent;
const words = (view: HTMLElement) => texts(view, ".violations > p");
const problems = (view: HTMLElement) => texts(view, ".violations li").map((row) => row.replace(/\s+/g, " "));

test("the form stays, but cannot be used, while the text is invalid", async () => {
  const view = await open("echo", ECHO);
  const json = input(view, "JSON");
  await type(json, '{"message": "a" "times": 1}');
  assert.deepEqual(texts(view, ".error").filter(Boolean), ['Expected "," or "}", found "\\"" at line 1, column 17']);
  assert.match(view.textContent, /Fix the JSON to use the form/);
  assert.equal(isInert(input(view, "message")), true);
  await press(view, "Validate");
  assert.equal(isFocused(json), true);
  assert.deepEqual(texts(view, ".violations"), [""]);
  await type(json, '{"message": "b", "times": 12345678901234567890}');
  assert.equal(input(view, "message").value, "b");
  assert.equal(input(view, "times").value, "12345678901234567890");
  assert.equal(isInert(input(view, "message")), false);
  assert.doesNotMatch(view.textContent, /Fix the JSON to use the form/);
});

test("errors appear at their field and in a list that links to it, and disappear once fixed", async () => {
  const view = await open("orders/create", ORDER, invalid(NO_NAME, NO_ITEMS));
  await press(view, "Validate");
  await until(() => words(view).length > 0);
  assert.deepEqual(words(view), ["2 problems in the arguments"]);
  assert.equal(announced(), "2 problems in the arguments");
  assert.deepEqual(problems(view), ["customer › name Required", "items Add at least one item"]);
  const name = input(view, "name");
  assert.equal(name.getAttribute("aria-invalid"), "true");
  const described = name.getAttribute("aria-describedby")!.split(" ").at(-1)!;
  assert.equal(document.getElementById(described)!.textContent, "Required");
  await press(view, "customer › name Required");
  assert.equal(isFocused(name), true);
  verdictIs("orders/create", invalid(NO_ITEMS));
  await type(name, "Ada");
  await until(() => problems(view).length === 1);
  assert.deepEqual(problems(view), ["items Add at least one item"]);
  assert.equal(name.getAttribute("aria-invalid"), null);
  await press(view, "Reset");
  assert.deepEqual(texts(view, ".violations"), [""]);
});

test("arguments that cannot be checked are not called wrong, and a long list of errors says that it is cut", async () => {
  const tooComplex = { path: "", message: "The schema is too complex.", keyword: "schema" };
  const view = await open("orders/create", ORDER, invalid(tooComplex));
  await type(input(view, "name"), "Ada");
  await press(view, "Validate");
  await until(() => words(view).length > 0);
  assert.deepEqual(words(view), ["The schema is too complex."]);
  assert.doesNotMatch(view.textContent, /in the arguments/);
  const wrong = (_: unknown, index: number) => ({
    path: `/items/${index}`,
    message: "Must be a string",
    keyword: "type",
  });
  verdictIs("orders/create", invalid(...Array.from({ length: 340 }, wrong)));
  await press(view, "Validate");
  await until(() => problems(view).length > 0);
  assert.deepEqual(words(view), ["340 problems in the arguments; the first 100 are shown"]);
  assert.equal(problems(view).length, 100);
});

test("a run of a form of 1,000 properties leads to the first problem", async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `p${index}`);
  const schema = object(Object.fromEntries(names.map((name) => [name, { type: "string" }])), names);
  const missing = names.map((name) => ({ path: "", message: "is missing", keyword: "required", missing: name }));
  const view = await open("required", schema, invalid(...missing));
  await press(view, "Run");
  await until(() => words(view).length > 0);
  assert.deepEqual(words(view), ["1,000 problems in the arguments; the first 100 are shown"]);
  assert.equal(isFocused(input(view, "p0")), true);
  assert.equal(calls, 0);
});

test("the second click of a double click is not the user's word", async ({ mock }) => {
  let now = 1000;
  mock.method(performance, "now", () => now);
  const view = await open("orders/create", ORDER, invalid(NO_NAME, NO_ITEMS));
  const run = button(view, "Run");
  run.click();
  run.click();
  await until(() => run.textContent === "Run anyway");
  assert.equal(isFocused(input(view, "name")), true);
  now += 499;
  await press(view, "Run anyway");
  assert.equal(calls, 0);
  now += 1;
  await press(view, "Run anyway");
  await until(() => view.querySelector(".result") !== null);
  assert.equal(calls, 1);
});

test("a run does not wait for a server that does not validate", async ({ mock }) => {
  const refusing = await open("echo", ECHO);
  answers.set("tools/echo/validate", () => refused(501, '{"error":"Validation is not built in."}'));
  await type(input(refusing, "message"), "hi");
  await press(refusing, "Run");
  await until(() => refusing.querySelector(".result") !== null);
  assert.match(refusing.querySelector(".result")!.textContent, /message: "hi"/);
  assert.equal(calls, 1);
  assert.deepEqual(words(refusing), ["Not validated. Validation is not built in."]);
  await type(input(refusing, "JSON"), "{");
  assert.deepEqual(texts(refusing, ".violations"), [""]);

  const silent = await open("echo", ECHO);
  answers.set("tools/echo/validate", () => new Response(new ReadableStream()));
  await type(input(silent, "message"), "ho");
  // Shortens waits of up to five seconds.
  const { setTimeout: later } = globalThis;
  mock.method(globalThis, "setTimeout", (work: () => void, ms = 0) => later(work, ms > 5000 ? ms : Math.min(ms, 20)));
  await press(silent, "Run");
  await until(() => silent.querySelector(".result") !== null);
  assert.match(silent.querySelector(".result")!.textContent, /message: "ho"/);
  assert.equal(calls, 1);
  await type(input(silent, "JSON"), "{");
  assert.deepEqual(texts(silent, ".violations"), [""]);
});

test("a tool without arguments leaves their room to the result", async () => {
  const view = await open("nothing", object({}, [], { additionalProperties: false }));
  const json = input(view, "JSON");
  const isShown = () => json.closest("[hidden]") === null;
  assert.match(view.textContent, /This tool takes no arguments\./);
  assert.equal(isShown(), false);
  await press(view, "Run");
  await until(() => view.querySelector(".result") !== null);
  await press(view, "Send arguments anyway");
  assert.equal(isShown(), true);
  await type(json, "{");
  await press(view, "Send arguments anyway");
  assert.equal(isShown(), false);
  await press(view, "Run");
  assert.equal(isShown(), true);
  assert.equal(isFocused(json), true);
  assert.equal(calls, 1);
});

test("the schema is shown as an outline, with the raw schema in the author's order on demand", async () => {
  const properties = {
    customer: { ...object({ name: { type: "string" } }), description: "Who orders." },
    items: { type: "array", items: object({ sku: { type: "string" } }) },
    version: { const: 2 },
    account: { type: "integer", default: 4711 },
    priority: { enum: ["low", "normal", "high"] },
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
    labels: { type: "object", additionalProperties: { type: "string" } },
  };
  const schema = JSON.stringify(object(properties)).replace("4711", "9007199254740993");
  const view = await open("orders/create", schema);
  await press(view, "Schema");
  const rows = texts(view, ".outline > div > ul > li");
  const expected = [
    /^customerobject.*Who orders\./,
    /^itemslist of objects/,
    /^version.*Always2$/,
    /^accountinteger.*Default9007199254740993$/,
    /^priority.*One of"low""normal""high"$/,
    /^notestring or null$/,
    /^labelsmap of strings/,
  ];
  assert.equal(rows.length, expected.length);
  expected.forEach((pattern, index) => assert.match(rows[index]!, pattern));
  const raw = () => texts(view, '[aria-label="Input, raw"]').join();
  assert.equal(raw(), "");
  [...view.querySelectorAll("summary")].find(({ textContent }) => textContent === "Raw schema")!.click();
  await until(() => raw() !== "");
  assert.match(raw(), /"customer".*"items".*9007199254740993/s);
});

test("an outline opens few of its rows by itself, and shows few of many values", () => {
  const many = (count: number, schema: object) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));
  const rows = draw(<SchemaOutline schema={nodeOf(object(many(45, object(many(10, { type: "string" })))))} />);
  assert.equal(all(rows, "details[open]").length, 20);
  const values = draw(<SchemaOutline schema={nodeOf({ enum: Array.from(Array(80).keys()) })} />);
  assert.equal(all(values, ".values code").length, 50);
  assert.match(values.textContent, /and 30 more/);
});
