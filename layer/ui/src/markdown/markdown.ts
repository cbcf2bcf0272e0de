// Texts of servers as Markdown. Everything becomes a node: no text is ever read as HTML, and nothing is loaded.

import { element } from "../dom/element";
import { formatNumber } from "../text/units";
import { blockNodes } from "./blocks";
import { type MarkdownOptions, parseMarkdown } from "./parse";

// Returns a text as nodes; undefined if it cannot be shown as Markdown within the limits.
export function markdown(text: string, options?: MarkdownOptions): HTMLElement | undefined {
  const parsed = parseMarkdown(text, options);
  if (!parsed) return undefined;
  const { tokens, left } = parsed;
  const rest = left > 0 && element("p.hint", `${formatNumber(left)} more characters are shown under Raw.`);
  return element("div.markdown", blockNodes(tokens), rest);
}
