// The list of the operations, of which only the visible rows are in the document.

import { clientWords } from "../traffic/client-words";
import type { RefObject, VNode } from "preact";
import { printable } from "../text/printable";
import { clockTime, formatDuration, formatNumber } from "../text/units";
import type { TrafficRecord } from "../traffic/record";
import { RowList } from "../viewer/row-list";
import { EmptyNote } from "./empty-note";
import { answerExcerpt, argumentsExcerpt } from "./excerpts";
import type { TrafficModel } from "./model";
import { type TrafficRow, firstRecord } from "./rows";
import { durationWords, methodWords, nameWords, stateWords } from "./words";

const ROW_REMS = 1.75;
const COLUMNS = ["Method", "Name and arguments", "Result", "Client", "State", "Duration", "Since last", "Time"];

interface ListProps {
  readonly model: TrafficModel;
  readonly list: RefObject<HTMLDivElement | null>;
  // Called when the user wants to go on to the details.
  readonly onEnter: () => void;
}

export function OperationList({ model, list, onEnter }: ListProps): VNode {
  const active = model.active.value;
  const rows = model.rows.value;
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && active !== undefined) onEnter();
    else if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      model.selectAll();
    } else return false;
    return true;
  };
  return (
    <div class="traffic-list">
      {rows.length === 0 ? (
        <EmptyNote model={model} />
      ) : (
        <div class="traffic-row traffic-columns" aria-hidden="true">
          {COLUMNS.map((title) => (
            <span key={title}>{title}</span>
          ))}
        </div>
      )}
      <RowList
        label="Operations"
        name="traffic"
        rows={rows}
        rowRems={ROW_REMS}
        state={model}
        list={list}
        active={active}
        isMultiple
        view={(row, index) => ({
          class: "traffic-row",
          isSelected: model.selected.value.has(row.number),
          data: {
            "data-state": row.kind === "operation" ? row.operation.state : row.kind,
            "data-active": row.number === active,
          },
          children: <RowCells row={row} before={rows[index - 1]} model={model} />,
        })}
        onSelect={(index, how) => model.select(index, how)}
        onKey={onKey}
      />
    </div>
  );
}

interface RowProps {
  readonly row: TrafficRow;
  readonly before: TrafficRow | undefined;
  readonly model: TrafficModel;
}

function RowCells({ row, before, model }: RowProps): VNode {
  const record = firstRecord(row);
  if (row.kind === "gap" || !record) return <span class="traffic-gap">{gapWords(row)}</span>;
  const operation = row.kind === "operation" ? row.operation : undefined;
  const { length: notes } = operation?.notes ?? model.set.value.store.notesOf(record);
  return (
    <>
      <bdi class="traffic-method">{methodWords(record)}</bdi>
      <span class="traffic-name">
        <bdi>{nameWords(record) || (operation ? "" : printable(record.note ?? "", 200))}</bdi>
        <bdi class="traffic-excerpt">{argumentsExcerpt(record)}</bdi>
        {operation && model.isPinned(operation) && <Mark text="pinned" />}
        {record.explorer && <Mark text="explorer" />}
        {notes > 0 && <Mark text={notes === 1 ? "1 note" : `${formatNumber(notes)} notes`} isWarning />}
      </span>
      <bdi class="traffic-excerpt">{operation && answerExcerpt(operation)}</bdi>
      <bdi>{clientWords(record)}</bdi>
      <span class="traffic-state">{operation ? stateWords(operation) : ""}</span>
      <span class="traffic-number">{operation && durationWords(operation)}</span>
      <span class="traffic-number">{sinceWords(record, firstRecord(before))}</span>
      <time>{clockTime(record.at)}</time>
    </>
  );
}

// The time since the row before. Rows are in the order of their arrival, so that of an imported file may be earlier.
function sinceWords(record: TrafficRecord, before: TrafficRecord | undefined): string {
  return before && record.at >= before.at ? `+${formatDuration(record.at - before.at)}` : "";
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
