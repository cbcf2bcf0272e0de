// The pauses between the polls of a task.

import { backOff } from "../scheduling/back-off";

const POLLS_MS = { first: 1000, longest: 10_000, growth: 1.5 };
const RETRIES_MS = { first: 2000, longest: 60_000 };

/** Pauses as the server asks for them, or else growing ones while nothing changes. */
export class Pauses {
  #unchanged = 0;
  #failures = 0;

  next(pollMs: number | undefined): number {
    this.#failures = 0;
    if (pollMs !== undefined) return pollMs;
    this.#unchanged += 1;
    return backOff(this.#unchanged - 1, POLLS_MS);
  }

  /** The pause after the server could not be reached. */
  afterFailure(): number {
    this.#failures += 1;
    return backOff(this.#failures - 1, RETRIES_MS);
  }

  /** Called when the state has changed. */
  changed(): void {
    this.#unchanged = 0;
  }
}
