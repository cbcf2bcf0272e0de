// The operations by client, as bars on one axis of time.

import { clientWords } from "../traffic/client-words";
import { type Operation, durationOf } from "../traffic/operation";
import { counted, formatDuration } from "../text/units";

/** Older operations are left out. */
export const MOST_BARS = 400;

export interface Bar {
  readonly operation: Operation;
  /** In per cent of the axis. */
  readonly start: number;
  readonly width: number;
}

export interface Lane {
  readonly client: string;
  readonly bars: readonly Bar[];
  readonly summary: string;
}

export interface Timeline {
  readonly lanes: readonly Lane[];
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly leftOut: number;
}

/** `now` ends the operations that are open. */
export function timelineOf(operations: readonly Operation[], now: number): Timeline {
  const shown = operations.slice(-MOST_BARS);
  const endOf = ({ request, endedAt, state }: Operation) =>
    Math.max(request.at, endedAt ?? (state === "open" ? now : request.at));
  const from = Math.min(...shown.map(({ request }) => request.at));
  const last = Math.max(...shown.map(({ request, endedAt }) => endedAt ?? request.at));
  // Operations of an imported file, or of a server that is gone, may be open forever.
  const to = Math.max(
    from + 1,
    shown.some(({ state }) => state === "open") ? Math.min(now, last + (last - from) / 5 + 1000) : last,
  );
  const share = (at: number) => (100 * (Math.min(Math.max(at, from), to) - from)) / (to - from);
  const byClient = new Map<string, Operation[]>();
  for (const operation of shown) {
    const client = clientWords(operation.request);
    byClient.set(client, [...(byClient.get(client) ?? []), operation]);
  }
  const lanes = [...byClient].map(([client, own]): Lane => {
    const bars = own.map((operation) => {
      const start = share(operation.request.at);
      return { operation, start, width: share(endOf(operation)) - start };
    });
    return { client, bars, summary: summaryOf(own) };
  });
  return { lanes, from, to, leftOut: operations.length - shown.length };
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
