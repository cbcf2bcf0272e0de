// Texts of servers as Markdown. No text is ever read as HTML, and nothing is loaded.

import type { VNode } from "preact";
import { formatNumber } from "../text/units";
import { blockViews } from "./blocks";
import { type MarkdownOptions, parseMarkdown } from "./parse";

/** Draws a text; undefined if it cannot be shown as Markdown within the limits. */
export function markdown(text: string, options?: MarkdownOptions): VNode | undefined {
  const parsed = parseMarkdown(text, options);
  if (!parsed) return undefined;
  const { tokens, left } = parsed;
  return (
    <div class="markdown">
      {blockViews(tokens)}
      {left > 0 && <p class="hint">{`${formatNumber(left)} more characters are shown under Raw.`}</p>}
    </div>
  );
}
