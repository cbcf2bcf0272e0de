// A list of rows of one height that is chosen from with the pointer or the keys, and of which only the visible rows are in the document.

import type { ComponentChildren, RefObject, VNode } from "preact";
import { stepOf } from "../dom/list-keys";
import { type NumberedRow, type RowsState, rowAt, useVirtualRows } from "./virtual-rows";

type Selection = "only" | "toggled" | "extended";

interface RowView {
  readonly class: string;
  readonly isSelected: boolean;
  readonly data: Readonly<Record<`data-${string}`, string | boolean | undefined>>;
  readonly children: ComponentChildren;
}

interface RowListProps<Row> {
  readonly label: string;
  // Distinguishes the ids of its rows from those of other lists.
  readonly name: string;
  readonly rows: readonly Row[];
  // The height of a row.
  readonly rowRems: number;
  readonly state: RowsState;
  readonly list: RefObject<HTMLDivElement | null>;
  // The number of the row from which the keys move.
  readonly active: number | undefined;
  readonly isMultiple?: boolean;
  readonly view: (row: Row, index: number) => RowView;
  readonly onSelect: (index: number, how: Selection) => void;
  // Returns whether it has dealt with the key.
  readonly onKey?: (event: KeyboardEvent) => boolean;
}

export function RowList<Row extends NumberedRow>(props: RowListProps<Row>): VNode {
  const { label, name, rows, rowRems, state, list, active, isMultiple, view, onSelect, onKey } = props;
  const { height, first, end, onScroll, reveal } = useVirtualRows(list, rows, rowRems, state);
  const idOf = (number: number) => `${name}-row-${String(number).replace(".", "-")}`;
  const select = (index: number, how: Selection) => {
    onSelect(index, how);
    reveal(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (onKey?.(event)) return;
    const step = stepOf(event);
    if (step === undefined) return;
    event.preventDefault();
    const start = active === undefined ? rows.length : rowAt(rows, active);
    select(Math.max(0, Math.min(rows.length - 1, start + step)), event.shiftKey ? "extended" : "only");
  };
  const onClick = ({ shiftKey, ctrlKey, metaKey }: MouseEvent, index: number) =>
    select(index, shiftKey ? "extended" : ctrlKey || metaKey ? "toggled" : "only");
  return (
    <div
      class="row-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={isMultiple}
      aria-activedescendant={active === undefined ? undefined : idOf(active)}
      ref={list}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: `${rows.length * height}px` }}>
        {rows.slice(first, end).map((row, offset) => {
          const index = first + offset;
          const { class: className, isSelected, data, children } = view(row, index);
          return (
            <div
              key={row.number}
              id={idOf(row.number)}
              role="option"
              class={className}
              aria-selected={isSelected}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ top: `${index * height}px`, height: `${height}px` }}
              onClick={(event) => onClick(event, index)}
              {...data}
            >
              {children}
            </div>
          );
        })}
      </div>
    </div>
  );
}
