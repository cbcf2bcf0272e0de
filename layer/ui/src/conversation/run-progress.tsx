import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { printable } from "../text/printable";
import { formatNumber } from "../text/units";
import { Progress } from "./progress";

/** The progress of a run, as it is shown at a time. */
export class RunProgress {
  readonly shown = signal({ progress: new Progress(), now: 0 });

  show(progress: Progress, now: number): void {
    this.shown.value = { progress, now };
  }

  /** The progress in a few words, for an announcement. */
  get words(): string {
    const { progress } = this.shown.peek();
    return progress.value === undefined ? "" : [shareOf(progress), messageOf(progress)].filter(Boolean).join(", ");
  }
}

/** The progress of a run as a bar and in words. */
export function RunProgressView({ progress: model }: { readonly progress: RunProgress }): VNode {
  const { progress, now } = model.shown.value;
  const { share, rate } = progress;
  const rest = progress.rest(now);
  const facts = [rate && `${shortNumber(rate)} per second`, rest !== undefined && `about ${roughTime(rest)} left`];
  return (
    <div class="progress" hidden={progress.value === undefined}>
      <progress aria-label="Progress" value={share} />
      <div class="progress-facts">
        <strong>{shareOf(progress)}</strong>
        <bdi>{messageOf(progress)}</bdi>
        <span class="hint">{facts.filter(Boolean).join(" · ")}</span>
      </div>
    </div>
  );
}

function shareOf({ value = 0, share }: Progress): string {
  return share === undefined ? shortNumber(value) : `${Math.floor(share * 100)} %`;
}

function messageOf({ message }: Progress): string {
  return printable(message, 300);
}

function shortNumber(number: number): string {
  return formatNumber(Number(number.toPrecision(3)));
}

function roughTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${formatNumber(Math.round(seconds / 3600))} h`;
}
