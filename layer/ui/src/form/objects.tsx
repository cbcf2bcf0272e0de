// Objects and maps: declared properties in the schema's order, then the value's other keys. Optional properties beyond
// the first ones are folded.

import type { VNode } from "preact";
import { VERBATIM } from "../dom/attributes";
import { removeChild, renameMember } from "../json/edit";
import { type ObjectNode, isTrue, memberOf, membersOf } from "../json/node";
import { pointerOf } from "../json/path";
import { shapeOf } from "../schema/shape";
import { displayName } from "../text/printable";
import type { Control, FormContext, Place } from "./context";
import { type Part, foldedPart, pagedPart } from "./folding";
import { addedValue, freshValue } from "./initial-values";
import { memberSchemas } from "./member-schemas";

const OPTIONAL_SHOWN = 12;

export function objectControl(form: FormContext, place: Place): Control {
  const { path, shape, node, isRequired } = place;
  const isMap = shape.properties.size === 0 && takesOtherKeys(place);
  if (node?.type === "null" || (!node && !isRequired && !isMap)) return addControl(form, place);
  const pointer = pointerOf(path);
  const order = new Set([...shape.properties.keys(), ...shape.required]);
  const keys = [...new Set([...order, ...membersOf(node).map(({ key }) => key)])];
  const draw = () => drawnFields(form, place, [...order], keys.slice(order.size));
  const isFolded = path.length > 0 && form.room <= 0;
  const part = isFolded ? foldedPart(form, `all ${pointer}`, "Show the fields", keys, draw) : draw();
  form.groups.set(pointer, { order, reveal: (key) => part.reveal(key) });
  return {
    isInput: false,
    draw: ({ props }) => (
      <div role={path.length > 0 ? "group" : undefined} {...props}>
        {part.view}
      </div>
    ),
  };
}

function drawnFields(form: FormContext, place: Place, declared: readonly string[], others: readonly string[]): Part {
  const { path, shape, node } = place;
  let optional = 0;
  const isShown = (key: string) => shape.required.has(key) || (optional += 1) <= OPTIONAL_SHOWN;
  const { shown = [], folded = [] } = Object.groupBy(declared, (key) => (isShown(key) ? "shown" : "folded"));
  const make = (key: string) => declaredField(form, place, key);
  const makeOther = (key: string, at: number) => otherField(form, place, key, others[at + 1] ?? others[at - 1]);
  const filled = folded.filter((key) => memberOf(node, key)).length;
  const words = path.length === 0 ? "More arguments" : "More fields";
  const label = `${words} (${folded.length}${filled > 0 ? `, ${filled} filled in` : ""})`;
  const parts = [
    ...(shown.length > 0 ? [pagedPart(shown, make)] : []),
    ...(folded.length > 0
      ? [foldedPart(form, `more ${pointerOf(path)}`, label, folded, () => pagedPart(folded, make))]
      : []),
    ...(others.length > 0 ? [pagedPart(others, makeOther)] : []),
  ];
  const adding = takesOtherKeys(place);
  const view = (
    <div class="nested">
      {parts.map((part) => part.view)}
      {adding && (
        <div class="add">
          <EntryButton form={form} place={place} />
        </div>
      )}
      {parts.length === 0 && !adding && <p class="hint">No fields.</p>}
    </div>
  );
  return { view, reveal: (key) => parts.forEach((part) => part.reveal(key)) };
}

// The control of an object that is not sent.
function addControl(form: FormContext, { path, shape }: Place): Control {
  const label = displayName(String(path.at(-1) ?? "the arguments"), 60);
  const add = () => form.replace(path, addedValue(shape) ?? "{}");
  return {
    isInput: false,
    draw: ({ props }) => (
      <div role={path.length > 0 ? "group" : undefined} {...props}>
        <button type="button" class="small chip" aria-label={`Add ${label}`} onClick={add}>
          + Add
        </button>
      </div>
    ),
  };
}

function EntryButton({ form, place: { path, shape } }: { readonly form: FormContext; readonly place: Place }): VNode {
  const add = () => {
    let key = "key";
    for (let number = 2; memberOf(form.draft.nodeAt(path), key); number += 1) key = `key${number}`;
    form.replace([...path, key], freshValue(shapeOf(memberSchemas(shape, key), form.schema)));
    const input = form.fields.get(pointerOf([...path, key]))?.frame?.querySelector<HTMLInputElement>("input.key");
    input?.focus();
    input?.select();
  };
  return (
    <button type="button" class="small chip" aria-label="Add entry" onClick={add}>
      + Add entry
    </button>
  );
}

function declaredField(form: FormContext, { path, shape }: Place, key: string): VNode {
  const required = shape.required.has(key);
  return form.field({ path: [...path, key], schemas: memberSchemas(shape, key), name: key, required });
}

// A field whose key the user may change. `neighbour` is the key of the field to focus when this one has been removed.
function otherField(form: FormContext, { path, shape }: Place, key: string, neighbour: string | undefined): VNode {
  // Looks the member up at each use, because fields outlive the text they were drawn from.
  const restructure = (edit: (object: ObjectNode, index: number) => string, focusKey: string | undefined) => {
    const object = form.draft.nodeAt(path);
    if (object?.type !== "object") return;
    const index = object.members.findLastIndex((member) => member.key === key);
    form.restructure(edit(object, index), focusKey === undefined ? path : [...path, focusKey]);
  };
  const rename = (name: string) => {
    if (name !== key) restructure((object, index) => renameMember(object, index, name), name);
  };
  const keyInput = (
    <input
      class="key"
      defaultValue={key}
      aria-label={`Key ${displayName(key)}`}
      {...VERBATIM}
      onChange={({ currentTarget }) => rename(currentTarget.value)}
    />
  );
  const onRemove = () => restructure(removeChild, neighbour);
  return form.field({ path: [...path, key], schemas: memberSchemas(shape, key), name: key, keyInput, onRemove });
}

function takesOtherKeys({ shape, path }: Place): boolean {
  const { additionalProperties, patterns, properties } = shape;
  if (additionalProperties) return additionalProperties.type === "object" || isTrue(additionalProperties);
  return patterns.length > 0 || (properties.size === 0 && path.length > 0);
}
