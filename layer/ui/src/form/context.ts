// A form as its controls see it.

import { element, freshId } from "../dom/element";
import type { JsonNode, MaybeNode } from "../json/node";
import type { Path } from "../json/path";
import type { Shape } from "../schema/shape";
import type { Draft } from "./draft";

export type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

// The control of a value; `input` is set if a single element holds the value.
export interface Control {
  readonly node: HTMLElement;
  readonly input?: Input | undefined;
}

// One value of a form. `keyInput` replaces the name if the user may choose it.
export interface FieldOptions {
  readonly path: Path;
  readonly schemas: readonly MaybeNode[];
  readonly name: string;
  readonly required?: boolean;
  readonly onRemove?: (() => void) | undefined;
  readonly keyInput?: HTMLElement | undefined;
  readonly actions?: readonly HTMLElement[];
}

// A field in the document. `target` is its input, or else the element that has its controls.
export interface Field {
  readonly frame: HTMLElement;
  readonly target: HTMLElement;
  readonly slot: HTMLElement;
  onWrite(raw: string): void;
}

export interface FormContext {
  readonly draft: Draft;
  readonly schema: JsonNode;
  // The fields by pointer.
  readonly fields: Map<string, Field>;
  // The kinds that the user has chosen, by pointer.
  readonly chosen: Map<string, number>;
  // Writes the value of a field that already shows it, without rendering the form again.
  write(path: Path, raw: string): void;
  // Writes a value that changes the layout of the form.
  replace(path: Path, raw: string): void;
  // Applies a text in which fields were added, removed or moved, and focuses one of them.
  restructure(text: string, focusPath: Path): void;
  control(path: Path, shape: Shape, node: JsonNode): Control;
  field(options: FieldOptions): HTMLElement;
}

// Draws the fields of a form in another way than the one for arguments, and writes their values to the text.
export interface CustomForm {
  draw(form: FormContext): HTMLElement;
  withValue(draft: Draft, path: Path, raw: string): string;
}

export type ControlMaker = (form: FormContext, path: Path, shape: Shape, node: JsonNode) => Control;

export function errorSlot(): HTMLElement {
  return element("p.error", { id: freshId() });
}
