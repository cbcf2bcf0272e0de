// Controls for booleans, enumerations and constants.

import { button, element, freshId } from "../dom/element";
import { type JsonNode, itemsOf, rawOf, stringOf } from "../json/node";
import { sameJson } from "../json/write";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import type { Control, FormContext, Place } from "./context";
import { noneLabel } from "./placeholder";

const MAX_OPTIONS = 1000;

export function booleanControl(form: FormContext, { path, node, isRequired, isFixed }: Place): Control {
  const name = freshId();
  const choice = (label: string, raw: string | undefined) => {
    const onchange = () => form.write(path, raw);
    const checked = (node && rawOf(node)) === raw;
    return element("label", element("input", { type: "radio", name, checked, onchange }), label);
  };
  const none = !isRequired && !isFixed && choice("not sent", undefined);
  return {
    node: element("div.segments", { role: "radiogroup" }, choice("true", "true"), choice("false", "false"), none),
  };
}

export function enumControl(form: FormContext, place: Place): Control {
  const { path, shape, node } = place;
  const entries = itemsOf(shape.enum);
  const current = node ? entries.findIndex((entry) => sameJson(entry, node)) : -1;
  const label = (entry: JsonNode) => printable(stringOf(entry) || rawOf(entry), 200);
  const shown = entries.slice(0, MAX_OPTIONS);
  const option = (index: number) => element("option", { value: index }, label(entries[index]!));
  const isLate = shown.length > form.options;
  if (!isLate) form.options -= shown.length;
  const options = isLate ? [] : shown.map((_, index) => option(index));
  if (current >= options.length) options.push(option(current));
  const isStray = node && node.type !== "null" && current < 0;
  const stray = isStray ? `${printable(rawOf(node), 100)} (not in the list)` : noneLabel(place);
  const onchange = () => {
    const entry = entries[Number(input.value)];
    form.replace(path, entry && rawOf(entry));
  };
  const none = element("option", { value: -1 }, stray);
  const input = element("select", { onchange }, none, options);
  input.value = String(current);
  if (isLate) {
    // Filled before it is opened, by the pointer or by a key.
    const fill = () => {
      input.replaceChildren(
        none,
        ...shown.map((_, index) => option(index)),
        ...options.slice(0, Number(current >= MAX_OPTIONS)),
      );
      input.value = String(current);
    };
    input.addEventListener("pointerdown", fill, { once: true });
    input.addEventListener("focus", fill, { once: true });
  }
  const rest =
    entries.length > MAX_OPTIONS &&
    element("p.hint", `${counted(entries.length - MAX_OPTIONS, "more option")}: edit the JSON to choose them.`);
  return { node: rest ? element("div", input, rest) : input, input };
}

export function constControl(form: FormContext, { path, shape, node }: Place): Control {
  const constant = shape.const!;
  const isSet = node && sameJson(constant, node);
  const stray = !isSet && [
    node && element("span.hint", `The value is ${printable(rawOf(node), 100)}.`),
    button("Set it", () => form.replace(path, rawOf(constant)), "small"),
  ];
  return { node: element("div.fixed", element("code", printable(rawOf(constant), 500)), stray) };
}
