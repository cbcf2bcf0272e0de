import { batch, computed, signal } from "@preact/signals";
import { announce } from "../dom/page";
import { secondProcess } from "../protocol/host";
import { restartServer } from "../protocol/restart";
import { throttled } from "../scheduling/throttled";
import { messageOf } from "../text/error";
import { wordsOf } from "../tools/filter";
import type { Scroll } from "../dom/scroll";
import { type ConsoleLine, type Level, isProblem, withLines } from "./line";
import { type ProcessState, Restarts } from "./process-state";
import { rowAt } from "../viewer/virtual-rows";
import { rowsOf } from "./rows";

const DRAW_MS = 100;

/** The state of the console, from which its views follow. */
export class ConsoleModel {
  readonly process = signal<ProcessState>({ state: "starting" });
  /** Set from a click on Restart until the process has ended. */
  readonly isRestarting = signal(false);
  /** The reason why the server could not be restarted. */
  readonly restartProblem = signal("");
  readonly isOpen = signal(false);

  readonly lines = signal<readonly ConsoleLine[]>([]);
  readonly query = signal("");
  readonly least = signal<Level>("info");
  /** The number of the row that is shown in full. */
  readonly selected = signal<number | undefined>(undefined);
  /** Set while the newest line is kept in view. */
  readonly isFollowing = signal(true);
  readonly scroll = signal<Scroll>({ top: 0, height: 0 });
  readonly rem = signal(16);

  readonly #words = computed(() => wordsOf(this.query.value));
  readonly rows = computed(() => rowsOf(this.lines.value, { words: this.#words.value, least: this.least.value }));
  readonly selectedRow = computed(() => {
    const number = this.selected.value;
    if (number === undefined) return undefined;
    const row = this.rows.value[rowAt(this.rows.value, number)];
    return row?.number === number ? row : undefined;
  });
  readonly #lastSeen = signal(-1);
  readonly unseen = computed(() => {
    const seen = this.#lastSeen.value;
    return this.lines.value.filter((line) => line.number > seen && isProblem(line)).length;
  });

  #arrived: ConsoleLine[] = [];
  readonly #drawSoon = throttled(() => this.#takeArrived(), DRAW_MS);
  readonly #restarts = new Restarts();

  /** `onRestarted` is called when another process is ready than the one before. */
  constructor(private readonly onRestarted: () => void) {}

  add(lines: readonly ConsoleLine[], isOther: boolean): void {
    if (isOther) this.#clear();
    this.#arrived.push(...lines);
    this.#drawSoon();
  }

  #clear(): void {
    this.#arrived = [];
    batch(() => {
      this.lines.value = [];
      this.#lastSeen.value = -1;
      this.selected.value = undefined;
    });
  }

  #takeArrived(): void {
    const arrived = this.#arrived;
    this.#arrived = [];
    batch(() => {
      this.lines.value = withLines(this.lines.value, arrived);
      if (this.isOpen.value) this.#markSeen();
    });
  }

  setState(state: ProcessState): void {
    const before = this.process.value;
    batch(() => {
      this.process.value = state;
      secondProcess.value = state.state === "ready" ? state.shared?.newest : undefined;
      if (state.state !== "lost") this.isRestarting.value = false;
      this.restartProblem.value = "";
    });
    if (state.state === "down" && before.state !== "down") announce(state.reason);
    if (this.#restarts.isNew(state)) this.onRestarted();
  }

  setOpen(isOpen: boolean): void {
    batch(() => {
      this.isOpen.value = isOpen;
      this.#markSeen();
    });
  }

  #markSeen(): void {
    this.#lastSeen.value = this.lines.value.at(-1)?.number ?? -1;
  }

  async restart(): Promise<void> {
    if (this.isRestarting.value) return;
    this.restartProblem.value = "";
    this.isRestarting.value = true;
    try {
      await restartServer();
    } catch (problem) {
      this.isRestarting.value = false;
      this.restartProblem.value = `Restart failed: ${messageOf(problem)}`;
      announce(this.restartProblem.value);
    }
  }
}
