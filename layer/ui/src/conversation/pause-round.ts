import { button, element } from "../dom/element";
import { resumeText } from "./input-request";
import type { Round } from "./round";

const LONGEST_PAUSE_S = 30;

// A round without questions: the server is not ready yet, and the request is sent again after a pause.
export class PauseRound implements Round {
  readonly element: HTMLElement;
  readonly reason = "Waiting for the server";
  readonly resume: string;
  private readonly status = element("span.hint");
  private readonly now = button("Send now", () => this.onPassed?.(), "small");
  private readonly seconds: number;
  private onPassed: (() => void) | undefined;

  // `count` is the number of pauses before this one; each is twice as long as the one before.
  constructor(state: string | undefined, title: string, count: number) {
    this.resume = resumeText([], state);
    this.seconds = Math.min(LONGEST_PAUSE_S, 2 ** count);
    const head = element("div.round-head", element("h3", title), this.status, this.now);
    this.element = element("section.round", { "aria-label": title }, head);
  }

  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      let left = this.seconds;
      const show = () =>
        (this.status.textContent = `The server is not ready yet. Sending the call again in ${left} s.`);
      const timer = setInterval(() => {
        left -= 1;
        if (left > 0) show();
        else this.onPassed?.();
      }, 1000);
      const end = (settle: () => void) => () => {
        clearInterval(timer);
        this.onPassed = undefined;
        settle();
      };
      this.onPassed = end(resolve);
      signal.addEventListener(
        "abort",
        end(() => reject(signal.reason as Error)),
        { once: true },
      );
      show();
    });
  }

  sent(): void {
    this.now.remove();
    this.status.textContent = `The server was not ready. The call was sent again after ${this.seconds} s at most.`;
  }

  reopen(): void {
    // Nothing to ask again.
  }

  close(reason: string): void {
    if (!this.now.parentNode) return;
    this.now.remove();
    this.status.textContent = reason;
  }
}
