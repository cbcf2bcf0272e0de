// Objects and maps: declared properties in the schema's order, then the value's other keys. Optional properties beyond
// the first ones are folded.

import { VERBATIM, button, element } from "../dom/element";
import { removeChild, renameMember } from "../json/edit";
import { type ObjectNode, isTrue, memberOf, membersOf } from "../json/node";
import { pointerOf } from "../json/path";
import { shapeOf } from "../schema/shape";
import { displayName } from "../text/printable";
import type { Control, FormContext, Place } from "./context";
import { type Part, foldedPart, pagedPart, partsOf } from "./folding";
import { addedValue, freshValue } from "./initial-values";
import { memberSchemas } from "./member-schemas";

const OPTIONAL_SHOWN = 12;

export function objectControl(form: FormContext, place: Place): Control {
  const { path, shape, node, isRequired } = place;
  const isMap = shape.properties.size === 0 && takesOtherKeys(place);
  if (node?.type === "null" || (!node && !isRequired && !isMap)) return { node: addButton(form, place) };
  const pointer = pointerOf(path);
  const order = [...new Set([...shape.properties.keys(), ...shape.required])];
  const keys = [...new Set([...order, ...membersOf(node).map(({ key }) => key)])];
  const draw = () => drawnFields(form, place, order, keys.slice(order.length));
  const isFolded = path.length > 0 && form.room <= 0;
  const part = isFolded ? foldedPart(form, `all ${pointer}`, "Show the fields", keys, draw) : draw();
  form.groups.set(pointer, { order, reveal: (key) => part.reveal(key) });
  return { node: element("div", part.element) };
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
  const adding = takesOtherKeys(place) && element("div.add", entryButton(form, place));
  const nothing = parts.length === 0 && !adding && element("p.hint", "No fields.");
  const elements = parts.map((part) => part.element);
  return partsOf(parts, element("div.nested", elements, adding, nothing));
}

function addButton(form: FormContext, { path, shape }: Place): HTMLElement {
  const label = displayName(String(path.at(-1) ?? "the arguments"), 60);
  const add = () => form.replace(path, addedValue(shape) ?? "{}");
  return element("div", button("+ Add", add, "small chip", { "aria-label": `Add ${label}` }));
}

function entryButton(form: FormContext, { path, shape }: Place): HTMLElement {
  const add = () => {
    let key = "key";
    for (let number = 2; memberOf(form.draft.nodeAt(path), key); number += 1) key = `key${number}`;
    form.replace([...path, key], freshValue(shapeOf(memberSchemas(shape, key), form.schema)));
    const input = form.fields.get(pointerOf([...path, key]))?.frame.querySelector<HTMLInputElement>("input.key");
    input?.focus();
    input?.select();
  };
  return button("+ Add entry", add, "small chip", { "aria-label": "Add entry" });
}

function declaredField(form: FormContext, { path, shape }: Place, key: string): HTMLElement {
  const required = shape.required.has(key);
  return form.field({ path: [...path, key], schemas: memberSchemas(shape, key), name: key, required });
}

// A field whose key the user may change. `neighbour` is the key of the field to focus when this one has been removed.
function otherField(
  form: FormContext,
  { path, shape }: Place,
  key: string,
  neighbour: string | undefined,
): HTMLElement {
  // Looks the member up at each use, because fields outlive the text they were drawn from.
  const restructure = (edit: (object: ObjectNode, index: number) => string, focusKey: string | undefined) => {
    const object = form.draft.nodeAt(path);
    if (object?.type !== "object") return;
    const index = object.members.findLastIndex((member) => member.key === key);
    form.restructure(edit(object, index), focusKey === undefined ? path : [...path, focusKey]);
  };
  const onchange = () => {
    const { value } = keyInput;
    if (value !== key) restructure((object, index) => renameMember(object, index, value), value);
  };
  const keyInput = element("input.key", { value: key, "aria-label": `Key ${displayName(key)}`, ...VERBATIM, onchange });
  const onRemove = () => restructure(removeChild, neighbour);
  return form.field({ path: [...path, key], schemas: memberSchemas(shape, key), name: key, keyInput, onRemove });
}

function takesOtherKeys({ shape, path }: Place): boolean {
  const { additionalProperties, patterns, properties } = shape;
  if (additionalProperties) return additionalProperties.type === "object" || isTrue(additionalProperties);
  return patterns.length > 0 || (properties.size === 0 && path.length > 0);
}
