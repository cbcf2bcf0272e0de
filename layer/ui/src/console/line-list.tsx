// The lines of the console, of which only the visible rows are in the document.

import type { RefObject, VNode } from "preact";
import { clockTime, formatNumber } from "../text/units";
import { printable } from "../text/printable";
import { RowList } from "../viewer/row-list";
import type { ConsoleModel } from "./model";
import type { ConsoleRow } from "./rows";

const ROW_REMS = 1.5;
// Maximum number of characters in a line that are shown in its row. A longer one is clipped there.
const ROW_CHARACTERS = 500;

export const SOURCE_LABELS = { stderr: "stderr", stdout: "not MCP", runner: "mcp-ui" };

interface ListProps {
  readonly model: ConsoleModel;
  readonly list: RefObject<HTMLDivElement | null>;
}

export function LineList({ model, list }: ListProps): VNode {
  const rows = model.rows.value;
  const selected = model.selected.value;
  return (
    <RowList
      label="Console lines"
      name="console"
      rows={rows}
      rowRems={ROW_REMS}
      state={model}
      list={list}
      active={selected}
      view={(row) => ({
        class: "console-row",
        isSelected: row.number === selected,
        data: {
          "data-level": row.kind === "line" ? row.line.level : undefined,
          "data-source": row.kind === "line" ? row.line.source : "gap",
        },
        children: <RowText row={row} />,
      })}
      onSelect={(index) => (model.selected.value = rows[index]?.number ?? selected)}
    />
  );
}

function RowText({ row }: { readonly row: ConsoleRow }): VNode {
  if (row.kind === "gap") return <span class="console-gap">{gapText(row.count)}</span>;
  const { time, source, text } = row.line;
  return (
    <>
      <time>{clockTime(time)}</time>
      <span class="console-source">{SOURCE_LABELS[source]}</span>
      <bdi>{shownText(text, ROW_CHARACTERS)}</bdi>
    </>
  );
}

/** The text of a line. Tabs are spaces, and other characters that are invisible are shown by their code points. */
export function shownText(text: string, limit: number): string {
  return printable(text.replaceAll("\t", "    "), limit);
}

export function gapText(count: number): string {
  return count === 1 ? "1 line is missing" : `${formatNumber(count)} lines are missing`;
}
