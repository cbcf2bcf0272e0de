// The rows of the console: the lines that pass the filter, and the gaps between them. Only the visible ones are in the document.

import { matchesWords } from "../tools/filter";
import type { Scroll } from "../tools/rows";
import { type ConsoleLine, LEVELS, type Level } from "./line";

const ROWS_AROUND = 8;

export interface LineRow {
  readonly kind: "line";
  // Rows are in the order of their numbers.
  readonly number: number;
  readonly line: ConsoleLine;
}

export interface GapRow {
  readonly kind: "gap";
  // Between those of the lines around it.
  readonly number: number;
  // The number of lines that are missing.
  readonly count: number;
}

export type ConsoleRow = LineRow | GapRow;

export interface Filter {
  readonly words: readonly string[];
  // The least level that is shown.
  readonly least: Level;
}

export function rowsOf(lines: readonly ConsoleLine[], { words, least }: Filter): ConsoleRow[] {
  const rows: ConsoleRow[] = [];
  const severity = LEVELS.indexOf(least);
  let expected = 0;
  for (const line of lines) {
    const { number } = line;
    if (number > expected) rows.push({ kind: "gap", number: number - 0.5, count: number - expected });
    expected = number + 1;
    if (LEVELS.indexOf(line.level) < severity || !matchesWords(line.searchable, words)) continue;
    rows.push({ kind: "line", number, line });
  }
  return rows;
}

// The index of the row with a number, or of the first one after it.
export function rowAt(rows: readonly ConsoleRow[], number: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.number < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The indexes of the visible rows and of some around them: from `first` up to, but without, `end`.
export function visibleRows(count: number, height: number, scroll: Scroll): { first: number; end: number } {
  const first = Math.floor(scroll.top / height) - ROWS_AROUND;
  const end = Math.ceil((scroll.top + scroll.height) / height) + ROWS_AROUND;
  return { first: Math.max(0, Math.min(first, count)), end: Math.max(0, Math.min(end, count)) };
}
