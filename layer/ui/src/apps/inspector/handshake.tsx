// The steps of an app's start, from the sandbox to the tool result, with the time of each completed step. Older
// versions of the protocol have the same steps under similar names.

import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { HostedApp } from "../model/hosted-app";
import type { LogEntry } from "../model/record";

interface Step {
  readonly name: string;
  readonly direction: "in" | "out";
  readonly pattern: RegExp;
}

const HANDSHAKE: readonly Step[] = [
  { name: "Sandbox", direction: "in", pattern: /sandbox(-proxy)?-ready$/ },
  { name: "HTML", direction: "out", pattern: /sandbox-resource-ready$/ },
  { name: "ui/initialize", direction: "in", pattern: /^(ui\/)?initialize$|iframe-ready$/ },
  { name: "Response", direction: "out", pattern: /^(ui\/)?initialize$|render-data$/ },
  { name: "initialized", direction: "in", pattern: /notifications\/initialized$/ },
  { name: "tool-input", direction: "out", pattern: /\/tool-input$/ },
  { name: "tool-result", direction: "out", pattern: /\/tool-(result|cancelled)$/ },
];

/** The steps that an app has completed. */
export class Handshake {
  /** The time of each completed step in milliseconds after the first message. */
  readonly times = signal<readonly (number | undefined)[]>([]);
  #log: readonly LogEntry[] | undefined;
  // The number of the next log entry, counted from the very first one, including dropped ones.
  #next = 0;
  #start: number | undefined;

  constructor(private readonly app: HostedApp) {}

  /** Reads what is new in the log. */
  follow(): void {
    const { log, dropped } = this.app;
    const times = log === this.#log ? [...this.times.peek()] : [];
    // Each load of an app has its own log.
    if (log !== this.#log) {
      this.#log = log;
      this.#next = 0;
      this.#start = undefined;
    }
    for (this.#next = Math.max(this.#next, dropped); this.#next < dropped + log.length; this.#next += 1) {
      const { at, direction, method } = log[this.#next - dropped]!;
      this.#start ??= at;
      const step = HANDSHAKE.findIndex((one) => one.direction === direction && one.pattern.test(method));
      if (step >= 0) times[step] ??= at - this.#start;
    }
    this.times.value = times;
  }
}

/** Has a handshake follow the log of its app while the component is there. */
export function useHandshake(app: HostedApp): Handshake {
  const handshake = useMemo(() => new Handshake(app), [app]);
  useEffect(() => app.counts.log.subscribe(() => handshake.follow()), [handshake]);
  return handshake;
}

export function HandshakeList({ handshake }: { readonly handshake: Handshake }): VNode {
  const times = handshake.times.value;
  return (
    <ol class="app-steps" aria-label="Handshake">
      {HANDSHAKE.map(({ name }, index) => {
        const time = times[index];
        return (
          <li key={name} class={time === undefined ? undefined : "done"}>
            {name} <span class="hint">{time === undefined ? "not yet" : `${time} ms`}</span>
          </li>
        );
      })}
    </ol>
  );
}
