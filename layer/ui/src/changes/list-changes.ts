// The changes between two lists of tools.

import type { Tool } from "../protocol/tools";
import { type Difference, isSameJson } from "./difference";
import type { ListChanges } from "./list";
import { toolDifferences } from "./tool-differences";

export function listChanges(before: ReadonlyMap<string, Tool>, after: ReadonlyMap<string, Tool>): ListChanges {
  const changed = new Map<string, readonly Difference[]>();
  for (const [name, tool] of after) {
    const known = before.get(name);
    // The same members in another order are no difference.
    const differences = known && !isSameJson(known, tool) ? toolDifferences(known, tool) : [];
    if (differences.length > 0) changed.set(name, differences);
  }
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed,
  };
}
