import { toggleButton } from "../dom/toggle-button";
import { element } from "../dom/element";
import { printableText } from "../text/printable";
import { looksLikeMarkdown } from "./looks-like";
import { markdown } from "./markdown";

// A description or the like: as Markdown, with a button for the text as it is written, if it looks like Markdown, or else as
// plain text. A text that is written as Markdown by custom needs fewer signs.
export function prose(text: string, isMarkdown = looksLikeMarkdown(text)): HTMLElement {
  const rendered = isMarkdown ? markdown(text, { breaks: true }) : undefined;
  const raw = element("p.prose", printableText(text));
  if (!rendered) return raw;
  const toggle = toggleButton("Raw", false, (isRaw) => (isRaw ? rendered.replaceWith(raw) : raw.replaceWith(rendered)));
  return element("div.prose-toggled", rendered, toggle);
}
