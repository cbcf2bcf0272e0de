import { element } from "../dom/element";
import type { PlainObject } from "../json/plain";
import { type Hint, hintsOf } from "./hints";

// The hints of one tool with their meanings; nothing if there are none.
export function hintList(tool: PlainObject): HTMLElement | undefined {
  const hints = hintsOf(tool);
  if (hints.length === 0) return undefined;
  const claims = hints.filter(({ isFact }) => !isFact).length;
  const row = ({ word, meaning, short }: Hint) =>
    element("li", element("span", { class: `badge ${short ?? ""}` }, word), meaning && ` ${meaning}`);
  return element(
    "ul.hints",
    { "aria-label": "Hints about this tool" },
    hints.map(row),
    claims > 0 && element("li", claims > 1 ? "(the server's claims)" : "(the server's claim)"),
  );
}
