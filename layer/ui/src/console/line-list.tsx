// The lines of the console, of which only the visible rows are in the document.

import type { RefObject, VNode } from "preact";
import { stepOf } from "../dom/list-keys";
import { clockTime, formatNumber } from "../text/units";
import { printable } from "../text/printable";
import { rowAt, useVirtualRows } from "../viewer/virtual-rows";
import type { ConsoleModel } from "./model";
import type { ConsoleRow } from "./rows";

const ROW_REMS = 1.5;
// Longer lines are clipped in their row.
const ROW_CHARACTERS = 500;

export const SOURCE_LABELS = { stderr: "stderr", stdout: "not MCP", runner: "mcp-ui" };

interface ListProps {
  readonly model: ConsoleModel;
  readonly list: RefObject<HTMLDivElement | null>;
}

export function LineList({ model, list }: ListProps): VNode {
  const rows = model.rows.value;
  const { height, first, end, onScroll, reveal } = useVirtualRows(list, rows, ROW_REMS, model);
  const selected = model.selected.value;
  const select = (index: number) => {
    const row = rows[index];
    if (!row) return;
    model.selected.value = row.number;
    reveal(index);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (step === undefined) return;
    event.preventDefault();
    const start = selected === undefined ? rows.length : rowAt(rows, selected);
    select(Math.max(0, Math.min(rows.length - 1, start + step)));
  };
  return (
    <div
      class="console-lines"
      role="listbox"
      tabIndex={0}
      aria-label="Console lines"
      aria-activedescendant={selected === undefined ? undefined : rowId(selected)}
      ref={list}
      onScroll={onScroll}
      onKeyDown={onKey}
    >
      <div role="presentation" style={{ height: `${rows.length * height}px` }}>
        {rows.slice(first, end).map((row, offset) => (
          <div
            key={row.number}
            id={rowId(row.number)}
            role="option"
            class="console-row"
            aria-selected={row.number === selected}
            aria-setsize={rows.length}
            aria-posinset={first + offset + 1}
            data-level={row.kind === "line" ? row.line.level : undefined}
            data-source={row.kind === "line" ? row.line.source : "gap"}
            style={{ top: `${(first + offset) * height}px`, height: `${height}px` }}
            onClick={() => select(first + offset)}
          >
            <RowText row={row} />
          </div>
        ))}
      </div>
    </div>
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

// The text of a line. Tabs are spaces, and other characters that are invisible are shown by their code points.
export function shownText(text: string, limit: number): string {
  return printable(text.replaceAll("\t", "    "), limit);
}

export function gapText(count: number): string {
  return count === 1 ? "1 line is missing" : `${formatNumber(count)} lines are missing`;
}

function rowId(number: number): string {
  return `console-row-${number}`;
}
