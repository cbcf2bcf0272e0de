import { button, element } from "../dom/element";
import { formatDuration, formatSize } from "../text/units";

const TICK_MS = 100;

// The button that runs something, and beside it what a run is doing, with a button to cancel it.
export class RunBar {
  readonly runButton: HTMLButtonElement;
  readonly element = element("span.run-bar");
  private readonly spinner = element("span.running", { role: "img", "aria-label": "running" });
  private readonly text = element("span");
  private readonly cancel: HTMLButtonElement;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(onRun: () => void, onCancel: () => void, label = "Run") {
    this.runButton = button(label, onRun, "primary");
    this.cancel = button("Cancel", onCancel);
  }

  // Shows the time that has passed since a request was sent, and the bytes received; `onTick` is called as often as they change.
  showRequest(started: number, bytes: () => number, onTick: (now: number) => void): void {
    const tick = () => {
      const now = performance.now();
      const facts = [formatDuration(now - started), bytes() > 0 && formatSize(bytes())];
      this.text.textContent = facts.filter(Boolean).join(" · ");
      onTick(now);
    };
    this.show(true);
    tick();
    this.timer = setInterval(tick, TICK_MS);
  }

  // Shows that the run waits for something.
  showWaiting(reason: string): void {
    this.show(false);
    this.text.textContent = reason;
  }

  private show(isSpinning: boolean): void {
    clearInterval(this.timer);
    this.runButton.setAttribute("aria-disabled", "true");
    this.spinner.hidden = !isSpinning;
    if (!this.element.contains(this.cancel)) this.element.replaceChildren(this.spinner, this.text, this.cancel);
  }

  clear(): void {
    clearInterval(this.timer);
    if (this.element.contains(document.activeElement)) this.runButton.focus();
    this.element.replaceChildren();
    this.runButton.removeAttribute("aria-disabled");
  }
}
