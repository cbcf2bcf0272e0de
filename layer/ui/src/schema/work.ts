// Bounds the work on schemas: some hundred bytes can have millions of combinations of alternatives.

// The units of work on a schema, enough for forms of several hundred fields. Beyond them, the schema is shown raw, or its values
// are edited as JSON. Making a shape costs at least `SHAPE`, so at most 20,000 are made.
const MOST_WORK = 200_000;
export const SHAPE = 10;
/** The characters of a text that are read or copied at the cost of one unit. */
export const CHARS_PER_UNIT = 64;

/** A schema has more combinations of alternatives than can be drawn. */
export class TooComplex extends Error {
  constructor() {
    super("This schema is too complex for a form. Edit the JSON instead.");
  }
}

// The units that are left; set while work is counted.
let left: number | undefined;

/** Counts units of work, and throws `TooComplex` if there are too many within one call of `bounded`. */
export function spend(units: number): void {
  if (left === undefined) return;
  left -= units;
  if (left < 0) throw new TooComplex();
}

/** Runs a function that looks at shapes, and returns what `otherwise` returns if that would take too much work. */
export function bounded<T>(run: () => T, otherwise: (problem: TooComplex) => T): T {
  const outer = left;
  left ??= MOST_WORK;
  try {
    return run();
  } catch (problem) {
    // Work within other work fails as a whole.
    if (problem instanceof TooComplex && outer === undefined) return otherwise(problem);
    throw problem;
  } finally {
    if (outer === undefined) left = undefined;
  }
}
