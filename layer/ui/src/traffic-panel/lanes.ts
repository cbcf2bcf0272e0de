// The operations along the time: a lane for each client, and a row for each operation in it.

import { clientWords } from "../traffic/client-words";
import { type Operation, durationOf } from "../traffic/operation";
import { counted, formatDuration } from "../text/units";
import { TimeAxis } from "./axis";

/** A part of the axis, in per cent of it. */
interface Span {
  readonly start: number;
  readonly width: number;
}

/** A question within an operation, from the time it was asked to that of its answer; or a report of progress. */
interface Mark extends Span {
  readonly kind: "question" | "progress";
}

interface LaneRow {
  readonly kind: "lane";
  readonly number: number;
  readonly title: string;
  readonly summary: string;
}

export interface BarRow extends Span {
  readonly kind: "bar";
  readonly number: number;
  readonly operation: Operation;
  readonly marks: readonly Mark[];
}

/** Rows keep their numbers while others are added, and stand in the order of these. */
export type WaterfallRow = LaneRow | BarRow;

export interface Waterfall {
  readonly rows: readonly WaterfallRow[];
  readonly axis: TimeAxis;
}

// More rows than a lane can have.
const LANE = 1e7;
// Without a sign of life, open operations do not make the axis longer than this share of it, and these milliseconds.
const IDLE_SHARE = 0.2;
const IDLE_MS = 1000;

/** `now` ends the operations that are open. */
export function waterfallOf(operations: readonly Operation[], now: number): Waterfall {
  const axis = axisOf(operations, now);
  const span = (from: number, to: number): Span => {
    const start = axis.percent(from);
    return { start, width: axis.percent(to) - start };
  };
  const lanes = new Map<string, Operation[]>();
  for (const operation of operations) {
    const title = clientWords(operation.request) + (isStream(operation) ? " · streams" : "");
    const lane = lanes.get(title);
    if (lane) lane.push(operation);
    else lanes.set(title, [operation]);
  }
  const rows = [...lanes].flatMap(([title, own], lane): WaterfallRow[] => [
    { kind: "lane", number: lane * LANE, title, summary: summaryOf(own) },
    ...own.map((operation, index): BarRow => {
      const end = endOf(operation, now);
      const questions = operation.rounds.map(({ asked, answered }): Mark => ({
        kind: "question",
        ...span(asked.at, answered?.at ?? end),
      }));
      const progress = operation.progress.map(({ at }): Mark => ({ kind: "progress", ...span(at, at) }));
      return {
        kind: "bar",
        number: lane * LANE + index + 1,
        operation,
        ...span(operation.request.at, end),
        marks: [...questions, ...progress],
      };
    }),
  ]);
  return { rows, axis };
}

// Streams are open for as long as their client is there, so the axis follows what happens beside them.
function axisOf(operations: readonly Operation[], now: number): TimeAxis {
  const others = operations.filter((operation) => !isStream(operation));
  const shown = others.length > 0 ? others : operations;
  let [from, last] = [Infinity, -Infinity];
  for (const { request, endedAt } of shown) {
    from = Math.min(from, request.at);
    last = Math.max(last, endedAt ?? request.at);
  }
  // Operations of an imported file, or of a server that is gone, may be open forever.
  const end = Math.max(last, Math.min(now, last + (last - from) * IDLE_SHARE + IDLE_MS));
  return new TimeAxis(
    shown.map((operation) => ({ from: operation.request.at, to: Math.min(endOf(operation, now), end) })),
  );
}

function isStream({ request: { method, http } }: Operation): boolean {
  return method === "subscriptions/listen" || (method === undefined && http?.method === "GET");
}

function endOf({ request, endedAt, state }: Operation, now: number): number {
  return Math.max(request.at, endedAt ?? (state === "open" ? now : request.at));
}

function summaryOf(operations: readonly Operation[]): string {
  const durations = operations.flatMap((operation) => durationOf(operation) ?? []).sort((a, b) => a - b);
  const median = durations[durations.length >> 1];
  const failed = operations.filter(({ state }) => state === "failed" || state === "lost").length;
  return [
    counted(operations.length, "operation"),
    failed > 0 && `${failed} failed`,
    median !== undefined && `median ${formatDuration(median)}`,
  ]
    .filter(Boolean)
    .join(", ");
}
