import { type Signal, signal } from "@preact/signals";
import { freshId } from "../dom/attributes";
import type { TargetProps } from "./context";

/** A field of a form: one value, with what is wrong with it. */
export class Field {
  /** The ids of the whole field, of its target (the input, or else the group of controls), and of its error. */
  readonly frameId = freshId();
  readonly targetId = freshId();
  readonly errorId = freshId();
  /** The error message to show, or an empty text. */
  readonly error = signal("");
  /** The value as it was last written, which is not sent if it is undefined. */
  readonly raw: Signal<string | undefined>;

  constructor(
    readonly isRequired: boolean,
    raw: string | undefined,
  ) {
    this.raw = signal(raw);
  }

  get frame(): HTMLElement | null {
    return document.getElementById(this.frameId);
  }

  get target(): HTMLElement | null {
    return document.getElementById(this.targetId);
  }
}

/** The attributes of an input, with the mark of a value that is wrong. */
export function inputProps(field: Field, props: TargetProps): TargetProps & { readonly "aria-invalid"?: boolean } {
  return field.error.value === "" ? props : { ...props, "aria-invalid": true };
}
