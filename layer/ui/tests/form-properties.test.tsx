// Properties of the forms of any schema, and of the values that are typed into them.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { all, draw, drawn } from "./dom";
import { ArgumentForm } from "../src/form/argument-form";
import { Draft } from "../src/form/draft";
import { FormView } from "../src/form/form-view";
import { prefill } from "../src/form/initial-values";
import { withValue } from "../src/form/with-value";
import { type JsonNode, membersOf } from "../src/json/node";
import { nodeAt, pointerOf } from "../src/json/path";
import { readJson } from "../src/json/read";
import { compactJson } from "../src/json/write";
import { printableText } from "../src/text/printable";
import { jsonTexts, names, objectTexts, runs } from "./property-support";
import { schemaTexts } from "./schema-arbitraries";

function compact(text: string): string {
  return compactJson(readJson(text));
}

// The members that count, as compact texts.
function membersAt(node: JsonNode | undefined): Map<string, string> {
  return new Map(membersOf(node).map(({ key, value }) => [key, compactJson(value)]));
}

test("a value is written at its place and read there, removed again, and no other value changes", () => {
  const path = fc.array(names, { minLength: 1, maxLength: 3 });
  const written = fc.property(objectTexts, path, jsonTexts, fc.array(names), (text, path, raw, order) => {
    const draft = new Draft(text);
    const before = membersAt(draft.root);
    draft.set(withValue(draft, path, raw, () => order));
    const found = draft.nodeAt(path);
    // Within a value that is no object, there is no such place.
    const isPlace = path.every((_, depth) => {
      const outer = nodeAt(readJson(text), path.slice(0, depth));
      return depth === 0 || !outer || outer.type === "object";
    });
    if (!isPlace) return;
    assert.equal(found && compactJson(found), compact(raw));
    const after = membersAt(draft.root);
    for (const [key, value] of before) if (key !== path[0]) assert.equal(after.get(key), value);
    assert.equal(after.size, before.size + (before.has(path[0]!) ? 0 : 1));
    draft.set(withValue(draft, path, undefined, () => order));
    assert.equal(draft.nodeAt(path), undefined);
    for (const [key, value] of before) if (key !== path[0]) assert.equal(membersAt(draft.root).get(key), value);
  });
  fc.assert(written, runs(300));
});

const MOST_FIELDS = 2000;

test("any schema has a form for any arguments, in bounded size, whose words are printable", () => {
  const shown = fc.property(schemaTexts, fc.option(objectTexts), (text, args) => {
    const schema = readJson(text);
    const draft = new Draft(args ?? prefill(schema));
    const form = new ArgumentForm(draft, schema);
    const view = draw(<FormView form={form} />);
    assert.ok(form.fields.size < MOST_FIELDS);
    assert.equal(draft.text, args ?? prefill(schema));
    for (const field of all(view, "textarea")) field.remove();
    assert.equal(printableText(view.textContent), view.textContent);
    assert.ok(form.missing().every(({ path }) => path === "" || path.startsWith("/")));
  });
  fc.assert(shown, runs(80));
});

interface Typed {
  readonly name: string;
  readonly type: string;
  /** As it is typed, and as JSON. */
  readonly text: string;
  readonly json: string;
}

const lines = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\r", "\n"));
const texts = fc
  .oneof(lines, names, fc.constantFrom("null", '"a"', "  ", "\n", "12", "<b>", "{}"))
  .filter((text) => text !== "");
const numbers = fc.constantFrom("0", "-0", "1.50", "1e400", "12345678901234567890.10", "-1E+2");
const values = fc.oneof(
  texts.map((text) => ({ type: "string", text, json: JSON.stringify(text) })),
  numbers.map((text) => ({ type: "number", text, json: text })),
  fc.tuple(numbers, fc.constantFrom(" ", "\t")).map(([json, space]) => ({ type: "integer", text: space + json, json })),
  jsonTexts.map((json) => ({ type: "any", text: json, json })),
);
const typedFields = fc.uniqueArray(
  fc.tuple(names, values).map(([name, value]): Typed => ({ name, ...value })),
  { selector: ({ name }) => name, minLength: 1, maxLength: 6 },
);

function inputAt(form: ArgumentForm, name: string): HTMLInputElement {
  const target = form.fields.get(pointerOf([name]))?.target;
  assert.ok(target?.matches("input, textarea"), name);
  return target as HTMLInputElement;
}

test("values that are typed become JSON, and stand in their fields when the form is drawn again", async () => {
  const typed = fc.asyncProperty(typedFields, fc.boolean(), async (fields, isRequired) => {
    const properties = fields.map(({ name, type }) => [name, type === "any" ? {} : { type }] as const);
    const required = isRequired ? fields.map(({ name }) => name) : [];
    const schema = readJson(
      JSON.stringify({ type: "object", properties: Object.fromEntries<object>(properties), required }),
    );
    const draft = new Draft(prefill(schema));
    const form = new ArgumentForm(draft, schema);
    draw(<FormView form={form} />);
    for (const { name, text } of fields) {
      const field = inputAt(form, name);
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const expected = fields.map(({ name, json }) => [name, compact(json)] as const);
    assert.deepEqual(membersAt(draft.root), new Map(expected));
    draft.set(draft.text, "text");
    await drawn();
    for (const { name, type, text, json } of fields) {
      const shown = inputAt(form, name).value;
      assert.equal(
        type === "any" ? compact(shown) : shown,
        type === "any" ? compact(json) : type === "string" ? text : json,
      );
    }
    for (const { name } of fields) {
      const field = inputAt(form, name);
      field.value = "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      assert.equal(draft.nodeAt([name]), undefined);
    }
  });
  await fc.assert(typed, runs(60));
});
