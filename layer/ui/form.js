// The form for a tool's arguments, built from its schema and filled from the draft.

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
      this.element.replaceChildren(element("p.hint", "The form returns once the JSON is valid."));
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

  // Writes the value of a field that already shows it, without rendering the form again.
  write(path, raw) {
    this.draft.set(replaceValue(this.draft.nodeAt(path), raw), "field");
    this.fields.get(pointerOf(path)).onWrite(raw);
  }

  // Writes a value that changes the layout of the form.
  replace(path, raw) {
    this.restructure(replaceValue(this.draft.nodeAt(path), raw), path);
  }

  // Applies a text in which fields were added, removed or moved, and focuses one of them.
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
      slot.append(slot.textContent && " · ", printable(message, 500));
      frame.classList.add("invalid");
      if (target.matches(CONTROLS)) target.setAttribute("aria-invalid", true);
    }
  }

  // Returns the field at the pointer, or the closest one around it: a value edited as JSON has no fields inside.
  nearestField(pointer) {
    return this.fields.get(pointer) ?? (pointer && this.nearestField(pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")))));
  }

  focusField(pointer) {
    const { target, frame } = this.nearestField(pointer) ?? {};
    if (!target) return;
    const control = target.matches(CONTROLS) ? target : target.querySelector(CONTROLS);
    // A constant has no control.
    if (!control) target.tabIndex = -1;
    (control ?? target).focus();
    frame.scrollIntoView({ block: "nearest" });
  }

  // The first field whose content cannot be written to the text, such as letters in a number field.
  firstInvalid() {
    return this.element.querySelector("input:invalid, textarea:invalid");
  }
}

const CONTROLS = "input, textarea, select, summary, button:not([hidden], :disabled)";

function errorSlot() {
  return element("p.error", { id: freshId() });
}

// One value with its name, description, control and error. `keyInput` replaces the name if the user may choose it.
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
  if (!control.input || keyInput) target.setAttribute("aria-label", `Value of ${displayName(name)}`);
  const toggle = nullToggle(form, path, shape, node, name);
  const title = stringOf(shape.title);
  const head = element(
    "div.field-head",
    keyInput || label,
    required && element("span.required", "required"),
    title && title !== name && nameNode(title, 100),
    element("span.type", shapeSummary(shape)),
    element("span.field-actions", toggle, actions, onRemove && button("Remove", onRemove, "quiet small", { "aria-label": `Remove ${displayName(name)}` })),
  );
  const frame = element(control.input ? "div.field" : "div.field.group", head, hint, control.node, slot);
  form.fields.set(pointerOf(path), { frame, slot, target, onWrite: (raw) => showNull(toggle, shape, raw === "null") });
  return frame;
}

// Pressed while the value is null. Visible if null is allowed or the value is null.
function nullToggle(form, path, shape, node, name) {
  const press = () => form.replace(path, form.draft.nodeAt(path).type === "null" ? freshValue({ ...shape, default: undefined }) : "null");
  const toggle = button("null", press, "quiet small", { "aria-label": `${displayName(name)} is null` });
  showNull(toggle, shape, node.type === "null");
  return toggle;
}

function showNull(toggle, shape, isNull) {
  toggle.setAttribute("aria-pressed", isNull);
  toggle.hidden = !isNull && !shape.nullable;
}
