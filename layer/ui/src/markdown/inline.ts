import type { MarkedToken, Token } from "marked";
import { element } from "../dom/element";
import { printableText } from "../text/printable";
import { withoutEntities } from "./entities";
import { imageOf, safeLink } from "./links";

// Marks within marks beyond this depth are shown as they are written.
const DEEPEST = 20;

// The nodes of a line of text. HTML is shown as text.
export function inlineNodes(tokens: readonly Token[] | undefined, depth = 0): Node[] {
  return (tokens ?? []).map((token) => inlineNode(token as MarkedToken, depth + 1));
}

export function textNode(text: string): Text {
  return new Text(printableText(text));
}

function inlineNode(token: MarkedToken, depth: number): Node {
  if (depth > DEEPEST) return textNode(token.raw);
  const within = () => ("tokens" in token ? inlineNodes(token.tokens, depth) : []);
  switch (token.type) {
    case "strong":
      return element("strong", within());
    case "em":
      return element("em", within());
    case "del":
      return element("del", within());
    case "br":
      return element("br");
    case "codespan":
      return element("code", textNode(token.text));
    case "link":
      return safeLink(withoutEntities(token.href), element("bdi", within()));
    case "image":
      return imageOf(withoutEntities(token.href), withoutEntities(token.text));
    case "escape":
      return textNode(token.text);
    case "text":
      return token.tokens ? element("span", within()) : textNode(withoutEntities(token.text));
    default:
      return textNode(token.raw);
  }
}
