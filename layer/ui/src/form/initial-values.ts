// Initial values for a schema, as JSON text. Depth and number of the values are bounded, because a schema may refer to
// itself.

import { type JsonNode, type MaybeNode, itemsOf, rawOf, valueOf } from "../json/node";
import { objectText } from "../json/object-text";
import { type Shape, shapeOf, variantShape } from "../schema/shape";
import { bounded, spend } from "../schema/work";
import { hasType } from "./has-type";

// The levels of required objects that are filled in. Deeper ones are left out.
const DEEPEST_FILL = 4;
// The values that a schema fills in. Further ones are left out.
const MOST_VALUES = 1500;

interface Budget {
  values: number;
}

/** The initial arguments: the declared defaults, what can have only one value, and required objects and lists. */
export function prefill(schema: JsonNode): string {
  return bounded(
    () => {
      const shape = shapeOf([schema], schema);
      return objectFrom(shape, 0, { values: MOST_VALUES }, shape.default);
    },
    () => "{}",
  );
}

// The value that a field begins with; undefined if the user has to enter it. The default `null` of an optional value
// stands for its absence, and a default of another type than the declared one would be refused.
function initialValue(shape: Shape, isRequired: boolean, depth: number, budget: Budget): string | undefined {
  budget.values -= 1;
  if (budget.values < 0) return undefined;
  const preset = declaredDefault(shape);
  if (preset && (isRequired || preset.type !== "null")) return copied(preset);
  return isRequired ? requiredValue(shape, depth, budget) : undefined;
}

export function declaredDefault(shape: Shape): MaybeNode {
  return shape.default && (shape.variants.length > 0 || hasType(shape, shape.default)) ? shape.default : undefined;
}

// The characters that are copied at the cost of one unit: the form and the editors show all of them.
const COPIED_PER_UNIT = 2;

// The text of a value that the schema names, which may be long, and in many places.
function copied(value: JsonNode): string {
  const text = rawOf(value);
  spend(text.length / COPIED_PER_UNIT);
  return text;
}

// The value of something required, or of something that the user adds.
function requiredValue(shape: Shape, depth: number, budget: Budget): string | undefined {
  const only = shape.const ?? (itemsOf(shape.enum).length === 1 ? itemsOf(shape.enum)[0] : undefined);
  if (only) return copied(only);
  if (depth > DEEPEST_FILL || shape.variants.length > 0 || shape.types.length !== 1) return undefined;
  if (shape.types[0] === "array") return "[]";
  return shape.types[0] === "object" ? objectFrom(shape, depth, budget) : undefined;
}

// `presets` has values that go before the defaults of the properties.
function objectFrom(shape: Shape, depth: number, budget: Budget, presets?: MaybeNode): string {
  const written = new Map<string, string>();
  for (const key of new Set([...shape.properties.keys(), ...shape.required])) {
    if (budget.values < 0) break;
    const property = shapeOf(shape.properties.get(key) ?? [], shape.root);
    const preset = valueOf(presets, key);
    const value = preset ? rawOf(preset) : initialValue(property, shape.required.has(key), depth + 1, budget);
    if (value !== undefined) written.set(key, value);
  }
  return objectText(written.keys(), (key) => written.get(key)!);
}

/** The value of an object, a list or a chosen kind that the user adds; undefined if nothing is known about it. */
export function addedValue(shape: Shape): string | undefined {
  const preset = declaredDefault(shape);
  return preset ? rawOf(preset) : requiredValue(shape, 0, { values: MOST_VALUES });
}

/** The value of a place that cannot be empty, such as a new item. */
export function freshValue(shape: Shape): string {
  return bounded(
    () => firstValue(shape, 0),
    () => "null",
  );
}

function firstValue(shape: Shape, depth: number): string {
  const value = addedValue(shape) ?? itemsOf(shape.enum).map(rawOf)[0];
  if (value !== undefined) return value;
  if (shape.variants.length > 0 && depth <= DEEPEST_FILL) {
    return firstValue(variantShape(shape, shape.variants[0]), depth + 1);
  }
  switch (shape.types[0]) {
    case "object":
      return "{}";
    case "array":
      return "[]";
    case "string":
      return '""';
    case "boolean":
      return "false";
    case "integer":
    case "number":
      return shape.minimum ? rawOf(shape.minimum) : "0";
    default:
      return "null";
  }
}
