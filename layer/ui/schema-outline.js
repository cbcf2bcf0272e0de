// A schema as an outline to read. What is nested is built when it is opened, so recursive schemas cost what is looked at.
const OPEN_LEVELS = 2;

function schemaOutline(schema) {
  if (!schema || schema.type === "null") return element("p", { class: "hint" }, "The tool declares none.");
  const shape = shapeOf([schema], schema);
  const children = outlineChildren(shape, 0);
  const facts = outlineFacts(shape);
  return element(
    "div",
    { class: "outline" },
    element("p", { class: "outline-root" }, element("span", { class: "type" }, typeInWords(shape)), ...facts),
    children.length > 0 ? element("ul", {}, children) : !facts.length && element("p", { class: "hint" }, "No properties."),
  );
}

function outlineRow(name, schemas, root, level, required) {
  const shape = shapeOf(schemas, root);
  const type = typeInWords(shape);
  const head = [
    element("bdi", { class: "key" }, name),
    element("span", { class: "type" }, type),
    required && element("span", { class: "required" }, "required"),
  ];
  const facts = outlineFacts(shape);
  const body = element("div", { class: "outline-body" }, facts);
  if (!hasOutlineChildren(shape)) return element("li", {}, element("div", { class: "outline-head" }, head), facts.length > 0 && body);
  const details = element("details", {}, element("summary", { class: "outline-head" }, head), body);
  details.addEventListener("toggle", () => body.querySelector(":scope > ul") ?? body.append(element("ul", {}, outlineChildren(shape, level + 1))));
  details.open = level < OPEN_LEVELS && shape.properties.size <= 12;
  return element("li", {}, details);
}

function hasOutlineChildren(shape) {
  const inner = [shape.items, shape.additional].some((node) => node?.type === "object" && node.members.length > 0);
  return shape.properties.size + shape.patterns.length + shape.prefixItems.length + shape.variants.length > 0 || inner;
}

function outlineChildren(shape, level) {
  const row = (name, node, required) => outlineRow(name, [node].flat(), shape.root, level, required);
  const children = [...shape.properties].map(([key, schemas]) => row(spelled(key), schemas, shape.required.has(key)));
  for (const key of shape.required) {
    if (!shape.properties.has(key)) children.push(outlineRow(spelled(key), [], shape.root, level, true));
  }
  for (const { pattern, schema } of shape.patterns) children.push(row(`keys matching ${spelled(pattern)}`, schema));
  if (shape.additional?.type === "object") children.push(row("any other key", shape.additional));
  shape.prefixItems.forEach((node, index) => children.push(row(`item ${index + 1}`, node)));
  if (shape.items?.type === "object" && shape.items.members.length > 0) children.push(row(shape.prefixItems.length > 0 ? "further items" : "each item", shape.items));
  shape.variants.forEach((node, index) => children.push(row(`${shape.variantKeyword === "oneOf" ? "either" : "any of"}: ${variantName(shape, node, index)}`, node)));
  return children;
}

function outlineFacts(shape) {
  const limits = limitsInWords(shape);
  const values = itemsOf(shape.enum);
  const description = stringOf(shape.description);
  return [
    limits.length > 0 && element("p", { class: "limits" }, limits.join(" · ")),
    description && element("p", { class: "prose" }, clipped(description, 4000)),
    shape.const && outlineValues("Always", [shape.const]),
    values.length > 0 && outlineValues("One of", values),
    shape.default && outlineValues("Default", [shape.default]),
    itemsOf(shape.examples).length > 0 && outlineValues("Examples", shape.examples.items),
    shape.additional && !isTrue(shape.additional) && shape.additional.type === "boolean" && element("p", { class: "limits" }, "No other keys"),
    shape.conditions && element("p", { class: "limits" }, "Further conditions: see the raw schema"),
  ].filter(Boolean);
}

function outlineValues(label, nodes) {
  const shown = nodes.slice(0, 50).map((node) => element("code", {}, clipped(rawOf(node), 200)));
  if (nodes.length > 50) shown.push(`and ${nodes.length - 50} more`);
  return element("p", { class: "values" }, element("span", {}, label), shown);
}
