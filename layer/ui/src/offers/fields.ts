// The fields of a prompt or a template. All values are texts, and an empty field has no value.

import { VERBATIM } from "../dom/attributes";
import { element } from "../dom/element";
import type { PlainObject } from "../json/plain";
import { labelled } from "./labelled";
import { printable, printableText } from "../text/printable";
import { type CompletionRef, withCompletion } from "./completion";
import type { OfferField } from "./prompt-fields";

const MOST_FIELDS = 100;

export type Values = Readonly<Record<string, string>>;

export class OfferForm {
  readonly element = element("div.form.offer-fields", { role: "group", "aria-label": "Arguments as a form" });
  private readonly inputs = new Map<string, HTMLInputElement | HTMLTextAreaElement>();

  constructor(
    private readonly fields: readonly OfferField[],
    completion: CompletionRef,
    onChange: () => void,
  ) {
    for (const field of fields.slice(0, MOST_FIELDS)) {
      const { name, isRequired, isList } = field;
      const input = isList
        ? element("textarea", { rows: 2, ...VERBATIM })
        : element("input", { type: "text", ...VERBATIM });
      if (isRequired) input.setAttribute("aria-required", "true");
      input.addEventListener("input", () => {
        input.setCustomValidity("");
        onChange();
      });
      this.inputs.set(name, input);
      const list =
        input instanceof HTMLInputElement && withCompletion(completion, { input, name, values: () => this.values });
      const facts = [element(isRequired ? "span.required" : "span.type", isRequired ? "required" : "optional")];
      const description = printableText(
        [field.description, isList && "One value on each line."].filter(Boolean).join(" "),
        1000,
      );
      const label = field.title?.trim() ? printable(field.title, 100) : name;
      const { frame } = labelled(label, input, { facts, description }, element("div", input, list));
      this.element.append(frame);
    }
  }

  get values(): Values {
    const filled = [...this.inputs].filter(([, { value }]) => value !== "");
    return Object.fromEntries(filled.map(([name, { value }]) => [name, value]));
  }

  set values(values: PlainObject) {
    for (const [name, input] of this.inputs) {
      const value = Object.hasOwn(values, name) ? values[name] : "";
      input.value = typeof value === "string" ? value : JSON.stringify(value);
    }
  }

  // Focuses the first required field that is empty, and returns whether there is one.
  focusMissing(): boolean {
    const missing = this.fields.find(({ name, isRequired }) => isRequired && this.inputs.get(name)?.value === "");
    const input = missing && this.inputs.get(missing.name);
    input?.setCustomValidity("Required");
    input?.reportValidity();
    return input !== undefined;
  }
}
