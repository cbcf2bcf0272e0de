// Controls for strings and numbers.

import { VERBATIM, element, freshId } from "../dom/element";
import { type JsonNode, isTrue, itemsOf, plainValue, rawOf, stringOf } from "../json/node";
import type { Path } from "../json/path";
import { tryReadJson } from "../json/read";
import type { Shape } from "../schema/shape";
import type { Control, FormContext } from "./context";
import { jsonControl } from "./json-control";

// A date picker shows a text that is not a date as empty, so it is used only for texts that match. E-mail fields are
// not used, because they rewrite their value.
const PICKERS: ReadonlyMap<string | undefined, RegExp> = new Map([
  ["date", /^(\d{4}-\d\d-\d\d)?$/],
  ["password", /^.*$/],
]);
// Texts of these formats have no line breaks.
const ONE_LINE: readonly unknown[] = ["email", "uri", "date-time"];
// The length from which a text gets more than one line.
const LONG_TEXT = 1000;

export function stringControl(form: FormContext, path: Path, shape: Shape, node: JsonNode): Control {
  const value = stringOf(node) ?? "";
  // Fields replace each carriage return with a line feed.
  if (value.includes("\r")) return jsonControl(form, path, node);
  const format = isTrue(shape.writeOnly) ? "password" : stringOf(shape.format);
  const oninput = () => form.write(path, JSON.stringify(input.value));
  const props = {
    value,
    placeholder: node.type === "null" && "null",
    oninput,
    inputmode: format === "email" && format,
    ...VERBATIM,
  };
  const examples = itemsOf(shape.examples).slice(0, 50);
  let input: HTMLInputElement | HTMLTextAreaElement;
  if (PICKERS.get(format)?.test(value)) input = element("input", { type: format, ...props });
  else if (ONE_LINE.includes(format) && examples.length === 0 && !value.includes("\n")) input = element("input", props);
  else if (examples.length === 0 || value.includes("\n")) {
    const isLong = value.includes("\n") || Number(plainValue(shape.maxLength)) >= LONG_TEXT;
    input = element("textarea", { ...props, rows: isLong ? 4 : 1 });
  } else {
    const options = examples.map((example) => element("option", { value: stringOf(example) ?? rawOf(example) }));
    const list = element("datalist", { id: freshId() }, options);
    input = element("input", { ...props, list: list.id });
    return { node: element("div", input, list), input };
  }
  return { node: input, input };
}

// A text field, because a number field would round the value. An empty field means null. Errors are shown when the
// field is left, because the beginning of a number (such as "-") is not yet one.
export function numberControl(form: FormContext, path: Path, shape: Shape, node: JsonNode): Control {
  const note = element("span.error", { role: "status" });
  const oninput = () => {
    const written = tryReadJson(input.value.trim() || "null");
    const fits = written?.type === "number" || written?.type === "null";
    input.setCustomValidity(fits ? "" : "This is not a number.");
    if (fits) form.write(path, rawOf(written));
  };
  const onchange = () => {
    note.textContent = input.validationMessage;
  };
  const isNull = node.type === "null";
  const input = element("input", {
    value: isNull ? "" : rawOf(node),
    placeholder: isNull && "null",
    inputmode: shape.types[0] === "integer" ? "numeric" : "decimal",
    ...VERBATIM,
    oninput,
    onchange,
  });
  return { node: element("div", input, note), input };
}
