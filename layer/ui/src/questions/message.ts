import { element } from "../dom/element";
import { printableText } from "../text/printable";
import { counted } from "../text/units";

// A text of a server, with its line breaks. The rest of a long text is left to the request as JSON.
const LONGEST_MESSAGE = 10000;
const SCROLLING_MESSAGE = 1000;

export function messageText(text: string, label: string): HTMLElement {
  const lines = printableText(text.slice(0, LONGEST_MESSAGE));
  const rest = text.length - LONGEST_MESSAGE;
  const isLong = lines.length > SCROLLING_MESSAGE || lines.split("\n").length > 12;
  const region = isLong && { tabindex: 0, role: "group", "aria-label": label };
  return element(
    "div",
    element("p.prose.question-message", region, lines),
    rest > 0 && element("p.hint", `${counted(rest, "more character")} in the request as JSON.`),
  );
}
