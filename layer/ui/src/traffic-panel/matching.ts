// The rows that match a filter. Verdicts are kept until a row changes, since a search in texts takes long.

import type { Steps } from "../scheduling/slices";
import { type Filter, matchesOperation, matchesRecord, parsedFilter } from "../traffic/filter/filter";
import { STATES } from "../traffic/operation";
import type { TrafficStore } from "../traffic/store";
import { catalog } from "../tools/catalog";
import { declaredApp } from "../tools/declared-app";
import type { OperationRow, RecordRow, TrafficRow } from "./rows";

// Terms such as `since:5m` depend on the time.
const TICK_MS = 10_000;

interface Verdict {
  readonly stamp: number;
  readonly isMatch: boolean;
}

export class Matching {
  readonly filter: Filter;
  readonly #dependsOnTime: boolean;
  readonly #verdicts = new WeakMap<object, Verdict>();

  constructor(
    readonly text: string,
    private readonly store: TrafficStore,
  ) {
    this.filter = parsedFilter(text);
    this.#dependsOnTime = /(?:since|slower):/i.test(text);
  }

  matches(row: TrafficRow): boolean {
    if (row.kind === "gap" || this.filter.tests.length === 0) return true;
    const subject = row.kind === "operation" ? row.operation : row.record;
    const stamp = stampOf(row, this.#dependsOnTime ? Math.floor(performance.now() / TICK_MS) : 0);
    const known = this.#verdicts.get(subject);
    if (known?.stamp === stamp) return known.isMatch;
    const isMatch = this.#evaluate(row);
    this.#verdicts.set(subject, { stamp, isMatch });
    return isMatch;
  }

  // Finds the verdicts on all rows in advance.
  *preparing(rows: readonly TrafficRow[]): Steps<void> {
    for (const [index, row] of rows.entries()) {
      this.matches(row);
      if (index % 16 === 0) yield;
    }
  }

  #evaluate(row: OperationRow | RecordRow): boolean {
    const context = { now: Date.now(), appOf };
    if (row.kind === "operation") return matchesOperation(this.filter, row.operation, context);
    const { record } = row;
    return matchesRecord(this.filter, record, undefined, this.store.notesOf(record), context);
  }
}

// A number that changes whenever the subject of a row has.
function stampOf(row: OperationRow | RecordRow, tick: number): number {
  if (row.kind === "record") return tick;
  const { state, records, notes } = row.operation;
  return ((tick * 1000 + notes.length) * 10 + STATES.indexOf(state)) * 100_000 + records.length;
}

function appOf(tool: string): string | undefined {
  const listed = catalog.peek().tools.find(({ name }) => name === tool);
  return listed && declaredApp(listed)?.uri;
}
