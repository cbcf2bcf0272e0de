// The pauses between attempts to follow a stream: 1, 2, 4, … 30 s, from the beginning after a stream that was open for long enough.

import { backOff } from "../scheduling/back-off";

const PAUSES_MS = { first: 1000, longest: 30_000 };
const HEALTHY_MS = 10_000;

export class BackOff {
  #failures = 0;

  /**
   * Called when a stream has ended that was open for so many milliseconds. Returns the pause before the next one;
   * `chance`, from 0 to 1, spreads the pages that lost the same server.
   */
  next(openMs: number, chance: number): number {
    if (openMs >= HEALTHY_MS) this.#failures = 0;
    this.#failures += 1;
    return backOff(this.#failures - 1, PAUSES_MS, chance);
  }

  reset(): void {
    this.#failures = 0;
  }
}
