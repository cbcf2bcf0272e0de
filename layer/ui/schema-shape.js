// Shapes: the constraints of a schema on one value, with `$ref` and `allOf` merged. A shape is one level deep: the schemas of
// properties, items and variants stay nodes until their shape is needed, so that recursive schemas end.

const SINGLE_KEYWORDS = [
  "title", "description", "default", "const", "enum", "examples", "format", "deprecated", "readOnly", "writeOnly", "pattern",
  "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems",
  "uniqueItems", "minProperties", "maxProperties", "contentMediaType", "additionalProperties",
];
// Keywords that relate values to each other, which neither a form nor an outline can express well.
const CONDITIONS = ["not", "if", "dependentRequired", "dependentSchemas", "contains", "propertyNames"];

// `without` contains the lists of alternatives that have already been resolved.
function shapeOf(nodes, root, without = []) {
  const shape = { root, nodes, properties: new Map(), required: new Set(), patterns: [], prefixItems: [], variants: [] };
  const seen = new Set(without);
  for (const node of nodes) collectInto(shape, node, seen);
  return normalized(shape, without);
}

function collectInto(shape, node, seen) {
  if (!node || seen.has(node)) return;
  seen.add(node);
  if (node.type === "boolean") shape.never ||= !isTrue(node);
  for (const key of SINGLE_KEYWORDS) shape[key] ??= valueOf(node, key);
  shape.conditions ||= CONDITIONS.some((key) => memberOf(node, key));
  collectTypes(shape, valueOf(node, "type"));
  for (const { key, value } of membersOf(valueOf(node, "properties"))) shape.properties.set(key, [...(shape.properties.get(key) ?? []), value]);
  for (const name of itemsOf(valueOf(node, "required"))) if (name.type === "string") shape.required.add(stringOf(name));
  for (const { key, value } of membersOf(valueOf(node, "patternProperties"))) shape.patterns.push([key, value]);
  const items = valueOf(node, "items");
  const tuple = items?.type === "array" ? items : valueOf(node, "prefixItems");
  if (tuple !== items) shape.items ??= items;
  if (tuple) shape.prefixItems = itemsOf(tuple);
  for (const keyword of ["oneOf", "anyOf"]) {
    const list = valueOf(node, keyword);
    if (seen.has(list) || itemsOf(list).length === 0) continue;
    if (shape.variantList) shape.conditions = true;
    else Object.assign(shape, { variantList: list, variants: list.items });
  }
  const reference = textAt(node, "$ref");
  if (reference !== undefined) {
    const target = resolveReference(shape.root, reference);
    if (target) collectInto(shape, target, seen);
    else shape.unresolved = reference;
  }
  for (const part of itemsOf(valueOf(node, "allOf"))) collectInto(shape, part, seen);
}

function collectTypes(shape, type) {
  const types = [type, ...itemsOf(type)].map(stringOf).filter((name) => name !== undefined);
  if (types.length > 0) shape.types = shape.types?.filter((name) => types.includes(name)) ?? types;
}

// Removes `null` from types and variants, and infers the type if only its keywords are present.
function normalized(shape, without) {
  const real = shape.variants.filter((variant) => textAt(variant, "type") !== "null" && valueOf(variant, "const")?.type !== "null");
  if (real.length === 1 && shape.variants.length > 1) {
    return { ...shapeOf([...shape.nodes, real[0]], shape.root, [...without, shape.variantList]), nullable: true };
  }
  shape.nullable = real.length < shape.variants.length || Boolean(shape.types?.includes("null")) || itemsOf(shape.enum).some((entry) => entry.type === "null");
  shape.variants = real;
  shape.types ??= inferredTypes(shape);
  if (shape.types.length > 1) shape.types = [...new Set(shape.types)].filter((name) => name !== "null" && !(name === "integer" && shape.types.includes("number")));
  return shape;
}

function inferredTypes(shape) {
  if (shape.const) return [shape.const.type];
  if (shape.enum) return itemsOf(shape.enum).map((entry) => entry.type);
  if (shape.properties.size > 0 || shape.patterns.length > 0 || shape.additionalProperties) return ["object"];
  return shape.items || shape.prefixItems.length > 0 ? ["array"] : [];
}

// The shape of one alternative, together with the constraints that apply to all of them.
function variantShape(shape, variant) {
  return shapeOf([...shape.nodes, variant], shape.root, [shape.variantList]);
}

// References within the document: `#` and `#/pointer`.
function resolveReference(root, reference) {
  try {
    return /^#(\/|$)/.test(reference) ? nodeAt(root, pathOf(decodeURIComponent(reference.slice(1)))) : undefined;
  } catch {
    return undefined;
  }
}
