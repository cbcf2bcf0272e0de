// Controls for single values. Each writes what the user typed, and keeps to itself what is not JSON yet.
const INPUT_TYPES = new Map([["email", "email"], ["uri", "url"], ["url", "url"], ["date", "date"], ["time", "time"], ["color", "color"], ["password", "password"]]);
const NATIVE_VALUE = { date: /^\d{4}-\d\d-\d\d$/, time: /^\d\d:\d\d(:\d\d)?$/, color: /^#[0-9a-f]{6}$/ };
const SAMPLE = new Map([["date-time", "2026-01-31T12:00:00Z"], ["duration", "PT1H30M"], ["uuid", "123e4567-e89b-12d3-a456-426614174000"], ["ipv4", "192.0.2.1"]]);

function stringControl(form, path, shape, node) {
  const value = stringOf(node) ?? "";
  const format = stringOf(shape.format) ?? "";
  const type = isTrue(shape.writeOnly) ? "password" : INPUT_TYPES.get(format);
  // A date picker shows nothing for a text that is no date, and the text would be lost to the eye.
  const native = type && (!NATIVE_VALUE[type] || NATIVE_VALUE[type].test(value) || (value === "" && type !== "color"));
  const examples = itemsOf(shape.examples).map(stringOf).filter((text) => text !== undefined);
  const placeholder = node.type === "null" ? "null" : (SAMPLE.get(format) ?? "");
  const common = { value, placeholder, spellcheck: "false", autocomplete: "off", oninput: (event) => form.write(path, JSON.stringify(event.target.value), { shown: true }) };
  if (native) {
    const input = element("input", { ...common, type });
    return { node: input, input };
  }
  if (examples.length > 0 && !value.includes("\n")) return inputWithExamples(common, examples);
  const long = value.includes("\n") || Number(shape.maxLength ? rawOf(shape.maxLength) : 0) > 200;
  const input = element("textarea", { ...common, rows: long ? 4 : 1 });
  return { node: input, input };
}

function inputWithExamples(common, examples) {
  const list = element("datalist", { id: freshId("examples") }, examples.slice(0, 50).map((value) => element("option", { value })));
  const input = element("input", { ...common, type: "text", list: list.id });
  return { node: element("div", {}, input, list), input };
}

// A text field, since a number field would round what it is given.
function numberControl(form, path, shape, node) {
  const integer = shape.types[0] === "integer";
  const examples = itemsOf(shape.examples).map(rawOf);
  const oninput = ({ target }) => {
    const raw = target.value.trim() === "" ? "null" : target.value.trim();
    const written = tryReadJson(raw);
    const fits = written?.type === "number" || written?.type === "null";
    target.toggleAttribute("data-unwritten", !fits);
    target.setCustomValidity(fits ? "" : "This is not a number.");
    if (fits) form.write(path, raw, { shown: true });
  };
  const common = { value: node.type === "null" ? "" : rawOf(node), placeholder: node.type === "null" ? "null" : "", inputmode: integer ? "numeric" : "decimal", autocomplete: "off", class: "number", oninput };
  if (examples.length > 0) return inputWithExamples(common, examples);
  const input = element("input", { ...common, type: "text" });
  return { node: input, input };
}

function booleanControl(form, path, node) {
  const name = freshId("boolean");
  const choice = (raw) =>
    element("label", {}, element("input", { type: "radio", name, value: raw, checked: rawOf(node) === raw, onchange: () => form.write(path, raw, { shown: true }) }), element("span", {}, raw));
  return { node: element("div", { class: "segments" }, choice("true"), choice("false")) };
}

function enumControl(form, path, shape, node) {
  const entries = itemsOf(shape.enum);
  const labels = entries.map((entry) => spelled(stringOf(entry) ?? rawOf(entry), 200));
  const current = entries.findIndex((entry) => node && sameJson(entry, node));
  const options = labels.map((label, index) => element("option", { value: index }, label || '""'));
  if (current < 0) options.unshift(element("option", { value: -1 }, node?.type === "null" ? "Choose…" : `${clipped(rawOf(node), 100)} (not in the list)`));
  const input = element("select", { onchange: () => input.value >= 0 && form.write(path, rawOf(entries[input.value])) }, options);
  input.value = current;
  return { node: input, input };
}

function constControl(form, path, shape, node) {
  const raw = rawOf(shape.const);
  const shown = element("div", { class: "fixed" }, element("code", {}, clipped(raw, 500)));
  if (!sameJson(shape.const, node)) shown.append(element("span", { class: "hint" }, `The value is ${clipped(rawOf(node), 100)}.`), button("Set it", () => form.write(path, raw), { class: "small" }));
  return { node: shown };
}

// For what no other control can show: the value's own JSON, edited in place.
function jsonControl(form, path, node, expected) {
  const slot = element("span", { class: "hint" }, expected ? `Shown as JSON: the schema expects ${expected}.` : "");
  const oninput = ({ target }) => {
    const written = tryReadJson(target.value);
    target.toggleAttribute("data-unwritten", !written);
    slot.textContent = written ? "" : "This is not JSON yet.";
    if (written) form.write(path, rawOf(written), { shown: true });
  };
  const input = element("textarea", { class: "code", value: rawOf(node), rows: 1, spellcheck: "false", autocomplete: "off", oninput });
  return { node: element("div", {}, input, slot), input };
}
