import { element } from "../dom/element";
import { printable } from "../text/printable";
import { formatNumber } from "../text/units";
import type { Progress } from "./progress";

// The progress of a request as a bar and in words.
export class ProgressView {
  readonly element = element("div.progress", { hidden: true });
  private readonly bar = element("progress", { "aria-label": "Progress" });
  private readonly share = element("strong");
  private readonly message = element("bdi");
  private readonly facts = element("span.hint");

  constructor() {
    this.element.append(this.bar, element("div.progress-facts", this.share, this.message, this.facts));
  }

  show(progress: Progress, now: number): void {
    const { value, share, rate, message } = progress;
    this.element.hidden = value === undefined;
    if (value === undefined) return;
    if (share === undefined) this.bar.removeAttribute("value");
    else this.bar.value = share;
    this.share.textContent = share === undefined ? shortNumber(value) : `${Math.floor(share * 100)} %`;
    this.message.textContent = printable(message, 300);
    const rest = progress.rest(now);
    const facts = [rate && `${shortNumber(rate)} per second`, rest !== undefined && `about ${roughTime(rest)} left`];
    this.facts.textContent = facts.filter(Boolean).join(" · ");
  }

  // The progress in a few words, for an announcement.
  get words(): string {
    return [this.share.textContent, this.message.textContent].filter(Boolean).join(", ");
  }
}

function shortNumber(number: number): string {
  return formatNumber(Number(number.toPrecision(3)));
}

function roughTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${formatNumber(Math.round(seconds / 3600))} h`;
}
