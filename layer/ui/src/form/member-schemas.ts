import type { MaybeNode } from "../json/node";
import type { Shape } from "../schema/shape";
import { SHAPE, spend } from "../schema/work";
import { matchesPattern } from "../text/pattern";

/**
 * The schemas of an object's member: those of its property, or else of the patterns that its key matches, or of other
 * keys.
 */
export function memberSchemas(shape: Shape, key: string): readonly MaybeNode[] {
  // A match can take as long as making a few shapes.
  spend(shape.patterns.length * 2 * SHAPE);
  const matching = shape.patterns
    .filter(([pattern]) => matchesPattern(pattern, key) === true)
    .map(([, schema]) => schema);
  return shape.properties.get(key) ?? (matching.length > 0 ? matching : [shape.additionalProperties]);
}
