import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { VERBATIM, freshId } from "../dom/attributes";
import { Name } from "../dom/name";
import { Required } from "../dom/required";
import { printable, printableText } from "../text/printable";
import { hasCompletions } from "./completion";
import type { FormField, OfferForm } from "./form";

// The characters that are shown of a description. A longer one is cut.
const LONGEST_DESCRIPTION = 1000;

/** The fields of a prompt or a template. */
export function OfferFormView({ form }: { readonly form: OfferForm }): VNode {
  return (
    <div class="form offer-fields" role="group" aria-label="Arguments as a form">
      {form.fields.map((field) => (
        <FieldView key={field.declared.name} field={field} />
      ))}
    </div>
  );
}

function FieldView({ field }: { readonly field: FormField }): VNode {
  const { name, title, isRequired, isList, description } = field.declared;
  const [id] = useState(freshId);
  const hints = [description, isList && "One value on each line."].filter(Boolean);
  return (
    <div class="field">
      <div class="field-head">
        <strong>
          <label for={id}>
            <Name text={title?.trim() ? printable(title, 100) : name} />
          </label>
        </strong>
        {isRequired ? <Required /> : <span class="type">optional</span>}
      </div>
      {hints.length > 0 && (
        <p class="hint prose" id={`${id}-hint`}>
          {printableText(hints.join(" "), LONGEST_DESCRIPTION)}
        </p>
      )}
      <div>
        <FieldInput field={field} id={id} describedBy={hints.length > 0 ? `${id}-hint` : undefined} />
      </div>
    </div>
  );
}

interface FieldInputProps {
  readonly field: FormField;
  readonly id: string;
  readonly describedBy: string | undefined;
}

function FieldInput({ field, id, describedBy }: FieldInputProps): VNode {
  const { completion, declared, input, text } = field;
  const props = {
    ...VERBATIM,
    id,
    ref: input,
    value: text.value,
    "aria-describedby": describedBy,
    "aria-required": declared.isRequired || undefined,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      field.type(currentTarget.value),
  };
  if (declared.isList) return <textarea rows={2} {...props} />;
  if (!hasCompletions()) return <input type="text" {...props} />;
  return (
    <>
      <input type="text" list={`${id}-suggestions`} onFocus={completion.suggestSoon} {...props} />
      <datalist id={`${id}-suggestions`}>
        {completion.suggestions.value.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}
