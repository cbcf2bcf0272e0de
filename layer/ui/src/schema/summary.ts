// Describes in a few words the values that a shape allows.

import { type JsonNode, type MaybeNode, isTrue, rawOf, stringOf, textAt } from "../json/node";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import { type Shape, type SingleKeyword, shapeOf } from "./shape";

function typeLabel(shape: Shape): string {
  if (shape.never) return "no value is allowed";
  if (shape.unresolved !== undefined) return `reference ${printable(shape.unresolved, 80)}`;
  const words = shape.variants.length > 0 ? `one of ${counted(shape.variants.length, "type")}` : plainTypeLabel(shape);
  return shape.nullable ? `${words} or null` : words;
}

function plainTypeLabel(shape: Shape): string {
  if (shape.const) return "constant";
  return shape.types.map((type) => namedTypeLabel(shape, type)).join(" or ") || "any";
}

function namedTypeLabel(shape: Shape, type: string): string {
  if (type === "array") return collectionLabel("list", shape.items, shape.root);
  if (type !== "object") return printable(type, 40);
  const isMap = shape.properties.size === 0 && shape.additionalProperties?.type === "object";
  return isMap ? collectionLabel("map", shape.additionalProperties, shape.root) : "object";
}

function collectionLabel(kind: string, inner: MaybeNode, root: JsonNode): string {
  if (inner?.type !== "object") return kind;
  const { types, variants } = shapeOf([inner], root);
  const [type] = types;
  return `${kind} of ${types.length === 1 && type !== undefined && variants.length === 0 ? printable(type, 40) : "value"}s`;
}

/** Describes the type of a shape and its constraints. */
export function shapeSummary(shape: Shape): string {
  const raw = (key: SingleKeyword) => shape[key] && printable(rawOf(shape[key]), 60);
  const text = (key: SingleKeyword) => printable(stringOf(shape[key]) ?? "", 120);
  const words = [
    typeLabel(shape),
    formatRange(raw("minimum"), raw("maximum")),
    shape.exclusiveMinimum && `> ${raw("exclusiveMinimum")}`,
    shape.exclusiveMaximum && `< ${raw("exclusiveMaximum")}`,
    shape.multipleOf && `multiple of ${raw("multipleOf")}`,
    formatRange(raw("minLength"), raw("maxLength"), "length "),
    formatRange(raw("minItems"), raw("maxItems"), "items "),
    formatRange(raw("minProperties"), raw("maxProperties"), "keys "),
    isTrue(shape.uniqueItems) && "no duplicates",
    text("format"),
    text("contentMediaType"),
    shape.pattern && `matches ${text("pattern")}`,
    ...(["deprecated", "readOnly", "writeOnly"] as const).map((key) => isTrue(shape[key]) && key),
    shape.additionalProperties?.type === "boolean" && !isTrue(shape.additionalProperties) && "no other keys",
    shape.conditions && "more constraints in the raw schema",
  ];
  return words.filter(Boolean).join(" · ");
}

function formatRange(low: string | undefined, high: string | undefined, label = ""): string {
  if (!low && !high) return "";
  return label + (low && high ? `${low} – ${high}` : low ? `≥ ${low}` : `≤ ${high}`);
}

/** A name for an alternative: its title, or else what distinguishes it from the others. */
export function variantName(shape: Shape, variant: JsonNode, index: number): string {
  const alternative = shapeOf([variant], shape.root);
  const constants = [...alternative.properties.values()].map((schemas) => shapeOf(schemas, shape.root).const);
  const fixed = constants.find(Boolean) ?? alternative.const;
  const reference = textAt(variant, "$ref")?.split("/").at(-1);
  const name =
    stringOf(alternative.title) || reference || (fixed && (stringOf(fixed) ?? rawOf(fixed))) || kindLabel(alternative);
  return printable(name === "any" ? `Alternative ${index + 1}` : name, 60);
}

function kindLabel(shape: Shape): string {
  const type = typeLabel(shape);
  const required = [...shape.required].join(", ");
  return required ? `${type === "any" ? "object" : type} with ${required}` : type;
}
