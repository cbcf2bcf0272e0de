// Initial values for a schema, as JSON text, and a score of how well an existing value fits a schema.
const DEEPEST_FILL = 4;
const DEEPEST_FIT = 2;

// Only the required keys, each with its property's default or null. Optional properties are left to the user.
function prefill(schema) {
  const properties = valueOf(schema, "properties");
  const required = new Set(itemsOf(valueOf(schema, "required")).map(stringOf).filter((key) => key !== undefined));
  return objectText(required, (key) => rawOf(valueOf(valueOf(properties, key), "default") ?? readJson("null")));
}

function objectText(keys, rawValue) {
  const lines = [...keys].map((key) => `  ${JSON.stringify(key)}: ${rawValue(key).replaceAll("\n", "\n  ")}`);
  return lines.length > 0 ? `{\n${lines.join(",\n")}\n}` : "{}";
}

// The initial value of something the user adds.
function freshValue(shape, depth = 0) {
  const preset = shape.default ?? shape.const ?? itemsOf(shape.enum)[0];
  if (preset) return rawOf(preset);
  if (depth > DEEPEST_FILL) return "null";
  if (shape.variants.length > 0) return freshValue(variantShape(shape, shape.variants[0]), depth + 1);
  const number = shape.minimum ? rawOf(shape.minimum) : "0";
  const fresh = { __proto__: null, string: '""', boolean: "false", array: "[]", integer: number, number };
  return shape.types[0] === "object" ? freshObject(shape, depth) : (fresh[shape.types[0]] ?? "null");
}

function freshObject(shape, depth) {
  return objectText(shape.required, (key) => freshValue(shapeOf(shape.properties.get(key) ?? [], shape.root), depth + 1));
}

function hasType(shape, node) {
  if (node.type === "null" && shape.nullable) return true;
  return shape.types.length === 0 || shape.types.some((type) => type === node.type || (node.type === "number" && type === "integer"));
}

// Scores how well a value fits a shape: 0 if not at all, and higher the more of it matches.
function fit(shape, node, depth = 0) {
  if (!node || shape.never || !hasType(shape, node)) return 0;
  if (shape.const) return sameJson(shape.const, node) ? 20 : 0;
  if (shape.enum) return itemsOf(shape.enum).some((entry) => sameJson(entry, node)) ? 10 : 0;
  if (shape.variants.length > 0 && depth < DEEPEST_FIT) return Math.max(...shape.variants.map((variant) => fit(variantShape(shape, variant), node, depth + 1)));
  let score = 1;
  if (node.type !== "object" || depth > DEEPEST_FIT) return score;
  for (const key of shape.required) if (!memberOf(node, key)) return 0;
  for (const { key, value } of node.members) {
    const schemas = shape.properties.get(key);
    if (!schemas) continue;
    const inner = fit(shapeOf(schemas, shape.root), value, depth + 1);
    if (inner === 0 && shapeOf(schemas, shape.root).const) return 0;
    score += inner;
  }
  return score;
}

// A fresh value of another variant that keeps the members of the old value that fit it.
function carriedOver(shape, node) {
  const fresh = freshValue(shape);
  let result = readJson(fresh);
  if (node?.type !== "object" || result.type !== "object") return fresh;
  for (const { key, value } of node.members) {
    const schemas = shape.properties.get(key);
    if (!schemas || fit(shapeOf(schemas, shape.root), value) === 0) continue;
    const existing = valueOf(result, key);
    result = readJson(existing ? replaceValue(existing, rawOf(value)) : addMember(result, key, rawOf(value)));
  }
  return rawOf(result);
}
