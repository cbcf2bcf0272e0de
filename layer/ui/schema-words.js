// Says in few words what a shape allows.

function typeInWords(shape) {
  if (shape.never) return "nothing is allowed";
  if (shape.unresolved !== undefined) return `reference ${spelled(shape.unresolved, 80)}`;
  const words = shape.variants.length > 0 ? `one of ${counted(shape.variants.length, "kind")}` : plainTypeInWords(shape);
  return shape.nullable ? `${words} or null` : words;
}

function plainTypeInWords(shape) {
  if (shape.const) return "constant";
  return shape.types.map((type) => namedTypeInWords(shape, type)).join(" or ") || "any";
}

function namedTypeInWords(shape, type) {
  const inner = type === "array" ? shape.items : type === "object" && shape.properties.size === 0 && shape.additionalProperties;
  const kind = { array: "list", object: "map" }[type];
  if (inner?.type !== "object") return spelled(kind === "list" ? kind : type, 40);
  const { types, variants } = shapeOf([inner], shape.root);
  return `${kind} of ${types.length === 1 && variants.length === 0 ? spelled(types[0], 40) : "value"}s`;
}

// The type, and what limits its values.
function allInWords(shape) {
  const raw = (key) => shape[key] && clipped(rawOf(shape[key]), 60);
  const text = (key) => spelled(stringOf(shape[key]) ?? "", 120);
  const words = [
    typeInWords(shape),
    rangeInWords(raw("minimum"), raw("maximum")),
    shape.exclusiveMinimum && `> ${raw("exclusiveMinimum")}`,
    shape.exclusiveMaximum && `< ${raw("exclusiveMaximum")}`,
    shape.multipleOf && `multiple of ${raw("multipleOf")}`,
    rangeInWords(raw("minLength"), raw("maxLength"), "length "),
    rangeInWords(raw("minItems"), raw("maxItems"), "items "),
    rangeInWords(raw("minProperties"), raw("maxProperties"), "keys "),
    isTrue(shape.uniqueItems) && "no duplicates",
    text("format"),
    text("contentMediaType"),
    shape.pattern && `matches ${text("pattern")}`,
    ...["deprecated", "readOnly", "writeOnly"].map((key) => isTrue(shape[key]) && key),
    shape.additionalProperties?.type === "boolean" && !isTrue(shape.additionalProperties) && "no other keys",
    shape.conditions && "further conditions in the raw schema",
  ];
  return words.filter(Boolean).join(" · ");
}

function rangeInWords(low, high, label = "") {
  if (!low && !high) return "";
  return label + (low && high ? `${low} – ${high}` : low ? `≥ ${low}` : `≤ ${high}`);
}

// A name for one of several alternatives: its title, else what tells it apart.
function variantName(shape, variant, index) {
  const own = shapeOf([variant], shape.root);
  const fixed = [...own.properties.values()].map((schemas) => shapeOf(schemas, shape.root).const).find(Boolean) ?? own.const;
  const reference = textAt(variant, "$ref")?.replace(/.*\//s, "");
  const name = stringOf(own.title) || reference || (fixed && (stringOf(fixed) ?? rawOf(fixed))) || [...own.required].join(", ") || typeInWords(own);
  return spelled(name === "any" ? `Alternative ${index + 1}` : name, 60);
}
