import { copyButton } from "../dom/copy";
import { element, freshId, nameNode } from "../dom/element";
import { lazyDetails } from "../dom/lazy-details";
import { rawOf } from "../json/node";
import type { Log, LogLine } from "../protocol/outcome";
import { throttled } from "../scheduling/throttled";
import { printableLines } from "../text/printable";
import { counted, formatDuration, formatNumber } from "../text/units";
import { textViewer } from "../viewer/text-viewer";
import { jsonTree } from "../viewer/tree";
import { LEVELS, logEntry, logText } from "./log";

const DRAW_MS = 200;
// A longer text or value is shown as its beginning, until it is opened.
const SHORT = 300;

const EMPTY: Log = { lines: [], dropped: 0 };

// The log of a run: a line for each notification, of which the user chooses the least level.
export class LogView {
  readonly element = element("details.log", { open: true, hidden: true });
  private log = EMPTY;
  private readonly drawSoon = throttled(() => this.draw(), DRAW_MS);
  private readonly title = element("summary");
  private readonly level = element("select", { id: freshId() });
  private readonly note = element("p.hint");
  private readonly list = element("ol");
  private readonly body = element(
    "div.log-body",
    { tabindex: 0, role: "region", "aria-label": "Log lines" },
    this.list,
  );
  private readonly rows = new Map<LogLine, HTMLElement>();

  constructor() {
    const options = LEVELS.map((name, index) =>
      element("option", { value: index }, index > 0 ? `${name} and above` : "all"),
    );
    this.level.append(...options);
    this.level.addEventListener("change", () => this.filter());
    const label = element("label", { for: this.level.id }, "Level");
    const bar = element(
      "div.viewer-bar",
      element("span.log-level", label, this.level),
      copyButton(() => logText(this.log)),
    );
    this.element.append(this.title, element("div.viewer", bar, this.note, this.body));
  }

  show(log: Log = EMPTY): void {
    this.log = log;
    this.draw();
  }

  // Shows a log that grows, and is given again whenever it has grown.
  follow(log: Log): void {
    this.log = log;
    this.drawSoon();
  }

  private draw(): void {
    const { log, rows, list, body } = this;
    const { lines, dropped } = log;
    this.element.hidden = lines.length === 0;
    this.title.textContent = `Log · ${counted(lines.length + dropped, "line")}`;
    this.note.hidden = dropped === 0;
    this.note.textContent = `${formatNumber(dropped)} older lines were dropped.`;
    const isAtEnd = body.scrollTop + body.clientHeight >= body.scrollHeight - 4;
    const kept = new Set(lines);
    for (const [line, row] of rows) {
      if (kept.has(line)) continue;
      row.remove();
      rows.delete(line);
    }
    for (const line of lines) {
      if (rows.has(line)) continue;
      const row = rowOf(line);
      rows.set(line, row);
      list.append(row);
    }
    this.filter();
    if (isAtEnd) body.scrollTop = body.scrollHeight;
  }

  // Notifications other than log messages have no level, and are always shown.
  private filter(): void {
    const least = Number(this.level.value);
    for (const row of this.rows.values()) row.hidden = Number(row.dataset["severity"] ?? Infinity) < least;
  }
}

function rowOf({ at, raw }: LogLine): HTMLElement {
  const { label, severity, logger, data, text } = logEntry(raw);
  const row = element(
    "li",
    { "data-severity": severity },
    element("span.hint.log-time", `+${formatDuration(at)}`),
    element("span.log-label", label),
    logger && element("span.hint", nameNode(logger, 60)),
  );
  const whole = text ?? (data ? rawOf(data) : "");
  const isShort = whole.length <= SHORT && (text !== undefined || data?.type !== "object");
  const show = () => (text !== undefined || !data ? textViewer(whole, VIEWER) : jsonTree(data));
  row.append(
    isShort
      ? element("span.prose", printableLines(whole))
      : lazyDetails(nameNode(whole.replace(/\s+/g, " "), SHORT), show),
  );
  return row;
}

const VIEWER = { label: "The whole line", filename: "log.txt" };
