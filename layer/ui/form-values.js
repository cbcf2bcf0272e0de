// Values that a schema suggests, as JSON text, and how well a value that is there fits a schema.
const DEEPEST_FILL = 4;

// Exactly the required keys, each with its property's own default or null. What is optional is the user's to add.
function prefill(schema) {
  const properties = valueOf(schema, "properties");
  const required = new Set(itemsOf(valueOf(schema, "required")).map(stringOf).filter((key) => key !== undefined));
  const lines = [...required].map((key) => {
    const value = valueOf(valueOf(properties, key), "default");
    return `  ${JSON.stringify(key)}: ${value ? rawOf(value) : "null"}`;
  });
  return lines.length > 0 ? `{\n${lines.join(",\n")}\n}` : "{}";
}

// A first value for something the user adds.
function freshValue(shape, depth = 0) {
  if (shape.default) return rawOf(shape.default);
  if (shape.const) return rawOf(shape.const);
  if (itemsOf(shape.enum).length > 0) return rawOf(shape.enum.items[0]);
  if (shape.variants.length > 0 && depth < DEEPEST_FILL) return freshValue(variantShape(shape, shape.variants[0]), depth + 1);
  switch (shape.types[0]) {
    case "string":
      return '""';
    case "boolean":
      return "false";
    case "integer":
    case "number":
      return shape.minimum ? rawOf(shape.minimum) : "0";
    case "array":
      return "[]";
    case "object":
      return freshObject(shape, depth);
    default:
      return "null";
  }
}

function freshObject(shape, depth) {
  if (depth >= DEEPEST_FILL || shape.required.size === 0) return "{}";
  const lines = [...shape.required].map((key) => {
    const value = freshValue(shapeOf(shape.properties.get(key) ?? [], shape.root), depth + 1);
    return `  ${JSON.stringify(key)}: ${value.replaceAll("\n", "\n  ")}`;
  });
  return `{\n${lines.join(",\n")}\n}`;
}

function hasType(shape, node) {
  if (node.type === "null" && shape.nullable) return true;
  return shape.types.length === 0 || shape.types.some((type) => type === node.type || (node.type === "number" && type === "integer"));
}

// How well a value fits: 0 for not at all, more for each thing that speaks for it.
function fit(shape, node, depth = 0) {
  if (!node || shape.never || !hasType(shape, node)) return 0;
  if (shape.const) return sameJson(shape.const, node) ? 20 : 0;
  if (shape.enum) return itemsOf(shape.enum).some((entry) => sameJson(entry, node)) ? 10 : 0;
  let score = 1;
  if (node.type !== "object" || depth > 2) return score;
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

function bestVariant(shape, node) {
  let best = -1;
  let bestScore = 0;
  shape.variants.forEach((variant, index) => {
    const score = fit(variantShape(shape, variant), node);
    if (score > bestScore) [best, bestScore] = [index, score];
  });
  return best;
}

// A fresh value of another variant that keeps what the old value has in common with it.
function carriedOver(shape, node) {
  const fresh = freshValue(shape);
  let result = readJson(fresh);
  if (node?.type !== "object" || result.type !== "object") return fresh;
  for (const { key, value } of node.members) {
    const schemas = shape.properties.get(key);
    if (!schemas || fit(shapeOf(schemas, shape.root), value) === 0) continue;
    const own = valueOf(result, key);
    result = readJson(own ? replaceValue(own, rawOf(value)) : addMember(result, key, rawOf(value)));
  }
  return rawOf(result);
}
