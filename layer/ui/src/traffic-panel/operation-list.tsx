// The list of the operations, of which only the visible rows are in the document.

import { clientWords } from "../traffic/client-words";
import type { RefObject, VNode } from "preact";
import { stepOf } from "../dom/list-keys";
import { printable } from "../text/printable";
import { clockTime, formatNumber } from "../text/units";
import { rowAt, useVirtualRows } from "../viewer/virtual-rows";
import type { TrafficModel } from "./model";
import { type TrafficRow, firstRecord } from "./rows";
import { durationWords, methodWords, nameWords, sizeWords, stateWords } from "./words";

const ROW_REMS = 1.6;

interface ListProps {
  readonly model: TrafficModel;
  readonly list: RefObject<HTMLDivElement | null>;
  // Called when the user wants to go on to the details.
  readonly onEnter: () => void;
}

export function OperationList({ model, list, onEnter }: ListProps): VNode {
  const rows = model.rows.value;
  const { height, first, end, onScroll, reveal } = useVirtualRows(list, rows, ROW_REMS, model);
  const active = model.active.value;
  const select = (index: number, how: "only" | "toggled" | "extended") => {
    model.select(index, how);
    reveal(index);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && active !== undefined) return onEnter();
    if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return model.selectAll();
    }
    const step = stepOf(event);
    if (step === undefined) return undefined;
    event.preventDefault();
    const start = active === undefined ? rows.length : rowAt(rows, active);
    return select(Math.max(0, Math.min(rows.length - 1, start + step)), event.shiftKey ? "extended" : "only");
  };
  const onClick = (event: MouseEvent, index: number) =>
    select(index, event.shiftKey ? "extended" : event.ctrlKey || event.metaKey ? "toggled" : "only");
  return (
    <div class="traffic-list">
      <div class="traffic-row traffic-columns" aria-hidden="true">
        {["Method", "Name", "Client", "State", "Duration", "Size", "Time"].map((title) => (
          <span key={title}>{title}</span>
        ))}
      </div>
      <div
        class="traffic-rows"
        role="listbox"
        tabIndex={0}
        aria-label="Operations"
        aria-multiselectable="true"
        aria-activedescendant={active === undefined ? undefined : rowId(active)}
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
              class="traffic-row"
              aria-selected={model.selected.value.has(row.number)}
              aria-setsize={rows.length}
              aria-posinset={first + offset + 1}
              data-state={row.kind === "operation" ? row.operation.state : row.kind}
              data-active={row.number === active}
              style={{ top: `${(first + offset) * height}px`, height: `${height}px` }}
              onClick={(event) => onClick(event, first + offset)}
            >
              <RowCells row={row} model={model} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function RowCells({ row, model }: { readonly row: TrafficRow; readonly model: TrafficModel }): VNode {
  const record = firstRecord(row);
  if (row.kind === "gap" || !record) return <span class="traffic-gap">{gapWords(row)}</span>;
  const operation = row.kind === "operation" ? row.operation : undefined;
  const { length: notes } = operation?.notes ?? model.set.value.store.notesOf(record);
  return (
    <>
      <bdi class="traffic-method">{methodWords(record)}</bdi>
      <span class="traffic-name">
        <bdi>{nameWords(record) || (operation ? "" : printable(record.note ?? "", 200))}</bdi>
        {operation && model.isPinned(operation) && <Mark text="pinned" />}
        {record.explorer && <Mark text="explorer" />}
        {notes > 0 && <Mark text={notes === 1 ? "1 note" : `${formatNumber(notes)} notes`} isWarning />}
      </span>
      <bdi>{clientWords(record)}</bdi>
      <span class="traffic-state">{operation ? stateWords(operation) : ""}</span>
      <span class="traffic-number">{operation && durationWords(operation)}</span>
      <span class="traffic-number">{operation && sizeWords(operation)}</span>
      <time>{clockTime(record.at)}</time>
    </>
  );
}

function Mark({ text, isWarning = false }: { readonly text: string; readonly isWarning?: boolean }): VNode {
  return <span class={isWarning ? "traffic-mark warning" : "traffic-mark"}>{text}</span>;
}

export function gapWords(row: TrafficRow): string {
  if (row.kind !== "gap") return "";
  const { from, to } = row.gap;
  const count = to - from + 1;
  return count === 1 ? "1 message was dropped" : `${formatNumber(count)} messages were dropped`;
}

function rowId(number: number): string {
  return `traffic-row-${String(number).replace(".", "-")}`;
}
