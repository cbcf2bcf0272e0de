import type { MaybeNode } from "../json/node";
import type { Shape } from "../schema/shape";

// The schemas of an object's member: those of its property, or else of the patterns that its key matches, or of other
// keys.
export function memberSchemas(shape: Shape, key: string): readonly MaybeNode[] {
  const matching = shape.patterns.filter(([pattern]) => matchesPattern(pattern, key)).map(([, schema]) => schema);
  return shape.properties.get(key) ?? (matching.length > 0 ? matching : [shape.additionalProperties]);
}

// Returns whether a key matches a pattern. Long keys, groups and many repetitions are refused, because with them a
// hostile pattern could block the page for years by backtracking.
function matchesPattern(pattern: string, key: string): boolean {
  if (key.length > 100 || pattern.includes("(") || pattern.replace(/[^*+{?]/g, "").length > 3) return false;
  try {
    return new RegExp(pattern, "u").test(key);
  } catch {
    return false;
  }
}
