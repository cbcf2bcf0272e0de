import { element } from "../dom/element";
import type { Log } from "../protocol/outcome";
import { throttled } from "../scheduling/throttled";
import { counted, formatDuration } from "../text/units";
import { LogLines } from "./log-lines";

const DRAW_MS = 200;

const EMPTY: Log = { lines: [], dropped: 0 };

// The log of a run, which can be folded.
export class LogView {
  readonly element = element("details.log", { open: true, hidden: true });
  private log = EMPTY;
  private readonly drawSoon = throttled(() => this.draw(), DRAW_MS);
  private readonly title = element("summary");
  private readonly lines = new LogLines("Log lines", ({ at }) => `+${formatDuration(at)}`);

  constructor() {
    this.element.append(this.title, this.lines.element);
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
    const { lines, dropped } = this.log;
    this.element.hidden = lines.length === 0;
    this.title.textContent = `Log · ${counted(lines.length + dropped, "line")}`;
    this.lines.show(this.log);
  }
}
