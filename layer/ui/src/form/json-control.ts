import { VERBATIM, element } from "../dom/element";
import { rawOf } from "../json/node";
import { tryReadJson } from "../json/read";
import { printable } from "../text/printable";
import type { Control, FormContext, Place } from "./context";

// Edits the value as JSON, for values that no other control can show.
export function jsonControl(form: FormContext, { path, node, isFixed }: Place, expected?: string): Control {
  const reason = expected && `Shown as JSON: the schema expects the type ${printable(expected, 40)}.`;
  const note = element("span.hint", reason);
  const oninput = () => {
    const isEmpty = input.value.trim() === "" && !isFixed;
    const written = tryReadJson(input.value);
    note.textContent = isEmpty || written ? "" : "Not valid JSON yet.";
    input.setCustomValidity(note.textContent);
    if (isEmpty) form.write(path, undefined);
    else if (written) form.write(path, rawOf(written));
  };
  const props = { value: node ? rawOf(node) : "", rows: 1, "data-unsent": "JSON", placeholder: "JSON" };
  const input = element("textarea.code", { ...props, ...VERBATIM, oninput });
  return { node: element("div", input, note), input };
}
