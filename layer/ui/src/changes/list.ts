// A list of tools, and how it differs from an earlier one.

import type { Tool } from "../protocol/tools";
import type { Difference } from "./difference";

export interface ListChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: ReadonlyMap<string, readonly Difference[]>;
}

export const NO_CHANGES: ListChanges = { added: [], removed: [], changed: new Map() };

export function countChanges({ added, removed, changed }: ListChanges): number {
  return added.length + removed.length + changed.size;
}

export function byName(tools: readonly Tool[]): Map<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
