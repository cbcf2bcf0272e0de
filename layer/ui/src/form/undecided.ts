import type { Violation } from "../protocol/violations";

// The kinds that a violation names. Further ones are counted.
const MAX_NAMED = 10;

/**
 * Replaces the violations of a union whose value is of no kind by one that names the kinds: the server reports what one
 * of them wants. If the server names the values of a member that tells the kinds apart, that is kept.
 */
export function withKinds(
  violations: readonly Violation[],
  undecided: ReadonlyMap<string, readonly string[]>,
): readonly Violation[] {
  let kept = violations;
  for (const [pointer, kinds] of undecided) {
    const isConcerned = ({ path }: Violation) => path === pointer || path.startsWith(`${pointer}/`);
    const concerned = kept.filter(isConcerned);
    const [first] = concerned;
    const isNamed = concerned.length === 1 && first?.keyword === "enum" && first.path !== pointer;
    if (!first || isNamed) continue;
    const choice = { path: pointer, message: `Choose one of: ${named(kinds)}`, keyword: "anyOf" };
    kept = kept.flatMap((violation) => (violation === first ? [choice] : isConcerned(violation) ? [] : [violation]));
  }
  return kept;
}

function named(kinds: readonly string[]): string {
  const more = kinds.length - MAX_NAMED;
  return kinds.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
