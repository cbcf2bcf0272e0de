import type { MarkedToken, Token, Tokens } from "marked";
import { type ComponentChild, type ComponentChildren, type VNode, h } from "preact";
import { printable, printableText } from "../text/printable";
import { inlineViews } from "./inline";

// The depth of lists and quotes within others. Deeper ones are shown as they are written.
const DEEPEST = 12;
// The headings of a text are below those of the page.
const FIRST_LEVEL = 3;

export function blockViews(tokens: readonly Token[], depth = 0): ComponentChildren {
  return tokens.map((token) => blockView(token as MarkedToken, depth + 1));
}

function blockView(token: MarkedToken, depth: number): ComponentChild {
  if (depth > DEEPEST) return <CodeBlock text={token.raw} language="" />;
  switch (token.type) {
    case "space":
    case "def":
      return undefined;
    case "heading":
      return h(`h${Math.min(token.depth + FIRST_LEVEL - 1, 6)}`, null, inlineViews(token.tokens));
    case "code":
      return <CodeBlock text={token.text} language={token.lang ?? ""} />;
    case "blockquote":
      return <blockquote>{blockViews(token.tokens, depth)}</blockquote>;
    case "list":
      return <List list={token} depth={depth} />;
    case "table":
      return <Table table={token} />;
    case "hr":
      return <hr />;
    case "paragraph":
      return <p>{inlineViews(token.tokens)}</p>;
    // The line of a tight list item.
    case "text":
      return <div>{inlineViews(token.tokens ?? [token])}</div>;
    default:
      return <p>{printableText(token.raw.trimEnd())}</p>;
  }
}

function CodeBlock({ text, language }: { readonly text: string; readonly language: string }): VNode {
  return (
    <pre tabIndex={0} role="group" aria-label={language ? `Code in ${printable(language, 30)}` : "Code"}>
      <code>{printableText(text)}</code>
    </pre>
  );
}

function List({ list, depth }: { readonly list: Tokens.List; readonly depth: number }): VNode {
  const { ordered, start, items } = list;
  const rows = items.map((item) => listItem(item, depth));
  return ordered ? <ol start={typeof start === "number" ? start : undefined}>{rows}</ol> : <ul>{rows}</ul>;
}

function listItem({ task, checked, tokens }: Tokens.ListItem, depth: number): VNode {
  const body = blockViews(
    tokens.filter(({ type }) => type !== "checkbox"),
    depth,
  );
  if (!task) return <li>{body}</li>;
  return (
    <li class="task">
      <span>{checked ? "☑ " : "☐ "}</span>
      <div>{body}</div>
    </li>
  );
}

function Table({ table: { header, rows } }: { readonly table: Tokens.Table }): VNode {
  const classOf = ({ align }: Tokens.TableCell) => (align === "right" ? "number" : undefined);
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {header.map((cell) => (
              <th class={classOf(cell)} scope="col">
                {inlineViews(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td class={classOf(cell)}>{inlineViews(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
