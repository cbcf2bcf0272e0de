// Controls for one or several of a list of options.

import { element, freshId } from "../dom/element";
import type { Control, FormContext } from "../form/context";
import { type MaybeNode, itemsOf, rawOf } from "../json/node";
import type { Path } from "../json/path";
import { tryReadJson } from "../json/read";
import { sameJson } from "../json/write";
import type { FlatField } from "./flat-schema";

const MAX_RADIO_BUTTONS = 6;

export function choiceControl(form: FormContext, path: Path, field: FlatField, node: MaybeNode): Control {
  const { kind, isRequired } = field;
  const isMultiple = kind === "choices";
  const options = field.choices.map(({ value, title }) => ({ raw: rawOf(value), title }));
  // One of several options cannot be taken back otherwise.
  if (!isMultiple && !isRequired) options.unshift({ raw: "null", title: "No answer" });
  const chosen = isMultiple ? itemsOf(node) : [node ?? tryReadJson(isRequired ? "" : "null")];
  const isChosen = (raw: string) => chosen.some((one) => one && sameJson(one, tryReadJson(raw)!));
  if (!isMultiple && options.length > MAX_RADIO_BUTTONS) {
    const onchange = (): void => form.write(path, input.value);
    const entries = options.map(({ raw, title }) => element("option", { value: raw }, title));
    const input: HTMLSelectElement = element(
      "select",
      { onchange },
      isRequired && element("option", { value: "null" }, "Choose…"),
      entries,
    );
    input.value = options.find(({ raw }) => isChosen(raw))?.raw ?? "null";
    return { node: input, input };
  }
  const name = freshId();
  const type = isMultiple ? "checkbox" : "radio";
  const onchange = () => {
    const picked = inputs.filter(({ checked }) => checked).map(({ value }) => value);
    form.write(path, isMultiple ? `[${picked.join(", ")}]` : (picked[0] ?? "null"));
  };
  const inputs = options.map(({ raw }) =>
    element("input", { type, name, value: raw, checked: isChosen(raw), onchange }),
  );
  const labels = options.map(({ title }, index) => element("label", inputs[index], element("bdi", title)));
  return { node: element("div.segments.question-options", { role: isMultiple ? "group" : "radiogroup" }, labels) };
}
