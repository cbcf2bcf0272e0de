import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { backOff } from "../scheduling/back-off";
import { resumeText } from "./input-request";
import { type Round, RoundFrame } from "./round";

const PAUSES_S = { first: 1, longest: 30 };

/** A round without questions: the server is not ready yet, and the request is sent again after a pause. */
export class PauseRound implements Round {
  readonly reason = "Waiting for the server";
  readonly resume: string;
  readonly view: VNode;
  readonly status = signal("");
  /** True until the request is sent again, or the call is over. */
  readonly isOpen = signal(true);
  readonly #seconds: number;
  #onPassed: (() => void) | undefined;

  /** `count` is the number of pauses before this one; each is twice as long as the one before. */
  constructor(state: string | undefined, title: string, count: number) {
    this.resume = resumeText([], state);
    this.#seconds = backOff(count, PAUSES_S);
    this.view = <PauseRoundView round={this} title={title} />;
  }

  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      let left = this.#seconds;
      const show = () => (this.status.value = `The server is not ready yet. Sending the call again in ${left} s.`);
      const timer = setInterval(() => {
        left -= 1;
        if (left > 0) show();
        else this.#onPassed?.();
      }, 1000);
      const end = (settle: () => void) => () => {
        clearInterval(timer);
        this.#onPassed = undefined;
        settle();
      };
      this.#onPassed = end(resolve);
      signal.addEventListener(
        "abort",
        end(() => reject(signal.reason as Error)),
        { once: true },
      );
      show();
    });
  }

  /** Ends the pause. */
  pass(): void {
    this.#onPassed?.();
  }

  sent(): void {
    this.#end(`The server was not ready. The call was sent again after ${this.#seconds} s at most.`);
  }

  reopen(): void {
    // Nothing to ask again.
  }

  close(reason: string): void {
    if (this.isOpen.peek()) this.#end(reason);
  }

  #end(status: string): void {
    this.isOpen.value = false;
    this.status.value = status;
  }
}

function PauseRoundView({ round, title }: { readonly round: PauseRound; readonly title: string }): VNode {
  const head = (
    <>
      <span class="hint">{round.status}</span>
      {round.isOpen.value && (
        <button type="button" class="small" onClick={() => round.pass()}>
          Send now
        </button>
      )}
    </>
  );
  return <RoundFrame title={title} head={head} />;
}
