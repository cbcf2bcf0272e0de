import { VERBATIM, element } from "../dom/element";
import { rawOf } from "../json/node";
import { tryReadJson } from "../json/read";
import type { Control, FormContext, Place } from "./context";
import { showPlaceholder, unsentText } from "./placeholder";

// A text field, because a number field would round the value. A field that is empty, or has no number, sends no value. Errors are shown when
// the field is left, because the beginning of a number (such as "-") is not yet one.
export function numberControl(form: FormContext, place: Place): Control {
  const { path, shape, node, isFixed } = place;
  const note = element("span.error", { role: "status" });
  const oninput = () => {
    const text = input.value.trim();
    const found = tryReadJson(text);
    const written = found?.type === "number" || found?.type === "null" ? found : undefined;
    input.setCustomValidity(written || text === "" ? "" : "Must be a number");
    form.write(path, written ? rawOf(written) : isFixed ? "null" : undefined);
  };
  const onchange = () => {
    note.textContent = input.validationMessage;
  };
  const input = element("input", {
    value: node && node.type !== "null" ? rawOf(node) : "",
    "data-unsent": unsentText(place),
    inputmode: shape.types[0] === "integer" ? "numeric" : "decimal",
    ...VERBATIM,
    oninput,
    onchange,
  });
  showPlaceholder(input, node && rawOf(node));
  return { node: element("div", input, note), input };
}
