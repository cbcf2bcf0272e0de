// Forms as tests see them: drawn beside their JSON, and filled in by name.
import assert from "node:assert/strict";
import { all, button, draw, drawn, press } from "./dom";
import { ArgumentForm } from "../src/form/argument-form";
import { Draft } from "../src/form/draft";
import { FormView } from "../src/form/form-view";
import { prefill } from "../src/form/initial-values";
import { JsonColumn } from "../src/form/json-column";
import type { JsonNode } from "../src/json/node";

type Named = HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement;

interface DrawnArguments {
  readonly draft: Draft;
  readonly form: ArgumentForm;
  readonly view: HTMLElement;
  readonly json: Named;
  /** The arguments that the JSON has now. */
  readonly sent: () => Record<string, unknown>;
}

/** Draws the form of a schema beside the JSON, with the arguments that it begins with. */
export function drawArguments(schema: JsonNode): DrawnArguments {
  const text = prefill(schema);
  const draft = new Draft(text);
  const form = new ArgumentForm(draft, schema);
  const view = draw(
    <>
      <FormView form={form} />
      <JsonColumn draft={draft} initial={text} schema={schema} tool="echo" />
    </>,
  );
  const json = input(view, "JSON");
  return { draft, form, view, json, sent: () => JSON.parse(json.value) as Record<string, unknown> };
}

/** The fields with a name. */
export function inputs(view: ParentNode, name: string): Named[] {
  return (all(view, "input, textarea, select") as Named[]).filter((field) => nameOf(field) === name);
}

/** The only field with a name. */
export function input(view: ParentNode, name: string): Named {
  const [found, ...others] = inputs(view, name);
  assert.ok(found && others.length === 0, `${others.length + (found ? 1 : 0)} fields are named ${name}`);
  return found;
}

/** The accessible name of a control, as far as forms give names. */
export function nameOf(control: HTMLElement): string {
  const label = control.closest("label") ?? document.querySelector(`label[for="${control.id}"]`);
  return control.getAttribute("aria-label") ?? (control.matches("button") ? control : label)?.textContent ?? "";
}

/** The group of controls with a name. */
export function group(view: ParentNode, name: string): HTMLElement {
  const [found, ...others] = all(view, "[role]").filter((node) => node.getAttribute("aria-label") === name);
  assert.ok(found && others.length === 0, `one group is named ${name}`);
  return found;
}

/** Presses a button that is in sight. */
export async function pressShown(view: ParentNode, name: string): Promise<void> {
  assert.ok(!button(view, name).closest("[hidden]"), `${name} is in sight`);
  await press(view, name);
}

/** Chooses the option of a selection with a label. */
export async function choose(select: Named, label: string): Promise<void> {
  const option = [...select.options].find(({ textContent }) => textContent === label);
  assert.ok(option, `an option ${label}`);
  select.value = option.value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await drawn();
}

/** Chooses one of the values of a group. */
export async function check(radios: ParentNode, label: string): Promise<void> {
  input(radios, label).click();
  await drawn();
}
