// Describes in a few words the values that a shape allows.

function typeLabel(shape) {
  if (shape.never) return "nothing is allowed";
  if (shape.unresolved !== undefined) return `reference ${printable(shape.unresolved, 80)}`;
  const words = shape.variants.length > 0 ? `one of ${counted(shape.variants.length, "kind")}` : plainTypeLabel(shape);
  return shape.nullable ? `${words} or null` : words;
}

function plainTypeLabel(shape) {
  if (shape.const) return "constant";
  return shape.types.map((type) => namedTypeLabel(shape, type)).join(" or ") || "any";
}

function namedTypeLabel(shape, type) {
  const inner = type === "array" ? shape.items : type === "object" && shape.properties.size === 0 && shape.additionalProperties;
  const kind = { array: "list", object: "map" }[type];
  if (inner?.type !== "object") return printable(kind === "list" ? kind : type, 40);
  const { types, variants } = shapeOf([inner], shape.root);
  return `${kind} of ${types.length === 1 && variants.length === 0 ? printable(types[0], 40) : "value"}s`;
}

// The type and its constraints.
function shapeSummary(shape) {
  const raw = (key) => shape[key] && clipped(rawOf(shape[key]), 60);
  const text = (key) => printable(stringOf(shape[key]) ?? "", 120);
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
    ...["deprecated", "readOnly", "writeOnly"].map((key) => isTrue(shape[key]) && key),
    shape.additionalProperties?.type === "boolean" && !isTrue(shape.additionalProperties) && "no other keys",
    shape.conditions && "further conditions in the raw schema",
  ];
  return words.filter(Boolean).join(" · ");
}

function formatRange(low, high, label = "") {
  if (!low && !high) return "";
  return label + (low && high ? `${low} – ${high}` : low ? `≥ ${low}` : `≤ ${high}`);
}

// A name for an alternative: its title, or else what distinguishes it from the others.
function variantName(shape, variant, index) {
  const alternative = shapeOf([variant], shape.root);
  const fixed = [...alternative.properties.values()].map((schemas) => shapeOf(schemas, shape.root).const).find(Boolean) ?? alternative.const;
  const reference = textAt(variant, "$ref")?.replace(/.*\//s, "");
  const name = stringOf(alternative.title) || reference || (fixed && (stringOf(fixed) ?? rawOf(fixed))) || [...alternative.required].join(", ") || typeLabel(alternative);
  return printable(name === "any" ? `Alternative ${index + 1}` : name, 60);
}
