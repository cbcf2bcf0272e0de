interface Pauses {
  /** The first pause. */
  readonly first: number;
  readonly longest: number;
  /** The factor from one pause to the next; 2 by default. */
  readonly growth?: number;
}

/**
 * Returns the pause before another attempt, in the unit of `pauses`. `attempt` counts the attempts before this one, and
 * `chance`, from 0 to 1, spreads the pages that have lost the same server.
 */
export function backOff(attempt: number, { first, longest, growth = 2 }: Pauses, chance = 0.5): number {
  return Math.round(Math.min(first * growth ** attempt, longest) * (0.8 + 0.4 * chance));
}
