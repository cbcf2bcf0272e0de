import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { VERBATIM } from "../dom/attributes";
import { rawOf } from "../json/node";
import { tryReadJson } from "../json/read";
import type { Control, FormContext, Place, Target } from "./context";
import { inputProps } from "./field-model";
import { placeholderOf, unsentText } from "./placeholder";

export function numberControl(form: FormContext, place: Place): Control {
  return { isInput: true, draw: (target) => <NumberInput form={form} place={place} target={target} /> };
}

interface NumberInputProps {
  readonly form: FormContext;
  readonly place: Place;
  readonly target: Target;
}

// A text field, because a number field would round the value. A field that is empty, or has no number, sends no value. Errors are shown when
// the field is left, because the beginning of a number (such as "-") is not yet one.
function NumberInput({ form, place, target: { field, props } }: NumberInputProps): VNode {
  const { path, shape, node, isFixed } = place;
  const [note, setNote] = useState("");
  const onInput = ({ currentTarget: input }: { readonly currentTarget: HTMLInputElement }) => {
    const text = input.value.trim();
    const found = tryReadJson(text);
    const written = found?.type === "number" || found?.type === "null" ? found : undefined;
    input.setCustomValidity(written || text === "" ? "" : "Must be a number");
    form.write(path, written ? rawOf(written) : isFixed ? "null" : undefined);
  };
  return (
    <div>
      <input
        {...inputProps(field, props)}
        defaultValue={node && node.type !== "null" ? rawOf(node) : ""}
        placeholder={placeholderOf(field.raw.value, unsentText(place))}
        inputMode={shape.types[0] === "integer" ? "numeric" : "decimal"}
        {...VERBATIM}
        onInput={onInput}
        onChange={({ currentTarget }) => setNote(currentTarget.validationMessage)}
      />
      <span class="error" role="status">
        {note}
      </span>
    </div>
  );
}
