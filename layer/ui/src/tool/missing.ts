import { parentOf } from "../json/path";
import type { Violation } from "../protocol/violations";

// Adds the required fields of a form that have no value to the violations that the server reports. In a union, the form
// knows the branch that the user has chosen, while the server guesses it: fields of another branch are left out.
export function withMissing(
  reported: readonly Violation[],
  missing: readonly Violation[],
  hasField: (pointer: string) => boolean,
): readonly Violation[] {
  const known = new Set(reported.map(({ path }) => path));
  const incomplete = new Set(missing.map(({ path }) => parentOf(path)));
  const isOfBranch = ({ path, keyword }: Violation) =>
    keyword !== "required" || hasField(path) || !incomplete.has(parentOf(path));
  return [...missing.filter(({ path }) => !known.has(path)), ...reported.filter(isOfBranch)];
}
