// Chooses the control for a value. A control is { node, input }; `input` is set if a single element holds the value.
const DEEPEST_FORM = 10;

function controlFor(form, path, shape, node) {
  if (path.length > DEEPEST_FORM) return jsonControl(form, path, node);
  if (shape.variants.length > 0) return variantControl(form, path, shape, node);
  if (shape.const) return constControl(form, path, shape, node);
  if (itemsOf(shape.enum).length > 0) return enumControl(form, path, shape, node);
  if (shape.types.length > 1) return typeControl(form, path, shape, node);
  const type = shape.types[0] ?? (path.length === 0 ? "object" : undefined);
  const control = PLAIN_CONTROLS[type];
  const isNull = node.type === "null";
  if (!control || (!isNull && !hasType({ types: [type] }, node))) return jsonControl(form, path, node, type);
  if (isNull && (type === "object" || type === "array")) return fillControl(form, path, shape);
  return control(form, path, shape, node);
}

// The key comes from a schema, so inherited names such as `constructor` must not be found.
const PLAIN_CONTROLS = {
  __proto__: null,
  object: objectControl,
  array: listControl,
  boolean: booleanControl,
  string: stringControl,
  number: numberControl,
  integer: numberControl,
};

// A placeholder for an object or a list that is null.
function fillControl(form, path, shape) {
  return { node: element("div", button(`Fill in the ${shape.types[0] === "array" ? "list" : "object"}`, () => form.replace(path, freshValue(shape)))) };
}

// A date picker shows a text that is not a date as empty, so it is used only for texts that match. E-mail fields are not used, because
// they rewrite their value.
const PICKERS = new Map([["date", /^(\d{4}-\d\d-\d\d)?$/], ["password", /^.*$/]]);

function stringControl(form, path, shape, node) {
  const value = stringOf(node) ?? "";
  // Fields replace each carriage return with a line feed.
  if (value.includes("\r")) return jsonControl(form, path, node);
  const format = isTrue(shape.writeOnly) ? "password" : stringOf(shape.format);
  const examples = itemsOf(shape.examples).slice(0, 50).map((example) => element("option", { value: stringOf(example) ?? rawOf(example) }));
  const placeholder = node.type === "null" && "null";
  const oninput = ({ target }) => form.write(path, JSON.stringify(target.value));
  const props = { value, placeholder, oninput, inputmode: format === "email" && format, ...VERBATIM };
  if (PICKERS.get(format)?.test(value)) return oneInput(element("input", { type: format, ...props }));
  if (examples.length === 0 || value.includes("\n")) return oneInput(element("textarea", { ...props, rows: /\n/.test(value) || plainValue(shape.maxLength) >= 1000 ? 4 : 1 }));
  const list = element("datalist", { id: freshId() }, examples);
  const input = element("input", { ...props, list: list.id });
  return { node: element("div", input, list), input };
}

function oneInput(input) {
  return { node: input, input };
}

// A text field, because a number field would round the value. An empty field means null. Errors are shown when the field is left,
// because the beginning of a number (such as "-") is not yet one.
function numberControl(form, path, shape, node) {
  const note = element("span.error", { role: "status" });
  const oninput = ({ target }) => {
    const written = tryReadJson(target.value.trim() || "null");
    const fits = ["number", "null"].includes(written?.type);
    target.setCustomValidity(fits ? "" : "This is not a number.");
    if (fits) form.write(path, rawOf(written));
  };
  const onchange = ({ target }) => (note.textContent = target.validationMessage);
  const empty = node.type === "null";
  const input = element("input", { value: empty ? "" : rawOf(node), placeholder: empty && "null", inputmode: shape.types[0] === "integer" ? "numeric" : "decimal", ...VERBATIM, oninput, onchange });
  return { node: element("div", input, note), input };
}

function booleanControl(form, path, shape, node) {
  const name = freshId();
  const choice = (raw) => element("label", element("input", { type: "radio", name, checked: rawOf(node) === raw, onchange: () => form.write(path, raw) }), raw);
  return { node: element("div.segments", choice("true"), choice("false")) };
}

function enumControl(form, path, shape, node) {
  const entries = shape.enum.items;
  const current = entries.findIndex((entry) => sameJson(entry, node));
  const options = entries.map((entry, index) => element("option", { value: index }, printable(stringOf(entry) || rawOf(entry), 200)));
  const stray = node.type === "null" ? "Choose…" : `${clipped(rawOf(node), 100)} (not in the list)`;
  const input = element("select", { onchange: () => input.value >= 0 && form.replace(path, rawOf(entries[input.value])) }, current < 0 && element("option", { value: -1 }, stray), options);
  input.value = current;
  return oneInput(input);
}

function constControl(form, path, shape, node) {
  const raw = rawOf(shape.const);
  const stray = !sameJson(shape.const, node) && [element("span.hint", `The value is ${clipped(rawOf(node), 100)}.`), button("Set it", () => form.replace(path, raw), "small")];
  return { node: element("div.fixed", element("code", clipped(raw, 500)), stray || []) };
}

// Edits the value as JSON, for values that no other control can show.
function jsonControl(form, path, node, expected) {
  const note = element("span.hint", expected && `Shown as JSON: the schema expects the type ${printable(expected, 40)}.`);
  const oninput = ({ target }) => {
    const written = tryReadJson(target.value);
    note.textContent = written ? "" : "This is not JSON yet.";
    target.setCustomValidity(note.textContent);
    if (written) form.write(path, rawOf(written));
  };
  const input = element("textarea.code", { value: rawOf(node), rows: 1, ...VERBATIM, oninput });
  return { node: element("div", input, note), input };
}
