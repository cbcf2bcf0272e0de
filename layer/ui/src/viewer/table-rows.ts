// Finds the values that can be shown as a table: lists of similar objects.

import {
  type ArrayNode,
  type JsonNode,
  type MaybeNode,
  type Member,
  itemsOf,
  membersOf,
  rawOf,
  stringOf,
  valueOf,
} from "../json/node";

// The columns of a table. A list of objects with more keys is no table.
const MAX_COLUMNS = 30;
// The rows whose keys are the columns. Other keys of later rows are not shown.
const ROWS_COMPARED = 50;

export interface Rows {
  readonly list: ArrayNode;
  /** The name of the member that is the list, unless the list is the whole value. */
  readonly name?: string;
  /** The other members beside it. */
  readonly others: readonly Member[];
}

/** Returns the list to show as a table: the value itself, or its first member that is such a list. */
export function tableRows(node: JsonNode): Rows | undefined {
  if (isListOfSimilarObjects(node)) return { list: node, others: [] };
  const members = membersOf(node);
  for (const { key, value } of members) {
    if (isListOfSimilarObjects(value)) {
      return { list: value, name: key, others: members.filter((member) => member.value !== value) };
    }
  }
  return undefined;
}

// Objects are similar if the first rows share most of their keys.
function isListOfSimilarObjects(node: JsonNode): node is ArrayNode {
  const rows = itemsOf(node).slice(0, ROWS_COMPARED);
  const columns = columnsOf(node);
  const filled = rows.reduce((sum, row) => sum + membersOf(row).length, 0);
  const isTable = columns.length > 0 && columns.length <= MAX_COLUMNS;
  return rows.length > 1 && isTable && filled / (rows.length * columns.length) > 0.6;
}

/** The keys of the first rows. */
export function columnsOf(list: JsonNode): string[] {
  const rows = itemsOf(list).slice(0, ROWS_COMPARED);
  return [...new Set(rows.flatMap((row) => membersOf(row).map((member) => member.key)))];
}

export function cellText(value: MaybeNode): string {
  return value ? (stringOf(value) ?? rawOf(value)) : "";
}

/** True if a row has no value in a column, or null. */
export function isAbsent(value: MaybeNode): boolean {
  return !value || value.type === "null";
}

export interface Sorting {
  readonly column: string;
  readonly direction: "ascending" | "descending";
}

const collator = new Intl.Collator("en", { numeric: true });

/** The rows that contain a text, in order. Rows without a value in the column are at the end. */
export function arrangedRows(
  rows: readonly JsonNode[],
  filter: string,
  sorting: Sorting | undefined,
): readonly JsonNode[] {
  const wanted = filter.trim().toLowerCase();
  const found = wanted === "" ? rows : rows.filter((row) => hasText(row, wanted));
  if (!sorting) return found;
  const { column, direction } = sorting;
  const sign = direction === "ascending" ? 1 : -1;
  const keyed = found.map((row) => ({ row, value: valueOf(row, column), text: cellText(valueOf(row, column)) }));
  keyed.sort((a, b) => {
    const [isFirstAbsent, isSecondAbsent] = [isAbsent(a.value), isAbsent(b.value)];
    if (isFirstAbsent || isSecondAbsent) return Number(isFirstAbsent) - Number(isSecondAbsent);
    const areNumbers = a.value?.type === "number" && b.value?.type === "number";
    return sign * (areNumbers ? Number(a.text) - Number(b.text) : collator.compare(a.text, b.text));
  });
  return keyed.map(({ row }) => row);
}

function hasText(row: JsonNode, wanted: string): boolean {
  const values = row.type === "object" ? membersOf(row).map(({ value }) => value) : [row];
  return values.some((value) => cellText(value).toLowerCase().includes(wanted));
}
