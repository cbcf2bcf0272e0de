import { button, element } from "../dom/element";
import { type JsonNode, itemsOf } from "../json/node";
import type { Path } from "../json/path";
import type { Shape } from "../schema/shape";
import type { Control, ControlMaker, FormContext } from "./context";
import { jsonControl } from "./json-control";
import { typeControl, variantControl } from "./choices";
import { booleanControl, constControl, enumControl } from "./choice-controls";
import { hasType } from "./fit";
import { objectControl } from "./objects";
import { listControl } from "./lists";
import { numberControl, stringControl } from "./text-controls";
import { freshValue } from "./initial-values";

// Chooses the control for a value.
const DEEPEST_FORM = 10;

export function controlFor(form: FormContext, path: Path, shape: Shape, node: JsonNode): Control {
  if (path.length > DEEPEST_FORM) return jsonControl(form, path, node);
  if (shape.variants.length > 0) return variantControl(form, path, shape, node);
  if (shape.const) return constControl(form, path, shape.const, node);
  if (itemsOf(shape.enum).length > 0) return enumControl(form, path, shape, node);
  if (shape.types.length > 1) return typeControl(form, path, shape, node);
  const type = shape.types[0] ?? (path.length === 0 ? "object" : undefined);
  const isNull = node.type === "null";
  const control = PLAIN_CONTROLS.get(type);
  if (!type || !control || (!isNull && !hasType({ types: [type], nullable: false }, node))) {
    return jsonControl(form, path, node, type);
  }
  if (isNull && (type === "object" || type === "array")) return fillControl(form, path, shape);
  return control(form, path, shape, node);
}

const PLAIN_CONTROLS: ReadonlyMap<string | undefined, ControlMaker> = new Map([
  ["object", objectControl],
  ["array", listControl],
  ["boolean", booleanControl],
  ["string", stringControl],
  ["number", numberControl],
  ["integer", numberControl],
]);

// A placeholder for an object or a list that is null.
function fillControl(form: FormContext, path: Path, shape: Shape): Control {
  const label = `Fill in the ${shape.types[0] === "array" ? "list" : "object"}`;
  return {
    node: element(
      "div",
      button(label, () => form.replace(path, freshValue(shape))),
    ),
  };
}
