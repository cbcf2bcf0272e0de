// The form of a tool's arguments, made from its schema and drawn from the draft.
const DEEPEST_FORM = 10;

class ArgumentForm {
  constructor(draft, schema) {
    this.draft = draft;
    this.schema = schema;
    this.fields = new Map();
    this.chosen = new Map();
    this.violations = [];
    this.element = element("div", { class: "form", role: "group", "aria-label": "Arguments as a form" });
    draft.onChange((origin) => origin !== "field" && this.render());
    this.render();
  }

  render() {
    this.fields.clear();
    if (this.draft.error) {
      this.element.replaceChildren(element("p", { class: "hint" }, "The form comes back once the JSON can be read."));
      return;
    }
    const shape = shapeOf([this.schema ?? readJson("true")], this.schema);
    const root = controlFor(this, [], shape, this.draft.root);
    const slot = element("p", { class: "error", id: freshId("error"), hidden: true });
    this.fields.set("", { frame: root.node, target: root.node, slot });
    this.element.replaceChildren(slot, root.node);
    this.showViolations(this.violations);
    if (this.focusNext !== undefined) this.focusField(this.focusNext);
    this.focusNext = undefined;
  }

  // Writes one value. A field that already shows what it wrote says so with `shown`, and is left alone.
  write(path, raw, { shown = false } = {}) {
    const node = this.draft.nodeAt(path);
    if (!node) return;
    if (!shown) this.focusNext = pointerOf(path);
    this.draft.set(replaceValue(node, raw), shown ? "field" : "form");
    this.fields.get(pointerOf(path))?.onWrite?.(this.draft.nodeAt(path));
  }

  // Takes over a new text after which the form looks different, and puts the focus on a field of it.
  restructure(text, focusPath) {
    this.focusNext = pointerOf(focusPath);
    this.draft.set(text, "form");
  }

  showViolations(violations) {
    this.violations = violations;
    for (const field of this.fields.values()) {
      field.slot.hidden = true;
      field.slot.textContent = "";
      field.target.removeAttribute("aria-invalid");
      field.frame.classList.remove("invalid");
    }
    for (const { path, message } of violations) {
      const field = this.nearestField(path);
      if (!field) continue;
      field.slot.hidden = false;
      field.slot.append(field.slot.textContent ? " · " : "", spelled(message, 500));
      if (field.target.matches("input, textarea, select")) field.target.setAttribute("aria-invalid", true);
      field.frame.classList.add("invalid");
    }
  }

  // The field at that pointer, or the one around it: what is shown as JSON in place has no fields within.
  nearestField(pointer) {
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
      if (this.fields.has(at) || at === "") return this.fields.get(at);
    }
  }

  focusField(pointer) {
    const field = this.nearestField(pointer);
    if (!field) return;
    const target = field.target.matches("input, textarea, select, button") ? field.target : (field.target.querySelector("input, textarea, select, button") ?? field.target);
    if (target === field.target && !target.matches("input, textarea, select, button")) target.tabIndex = -1;
    target.focus();
    field.frame.scrollIntoView({ block: "nearest" });
  }

  // A field that holds something the text cannot take over, such as letters where a number belongs.
  firstUnwritten() {
    return this.element.querySelector("[data-unwritten]");
  }
}

// One value with its name, its description, its control and its error.
function formField(form, { path, schemas, name, title, required, onRemove, rename, actions = [] }) {
  const shape = shapeOf(schemas, form.schema);
  const node = form.draft.nodeAt(path);
  const pointer = pointerOf(path);
  const control = controlFor(form, path, shape, node);
  const labelId = freshId("label");
  const slot = element("p", { class: "error", id: freshId("error"), hidden: true });
  const description = stringOf(shape.description);
  const hint = description && element("p", { class: "hint prose", id: freshId("hint") }, clipped(description, 1000));
  const describedBy = [hint?.id, slot.id].filter(Boolean).join(" ");
  const input = control.input;
  if (input) {
    input.id = freshId("field");
    input.setAttribute("aria-describedby", describedBy);
    if (required) input.setAttribute("aria-required", true);
  } else {
    control.node.setAttribute("role", "group");
    control.node.setAttribute("aria-labelledby", labelId);
    control.node.setAttribute("aria-describedby", describedBy);
  }
  const label = rename ?? element(input ? "label" : "span", { for: input?.id, id: labelId, class: "key" }, element("bdi", {}, name));
  if (rename && input) input.setAttribute("aria-label", `Value of ${name}`);
  else if (rename) control.node.setAttribute("aria-label", name);
  const nullToggle = nullButton(form, path, shape, node, name);
  const heading = title ?? stringOf(shape.title);
  const head = element(
    "div",
    { class: "field-head" },
    label,
    required && element("span", { class: "required" }, "required"),
    heading && heading !== name && element("span", { class: "field-title" }, spelled(heading, 100)),
    element("span", { class: "type" }, [typeInWords(shape), ...limitsInWords(shape)].join(" · ")),
    element("span", { class: "field-actions" }, nullToggle, actions, onRemove && button("Remove", onRemove, { class: "quiet small", "aria-label": `Remove ${name}` })),
  );
  const frame = element("div", { class: input ? "field" : "field group" }, head, hint, control.node, slot);
  form.fields.set(pointer, {
    frame,
    slot,
    target: input ?? control.node,
    onWrite: (written) => {
      nullToggle.setAttribute("aria-pressed", written?.type === "null");
      nullToggle.hidden = !shape.nullable && written?.type !== "null";
    },
  });
  return frame;
}

// Pressed while the value is null. It stays in sight where null is allowed, and where the value happens to be null.
function nullButton(form, path, shape, node, name) {
  const isNull = node?.type === "null";
  const toggle = button("null", () => form.write(path, form.draft.nodeAt(path)?.type === "null" ? freshValue(shape) : "null"), {
    class: "quiet small null",
    "aria-pressed": isNull,
    "aria-label": `${name} is null`,
    hidden: !shape.nullable && !isNull,
  });
  if (shape.types[0] === "null" && shape.types.length === 1) toggle.disabled = true;
  return toggle;
}

// Chooses the control for a value: by its schema while the value fits it, as JSON in place otherwise.
function controlFor(form, path, shape, node) {
  if (path.length > DEEPEST_FORM) return jsonControl(form, path, node);
  if (shape.variants.length > 0) return variantControl(form, path, shape, node);
  if (shape.const) return constControl(form, path, shape, node);
  if (shape.enum) return enumControl(form, path, shape, node);
  if (shape.types.length > 1) return typeControl(form, path, shape, node);
  return plainControl(form, path, shape, node);
}

function plainControl(form, path, shape, node) {
  const isNull = node?.type === "null";
  const [type] = shape.types;
  if (type === "null") return { node: element("code", {}, "null") };
  if (type === "object" || (type === undefined && path.length === 0)) {
    return isNull ? fillControl(form, path, shape) : node?.type === "object" ? objectControl(form, path, shape, node) : jsonControl(form, path, node, "an object");
  }
  if (type === "array") {
    return isNull ? fillControl(form, path, shape) : node?.type === "array" ? listControl(form, path, shape, node) : jsonControl(form, path, node, "a list");
  }
  if (type === "boolean" && (isNull || node?.type === "boolean")) return booleanControl(form, path, node);
  if (type === "string" && (isNull || node?.type === "string")) return stringControl(form, path, shape, node);
  if ((type === "number" || type === "integer") && (isNull || node?.type === "number")) return numberControl(form, path, shape, node);
  return jsonControl(form, path, node, type && `a value of type ${spelled(type, 40)}`);
}

// Stands for an object or a list that is null, until there is something to show.
function fillControl(form, path, shape) {
  return { node: element("div", { class: "empty" }, button(`Fill in the ${shape.types[0] === "array" ? "list" : "object"}`, () => form.write(path, freshValue(shape)))) };
}
