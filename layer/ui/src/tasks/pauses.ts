// The pauses between the polls of a task.

const FIRST_MS = 1000;
const LONGEST_MS = 10_000;
const GROWTH = 1.5;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 60_000;

// Pauses as the server asks for them, or else growing ones while nothing changes.
export class Pauses {
  private grown = FIRST_MS;
  private retry = FIRST_RETRY_MS;

  next(pollMs: number | undefined): number {
    this.retry = FIRST_RETRY_MS;
    if (pollMs !== undefined) return pollMs;
    const pause = this.grown;
    this.grown = Math.min(LONGEST_MS, pause * GROWTH);
    return pause;
  }

  // The pause after the server could not be reached.
  afterFailure(): number {
    const pause = this.retry;
    this.retry = Math.min(LONGEST_RETRY_MS, pause * 2);
    return pause;
  }

  // Called when the state has changed.
  changed(): void {
    this.grown = FIRST_MS;
  }
}
