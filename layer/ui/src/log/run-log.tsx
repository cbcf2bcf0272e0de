import { signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Log } from "../protocol/outcome";
import { throttled } from "../scheduling/throttled";
import { counted, formatDuration } from "../text/units";
import { LogLines } from "./log-lines";

const DRAW_MS = 200;

const EMPTY: Log = { lines: [], dropped: 0 };

/** The log of a run, as it is shown. */
export class RunLog {
  readonly #shown = signal({ log: EMPTY });
  #latest = EMPTY;
  readonly #showSoon = throttled(() => this.show(this.#latest), DRAW_MS);

  get log(): Log {
    return this.#shown.value.log;
  }

  show(log: Log = EMPTY): void {
    this.#latest = log;
    this.#shown.value = { log };
  }

  /** Shows a log that grows, and is given again whenever it has grown. */
  follow(log: Log): void {
    this.#latest = log;
    this.#showSoon();
  }
}

/** The log of a run, which can be folded. */
export function RunLogView({ log: model }: { readonly log: RunLog }): VNode {
  const { log } = model;
  const count = log.lines.length + log.dropped;
  return (
    <details class="log" open hidden={count === 0}>
      <summary>{`Log · ${counted(count, "line")}`}</summary>
      <LogLines label="Log lines" log={log} stamp={({ at }) => `+${formatDuration(at)}`} />
    </details>
  );
}
