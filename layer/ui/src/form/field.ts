import { button, element, freshId, nameNode } from "../dom/element";
import { itemsOf, rawOf, stringOf } from "../json/node";
import { pointerOf } from "../json/path";
import { shapeOf } from "../schema/shape";
import { shapeSummary } from "../schema/summary";
import { displayName, printableText } from "../text/printable";
import { type FieldOptions, type FormContext, type Input, type Place, errorSlot } from "./context";
import { showPlaceholder } from "./placeholder";
import { stateButtons } from "./states";

const MAX_EXAMPLES = 6;

// One value of a form with its name, description, control, examples and error.
export function formField(form: FormContext, options: FieldOptions): HTMLElement {
  const { path, schemas, name, required = false, keyInput, onRemove } = options;
  const shape = shapeOf(schemas, form.schema);
  const isFixed = keyInput !== undefined || typeof path.at(-1) === "number";
  const place = { path, shape, node: form.draft.nodeAt(path), isRequired: required, isFixed };
  const control = form.control(place);
  const target = control.input ?? control.node;
  target.id = freshId();
  const slot = errorSlot();
  const description = stringOf(shape.description);
  const hint = description ? element("p.hint.prose", { id: freshId() }, printableText(description, 1000)) : undefined;
  target.setAttribute("aria-describedby", `${hint?.id ?? ""} ${slot.id}`.trim());
  if (required && control.input) target.setAttribute("aria-required", "true");
  if (!control.input && !target.role) target.setAttribute("role", "group");
  if (!control.input || keyInput) target.setAttribute("aria-label", `Value of ${displayName(name)}`);
  const states = stateButtons(form, place, name);
  const remove = onRemove && button("Remove", onRemove, "quiet small", { "aria-label": `Remove ${displayName(name)}` });
  const actions = element("span.field-actions", states.elements, options.actions, remove);
  const head = fieldHead(options, place, control.input);
  const frame = element("div.field", head, hint, control.node, examples(form, place), slot, actions);
  const onWrite = (raw: string | undefined) => {
    states.show(raw);
    if (control.input) showPlaceholder(control.input, raw);
  };
  states.show(place.node && rawOf(place.node));
  form.fields.set(pointerOf(path), { frame, slot, target, isRequired: required, onWrite });
  return frame;
}

function fieldHead(
  { name, required, keyInput }: FieldOptions,
  { shape }: Place,
  input: Input | undefined,
): HTMLElement {
  const label = element(input ? "label.key" : "span.key", { for: input?.id, id: freshId() }, nameNode(name));
  const title = stringOf(shape.title);
  return element(
    "div.field-head",
    keyInput ?? label,
    required && element("span.required", "required"),
    title && title !== name && nameNode(title, 100),
    element("span.type", shapeSummary(shape)),
  );
}

function examples(form: FormContext, { path, shape }: Place): HTMLElement | undefined {
  const offered = itemsOf(shape.examples).slice(0, MAX_EXAMPLES);
  if (offered.length === 0) return undefined;
  const buttons = offered.map((example) => {
    const raw = rawOf(example);
    const text = displayName(stringOf(example) ?? raw, 60);
    return button(text, () => form.replace(path, raw), "small chip", { "aria-label": `Use the example ${text}` });
  });
  return element("div.add.hint", "Examples", buttons);
}
