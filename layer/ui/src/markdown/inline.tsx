import type { MarkedToken, Token } from "marked";
import type { ComponentChild, ComponentChildren } from "preact";
import { printableText } from "../text/printable";
import { withoutEntities } from "./entities";
import { SafeImage, SafeLink } from "./links";

// The depth of marks within marks. Deeper ones are shown as they are written.
const DEEPEST = 20;

/** Draws a line of text. HTML is shown as text. */
export function inlineViews(tokens: readonly Token[] | undefined, depth = 0): ComponentChildren {
  return (tokens ?? []).map((token) => inlineView(token as MarkedToken, depth + 1));
}

function inlineView(token: MarkedToken, depth: number): ComponentChild {
  if (depth > DEEPEST) return printableText(token.raw);
  const within = () => ("tokens" in token ? inlineViews(token.tokens, depth) : []);
  switch (token.type) {
    case "strong":
      return <strong>{within()}</strong>;
    case "em":
      return <em>{within()}</em>;
    case "del":
      return <del>{within()}</del>;
    case "br":
      return <br />;
    case "codespan":
      return <code>{printableText(token.text)}</code>;
    case "link":
      return (
        <SafeLink href={withoutEntities(token.href)} text={textOf(token)}>
          <bdi>{within()}</bdi>
        </SafeLink>
      );
    case "image":
      return <SafeImage src={withoutEntities(token.href)} alt={withoutEntities(token.text)} />;
    case "escape":
      return printableText(token.text);
    case "text":
      return token.tokens ? <span>{within()}</span> : printableText(withoutEntities(token.text));
    default:
      return printableText(token.raw);
  }
}

// The text of a token without its marks.
function textOf(token: MarkedToken): string {
  if ("tokens" in token) return token.tokens.map((inner) => textOf(inner as MarkedToken)).join("");
  const text = "text" in token ? token.text : token.raw;
  return printableText(token.type === "text" ? withoutEntities(text) : text);
}
