import { type Child, element, nameNode } from "../dom/element";
import { lazyDetails } from "../dom/by-hand";
import type { PlainObject } from "../json/plain";
import { counted, formatNumber } from "../text/units";
import { type ClientHint, clientHints } from "./hints";
import { ESTIMATE, aboutTokens, weightOf } from "./weight";

const SHOWN_NAMES = 8;
const LONGEST_NAME = 60;

// A line on what a tool means to models and to other clients: its weight, and hints, which are folded.
export function clientNote(tool: PlainObject): HTMLElement {
  const weight = weightOf(tool);
  const hints = clientHints(tool);
  const count = hints.length > 0 && ` · ${counted(hints.length, "hint")} on other clients`;
  const tokens = element("span", { title: ESTIMATE }, aboutTokens(weight));
  const body = () =>
    element(
      "ul",
      element("li", `A model gets ${counted(weight, "character")}: name, description and input schema. ${ESTIMATE}`),
      hints.map(hintRow),
    );
  const details = lazyDetails([tokens, count], body);
  details.className = "client-note";
  return details;
}

function hintRow({ text, names, source }: ClientHint): HTMLElement {
  const more = names.length - SHOWN_NAMES;
  const shown = names.slice(0, SHOWN_NAMES).map((name): Child => [" ", element("code", nameNode(name, LONGEST_NAME))]);
  const link = element("a", { href: source.url, target: "_blank", rel: "noopener noreferrer" }, source.title);
  return element("li", text, shown, more > 0 && ` and ${formatNumber(more)} more`, " ", link);
}
