// The form for a tool's arguments, built from its schema and filled from the draft.

import { element } from "../dom/element";
import { replaceValue } from "../json/edit";
import type { JsonNode } from "../json/node";
import { type Path, pointerOf } from "../json/path";
import type { Violation } from "../protocol/tools";
import { type Shape, shapeOf } from "../schema/shape";
import { printable } from "../text/printable";
import { type Control, type CustomForm, type Field, type FieldOptions, type FormContext, errorSlot } from "./context";
import type { Draft } from "./draft";
import { controlFor } from "./controls";
import { formField } from "./field";

export class ArgumentForm implements FormContext {
  readonly fields = new Map<string, Field>();
  readonly chosen = new Map<string, number>();
  readonly element = element("div.form", { role: "group", "aria-label": "Arguments as a form" });
  private violations: readonly Violation[] = [];
  private focusNext: string | undefined;

  constructor(
    readonly draft: Draft,
    readonly schema: JsonNode,
    private readonly custom?: CustomForm,
  ) {
    draft.onChange((origin) => {
      if (origin !== "field") this.render();
    });
    this.render();
  }

  private render(): void {
    this.fields.clear();
    const { error, root } = this.draft;
    if (error || !root) {
      this.element.replaceChildren(element("p.hint", "The JSON is not valid. Correct it to see the form again."));
      return;
    }
    const { node, input } = this.rootControl(root);
    const slot = errorSlot();
    input?.setAttribute("aria-label", "Arguments");
    input?.setAttribute("aria-describedby", slot.id);
    this.fields.set("", { frame: this.element, target: input ?? node, slot, onWrite: () => undefined });
    this.element.replaceChildren(slot, node);
    this.showViolations(this.violations);
    if (this.focusNext !== undefined) this.focusField(this.focusNext);
    this.focusNext = undefined;
  }

  private rootControl(root: JsonNode): Control {
    return this.custom ? { node: this.custom.draw(this) } : this.control([], shapeOf([this.schema], this.schema), root);
  }

  control(path: Path, shape: Shape, node: JsonNode): Control {
    return controlFor(this, path, shape, node);
  }

  field(options: FieldOptions): HTMLElement {
    return formField(this, options);
  }

  write(path: Path, raw: string): void {
    this.draft.set(this.withValue(path, raw), "field");
    this.fields.get(pointerOf(path))?.onWrite(raw);
  }

  replace(path: Path, raw: string): void {
    this.restructure(this.withValue(path, raw), path);
  }

  restructure(text: string, focusPath: Path): void {
    this.focusNext = pointerOf(focusPath);
    this.draft.set(text, "form");
  }

  private withValue(path: Path, raw: string): string {
    if (this.custom) return this.custom.withValue(this.draft, path, raw);
    const node = this.draft.nodeAt(path);
    return node ? replaceValue(node, raw) : this.draft.text;
  }

  showViolations(violations: readonly Violation[]): void {
    this.violations = violations;
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

  // Returns the field at the pointer, or the closest one around it: a value edited as JSON has no fields inside.
  private nearestField(pointer: string): Field | undefined {
    const field = this.fields.get(pointer);
    if (field || pointer === "") return field;
    return this.nearestField(pointer.slice(0, Math.max(0, pointer.lastIndexOf("/"))));
  }

  focusField(pointer: string): void {
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
