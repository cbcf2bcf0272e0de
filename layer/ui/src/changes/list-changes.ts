// The changes between two lists of tools.

import type { Tool } from "../protocol/tools";
import { type Difference, isSameJson } from "./difference";
import { toolDifferences } from "./tool-differences";

export interface ListChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: ReadonlyMap<string, readonly Difference[]>;
}

export const NO_CHANGES: ListChanges = { added: [], removed: [], changed: new Map() };

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

export function countChanges({ added, removed, changed }: ListChanges): number {
  return added.length + removed.length + changed.size;
}

export function byName(tools: readonly Tool[]): Map<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
