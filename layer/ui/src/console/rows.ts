// The rows of the console: the lines that pass the filter, and the gaps between them.

import { matchesWords } from "../tools/filter";
import { type ConsoleLine, LEVELS, type Level } from "./line";

interface LineRow {
  readonly kind: "line";
  // Rows are in the order of their numbers.
  readonly number: number;
  readonly line: ConsoleLine;
}

interface GapRow {
  readonly kind: "gap";
  // Between those of the lines around it.
  readonly number: number;
  // The number of lines that are missing.
  readonly count: number;
}

export type ConsoleRow = LineRow | GapRow;

export interface Filter {
  readonly words: readonly string[];
  /** The least level that is shown. */
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
