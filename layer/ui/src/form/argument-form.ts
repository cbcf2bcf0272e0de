// The form for a tool's arguments, built from its schema and filled from the draft.

import { element } from "../dom/element";
import type { JsonNode } from "../json/node";
import { type Path, parentOf, pathOf, pointerOf } from "../json/path";
import { type Violation, isProblem } from "../protocol/violations";
import { shapeOf } from "../schema/shape";
import { bounded } from "../schema/work";
import { printable } from "../text/printable";
import {
  type Control,
  type CustomForm,
  type Field,
  type FieldGroup,
  type FieldOptions,
  type FormContext,
  type Place,
  errorSlot,
} from "./context";
import type { Draft } from "./draft";
import { controlFor } from "./controls";
import { formField } from "./field";
import { withValue } from "./with-value";

// Further objects are folded, so that hostile schemas are drawn in bounded time.
const MAX_FIELDS_AT_ONCE = 300;
const MAX_OPTIONS_AT_ONCE = 5000;
// Violations for which folded parts are opened.
const MAX_REVEALED = 20;

export class ArgumentForm implements FormContext {
  readonly fields = new Map<string, Field>();
  readonly groups = new Map<string, FieldGroup>();
  readonly chosen = new Map<string, number>();
  readonly unfolded = new Set<string>();
  readonly undecided = new Map<string, readonly string[]>();
  room = 0;
  options = 0;
  readonly element = element("div.form", { role: "group", "aria-label": "Arguments as a form" });
  private readonly body = element("div.form");
  private readonly note = element("p.form-note");
  private violations: readonly Violation[] = [];
  private focusNext: string | undefined;

  constructor(
    readonly draft: Draft,
    readonly schema: JsonNode,
    private readonly custom?: CustomForm,
  ) {
    this.element.append(this.note, this.body);
    draft.onChange((origin) => {
      if (origin !== "field") this.render();
    });
    this.render();
  }

  private render(): void {
    const { error, root } = this.draft;
    const isReadable = !error && root !== undefined;
    this.note.textContent = isReadable ? "" : "Fix the JSON to use the form";
    this.body.inert = !isReadable;
    if (!isReadable) return;
    this.fields.clear();
    this.groups.clear();
    this.undecided.clear();
    this.room = MAX_FIELDS_AT_ONCE;
    this.options = MAX_OPTIONS_AT_ONCE;
    const { node, input } = bounded<Control>(
      () => this.rootControl(root),
      ({ message }) => {
        this.fields.clear();
        this.groups.clear();
        return { node: element("p.hint", message) };
      },
    );
    const slot = errorSlot();
    input?.setAttribute("aria-label", "Arguments");
    input?.setAttribute("aria-describedby", slot.id);
    const onWrite = () => undefined;
    this.fields.set("", { frame: this.body, target: input ?? node, slot, isRequired: false, onWrite });
    this.body.replaceChildren(slot, node);
    this.showViolations(this.violations);
    if (this.focusNext !== undefined) this.focusField(this.focusNext);
    this.focusNext = undefined;
  }

  private rootControl(root: JsonNode): Control {
    if (this.custom) return { node: this.custom.draw(this) };
    const shape = shapeOf([this.schema], this.schema);
    return this.control({ path: [], shape, node: root, isRequired: true, isFixed: true });
  }

  control(place: Place): Control {
    return controlFor(this, place);
  }

  field(options: FieldOptions): HTMLElement {
    this.room -= 1;
    return bounded(
      () => formField(this, options),
      ({ message }) => element("p.hint", message),
    );
  }

  write(path: Path, raw: string | undefined): void {
    this.draft.set(this.withValue(path, raw), "field");
    this.fields.get(pointerOf(path))?.onWrite(raw);
  }

  replace(path: Path, raw: string | undefined): void {
    this.restructure(this.withValue(path, raw), path);
  }

  restructure(text: string, focusPath: Path): void {
    this.focusNext = pointerOf(focusPath);
    this.draft.set(text, "form");
  }

  private withValue(path: Path, raw: string | undefined): string {
    if (this.custom) return this.custom.withValue(this.draft, path, raw);
    return withValue(this.draft, path, raw, (object) => this.groups.get(pointerOf(object))?.order ?? []);
  }

  // The fields without a value that need one, among those that are drawn: required ones, and those whose content is no value.
  missing(): Violation[] {
    const missing: Violation[] = [];
    for (const [path, { isRequired, target }] of this.fields) {
      const message = target.matches("input:invalid") && (target as HTMLInputElement).validationMessage;
      if (message) missing.push({ path, message, keyword: "type" });
      else if (isRequired && !this.draft.nodeAt(pathOf(path)))
        missing.push({ path, message: "Required", keyword: "required" });
    }
    return missing;
  }

  showViolations(violations: readonly Violation[]): void {
    this.violations = violations;
    for (const { path } of violations.slice(0, MAX_REVEALED)) this.reveal(path);
    for (const { slot, frame, target } of this.fields.values()) {
      slot.textContent = "";
      frame.classList.remove("invalid");
      target.removeAttribute("aria-invalid");
    }
    for (const { path, message } of violations) {
      const field = this.nearestField(path);
      if (!field) continue;
      const { slot, frame, target } = field;
      slot.append(slot.textContent && " · ", printable(message, 500));
      frame.classList.add("invalid");
      if (target.matches(CONTROLS)) target.setAttribute("aria-invalid", "true");
    }
  }

  // Sorts violations as their fields are in the form; those that are no problems of a value are last.
  inOrder(violations: readonly Violation[]): readonly Violation[] {
    const places = violations.map((violation) => ({
      violation,
      frame: isProblem(violation) ? this.nearestField(violation.path)?.frame : undefined,
    }));
    places.sort((a, b) => documentOrder(a.frame, b.frame));
    return places.map(({ violation }) => violation);
  }

  // Opens the folded parts that contain the field at a pointer.
  private reveal(pointer: string): void {
    const steps = pathOf(pointer);
    steps.forEach((key, depth) => {
      if (!this.fields.has(pointerOf(steps.slice(0, depth + 1)))) {
        this.groups.get(pointerOf(steps.slice(0, depth)))?.reveal(key);
      }
    });
  }

  hasField(pointer: string): boolean {
    return this.fields.has(pointer);
  }

  // Returns the field at the pointer, or the closest one around it: a value edited as JSON has no fields inside.
  private nearestField(pointer: string): Field | undefined {
    const field = this.fields.get(pointer);
    if (field || pointer === "") return field;
    return this.nearestField(parentOf(pointer));
  }

  focusField(pointer: string): void {
    this.reveal(pointer);
    const field = this.nearestField(pointer);
    if (!field) return;
    const { target, frame } = field;
    const control = target.matches(CONTROLS) ? target : target.querySelector<HTMLElement>(CONTROLS);
    // A constant has no control.
    if (!control) target.tabIndex = -1;
    (control ?? target).focus();
    frame.scrollIntoView({ block: "nearest" });
  }

  // The first field whose content cannot be written to the text, such as letters in a number field.
  firstInvalid(): HTMLInputElement | HTMLTextAreaElement | null {
    return this.element.querySelector<HTMLInputElement | HTMLTextAreaElement>("input:invalid, textarea:invalid");
  }
}

const CONTROLS = "input, textarea, select, summary, button:not([hidden], :disabled)";

function documentOrder(a: Node | undefined, b: Node | undefined): number {
  if (a === b) return 0;
  if (!a || !b) return a ? -1 : 1;
  return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
