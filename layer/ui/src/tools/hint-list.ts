import { element } from "../dom/element";
import type { PlainObject } from "../json/plain";
import { type Hint, hintsOf } from "./hints";

// The hints of one tool with their meanings; nothing if there are none.
export function hintList(tool: PlainObject): HTMLElement | undefined {
  const hints = hintsOf(tool);
  if (hints.length === 0) return undefined;
  const row = ({ word, meaning }: Hint) =>
    element("li", element("span", { class: `badge ${word}` }, word), ` ${meaning}`);
  return element("ul.hints", { "aria-label": "What the server says about this tool" }, hints.map(row));
}
