// A list of similar objects as a table that can be sorted, filtered and saved.

import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { VERBATIM } from "../dom/attributes";
import { downloadBytes } from "../dom/downloads";
import { LazyDetails } from "../dom/lazy-details";
import { Name } from "../dom/name";
import { Paged } from "../dom/paged";
import { type ArrayNode, type JsonNode, type MaybeNode, type Member, itemsOf, membersOf, valueOf } from "../json/node";
import { SafeLink } from "../markdown/links";
import { debounced } from "../scheduling/debounced";
import { csvOf, withoutFormula } from "../text/csv";
import { clipped, printableText } from "../text/printable";
import { counted, formatNumber } from "../text/units";
import { Scalar, addressOf } from "./scalar";
import { type Rows, type Sorting, arrangedRows, cellText, columnsOf, isAbsent } from "./table-rows";
import { JsonTree } from "./tree";

// The characters that are shown of a cell. A longer text is cut.
const LONGEST_CELL = 500;
// Longer objects and lists are counted, until they are opened.
const LONGEST_NESTED = 24;
// Fewer rows are seen at a glance.
const FILTERED_ROWS = 5;
// Members beside the table that are shown at once.
const MOST_OTHERS = 20;
const FILTER_MS = 150;

/** The table, below its name and the members beside it if it is a member itself. */
export function JsonTable({ rows: { list, name, others } }: { readonly rows: Rows }): VNode {
  if (name === undefined) return <Table list={list} />;
  return (
    <div class="table-view">
      {others.length > 0 && <Besides others={others} />}
      <Table list={list} name={name} />
    </div>
  );
}

function Besides({ others }: { readonly others: readonly Member[] }): VNode {
  const rest = others.length - MOST_OTHERS;
  return (
    <dl class="beside-table">
      {others.slice(0, MOST_OTHERS).map(({ key, value }) => (
        <div>
          <dt>
            <Name text={key} />
          </dt>
          <dd>
            {membersOf(value).length > 0 || itemsOf(value).length > 0 ? (
              <JsonTree node={value} />
            ) : (
              <Scalar node={value} limit={LONGEST_CELL} />
            )}
          </dd>
        </div>
      ))}
      {rest > 0 && (
        <div>
          <dt class="hint">{`${counted(rest, "more member")} under Structured or JSON`}</dt>
        </div>
      )}
    </dl>
  );
}

function Table({ list, name }: Pick<Rows, "list" | "name">): VNode {
  const [filter, setFilter] = useState("");
  const [sorting, setSorting] = useState<Sorting>();
  const columns = useMemo(() => columnsOf(list), [list]);
  const rows = useMemo(() => arrangedRows(list.items, filter, sorting), [list, filter, sorting]);
  const all = list.items.length;
  return (
    <div class="table-view">
      <div class="viewer-bar">
        {name !== undefined && (
          <code>
            <Name text={name} />
          </code>
        )}
        {all > FILTERED_ROWS && <RowFilter onFilter={setFilter} />}
        <span class="hint" role="status">
          {rows.length < all ? `${formatNumber(rows.length)} of ${counted(all, "row")}` : counted(all, "row")}
        </span>
        <button type="button" class="quiet small" onClick={() => downloadBytes(csvText(columns, rows), "rows.csv")}>
          Download CSV
        </button>
      </div>
      <Paged
        key={`${sorting?.direction}/${sorting?.column}/${filter}`}
        count={rows.length}
        subject={rows}
        row={(index) => <TableRow columns={columns} row={rows[index]!} />}
      >
        {(drawn) => (
          <div class="table-scroll" tabIndex={0} role="region" aria-label="Structured content as a table">
            <table>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <Head list={list} column={column} sorting={sorting} onSort={setSorting} />
                  ))}
                </tr>
              </thead>
              <tbody>{drawn}</tbody>
            </table>
          </div>
        )}
      </Paged>
    </div>
  );
}

function RowFilter({ onFilter }: { readonly onFilter: (text: string) => void }): VNode {
  const typed = useRef("");
  const filterSoon = useMemo(() => debounced(() => onFilter(typed.current), FILTER_MS), []);
  return (
    <input
      type="search"
      aria-label="Filter the rows"
      placeholder="Filter rows"
      {...VERBATIM}
      onInput={({ currentTarget }) => {
        typed.current = currentTarget.value;
        filterSoon();
      }}
    />
  );
}

interface HeadProps {
  readonly list: ArrayNode;
  readonly column: string;
  readonly sorting: Sorting | undefined;
  readonly onSort: (sorting: Sorting | undefined) => void;
}

function Head({ list, column, sorting, onSort }: HeadProps): VNode {
  const isNumeric = useMemo(() => {
    const example = list.items.find((row) => !isAbsent(valueOf(row, column)));
    return isNumber(valueOf(example, column));
  }, [list, column]);
  const direction = sorting?.column === column ? sorting.direction : undefined;
  // Upwards, then downwards, then not at all.
  const sort = () => {
    if (direction === undefined) onSort({ column, direction: "ascending" });
    else onSort(direction === "ascending" ? { column, direction: "descending" } : undefined);
  };
  return (
    <th class={isNumeric ? "number" : undefined} scope="col" aria-sort={direction}>
      <button type="button" class="plain sort" onClick={sort}>
        <Name text={column} />
      </button>
    </th>
  );
}

function TableRow({ columns, row }: { readonly columns: readonly string[]; readonly row: JsonNode }): VNode {
  return (
    <tr>
      {columns.map((column) => (
        <Cell value={valueOf(row, column)} />
      ))}
    </tr>
  );
}

function Cell({ value }: { readonly value: MaybeNode }): VNode {
  if (value?.type === "null") return <td class="hint">null</td>;
  const [items, members] = [itemsOf(value).length, membersOf(value).length];
  if (value && items + members > 0) {
    const text = cellText(value);
    const count = items > 0 ? counted(items, "item") : counted(members, "member");
    return (
      <td>
        <LazyDetails
          class="nested-cell"
          summary={<bdi>{text.length > LONGEST_NESTED ? count : printableText(text)}</bdi>}
        >
          {() => <JsonTree node={value} />}
        </LazyDetails>
      </td>
    );
  }
  const shown = printableText(clipped(cellText(value), LONGEST_CELL));
  const text = <bdi>{shown}</bdi>;
  const address = addressOf(value);
  return (
    <td class={isNumber(value) ? "number" : undefined}>
      {address === undefined ? (
        text
      ) : (
        <SafeLink href={address} text={shown}>
          {text}
        </SafeLink>
      )}
    </td>
  );
}

// The rows that are shown, in their order.
function csvText(columns: readonly string[], rows: readonly JsonNode[]): string {
  const cells = (row: JsonNode) =>
    columns.map((column) => {
      const value = valueOf(row, column);
      return isNumber(value) ? cellText(value) : withoutFormula(cellText(value));
    });
  return csvOf([columns.map(withoutFormula), ...rows.map(cells)]);
}

function isNumber(value: MaybeNode): boolean {
  return value?.type === "number";
}
