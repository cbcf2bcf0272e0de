// What a schema says about one value, with `$ref` and `allOf` folded in. A shape looks one level deep: the schemas of
// properties, items and variants stay lists of nodes until somebody asks for their shape, so that recursive schemas end.

const LIMITS = [
  "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
  "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "contentMediaType", "contentEncoding",
];
const SINGLE = ["title", "description", "default", "const", "enum", "examples", "deprecated", "readOnly", "writeOnly", "format", ...LIMITS];
// Shown as raw schema only: they relate values to each other, which neither a form nor an outline tells well.
const CONDITIONS = ["not", "if", "dependentRequired", "dependentSchemas", "dependencies", "contains", "propertyNames", "unevaluatedProperties", "$dynamicRef"];

function shapeOf(nodes, root, without = []) {
  const shape = {
    root,
    nodes,
    types: undefined,
    nullable: false,
    never: false,
    unresolved: undefined,
    conditions: false,
    properties: new Map(),
    required: new Set(),
    patterns: [],
    additional: undefined,
    items: undefined,
    prefixItems: [],
    variants: [],
    variantList: undefined,
  };
  const seen = new Set(without);
  for (const node of nodes) collectInto(shape, node, seen);
  return settled(shape, without);
}

function collectInto(shape, node, seen) {
  if (seen.has(node) || !node) return;
  seen.add(node);
  if (node.type === "boolean" && !isTrue(node)) shape.never = true;
  if (node.type !== "object") return;
  for (const key of SINGLE) shape[key] ??= valueOf(node, key);
  shape.conditions ||= CONDITIONS.some((key) => memberOf(node, key));
  collectTypes(shape, valueOf(node, "type"));
  for (const { key, value } of valueOf(node, "properties")?.members ?? []) {
    shape.properties.set(key, [...(shape.properties.get(key) ?? []), value]);
  }
  for (const name of itemsOf(valueOf(node, "required"))) if (name.type === "string") shape.required.add(stringOf(name));
  for (const { key, value } of valueOf(node, "patternProperties")?.members ?? []) shape.patterns.push({ pattern: key, schema: value });
  shape.additional ??= valueOf(node, "additionalProperties");
  const items = valueOf(node, "items");
  if (items?.type === "array") shape.prefixItems = items.items;
  else shape.items ??= items;
  if (shape.prefixItems.length === 0) shape.prefixItems = itemsOf(valueOf(node, "prefixItems"));
  for (const keyword of ["oneOf", "anyOf"]) {
    const list = valueOf(node, keyword);
    if (!list || seen.has(list) || itemsOf(list).length === 0) continue;
    if (shape.variantList) shape.conditions = true;
    else Object.assign(shape, { variantList: list, variantKeyword: keyword, variants: list.items });
  }
  const reference = stringOf(valueOf(node, "$ref"));
  if (reference !== undefined) {
    const target = resolveReference(shape.root, reference);
    if (target) collectInto(shape, target, seen);
    else shape.unresolved = reference;
  }
  for (const part of itemsOf(valueOf(node, "allOf"))) collectInto(shape, part, seen);
}

function collectTypes(shape, type) {
  const named = type?.type === "array" ? type.items.map(stringOf) : [stringOf(type)];
  const types = named.filter((name) => name !== undefined);
  if (types.length === 0) return;
  shape.types = shape.types ? narrowed(shape.types, types) : types;
}

function narrowed(some, others) {
  const both = some.filter((name) => others.includes(name) || (name === "integer" && others.includes("number")));
  if (some.includes("number") && others.includes("integer")) both.push("integer");
  return [...new Set(both)];
}

// Takes `null` out of types and variants, and infers the type where only its keywords are given.
function settled(shape, without) {
  const real = shape.variants.filter((variant) => !isNullSchema(variant));
  if (real.length < shape.variants.length) {
    shape.nullable = true;
    shape.variants = real;
    if (real.length === 1) {
      const inner = shapeOf([...shape.nodes, real[0]], shape.root, [...without, shape.variantList]);
      return Object.assign(inner, { nullable: true });
    }
  }
  shape.nullable ||= shape.types?.includes("null") || itemsOf(shape.enum).some((entry) => entry.type === "null");
  if (shape.types && shape.types.length > 1) shape.types = shape.types.filter((name) => name !== "null");
  if (shape.types?.includes("number")) shape.types = shape.types.filter((name) => name !== "integer");
  shape.types ??= inferredTypes(shape);
  return shape;
}

function isNullSchema(node) {
  return stringOf(valueOf(node, "type")) === "null" || valueOf(node, "const")?.type === "null";
}

function inferredTypes(shape) {
  if (shape.const) return [shape.const.type];
  if (shape.enum) return [...new Set(itemsOf(shape.enum).map((entry) => entry.type).filter((type) => type !== "null"))];
  if (shape.properties.size > 0 || shape.patterns.length > 0 || shape.additional) return ["object"];
  if (shape.items || shape.prefixItems.length > 0) return ["array"];
  return [];
}

// One of the alternatives, together with what holds for all of them.
function variantShape(shape, variant) {
  return shapeOf([...shape.nodes, variant], shape.root, [shape.variantList]);
}

function resolveReference(root, reference) {
  if (!reference.startsWith("#")) return schemaNamed(root, reference);
  let fragment = reference.slice(1);
  try {
    fragment = decodeURIComponent(fragment);
  } catch {
    // A stray percent sign stands for itself.
  }
  if (fragment === "") return root;
  return fragment.startsWith("/") ? nodeAt(root, pathOf(fragment)) : schemaNamed(root, fragment);
}

// Looks for the `$anchor` or `$id` of that name anywhere in the schema.
function schemaNamed(root, name) {
  root.named ??= new Map();
  if (root.named.size === 0) {
    const open = [root];
    while (open.length > 0) {
      const node = open.pop();
      for (const keyword of ["$anchor", "$id", "id"]) {
        const given = stringOf(valueOf(node, keyword));
        if (given !== undefined) root.named.set(given, node);
      }
      open.push(...(node.members?.map((member) => member.value) ?? node.items ?? []));
    }
    root.named.set("", root);
  }
  return root.named.get(name);
}
