// The form for a tool's arguments, built from its schema and filled from the draft.

import { signal } from "@preact/signals";
import { type VNode, createRef } from "preact";
import { flushed } from "../dom/flushed";
import { type JsonNode, rawOf } from "../json/node";
import { type Path, parentOf, pathOf, pointerOf } from "../json/path";
import { type Violation, isProblem } from "../protocol/violations";
import { shapeOf } from "../schema/shape";
import { bounded } from "../schema/work";
import { printable } from "../text/printable";
import type { Control, CustomForm, FieldGroup, FieldOptions, FormContext, Place } from "./context";
import { controlFor } from "./controls";
import type { Draft } from "./draft";
import { formField, hint } from "./field";
import { Field } from "./field-model";
import { withValue } from "./with-value";

// The fields that a form draws at once, so that hostile schemas are drawn in bounded time. Further objects and lists are folded.
const MAX_FIELDS_AT_ONCE = 300;
// The options that a form draws at once. Further choices get theirs when they are opened.
const MAX_OPTIONS_AT_ONCE = 5000;
// The violations for which folded parts are opened. The parts of further ones stay folded.
const MAX_REVEALED = 20;

/** The content of a form. */
interface FormBody {
  /** The field that has the whole of the arguments. */
  readonly field: Field;
  readonly view: VNode;
  /** False while the text is no JSON object: the last fields stay, but cannot be used. */
  readonly isReadable: boolean;
  /** Counts the drawings. Each has fresh elements, so that fields show the draft. */
  readonly version: number;
}

export class ArgumentForm implements FormContext {
  readonly fields = new Map<string, Field>();
  readonly groups = new Map<string, FieldGroup>();
  readonly chosen = new Map<string, number>();
  readonly unfolded = new Set<string>();
  readonly undecided = new Map<string, readonly string[]>();
  room = 0;
  options = 0;
  readonly root = createRef<HTMLDivElement>();
  readonly body = signal<FormBody>({
    field: new Field(false, undefined),
    view: hint(""),
    isReadable: false,
    version: 0,
  });
  #violations: readonly Violation[] = [];

  constructor(
    readonly draft: Draft,
    readonly schema: JsonNode,
    private readonly custom?: CustomForm,
  ) {
    draft.onChange((origin) => {
      if (origin !== "field") flushed(() => this.#draw());
    });
    this.#draw();
  }

  #draw(): void {
    const { error, root } = this.draft;
    if (error || !root) {
      this.body.value = { ...this.body.peek(), isReadable: false };
      return;
    }
    this.fields.clear();
    this.groups.clear();
    this.undecided.clear();
    this.room = MAX_FIELDS_AT_ONCE;
    this.options = MAX_OPTIONS_AT_ONCE;
    const field = new Field(false, rawOf(root));
    const view = bounded(
      () => this.#rootView(root, field),
      ({ message }) => {
        this.fields.clear();
        this.groups.clear();
        return hint(message);
      },
    );
    this.fields.set("", field);
    this.showViolations(this.#violations);
    this.body.value = { field, view, isReadable: true, version: this.body.peek().version + 1 };
  }

  #rootView(root: JsonNode, field: Field): VNode {
    if (this.custom) return this.custom.draw(this);
    const shape = shapeOf([this.schema], this.schema);
    const control = this.control({ path: [], shape, node: root, isRequired: true, isFixed: true });
    const id = field.targetId;
    const words = { "aria-label": "Arguments", "aria-describedby": field.errorId };
    return control.draw({ field, props: control.isInput ? { id, ...words } : { id } });
  }

  control(place: Place): Control {
    return controlFor(this, place);
  }

  field(options: FieldOptions): VNode {
    this.room -= 1;
    return bounded(
      () => formField(this, options),
      ({ message }) => hint(message),
    );
  }

  write(path: Path, raw: string | undefined): void {
    this.draft.set(this.#withValue(path, raw), "field");
    const field = this.fields.get(pointerOf(path));
    if (field) field.raw.value = raw;
  }

  replace(path: Path, raw: string | undefined): void {
    this.restructure(this.#withValue(path, raw), path);
  }

  restructure(text: string, focusPath: Path): void {
    this.draft.set(text, "form");
    this.focusField(pointerOf(focusPath));
  }

  #withValue(path: Path, raw: string | undefined): string {
    if (this.custom) return this.custom.withValue(this.draft, path, raw);
    return withValue(this.draft, path, raw, (object) => [...(this.groups.get(pointerOf(object))?.order ?? [])]);
  }

  /**
   * The fields without a value that need one, among those that are drawn: required ones, and those whose content is no
   * value.
   */
  missing(): Violation[] {
    const missing: Violation[] = [];
    for (const [path, { isRequired, target }] of this.fields) {
      const message = target?.matches("input:invalid") && (target as HTMLInputElement).validationMessage;
      if (message) missing.push({ path, message, keyword: "type" });
      else if (isRequired && !this.draft.nodeAt(pathOf(path)))
        missing.push({ path, message: "Required", keyword: "required" });
    }
    return missing;
  }

  showViolations(violations: readonly Violation[]): void {
    this.#violations = violations;
    flushed(() => {
      for (const { path } of violations.slice(0, MAX_REVEALED)) this.#reveal(path);
      const errors = new Map<Field, string[]>();
      for (const { path, message } of violations.filter((violation) => this.#isDrawn(violation))) {
        const field = this.#nearestField(path);
        if (field) errors.set(field, [...(errors.get(field) ?? []), printable(message, 500)]);
      }
      for (const field of this.fields.values()) field.error.value = errors.get(field)?.join(" · ") ?? "";
    });
  }

  /**
   * Sorts violations as their fields are in the form, followed by those of fields that are not drawn yet, and by those
   * that are no problems of a value.
   */
  inOrder(violations: readonly Violation[]): readonly Violation[] {
    const [problems, others] = partition(violations, isProblem);
    const [drawn, undrawn] = partition(problems, (violation) => this.#isDrawn(violation));
    const places = drawn.map((violation) => ({ violation, frame: this.#nearestField(violation.path)?.frame }));
    places.sort((a, b) => documentOrder(a.frame, b.frame));
    return [...places.map(({ violation }) => violation), ...undrawn, ...others];
  }

  // Opens the folded parts that contain the field at a pointer.
  #reveal(pointer: string): void {
    const steps = pathOf(pointer);
    steps.forEach((key, depth) => {
      if (!this.fields.has(pointerOf(steps.slice(0, depth + 1)))) {
        this.groups.get(pointerOf(steps.slice(0, depth)))?.reveal(key);
      }
    });
  }

  // A value without a field of its own, inside of one that is edited as JSON, is drawn with that one.
  #isDrawn({ path }: Violation): boolean {
    return this.fields.has(path) || !this.hasField(path);
  }

  /** Returns whether a value has a field, which may be folded or on another page. */
  hasField(pointer: string): boolean {
    const key = pathOf(pointer).at(-1);
    const group = this.groups.get(parentOf(pointer));
    return this.fields.has(pointer) || (key !== undefined && group?.order.has(key) === true);
  }

  // Returns the field at the pointer, or the closest one around it: a value edited as JSON has no fields inside.
  #nearestField(pointer: string): Field | undefined {
    const field = this.fields.get(pointer);
    if (field || pointer === "") return field;
    return this.#nearestField(parentOf(pointer));
  }

  focusField(pointer: string): void {
    flushed(() => this.#reveal(pointer));
    const { target, frame } = this.#nearestField(pointer) ?? {};
    if (!target) return;
    const control = target.matches(CONTROLS) ? target : target.querySelector<HTMLElement>(CONTROLS);
    // A constant has no control.
    if (!control) target.tabIndex = -1;
    (control ?? target).focus();
    frame?.scrollIntoView({ block: "nearest" });
  }

  /** The first field whose content cannot be written to the text, such as letters in a number field. */
  firstInvalid(): HTMLInputElement | HTMLTextAreaElement | null {
    return this.root.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(UNREADABLE) ?? null;
  }
}

const CONTROLS = "input, textarea, select, summary, button:not([hidden], :disabled)";
const UNREADABLE = "input:invalid, textarea:invalid";

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

function documentOrder(a: Node | null | undefined, b: Node | null | undefined): number {
  if (a === b) return 0;
  if (!a || !b) return a ? -1 : 1;
  return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
