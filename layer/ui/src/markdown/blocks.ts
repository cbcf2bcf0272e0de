import type { MarkedToken, Token, Tokens } from "marked";
import { element } from "../dom/element";
import { inlineNodes, textNode } from "./inline";

// Lists and quotes within others beyond this depth are shown as they are written.
const DEEPEST = 12;
// The headings of a text are below those of the page.
const FIRST_LEVEL = 3;

export function blockNodes(tokens: readonly Token[], depth = 0): Node[] {
  return tokens.flatMap((token) => blockNode(token as MarkedToken, depth + 1) ?? []);
}

function blockNode(token: MarkedToken, depth: number): Node | undefined {
  if (depth > DEEPEST) return codeBlock(token.raw, "");
  switch (token.type) {
    case "space":
    case "def":
      return undefined;
    case "heading":
      return element(`h${Math.min(token.depth + FIRST_LEVEL - 1, 6)}`, inlineNodes(token.tokens));
    case "code":
      return codeBlock(token.text, token.lang ?? "");
    case "blockquote":
      return element("blockquote", blockNodes(token.tokens, depth));
    case "list":
      return listOf(token, depth);
    case "table":
      return tableOf(token);
    case "hr":
      return element("hr");
    case "paragraph":
      return element("p", inlineNodes(token.tokens));
    // The line of a tight list item.
    case "text":
      return element("div", inlineNodes(token.tokens ?? [token]));
    default:
      return element("p", textNode(token.raw.trimEnd()));
  }
}

function codeBlock(text: string, language: string): HTMLElement {
  const label = language ? `Code in ${language.slice(0, 30)}` : "Code";
  return element("pre", { tabindex: 0, role: "group", "aria-label": label }, element("code", textNode(text)));
}

function listOf({ ordered, start, items }: Tokens.List, depth: number): HTMLElement {
  const item = ({ task, checked, tokens }: Tokens.ListItem) => {
    const body = blockNodes(
      tokens.filter(({ type }) => type !== "checkbox"),
      depth,
    );
    return task
      ? element("li.task", element("span", checked ? "☑ " : "☐ "), element("div", body))
      : element("li", body);
  };
  return ordered
    ? element("ol", { start: typeof start === "number" ? start : undefined }, items.map(item))
    : element("ul", items.map(item));
}

function tableOf({ header, rows }: Tokens.Table): HTMLElement {
  const cell = (name: "td" | "th") => (cell: Tokens.TableCell) => {
    const scope = name === "th" && { scope: "col" };
    return element(cell.align === "right" ? `${name}.number` : name, scope || {}, inlineNodes(cell.tokens));
  };
  const table = element(
    "table",
    element("thead", element("tr", header.map(cell("th")))),
    element(
      "tbody",
      rows.map((row) => element("tr", row.map(cell("td")))),
    ),
  );
  return element("div.table-scroll", { tabindex: 0, role: "group", "aria-label": "Table" }, table);
}
