// Controls for one or several of a list of options.

import { button, element, freshId } from "../dom/element";
import type { Control, FormContext } from "../form/context";
import { type MaybeNode, itemsOf, rawOf } from "../json/node";
import type { Path } from "../json/path";
import { readJson } from "../json/read";
import { sameJson } from "../json/write";
import type { Choice, FlatField } from "./flat-schema";

const MAX_RADIO_BUTTONS = 6;
const YES_OR_NO: readonly Choice[] = [
  { value: readJson("true"), title: "Yes" },
  { value: readJson("false"), title: "No" },
];

export function choiceControl(form: FormContext, path: Path, field: FlatField, node: MaybeNode): Control {
  const choices = field.kind === "boolean" ? YES_OR_NO : field.choices;
  const isMultiple = field.kind === "choices";
  const chosen = isMultiple ? itemsOf(node) : node ? [node] : [];
  const isChosen = ({ value }: Choice) => chosen.some((one) => sameJson(one, value));
  if (!isMultiple && choices.length > MAX_RADIO_BUTTONS) return menu(form, path, choices, choices.findIndex(isChosen));
  const name = freshId();
  const write = () => {
    const picked = choices.filter((_, index) => inputs[index]?.checked).map(({ value }) => rawOf(value));
    clear.hidden = field.isRequired || picked.length === 0;
    form.write(path, isMultiple ? `[${picked.join(", ")}]` : (picked[0] ?? "null"));
  };
  const inputs = choices.map((choice) =>
    element("input", { type: isMultiple ? "checkbox" : "radio", name, checked: isChosen(choice), onchange: write }),
  );
  const onclick = () => {
    for (const input of inputs) input.checked = false;
    // The answer has changed, although no field reports it.
    inputs[0]?.focus();
    inputs[0]?.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const clear = button("Clear", onclick, "quiet small", { hidden: field.isRequired || !choices.some(isChosen) });
  const labels = choices.map(({ title }, index) => element("label", inputs[index], element("bdi", title)));
  const role = isMultiple ? "group" : "radiogroup";
  return { node: element("div.segments.question-choices", { role }, labels, clear) };
}

function menu(form: FormContext, path: Path, choices: readonly Choice[], current: number): Control {
  const onchange = () => {
    const choice = choices[Number(input.value)];
    form.write(path, choice ? rawOf(choice.value) : "null");
  };
  const options = choices.map(({ title }, index) => element("option", { value: index }, title));
  const input = element("select", { onchange }, element("option", { value: -1 }, "Choose…"), options);
  input.value = String(current);
  return { node: input, input };
}
