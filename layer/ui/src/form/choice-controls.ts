// Controls for booleans, enumerations and constants.

import { button, element, freshId } from "../dom/element";
import { type JsonNode, itemsOf, rawOf, stringOf } from "../json/node";
import type { Path } from "../json/path";
import { sameJson } from "../json/write";
import type { Shape } from "../schema/shape";
import { clipped, printable } from "../text/printable";
import type { Control, FormContext } from "./context";

export function booleanControl(form: FormContext, path: Path, _shape: Shape, node: JsonNode): Control {
  const name = freshId();
  const choice = (raw: string) => {
    const onchange = () => form.write(path, raw);
    return element("label", element("input", { type: "radio", name, checked: rawOf(node) === raw, onchange }), raw);
  };
  return { node: element("div.segments", choice("true"), choice("false")) };
}

export function enumControl(form: FormContext, path: Path, shape: Shape, node: JsonNode): Control {
  const entries = itemsOf(shape.enum);
  const current = entries.findIndex((entry) => sameJson(entry, node));
  const label = (entry: JsonNode) => printable(stringOf(entry) || rawOf(entry), 200);
  const options = entries.map((entry, index) => element("option", { value: index }, label(entry)));
  const stray = node.type === "null" ? "Choose…" : `${clipped(rawOf(node), 100)} (not in the list)`;
  const onchange = () => {
    const entry = entries[Number(input.value)];
    if (entry) form.replace(path, rawOf(entry));
  };
  const input = element("select", { onchange }, current < 0 && element("option", { value: -1 }, stray), options);
  input.value = String(current);
  return { node: input, input };
}

export function constControl(form: FormContext, path: Path, constant: JsonNode, node: JsonNode): Control {
  const raw = rawOf(constant);
  const stray = !sameJson(constant, node) && [
    element("span.hint", `The value is ${clipped(rawOf(node), 100)}.`),
    button("Set it", () => form.replace(path, raw), "small"),
  ];
  return { node: element("div.fixed", element("code", clipped(raw, 500)), stray) };
}
