import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { VERBATIM } from "../dom/attributes";
import { rawOf } from "../json/node";
import { tryReadJson } from "../json/read";
import { printable } from "../text/printable";
import type { Control, FormContext, Place, Target } from "./context";
import { inputProps } from "./field-model";
import { placeholderOf } from "./placeholder";

/** Edits a value as JSON, if no other control can show it. `expected` is the type that the schema names. */
export function jsonControl(form: FormContext, place: Place, expected?: string): Control {
  const reason = expected ? `Shown as JSON: the schema expects the type ${printable(expected, 40)}.` : "";
  return {
    isInput: true,
    draw: (target) => <JsonInput form={form} place={place} reason={reason} target={target} />,
  };
}

interface JsonInputProps {
  readonly form: FormContext;
  readonly place: Place;
  readonly reason: string;
  readonly target: Target;
}

function JsonInput({ form, place, reason, target: { field, props } }: JsonInputProps): VNode {
  const { path, node, isFixed } = place;
  const [note, setNote] = useState(reason);
  const onInput = ({ currentTarget: input }: { readonly currentTarget: HTMLTextAreaElement }) => {
    const isEmpty = input.value.trim() === "" && !isFixed;
    const written = tryReadJson(input.value);
    const problem = isEmpty || written ? "" : "Not valid JSON yet.";
    setNote(problem);
    input.setCustomValidity(problem);
    if (isEmpty) form.write(path, undefined);
    else if (written) form.write(path, rawOf(written));
  };
  return (
    <div>
      <textarea
        {...inputProps(field, props)}
        class="code"
        defaultValue={node ? rawOf(node) : ""}
        rows={1}
        placeholder={placeholderOf(field.raw.value, "JSON")}
        {...VERBATIM}
        onInput={onInput}
      />
      <span class="hint">{note}</span>
    </div>
  );
}
