import { copyButton } from "../dom/copy";
import { element, freshId, nameNode } from "../dom/element";
import { lazyDetails } from "../dom/by-hand";
import { rawOf } from "../json/node";
import { LOG_LEVELS } from "../protocol/client";
import type { Log, LogLine } from "../protocol/outcome";
import { printableLines } from "../text/printable";
import { formatNumber } from "../text/units";
import { textViewer } from "../viewer/text-viewer";
import { jsonTree } from "../viewer/tree";
import { logEntry, logText } from "./log";

// A longer text or value is shown as its beginning, until it is opened.
const SHORT = 300;

const VIEWER = { label: "The whole line", filename: "log.txt" };

// The lines of a log: one for each notification, of which the user chooses the least level.
export class LogLines {
  readonly element: HTMLElement;
  private log: Log = { lines: [], dropped: 0 };
  private readonly level = element("select", { id: freshId() });
  private readonly note = element("p.hint");
  private readonly list = element("ol");
  private readonly body = element("div.log-body", { tabindex: 0, role: "region" }, this.list);
  private readonly rows = new Map<LogLine, HTMLElement>();

  // `stamp` returns the time of a line in words.
  constructor(
    label: string,
    private readonly stamp: (line: LogLine) => string,
  ) {
    this.body.ariaLabel = label;
    const options = LOG_LEVELS.map((name, index) =>
      element("option", { value: index }, index > 0 ? `${name} and above` : "all"),
    );
    this.level.append(...options);
    this.level.addEventListener("change", () => this.filter());
    const levelLabel = element("label", { for: this.level.id }, "Level");
    const bar = element(
      "div.viewer-bar",
      element("span.log-level", levelLabel, this.level),
      copyButton(() => logText(this.log)),
    );
    this.element = element("div.viewer", bar, this.note, this.body);
  }

  show(log: Log): void {
    this.log = log;
    const { rows, list, body } = this;
    const { lines, dropped } = log;
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
      const row = this.row(line);
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

  private row(line: LogLine): HTMLElement {
    const { label, severity, logger, data, text, message } = logEntry(line.raw);
    const row = element(
      "li",
      { "data-severity": severity },
      element("span.hint.log-time", this.stamp(line)),
      line.from !== undefined && element("span.hint.log-from", nameNode(line.from, 60)),
      element("span.log-label", label),
      logger && element("span.hint", nameNode(logger, 60)),
    );
    const whole = text ?? (data ? rawOf(data) : "");
    const isShort = whole.length <= SHORT && (text !== undefined || data?.type !== "object");
    const show = () => (text !== undefined || !data ? textViewer(whole, VIEWER) : jsonTree(data));
    row.append(
      isShort
        ? element("span.prose", printableLines(whole))
        : lazyDetails(nameNode((message ?? whole).replace(/\s+/g, " "), SHORT), show),
    );
    return row;
  }
}
