import { button, element, freshId, nameNode } from "../dom/element";
import { stringOf } from "../json/node";
import { type Path, pointerOf } from "../json/path";
import { readJson } from "../json/read";
import { type Shape, shapeOf } from "../schema/shape";
import { shapeSummary } from "../schema/summary";
import { clipped, displayName } from "../text/printable";
import { type FieldOptions, type FormContext, type Input, errorSlot } from "./context";
import { freshValue } from "./initial-values";

// One value of a form with its name, description, control and error.
export function formField(form: FormContext, options: FieldOptions): HTMLElement {
  const { path, schemas, name, required = false, keyInput } = options;
  const shape = shapeOf(schemas, form.schema);
  const node = form.draft.nodeAt(path) ?? readJson("null");
  const control = form.control(path, shape, node);
  const target = control.input ?? control.node;
  target.id = freshId();
  const slot = errorSlot();
  const description = stringOf(shape.description);
  const hint = description ? element("p.hint.prose", { id: freshId() }, clipped(description, 1000)) : undefined;
  target.setAttribute("aria-describedby", `${hint?.id ?? ""} ${slot.id}`.trim());
  if (required && control.input) target.setAttribute("aria-required", "true");
  if (!control.input) target.setAttribute("role", "group");
  if (!control.input || keyInput) target.setAttribute("aria-label", `Value of ${displayName(name)}`);
  const toggle = nullToggle(form, path, shape, name);
  showNull(toggle, shape, node.type === "null");
  const head = fieldHead(options, shape, control.input, toggle);
  const frame = element(control.input ? "div.field" : "div.field.group", head, hint, control.node, slot);
  form.fields.set(pointerOf(path), { frame, slot, target, onWrite: (raw) => showNull(toggle, shape, raw === "null") });
  return frame;
}

function fieldHead(
  { name, required, keyInput, actions, onRemove }: FieldOptions,
  shape: Shape,
  input: Input | undefined,
  toggle: HTMLElement,
): HTMLElement {
  const label = element(input ? "label.key" : "span.key", { for: input?.id, id: freshId() }, nameNode(name));
  const title = stringOf(shape.title);
  const remove = onRemove && button("Remove", onRemove, "quiet small", { "aria-label": `Remove ${displayName(name)}` });
  return element(
    "div.field-head",
    keyInput ?? label,
    required && element("span.required", "required"),
    title && title !== name && nameNode(title, 100),
    element("span.type", shapeSummary(shape)),
    element("span.field-actions", toggle, actions, remove),
  );
}

// A toggle button that is pressed while the value is null. It is visible if null is allowed or the value is null.
function nullToggle(form: FormContext, path: Path, shape: Shape, name: string): HTMLButtonElement {
  const press = () => {
    const isNull = form.draft.nodeAt(path)?.type === "null";
    form.replace(path, isNull ? freshValue({ ...shape, default: undefined }) : "null");
  };
  return button("null", press, "quiet small", { "aria-label": `${displayName(name)} is null` });
}

function showNull(toggle: HTMLElement, shape: Shape, isNull: boolean): void {
  toggle.setAttribute("aria-pressed", String(isNull));
  toggle.hidden = !isNull && !shape.nullable;
}
