// Says in few words what a shape allows.

function typeInWords(shape) {
  if (shape.never) return "nothing is allowed";
  if (shape.unresolved !== undefined) return `reference ${spelled(shape.unresolved, 80)}`;
  const words = shape.variants.length > 0 ? variantsInWords(shape) : plainTypeInWords(shape);
  return shape.nullable ? `${words} or null` : words;
}

function variantsInWords(shape) {
  const types = new Set(shape.variants.map((variant) => plainTypeInWords(variantShape(shape, variant))));
  return types.size <= 3 && !types.has("any") && !types.has("object") ? [...types].join(" or ") : `one of ${shape.variants.length} kinds`;
}

function plainTypeInWords(shape) {
  if (shape.const) return "constant";
  return shape.types.map((type) => namedTypeInWords(shape, type)).join(" or ") || "any";
}

function namedTypeInWords(shape, type) {
  if (type === "array" && shape.items) {
    const inner = shapeOf([shape.items], shape.root);
    return `list of ${inner.variants.length > 0 ? "values" : inner.types[0] === "array" ? "lists" : plural(inner.types.join(" or ") || "value")}`;
  }
  if (type === "array") return shape.prefixItems.length > 0 ? "tuple" : "list";
  if (type === "object" && shape.properties.size === 0 && shape.additional) {
    const inner = shapeOf([shape.additional], shape.root);
    return inner.never ? "object" : `map of ${plural(inner.types.join(" or ") || "value")}`;
  }
  return spelled(type, 40);
}

function plural(word) {
  return `${spelled(word, 60)}s`;
}

function limitsInWords(shape) {
  const raw = (key) => (shape[key] ? clipped(rawOf(shape[key]), 60) : undefined);
  const words = [
    rangeInWords(raw("minimum"), raw("maximum"), ""),
    raw("exclusiveMinimum") && `more than ${raw("exclusiveMinimum")}`,
    raw("exclusiveMaximum") && `less than ${raw("exclusiveMaximum")}`,
    raw("multipleOf") && `multiple of ${raw("multipleOf")}`,
    rangeInWords(raw("minLength"), raw("maxLength"), "characters"),
    rangeInWords(raw("minItems"), raw("maxItems"), "items"),
    rangeInWords(raw("minProperties"), raw("maxProperties"), "entries"),
    isTrue(shape.uniqueItems) && "no duplicates",
    shape.format && spelled(stringOf(shape.format) ?? "", 60),
    shape.contentMediaType && spelled(stringOf(shape.contentMediaType) ?? "", 60),
    shape.contentEncoding && spelled(stringOf(shape.contentEncoding) ?? "", 60),
    shape.pattern && `matches ${spelled(stringOf(shape.pattern) ?? "", 120)}`,
    isTrue(shape.deprecated) && "deprecated",
    isTrue(shape.readOnly) && "read-only",
    isTrue(shape.writeOnly) && "write-only",
  ];
  return words.filter(Boolean);
}

function rangeInWords(low, high, unit) {
  if (low === undefined && high === undefined) return undefined;
  const range = low === undefined ? `at most ${high}` : high === undefined ? `at least ${low}` : low === high ? `exactly ${low}` : `${low} to ${high}`;
  return `${range} ${unit}`.trim();
}

// A name for one of several alternatives: its title, else what tells it apart.
function variantName(shape, variant, index) {
  const own = shapeOf([variant], shape.root);
  const title = stringOf(own.title);
  if (title) return spelled(title, 60);
  if (own.const) return clipped(rawOf(own.const), 60);
  for (const [key, schemas] of own.properties) {
    const fixed = shapeOf(schemas, shape.root).const;
    if (fixed) return `${spelled(key, 30)}: ${clipped(stringOf(fixed) ?? rawOf(fixed), 40)}`;
  }
  const reference = stringOf(valueOf(variant, "$ref"));
  if (reference) return spelled(reference.slice(reference.lastIndexOf("/") + 1), 60);
  if (own.required.size > 0) return `with ${[...own.required].map((key) => spelled(key, 30)).join(", ")}`;
  const type = typeInWords(own);
  return type === "any" ? `Alternative ${index + 1}` : type;
}
