// The form of a tool's arguments, made from its schema and drawn from the draft.

class ArgumentForm {
  constructor(draft, schema) {
    Object.assign(this, { draft, schema, fields: new Map(), chosen: new Map(), violations: [] });
    this.element = element("div.form", { role: "group", "aria-label": "Arguments as a form" });
    draft.onChange((origin) => origin !== "field" && this.render());
    this.render();
  }

  render() {
    this.fields.clear();
    if (this.draft.error) {
      this.element.replaceChildren(element("p.hint", "The form comes back once the JSON can be read."));
      return;
    }
    const { node, input } = controlFor(this, [], shapeOf([this.schema], this.schema), this.draft.root);
    const slot = errorSlot();
    input?.setAttribute("aria-label", "Arguments");
    input?.setAttribute("aria-describedby", slot.id);
    this.fields.set("", { frame: this.element, target: input ?? node, slot, onWrite: () => {} });
    this.element.replaceChildren(slot, node);
    this.showViolations(this.violations);
    if (this.focusNext !== undefined) this.focusField(this.focusNext);
    this.focusNext = undefined;
  }

  // Writes one value into a field that already shows it; the form is left alone.
  write(path, raw) {
    this.draft.set(replaceValue(this.draft.nodeAt(path), raw), "field");
    this.fields.get(pointerOf(path)).onWrite(raw);
  }

  // Writes a value that changes what the form looks like.
  replace(path, raw) {
    this.restructure(replaceValue(this.draft.nodeAt(path), raw), path);
  }

  // Takes over a text in which fields came, went or moved, and puts the focus on one of them.
  restructure(text, focusPath) {
    this.focusNext = pointerOf(focusPath);
    this.draft.set(text, "form");
  }

  showViolations(violations) {
    this.violations = violations;
    for (const { slot, frame, target } of this.fields.values()) {
      slot.textContent = "";
      frame.classList.remove("invalid");
      target.removeAttribute("aria-invalid");
    }
    for (const { path, message } of violations) {
      const { slot, frame, target } = this.nearestField(path) ?? {};
      if (!slot) continue;
      slot.append(slot.textContent && " · ", spelled(message, 500));
      frame.classList.add("invalid");
      if (target.matches(CONTROLS)) target.setAttribute("aria-invalid", true);
    }
  }

  // The field at that pointer, or the one around it: what is shown as JSON in place has no fields within.
  nearestField(pointer) {
    return this.fields.get(pointer) ?? (pointer && this.nearestField(pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")))));
  }

  focusField(pointer) {
    const { target, frame } = this.nearestField(pointer) ?? {};
    if (!target) return;
    const control = target.matches(CONTROLS) ? target : target.querySelector(CONTROLS);
    // What is fixed has no control.
    if (!control) target.tabIndex = -1;
    (control ?? target).focus();
    frame.scrollIntoView({ block: "nearest" });
  }

  // A field that holds something the text cannot take over, such as letters where a number belongs.
  firstUnwritten() {
    return this.element.querySelector("input:invalid, textarea:invalid");
  }
}

const CONTROLS = "input, textarea, select, summary, button:not([hidden], :disabled)";

function errorSlot() {
  return element("p.error", { id: freshId() });
}

// One value with its name, its description, its control and its error. `keyInput` takes the place of the name where the
// user may choose it.
function formField(form, { path, schemas, name, required, onRemove, keyInput, actions }) {
  const shape = shapeOf(schemas, form.schema);
  const node = form.draft.nodeAt(path);
  const control = controlFor(form, path, shape, node);
  const target = control.input ?? control.node;
  target.id = freshId();
  const slot = errorSlot();
  const description = stringOf(shape.description);
  const hint = description && element("p.hint.prose", { id: freshId() }, clipped(description, 1000));
  const label = element(control.input ? "label.key" : "span.key", { for: control.input && target.id, id: freshId() }, nameNode(name));
  target.setAttribute("aria-describedby", `${hint?.id ?? ""} ${slot.id}`.trim());
  if (required && control.input) target.setAttribute("aria-required", true);
  if (!control.input) target.setAttribute("role", "group");
  if (!control.input || keyInput) target.setAttribute("aria-label", `Value of ${named(name)}`);
  const toggle = nullToggle(form, path, shape, node, name);
  const title = stringOf(shape.title);
  const head = element(
    "div.field-head",
    keyInput || label,
    required && element("span.required", "required"),
    title && title !== name && nameNode(title, 100),
    element("span.type", allInWords(shape)),
    element("span.field-actions", toggle, actions, onRemove && button("Remove", onRemove, "quiet small", { "aria-label": `Remove ${named(name)}` })),
  );
  const frame = element(control.input ? "div.field" : "div.field.group", head, hint, control.node, slot);
  form.fields.set(pointerOf(path), { frame, slot, target, onWrite: (raw) => showNull(toggle, shape, raw === "null") });
  return frame;
}

// Pressed while the value is null. It stays in sight where null is allowed, and where the value happens to be null.
function nullToggle(form, path, shape, node, name) {
  const press = () => form.replace(path, form.draft.nodeAt(path).type === "null" ? freshValue({ ...shape, default: undefined }) : "null");
  const toggle = button("null", press, "quiet small", { "aria-label": `${named(name)} is null` });
  showNull(toggle, shape, node.type === "null");
  return toggle;
}

function showNull(toggle, shape, isNull) {
  toggle.setAttribute("aria-pressed", isNull);
  toggle.hidden = !isNull && !shape.nullable;
}
