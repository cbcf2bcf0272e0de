import { VERBATIM, element } from "../dom/element";
import { type MaybeNode, isTrue, rawOf, stringOf } from "../json/node";
import type { Control, FormContext, Place } from "./context";
import { fileControl } from "./file-control";
import { jsonControl } from "./json-control";
import { momentControl } from "./moment-control";
import { showPlaceholder, unsentText } from "./placeholder";

const DATE = /^(\d{4}-\d\d-\d\d)?$/;
const KEYBOARDS: ReadonlyMap<string | undefined, string> = new Map([
  ["email", "email"],
  ["uri", "url"],
]);
// The length from which a text gets more than one line.
const LONG_TEXT = 1000;
const MOST_LINES = 16;

export function stringControl(form: FormContext, place: Place): Control {
  const { path, shape, node, isFixed } = place;
  const value = stringOf(node) ?? "";
  // Fields replace each carriage return with a line feed.
  if (value.includes("\r")) return jsonControl(form, place);
  const write = (text: string) => form.write(path, text === "" && !isFixed ? undefined : JSON.stringify(text));
  const format = isTrue(shape.writeOnly) ? "password" : stringOf(shape.format);
  const props = { value, "data-unsent": unsentText(place), inputmode: KEYBOARDS.get(format), ...VERBATIM };
  const oninput = () => write(input.value);
  let input: HTMLInputElement | HTMLTextAreaElement;
  if (value.includes("\n")) input = growingArea({ ...props, oninput }, true);
  else if (format === "password") input = element("input", { type: "password", ...props, oninput });
  // A date picker shows a text that is not a date as empty. E-mail fields are not used, because they rewrite their value.
  else if (format === "date" && DATE.test(value)) input = element("input", { type: "date", ...props, oninput });
  else input = growingArea({ ...props, oninput }, mayBeLong(shape.maxLength));
  showPlaceholder(input, node && rawOf(node));
  if (format === "time" || format === "date-time") return momentControl(input, format);
  return stringOf(shape.contentEncoding) === "base64" ? fileControl(input, write) : { node: input, input };
}

function mayBeLong(maxLength: MaybeNode): boolean {
  return maxLength?.type === "number" && Number(rawOf(maxLength)) >= LONG_TEXT;
}

// A text area of one line, which grows with the lines of its text. In a single line, Enter adds none: it would rarely be
// meant. Shift and Enter do.
function growingArea(props: Parameters<typeof element>[1], isLong: boolean): HTMLTextAreaElement {
  const area = element("textarea", props);
  const grow = () => {
    const lines = area.value.split("\n").length;
    area.rows = Math.min(Math.max(lines, isLong ? 4 : 1), MOST_LINES);
    area.classList.toggle("one-line", area.rows === 1);
  };
  area.addEventListener("input", grow);
  area.addEventListener("keydown", (event) => {
    const isPlain = event.key === "Enter" && !event.shiftKey && !event.isComposing;
    if (isPlain && area.rows === 1) event.preventDefault();
  });
  grow();
  return area;
}
