// A form as its controls see it.

import type { VNode } from "preact";
import type { JsonNode, MaybeNode } from "../json/node";
import type { Path } from "../json/path";
import type { Shape } from "../schema/shape";
import type { Draft } from "./draft";
import type { Field } from "./field-model";

/** The value that a control edits. */
export interface Place {
  readonly path: Path;
  readonly shape: Shape;
  /** Undefined while no value is sent. */
  readonly node: MaybeNode;
  readonly isRequired: boolean;
  /** True if the place has a value in any case: it is an item of a list, or an entry whose key the user chose. */
  readonly isFixed: boolean;
}

/** Attributes of the element that holds a value, or that groups the elements that do. */
export interface TargetProps {
  readonly id?: string;
  readonly "aria-label"?: string | undefined;
  readonly "aria-labelledby"?: string;
  readonly "aria-describedby"?: string;
  readonly "aria-required"?: boolean | undefined;
}

/** A field as its control sees it. */
export interface Target {
  readonly field: Field;
  readonly props: TargetProps;
}

/** The control of a value. */
export interface Control {
  /** True if a single element holds the value. */
  readonly isInput: boolean;
  readonly draw: (target: Target) => VNode;
}

/** One value of a form. */
export interface FieldOptions {
  readonly path: Path;
  readonly schemas: readonly MaybeNode[];
  readonly name: string;
  readonly required?: boolean;
  readonly onRemove?: (() => void) | undefined;
  /** Replaces the name if the user may choose it. */
  readonly keyInput?: VNode | undefined;
  readonly actions?: readonly VNode[];
}

/** The fields of an object as far as they are drawn. */
export interface FieldGroup {
  /** The declared keys, in the schema's order, in which new members are inserted. */
  readonly order: ReadonlySet<string>;
  /** Draws the field of a key that is folded away. */
  reveal(key: string): void;
}

export interface FormContext {
  readonly draft: Draft;
  readonly schema: JsonNode;
  /** The fields, and the objects with their fields, by pointer. */
  readonly fields: Map<string, Field>;
  readonly groups: Map<string, FieldGroup>;
  /** The kinds that the user has chosen, and the parts that the user has unfolded, by pointer. */
  readonly chosen: Map<string, number>;
  readonly unfolded: Set<string>;
  /** The names of the kinds of each union whose value is of none of them, by pointer. */
  readonly undecided: Map<string, readonly string[]>;
  /** The fields that may still be drawn before further objects are folded. */
  room: number;
  /** The options that may still be drawn before further lists of options are filled when they are opened. */
  options: number;
  /** Writes the value of a field that already shows it, without drawing the form again. Undefined: it is not sent. */
  write(path: Path, raw: string | undefined): void;
  /** Writes a value that changes the layout of the form. */
  replace(path: Path, raw: string | undefined): void;
  /** Applies a text in which fields were added, removed or moved, and focuses one of them. */
  restructure(text: string, focusPath: Path): void;
  control(place: Place): Control;
  field(options: FieldOptions): VNode;
}

/** A form with another layout than the one for arguments, and another way to write their values to the text. */
export interface CustomForm {
  draw(form: FormContext): VNode;
  withValue(draft: Draft, path: Path, raw: string | undefined): string;
}

export type ControlMaker = (form: FormContext, place: Place) => Control;
