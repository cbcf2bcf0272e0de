// Forms for arguments, as they are drawn: fields write the draft, and the draft draws the fields.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, button, draw, drawn, press, texts, type } from "./dom";
import { choose, drawArguments, input } from "./form-support";
import { Draft } from "../src/form/draft";
import { JsonColumn } from "../src/form/json-column";
import { nodeOf } from "../src/json/read";

const drawForm = (properties: object, required: readonly string[] = []) =>
  drawArguments(nodeOf({ type: "object", properties, required }));

test("fields write their values, and leave out those that are empty", async () => {
  const { draft, view, sent } = drawForm({
    text: { type: "string" },
    count: { type: "integer" },
    on: { type: "boolean" },
    size: { enum: ["s", "m"] },
  });
  assert.equal(input(view, "text").placeholder, "not sent");
  await type(input(view, "text"), "a “b”");
  await type(input(view, "count"), "12345678901234567890");
  const radio = view.querySelector<HTMLInputElement>('[role="radiogroup"] input')!;
  radio.click();
  await choose(input(view, "size"), "m");
  const { count: _, ...others } = sent();
  assert.deepEqual(others, { text: "a “b”", on: true, size: "m" });
  assert.match(draft.text, /12345678901234567890,/, "with all its digits");
  await type(input(view, "text"), "");
  await type(input(view, "count"), "-");
  assert.deepEqual(Object.keys(sent()), ["on", "size"]);
  assert.equal(input(view, "count").value, "-", "what is typed stays");
});

test("a text that is changed elsewhere draws the fields again, unless it is no JSON object", async () => {
  const { draft, view } = drawForm({ text: { type: "string" } });
  await type(input(view, "text"), "typed");
  draft.set('{"text": "pasted"}', "text");
  assert.equal(input(view, "text").value, "pasted");
  draft.set('{"text": ', "text");
  await drawn();
  assert.match(view.textContent, /Fix the JSON to use the form/);
  assert.equal(input(view, "text").value, "pasted");
  draft.set("{}", "text");
  assert.equal(input(view, "text").value, "");
});

test("the states of a value are told apart: not sent, empty, null", async () => {
  const { draft, view, sent } = drawForm({ text: { type: ["string", "null"] }, list: { type: "array" } });
  await press(view, "list is empty");
  assert.deepEqual(sent(), { list: [] });
  await press(view, "Clear list");
  assert.equal(draft.text.trim(), "{}");
});

test("items of a list are added, moved and removed, and the focus follows", async () => {
  const { view, sent } = drawForm({ tags: { type: "array", items: { type: "string" } } });
  await press(view, "Add item");
  await press(view, "Add item");
  assert.equal(document.activeElement, input(view, "Item 2"));
  await type(input(view, "Item 1"), "a");
  await type(input(view, "Item 2"), "b");
  await press(view, "Move item 2 up");
  assert.deepEqual(sent(), { tags: ["b", "a"] });
  assert.equal(document.activeElement, input(view, "Item 1"));
  await press(view, "Remove Item 1");
  assert.deepEqual(sent(), { tags: ["a"] });
  assert.equal(document.activeElement, input(view, "Item 1"));
});

test("entries of a map have keys that can be changed", async () => {
  const { view, sent } = drawForm({ map: { type: "object", additionalProperties: { type: "integer" } } });
  await press(view, "Add entry");
  const key = view.querySelector<HTMLInputElement>("input.key")!;
  assert.equal(document.activeElement, key);
  key.value = "größe";
  key.dispatchEvent(new Event("change", { bubbles: true }));
  await drawn();
  assert.deepEqual(sent(), { map: { größe: 0 } });
});

test("the kind of a union is chosen, and what fits is carried over", async () => {
  const kind = (name: string, rest: object) => ({
    type: "object",
    properties: { kind: { const: name }, id: { type: "string" }, ...rest },
    required: ["kind", "id"],
  });
  const { view, sent } = drawForm(
    { target: { oneOf: [kind("file", { path: { type: "string" } }), kind("url", { port: { type: "integer" } })] } },
    ["target"],
  );
  await choose(input(view, "Kind"), "file");
  await type(input(view, "id"), "x");
  await choose(input(view, "Kind"), "url");
  assert.deepEqual(sent(), { target: { kind: "url", id: "x" } });
  assert.ok(input(view, "port"));
});

test("a violation is shown at its field, even if the field was folded away", async () => {
  const properties = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`p${index}`, { type: "string" }]));
  const { form, view } = drawForm(properties);
  assert.equal(all(view, "label.key").length, 12);
  form.showViolations([
    { path: "/p1", message: "Too short", keyword: "minLength" },
    { path: "/p1", message: "No match", keyword: "pattern" },
    { path: "/p70", message: "Wrong", keyword: "pattern" },
    { path: "/elsewhere", message: "Not allowed", keyword: "additionalProperties" },
  ]);
  await drawn();
  assert.deepEqual(texts(view, ".error").filter(Boolean), ["Not allowed", "Too short · No match", "Wrong"]);
  assert.equal(input(view, "p70").getAttribute("aria-invalid"), "true");
  form.focusField("/p70");
  assert.equal(document.activeElement, input(view, "p70"));
  form.showViolations([]);
  await drawn();
  assert.deepEqual(texts(view, ".error").filter(Boolean), []);
  assert.equal(all(view, ".invalid").length, 0);
});

test("many fields are drawn in pages", async () => {
  const names = Array.from({ length: 200 }, (_, index) => `p${index}`);
  const { view } = drawForm(Object.fromEntries(names.map((name) => [name, { type: "string" }])), names);
  assert.equal(all(view, "label.key").length, 50);
  await press(view, "Show more (150 left)");
  assert.equal(all(view, "label.key").length, 100);
});

test("JSON that is nearly right is repaired, and a reset returns to the beginning", async () => {
  const draft = new Draft('{"a": 1}');
  const view = draw(<JsonColumn draft={draft} initial={draft.text} />);
  const area = view.querySelector("textarea")!;
  assert.ok(button(view, "Repair").hidden);
  await type(area, "{'a': True, }");
  assert.equal(area.getAttribute("aria-invalid"), "true");
  assert.notEqual(texts(view, ".error")[0], "");
  await press(view, "Repair");
  assert.deepEqual(JSON.parse(draft.text), { a: true });
  assert.equal(area.value, draft.text);
  assert.deepEqual(texts(view, ".json-key"), ['"a"']);
  await press(view, "Reset");
  assert.equal(area.value, '{"a": 1}');
});
