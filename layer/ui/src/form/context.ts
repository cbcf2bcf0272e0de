// A form as its controls see it.

import { element, freshId } from "../dom/element";
import type { JsonNode, MaybeNode } from "../json/node";
import type { Path } from "../json/path";
import type { Shape } from "../schema/shape";
import type { Draft } from "./draft";

export type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

// The value that a control edits. `node` is undefined while no value is sent.
export interface Place {
  readonly path: Path;
  readonly shape: Shape;
  readonly node: MaybeNode;
  readonly isRequired: boolean;
  // The place has a value in any case: it is an item of a list, or an entry whose key the user chose.
  readonly isFixed: boolean;
}

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
  readonly isRequired: boolean;
  onWrite(raw: string | undefined): void;
}

// The fields of an object as far as they are drawn.
export interface FieldGroup {
  // The declared keys, in the schema's order, in which new members are inserted.
  readonly order: readonly string[];
  // Draws the field of a key that is folded away.
  reveal(key: string): void;
}

export interface FormContext {
  readonly draft: Draft;
  readonly schema: JsonNode;
  // The fields, and the objects with their fields, by pointer.
  readonly fields: Map<string, Field>;
  readonly groups: Map<string, FieldGroup>;
  // The kinds that the user has chosen, and the parts that the user has unfolded, by pointer.
  readonly chosen: Map<string, number>;
  readonly unfolded: Set<string>;
  // The names of the kinds of each union whose value is of none of them, by pointer.
  readonly undecided: Map<string, readonly string[]>;
  // The fields that may still be drawn before further objects are folded.
  room: number;
  // The options that may still be drawn before further lists of options are filled when they are opened.
  options: number;
  // Writes the value of a field that already shows it, without rendering the form again. An undefined value is not sent.
  write(path: Path, raw: string | undefined): void;
  // Writes a value that changes the layout of the form.
  replace(path: Path, raw: string | undefined): void;
  // Applies a text in which fields were added, removed or moved, and focuses one of them.
  restructure(text: string, focusPath: Path): void;
  control(place: Place): Control;
  field(options: FieldOptions): HTMLElement;
}

// Draws the fields of a form in another way than the one for arguments, and writes their values to the text.
export interface CustomForm {
  draw(form: FormContext): HTMLElement;
  withValue(draft: Draft, path: Path, raw: string | undefined): string;
}

export type ControlMaker = (form: FormContext, place: Place) => Control;

export function errorSlot(): HTMLElement {
  return element("p.error", { id: freshId() });
}
