// The pauses between attempts to follow a stream: 1, 2, 4, … 30 s, from the beginning after a stream that was open for long enough.

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
const HEALTHY_MS = 10_000;

export class BackOff {
  private failures = 0;

  // Called when a stream has ended that was open for so many milliseconds. Returns the pause before the next one; `chance`, from 0 to 1,
  // spreads the pages that lost the same server.
  next(openMs: number, chance: number): number {
    if (openMs >= HEALTHY_MS) this.failures = 0;
    const pause = Math.min(FIRST_MS * 2 ** this.failures, LONGEST_MS);
    this.failures += 1;
    return Math.round(pause * (0.8 + 0.4 * chance));
  }

  reset(): void {
    this.failures = 0;
  }
}
