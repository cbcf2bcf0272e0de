// The form of a prompt or a template. All values are texts, and an empty field has no value.

import { batch, signal } from "@preact/signals";
import { createRef } from "preact";
import type { PlainObject } from "../json/plain";
import { Completion, type CompletionRef } from "./completion";
import type { OfferField } from "./prompt-fields";

// The fields of a prompt or a template. Further ones are left out.
const MOST_FIELDS = 100;

export type Values = Readonly<Record<string, string>>;

/** A field with what is typed in it. */
export class FormField {
  readonly text = signal("");
  readonly input = createRef<HTMLInputElement & HTMLTextAreaElement>();
  readonly completion: Completion;

  constructor(
    readonly declared: OfferField,
    ref: CompletionRef,
    private readonly form: OfferForm,
  ) {
    const { name } = declared;
    this.completion = new Completion(ref, { name, text: () => this.text.peek(), values: () => form.values });
  }

  /** Takes what the person has typed. */
  type(text: string): void {
    this.input.current?.setCustomValidity("");
    this.text.value = text;
    this.form.onTyped();
    this.completion.suggestSoon();
  }
}

export class OfferForm {
  readonly fields: readonly FormField[];

  /** `onTyped` is called when the person has typed something. */
  constructor(
    fields: readonly OfferField[],
    ref: CompletionRef,
    readonly onTyped: () => void,
  ) {
    this.fields = fields.slice(0, MOST_FIELDS).map((field) => new FormField(field, ref, this));
  }

  get values(): Values {
    const filled = this.fields.map(({ declared, text }) => [declared.name, text.value] as const);
    return Object.fromEntries(filled.filter(([, text]) => text !== ""));
  }

  set values(values: PlainObject) {
    batch(() => {
      for (const { declared, text } of this.fields) {
        const value = Object.hasOwn(values, declared.name) ? values[declared.name] : "";
        text.value = typeof value === "string" ? value : JSON.stringify(value);
      }
    });
  }

  /** Focuses the first required field that is empty, and returns whether there is one. */
  focusMissing(): boolean {
    const missing = this.fields.find(({ declared, text }) => declared.isRequired && text.value === "");
    const input = missing?.input.current;
    input?.setCustomValidity("Required");
    input?.reportValidity();
    return missing !== undefined;
  }
}
