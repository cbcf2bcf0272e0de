import { parentOf } from "../json/path";
import type { Violation } from "../protocol/violations";

/**
 * Adds the fields of a form that need a value and have none to the violations that the server reports. In a union, the
 * form knows the branch that the user has chosen, while the server guesses it: fields of another branch are left out.
 */
export function withMissing(
  reported: readonly Violation[],
  missing: readonly Violation[],
  hasField: (pointer: string) => boolean,
): readonly Violation[] {
  const unreadable = new Set(missing.filter(({ keyword }) => keyword !== "required").map(({ path }) => path));
  const known = new Set(reported.map(({ path }) => path));
  const incomplete = new Set(missing.map(({ path }) => parentOf(path)));
  const isOfBranch = ({ path, keyword }: Violation) =>
    keyword !== "required" || hasField(path) || !incomplete.has(parentOf(path));
  return [
    ...missing.filter(({ path }) => unreadable.has(path) || !known.has(path)),
    ...reported.filter((violation) => !unreadable.has(violation.path) && isOfBranch(violation)),
  ];
}
