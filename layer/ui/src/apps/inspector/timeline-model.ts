import { batch, signal } from "@preact/signals";
import { counted, formatNumber } from "../../text/units";
import type { HostedApp } from "../model/hosted-app";
import type { LogEntry } from "../model/record";
import { MESSAGE_KINDS } from "./message-kinds";

const TIMELINE_ROWS = 100;
const TIMELINE_MS = 250;

/** A message with its number, counted from the very first one. */
export interface TimelineEntry {
  readonly entry: LogEntry;
  readonly number: number;
}

/**
 * The messages between an app and this page, the newest at the end. An app may send thousands, so rows are added only
 * while the list is in sight, a few times per second at most, and few are kept unless the list is paused.
 */
export class TimelineModel {
  readonly rows = signal<readonly TimelineEntry[]>([]);
  /** The numbers of the messages that are open. */
  readonly opened = signal<ReadonlySet<number>>(new Set());
  /** The number of the row that Tab reaches; the first one by default. */
  readonly tabStop = signal<number | undefined>(undefined);
  readonly facts = signal("");
  readonly hasNewer = signal(false);
  readonly isPaused = signal(false);
  /** False while the person reads further up. */
  isFollowing = true;
  start = 0;
  #kind = "Everything";
  #method = "";
  // The log that is shown: each load of an app has its own.
  #log: readonly LogEntry[] | undefined;
  // The number of the next log entry, counted from the very first one, including dropped ones.
  #next = 0;
  #isInSight = false;
  #isWhole = true;
  #due: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly app: HostedApp) {}

  seen(isInSight: boolean): void {
    this.#isInSight = isInSight;
    this.#draw();
  }

  drawSoon(): void {
    if (this.#isInSight) this.#due ??= setTimeout(() => this.#draw(), TIMELINE_MS);
  }

  end(): void {
    clearTimeout(this.#due);
  }

  filter(kind: string, method: string): void {
    this.#kind = kind;
    this.#method = method;
    this.#redraw();
  }

  pause(isPaused: boolean): void {
    this.isPaused.value = isPaused;
    if (isPaused && !this.#isWhole) this.#redraw();
    else this.#draw();
  }

  /** Goes on at the newest message. */
  follow(): void {
    this.isFollowing = true;
    this.#draw();
  }

  /** Called when the person is in the row of a message. */
  focused(number: number): void {
    this.isFollowing = false;
    this.tabStop.value = number;
  }

  toggle(number: number): void {
    this.isFollowing = false;
    const opened = new Set(this.opened.peek());
    if (!opened.delete(number)) opened.add(number);
    this.opened.value = opened;
  }

  // Shows the filtered list anew: all of it while paused, otherwise its end.
  #redraw(): void {
    this.#next = 0;
    this.isFollowing = true;
    this.#isWhole = true;
    this.rows.value = [];
    this.#draw(Infinity, this.isPaused.peek() ? Infinity : TIMELINE_ROWS);
  }

  #draw(room = this.#room(), most = TIMELINE_ROWS): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    const { log, dropped } = this.app;
    if (log !== this.#log) {
      this.#log = log;
      this.start = log[0]?.at ?? 0;
      return this.#redraw();
    }
    if (this.#next === 0) this.start = log[0]?.at ?? 0;
    const fresh: TimelineEntry[] = [];
    const end = dropped + log.length;
    for (this.#next = Math.max(this.#next, dropped); this.#next < end && fresh.length < room; this.#next += 1) {
      const entry = log[this.#next - dropped];
      if (entry && this.#matches(entry)) fresh.push({ entry, number: this.#next + 1 });
    }
    batch(() => {
      this.#append(fresh, most);
      const facts = [
        counted(end, "message"),
        this.#next < end && `${formatNumber(end - this.#next)} not shown yet`,
        dropped > 0 && `the first ${formatNumber(dropped)} no longer kept`,
        !this.#isWhole && `the last ${TIMELINE_ROWS} shown; pause to see all`,
      ];
      this.facts.value = facts.filter(Boolean).join(" · ");
      this.hasNewer.value = !this.isFollowing && !this.isPaused.peek() && this.#next < end;
    });
  }

  // Returns the number of rows that may be added. Rows are removed at the top only while the list follows the newest
  // message; otherwise the list would move while the person reads it.
  #room(): number {
    if (this.isPaused.peek()) return 0;
    return this.isFollowing ? Infinity : 2 * TIMELINE_ROWS - this.rows.peek().length;
  }

  #append(fresh: readonly TimelineEntry[], most: number): void {
    if (fresh.length === 0) return;
    const all = [...this.rows.peek(), ...fresh];
    const excess = this.isFollowing ? Math.max(0, all.length - most) : 0;
    if (excess > 0) this.#isWhole = false;
    this.rows.value = all.slice(excess);
  }

  #matches(entry: LogEntry): boolean {
    const isKind = MESSAGE_KINDS.get(this.#kind);
    return isKind?.(entry) === true && entry.method.toLowerCase().includes(this.#method.toLowerCase());
  }
}
