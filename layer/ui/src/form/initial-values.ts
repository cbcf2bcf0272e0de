import { type JsonNode, type MaybeNode, itemsOf, rawOf, stringOf, valueOf } from "../json/node";
import { type Shape, shapeOf, variantShape } from "../schema/shape";

// Initial values for a schema, as JSON text.
const DEEPEST_FILL = 4;

// The initial arguments: only the required keys, each with the default of its property, or null. Optional properties
// are left to the user.
export function prefill(schema: JsonNode): string {
  const properties = valueOf(schema, "properties");
  const required = itemsOf(valueOf(schema, "required"))
    .map(stringOf)
    .filter((key) => key !== undefined);
  const initial = (key: string) => valueOf(valueOf(properties, key), "default");
  return objectText(new Set(required), (key) => rawIfAny(initial(key)) ?? "null");
}

function rawIfAny(node: MaybeNode): string | undefined {
  return node && rawOf(node);
}

export function objectText(keys: Iterable<string>, rawValue: (key: string) => string): string {
  const lines = [...keys].map((key) => `  ${JSON.stringify(key)}: ${rawValue(key).replaceAll("\n", "\n  ")}`);
  return lines.length > 0 ? `{\n${lines.join(",\n")}\n}` : "{}";
}

// The initial value of something the user adds.
export function freshValue(shape: Shape, depth = 0): string {
  const preset = shape.default ?? shape.const ?? itemsOf(shape.enum)[0];
  if (preset) return rawOf(preset);
  if (depth > DEEPEST_FILL) return "null";
  if (shape.variants.length > 0) return freshValue(variantShape(shape, shape.variants[0]), depth + 1);
  switch (shape.types[0]) {
    case "object":
      return freshObject(shape, depth);
    case "array":
      return "[]";
    case "string":
      return '""';
    case "boolean":
      return "false";
    case "integer":
    case "number":
      return rawIfAny(shape.minimum) ?? "0";
    default:
      return "null";
  }
}

function freshObject(shape: Shape, depth: number): string {
  const property = (key: string) => shapeOf(shape.properties.get(key) ?? [], shape.root);
  return objectText(shape.required, (key) => freshValue(property(key), depth + 1));
}
