import { batch, computed, signal } from "@preact/signals";
import type { Scroll } from "../dom/scroll";
import { nextPaint } from "../scheduling/next-paint";
import { finishInSlices } from "../scheduling/slices";
import { throttled } from "../scheduling/throttled";
import { parsedFilter } from "../traffic/filter/filter";
import { liveTraffic } from "../traffic-feed/feed";
import type { Operation } from "../traffic/operation";
import type { TrafficStore } from "../traffic/store";
import { rowAt } from "../viewer/virtual-rows";
import { isSwitchedOn, query, showsExplorer, showsOthers } from "./choice";
import type { Importing } from "./importing";
import { Matching } from "./matching";
import { type TrafficRow, firstRecord, operationsIn, rowsOf } from "./rows";

const DRAW_MS = 100;

/** A set of traffic: what is followed, or what was imported from a file. */
export interface TrafficSet {
  readonly name: string;
  readonly store: TrafficStore;
  readonly isLive: boolean;
}

const LIVE: TrafficSet = { name: "Live", store: liveTraffic, isLive: true };

/** The state of the panel, from which its views follow. */
export class TrafficModel {
  readonly sets = signal<readonly TrafficSet[]>([LIVE]);
  readonly set = signal(LIVE);
  readonly view = signal<"list" | "timeline">("list");
  /** The number of the row whose details are shown, and those of all that are selected. */
  readonly active = signal<number | undefined>(undefined);
  readonly selected = signal<ReadonlySet<number>>(new Set());
  /** The outcome of the last import, in words. */
  readonly fileNote = signal("");
  readonly importing = signal<Importing | undefined>(undefined);
  /** The tab of the details that is open. */
  readonly tab = signal("Messages");
  readonly isFollowing = signal(true);
  readonly scroll = signal<Scroll>({ top: 0, height: 0 });
  readonly rem = signal(16);
  /** The scrolling of the timeline, and the number of times that its axis is longer than what is visible of it. */
  readonly waterfall = { scroll: signal<Scroll>({ top: 0, height: 0 }), rem: signal(16), isFollowing: signal(false) };
  readonly zoom = signal(1);

  // Set anew when the view has to be drawn again.
  readonly #drawn = signal({ store: liveTraffic });
  // The rows of a view that is paused.
  readonly #frozen = signal<readonly TrafficRow[] | undefined>(undefined);
  #unsubscribe = () => undefined as unknown;
  readonly #drawSoon = throttled(() => this.#draw(), DRAW_MS);

  readonly #current = computed(() => rowsOf(this.#drawn.value.store));
  readonly #all = computed(() => this.#frozen.value ?? this.#current.value);
  // The filter that the rows are shown by, which follows the query.
  readonly #matching = signal(new Matching("", liveTraffic));
  #matchingWork = new AbortController();
  readonly problems = computed(() => parsedFilter(query.value).problems.map(({ text }) => text));
  readonly rows = computed(() => {
    const { store } = this.#drawn.value;
    const matching = this.#matching.value;
    return this.#all.value.filter((row) => this.#isShown(row, store, matching));
  });
  readonly operations = computed(() => operationsIn(this.rows.value));
  /** The number of rows that each switch hides or shows. */
  readonly ofExplorer = computed(() => this.#all.value.filter((row) => firstRecord(row)?.explorer).length);
  readonly ofOthers = computed(() => this.#all.value.filter((row) => firstRecord(row)?.other).length);
  /** The number of rows that the switches hide. */
  readonly hidden = computed(
    () => (showsExplorer.value ? 0 : this.ofExplorer.value) + (showsOthers.value ? 0 : this.ofOthers.value),
  );
  readonly count = computed(() => this.#all.value.length);
  readonly isPaused = computed(() => this.#frozen.value !== undefined);
  /** The number of rows that wait until the view goes on. */
  readonly waiting = computed(() => {
    const last = this.#frozen.value?.at(-1)?.number ?? -1;
    return this.isPaused.value ? this.#current.value.length - rowAt(this.#current.value, last + 0.25) : 0;
  });
  readonly activeRow = computed(() => {
    const { rows, active } = this;
    if (active.value === undefined) return undefined;
    const row = rows.value[rowAt(rows.value, active.value)];
    return row?.number === active.value ? row : undefined;
  });
  readonly selectedOperations = computed(() =>
    operationsIn(this.rows.value.filter(({ number }) => this.selected.value.has(number))),
  );

  constructor() {
    this.#follow(LIVE);
    query.subscribe(() => void this.#match());
  }

  // Applies the query when it has been painted, and in time slices, so that typing is not held up.
  async #match(): Promise<void> {
    this.#matchingWork.abort();
    this.#matchingWork = new AbortController();
    const { signal: ended } = this.#matchingWork;
    const isEnded = () => ended.aborted;
    await nextPaint();
    if (isEnded()) return;
    const next = new Matching(query.peek(), this.set.peek().store);
    await finishInSlices(next.preparing(this.#all.peek()), ended).catch(() => undefined);
    if (!isEnded()) this.#matching.value = next;
  }

  #draw(): void {
    this.#drawn.value = { store: this.set.peek().store };
  }

  #isShown(row: TrafficRow, store: TrafficStore, matching: Matching): boolean {
    if (row.kind === "operation" && store.isPinned(row.operation)) return true;
    if (!isSwitchedOn(firstRecord(row))) return false;
    return matching.matches(row);
  }

  choose(set: TrafficSet): void {
    batch(() => {
      this.set.value = set;
      this.#frozen.value = this.active.value = undefined;
      this.selected.value = new Set();
      this.isFollowing.value = set.isLive;
      this.#matching.value = new Matching(query.value, set.store);
      this.#draw();
    });
    this.#follow(set);
  }

  #follow({ store }: TrafficSet): void {
    this.#unsubscribe();
    this.#unsubscribe = store.subscribe(() => this.#drawSoon());
  }

  add(set: TrafficSet): void {
    this.sets.value = [...this.sets.value, set];
    this.choose(set);
  }

  close(set: TrafficSet): void {
    this.fileNote.value = "";
    this.sets.value = this.sets.value.filter((other) => other !== set);
    this.choose(LIVE);
  }

  pause(isPaused: boolean): void {
    this.#frozen.value = isPaused ? this.#current.value : undefined;
  }

  clear(): void {
    this.set.value.store.clear();
    batch(() => {
      if (this.isPaused.value) this.#frozen.value = rowsOf(this.set.value.store);
      this.active.value = undefined;
      this.selected.value = new Set();
      this.#draw();
    });
  }

  isPinned(operation: Operation): boolean {
    return this.set.value.store.isPinned(operation);
  }

  pin(operation: Operation): boolean {
    const { store } = this.set.value;
    return store.pin(operation, !store.isPinned(operation));
  }

  /** Selects a row, or with `extends` all rows up to it. */
  select(index: number, how: "only" | "toggled" | "extended" = "only"): void {
    const rows = this.rows.value;
    const row = rows[index];
    if (!row) return;
    const { number } = row;
    const selected = new Set(how === "only" ? [] : this.selected.value);
    const from = this.active.value;
    if (how === "toggled" && selected.has(number)) selected.delete(number);
    else selected.add(number);
    if (how === "extended" && from !== undefined) {
      const start = rowAt(rows, from);
      for (const between of rows.slice(Math.min(start, index), Math.max(start, index) + 1))
        selected.add(between.number);
    }
    batch(() => {
      this.selected.value = selected;
      this.active.value = number;
    });
  }

  selectAll(): void {
    this.selected.value = new Set(this.rows.value.map(({ number }) => number));
  }

  /** Shows an operation of the live traffic with its details. */
  reveal(operation: Operation): void {
    batch(() => {
      this.choose(LIVE);
      query.value = "";
      this.isFollowing.value = false;
      this.active.value = operation.request.seq;
      this.selected.value = new Set([operation.request.seq]);
    });
  }

  unselect(): void {
    batch(() => {
      this.active.value = undefined;
      this.selected.value = new Set();
    });
  }
}
