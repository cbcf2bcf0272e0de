import { signal } from "@preact/signals";
import { type VNode, createRef } from "preact";
import { formatDuration, formatSize } from "../text/units";

const TICK_MS = 100;

/** The work of a run: nothing, a request, or a wait for something. */
interface RunState {
  readonly kind: "idle" | "request" | "waiting";
  readonly words: string;
}

/** A request under way. */
interface RequestWork {
  readonly started: number;
  readonly bytes: () => number;
  /** Returns whether a question of the server is open. */
  readonly isAsked: () => boolean;
  readonly onTick: (now: number) => void;
}

const IDLE: RunState = { kind: "idle", words: "" };

/** The button that runs something, and the work of the run. */
export class RunBar {
  readonly state = signal(IDLE);
  /** Set if the run is not advised. */
  readonly isDoubtful = signal(false);
  readonly button = createRef<HTMLButtonElement>();
  readonly status = createRef<HTMLSpanElement>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly onRun: () => void,
    readonly onCancel: () => void,
    readonly label = "Run",
  ) {}

  /**
   * Shows the time that has passed since a request was sent, and the bytes received, or that the server waits for an
   * answer. `onTick` is called as often as they change.
   */
  showRequest({ started, bytes, isAsked, onTick }: RequestWork): void {
    const tick = () => {
      const now = performance.now();
      const facts = [formatDuration(now - started), bytes() > 0 && formatSize(bytes())];
      this.state.value = isAsked()
        ? { kind: "waiting", words: "Waiting for your answer" }
        : { kind: "request", words: facts.filter(Boolean).join(" · ") };
      onTick(now);
    };
    clearInterval(this.#timer);
    tick();
    this.#timer = setInterval(tick, TICK_MS);
  }

  /** Shows that the run waits for something. */
  showWaiting(reason: string): void {
    clearInterval(this.#timer);
    this.state.value = { kind: "waiting", words: reason };
  }

  clear(): void {
    clearInterval(this.#timer);
    if (this.status.current?.contains(document.activeElement)) this.focus();
    this.state.value = IDLE;
  }

  focus(options?: FocusOptions): void {
    this.button.current?.focus(options);
  }
}

interface RunBarProps {
  readonly bar: RunBar;
}

/** The button that runs something, and the work of the run. */
export function RunControls({ bar }: RunBarProps): VNode {
  return (
    <>
      <RunButton bar={bar} />
      <RunStatus bar={bar} />
    </>
  );
}

function RunButton({ bar }: RunBarProps): VNode {
  const isRunning = bar.state.value.kind !== "idle";
  return (
    <button
      type="button"
      class={bar.isDoubtful.value ? "primary outlined" : "primary"}
      aria-disabled={isRunning || undefined}
      ref={bar.button}
      onClick={bar.onRun}
    >
      {bar.label}
      {bar.isDoubtful.value && " anyway"}
    </button>
  );
}

/** The work of a run in words, with a button to cancel it. */
export function RunStatus({ bar }: RunBarProps): VNode {
  const { kind, words } = bar.state.value;
  return (
    <span class="run-bar" ref={bar.status}>
      {kind !== "idle" && (
        <>
          <span class="running" role="img" aria-label="running" hidden={kind !== "request"} />
          <span>{words}</span>
          <button type="button" onClick={bar.onCancel}>
            Cancel
          </button>
        </>
      )}
    </span>
  );
}
