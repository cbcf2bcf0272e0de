import { copyButton } from "../../dom/copy";
import { downloadBytes } from "../../dom/downloads";
import { VERBATIM } from "../../dom/attributes";
import { button, element } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";
import type { LogEntry } from "../model/record";
import { regionLabel } from "../model/region-label";
import { counted, formatNumber } from "../../text/units";
import { MESSAGE_KINDS } from "./message-kinds";
import { appReport } from "./report";
import { messageView, timelineRow } from "./timeline-row";

// The messages between an app and this page, the newest at the bottom; each can be opened to show its raw JSON. An app
// may send thousands, so the list is drawn only while visible, a few times per second at most, and with few rows unless
// paused.
const TIMELINE_ROWS = 100;
const TIMELINE_MS = 250;
const END_TOLERANCE = 4;

export class AppTimeline {
  readonly element: HTMLElement;
  private readonly rows: HTMLElement;
  private readonly kind: HTMLSelectElement;
  private readonly method: HTMLInputElement;
  private readonly pauseButton = button("Pause", () => this.pause(!this.isPaused), "small", { "aria-pressed": false });
  private readonly newest = button("↓ Newest", () => this.follow(), "small", { hidden: true });
  private readonly count = element("span.hint");
  // The log that is drawn: each load of an app has its own.
  private log: readonly LogEntry[] | undefined;
  private start: number | undefined;
  // The number of the next log entry, counted from the very first one, including dropped ones.
  private next = 0;
  private isInSight = false;
  private isPaused = false;
  // False while the user reads further up.
  private isFollowing = true;
  private isWhole = true;
  private due: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly app: HostedApp) {
    this.rows = element("ol.app-rows", {
      "aria-label": "Messages",
      onkeydown: (event: KeyboardEvent) => this.onKey(event),
      onfocusin: (event: FocusEvent) => this.onFocus(event),
    });
    this.rows.addEventListener("scroll", () => this.onScroll(), { passive: true });
    const redraw = () => this.redraw();
    const kinds = [...MESSAGE_KINDS.keys()].map((kind) => element("option", kind));
    this.kind = element("select", { "aria-label": "Which messages", onchange: redraw }, kinds);
    const label = "Filter by method";
    const props = { type: "search", placeholder: label, "aria-label": label, ...VERBATIM, oninput: redraw };
    this.method = element("input", props);
    const text = () => appReport(app);
    const save = button("Save log", () => downloadBytes(text(), "app-log.json"), "quiet small");
    const bar = element("div.app-bar", this.kind, this.method, this.pauseButton, copyButton(text, "Copy log"), save);
    this.element = element("div.app-timeline", bar, this.rows, element("div.app-bar", this.count, this.newest));
    app.addEventListener("log", () => this.drawSoon());
    new IntersectionObserver((seen) => {
      this.isInSight = seen.at(-1)?.isIntersecting === true;
      this.draw();
    }).observe(this.element);
  }

  private drawSoon(): void {
    if (this.isInSight) this.due ??= setTimeout(() => this.draw(), TIMELINE_MS);
  }

  // Redraws the filtered list: all of it while paused, otherwise its end.
  private redraw(): void {
    this.next = 0;
    this.isFollowing = true;
    this.isWhole = true;
    this.rows.replaceChildren();
    this.draw(Infinity, this.isPaused ? Infinity : TIMELINE_ROWS);
  }

  private draw(room = this.room(), most = TIMELINE_ROWS): void {
    clearTimeout(this.due);
    this.due = undefined;
    const { log, dropped } = this.app;
    if (log !== this.log) {
      this.log = log;
      this.start = undefined;
      return this.redraw();
    }
    this.start ??= log[0]?.at;
    const fresh: [LogEntry, number][] = [];
    const end = dropped + log.length;
    for (this.next = Math.max(this.next, dropped); this.next < end && fresh.length < room; this.next += 1) {
      const entry = log[this.next - dropped];
      if (entry && this.matches(entry)) fresh.push([entry, this.next + 1]);
    }
    this.append(fresh, most);
    const facts = [
      counted(end, "message"),
      this.next < end && `${formatNumber(end - this.next)} not shown yet`,
      dropped > 0 && `the first ${formatNumber(dropped)} no longer kept`,
      !this.isWhole && `the last ${TIMELINE_ROWS} shown; pause to see all`,
    ];
    this.count.textContent = facts.filter(Boolean).join(" · ");
    this.newest.hidden = this.isFollowing || this.isPaused || this.next === end;
  }

  // Returns the number of rows that may be added. Rows are removed at the top only while the list follows the newest
  // message; otherwise the list would move while the user reads it.
  private room(): number {
    if (this.isPaused) return 0;
    return this.isFollowing ? Infinity : 2 * TIMELINE_ROWS - this.rows.childElementCount;
  }

  private append(entries: readonly [LogEntry, number][], most: number): void {
    if (entries.length === 0) return;
    const { rows, isFollowing } = this;
    const excess = isFollowing ? rows.childElementCount + entries.length - most : 0;
    if (excess > 0) this.isWhole = false;
    for (const row of [...rows.children].slice(0, Math.max(0, excess))) row.remove();
    const row = ([entry, number]: [LogEntry, number]) =>
      timelineRow(entry, this.start ?? entry.at, (trigger) => this.toggle(trigger, entry, number));
    rows.append(...entries.slice(-most).map(row));
    if (!this.tabStop()) rows.querySelector<HTMLElement>(".app-row")!.tabIndex = 0;
    if (isFollowing) rows.scrollTop = rows.scrollHeight;
  }

  private matches(entry: LogEntry): boolean {
    const isKind = MESSAGE_KINDS.get(this.kind.value);
    return isKind?.(entry) === true && entry.method.toLowerCase().includes(this.method.value.toLowerCase());
  }

  private toggle(row: HTMLElement, entry: LogEntry, number: number): void {
    const shown = row.nextElementSibling;
    this.isFollowing = false;
    row.setAttribute("aria-expanded", String(!shown));
    if (shown) return shown.remove();
    const message = messageView(entry, regionLabel(this.app, `Message ${number}`));
    row.after(message);
    return message.scrollIntoView({ block: "nearest" });
  }

  private pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.pauseButton.setAttribute("aria-pressed", String(isPaused));
    if (isPaused && !this.isWhole) this.redraw();
    else this.draw();
  }

  private follow(): void {
    this.isFollowing = true;
    this.draw();
    this.rows.scrollTop = this.rows.scrollHeight;
  }

  private onScroll(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.rows;
    const isAtEnd = scrollTop + clientHeight > scrollHeight - END_TOLERANCE;
    this.isFollowing = isAtEnd && !this.rows.contains(document.activeElement);
  }

  // A roving tab index: Tab reaches one row, and the arrow keys move from there.
  private onKey(event: KeyboardEvent): void {
    const from = event.target instanceof Element ? event.target.closest(".app-row")?.parentElement : undefined;
    if (!from) return;
    const targets: Partial<Record<string, Element | null>> = {
      ArrowDown: from.nextElementSibling,
      ArrowUp: from.previousElementSibling,
      Home: this.rows.firstElementChild,
      End: this.rows.lastElementChild,
    };
    const to = targets[event.key];
    if (!to) return;
    event.preventDefault();
    rowIn(to)?.focus();
  }

  private onFocus({ target }: FocusEvent): void {
    this.isFollowing = false;
    const item = target instanceof Element ? target.closest("li") : undefined;
    const stop = this.tabStop();
    if (stop) stop.tabIndex = -1;
    const row = item && rowIn(item);
    if (row) row.tabIndex = 0;
  }

  private tabStop(): HTMLElement | null {
    return this.rows.querySelector<HTMLElement>(".app-row[tabindex='0']");
  }
}

function rowIn(item: Element): HTMLElement | null {
  return item.querySelector<HTMLElement>(".app-row");
}
