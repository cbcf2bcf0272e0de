// Chooses the control for a value.

import { itemsOf } from "../json/node";
import type { Control, ControlMaker, FormContext, Place } from "./context";
import { typeControl, variantControl } from "./choices";
import { booleanControl, constControl, enumControl } from "./choice-controls";
import { hasType } from "./has-type";
import { jsonControl } from "./json-control";
import { listControl } from "./lists";
import { numberControl } from "./number-control";
import { objectControl } from "./objects";
import { stringControl } from "./string-control";

// The levels of a form. Deeper values are edited as JSON.
const DEEPEST_FORM = 10;

export function controlFor(form: FormContext, place: Place): Control {
  const { path, shape, node } = place;
  if (path.length > DEEPEST_FORM) return jsonControl(form, place);
  if (shape.variants.length > 0) return variantControl(form, place);
  if (shape.const) return constControl(form, place);
  if (itemsOf(shape.enum).length > 0) return enumControl(form, place);
  if (shape.types.length > 1) return typeControl(form, place);
  const type = shape.types[0] ?? (path.length === 0 ? "object" : undefined);
  const control = CONTROLS.get(type);
  const fits = !node || node.type === "null" || (type && hasType({ types: [type], nullable: false }, node));
  return control && fits ? control(form, place) : jsonControl(form, place, type);
}

const CONTROLS: ReadonlyMap<string | undefined, ControlMaker> = new Map([
  ["object", objectControl],
  ["array", listControl],
  ["boolean", booleanControl],
  ["string", stringControl],
  ["number", numberControl],
  ["integer", numberControl],
]);
