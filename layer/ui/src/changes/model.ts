// The changes of the tools since the person has last marked them as seen, in this visit or an earlier one.

import { signal } from "@preact/signals";
import { laterPart } from "../later/load";
import type { Tool } from "../protocol/tools";
import { debounced } from "../scheduling/debounced";
import { type Difference, isAnyBreaking } from "./difference";
import { type ListChanges, NO_CHANGES, byName, countChanges } from "./list";
import { type SeenList, readSeen, rememberSeen } from "./memory";

const REMEMBER_MS = 300;

interface Changes extends ListChanges {
  // When the compared list was seen, in milliseconds since 1970.
  readonly since: number;
}

export const changes = signal<Changes>({ ...NO_CHANGES, since: 0 });

let seen = readSeen();
let listed: SeenList | undefined;
// The definitions that have arrived before the list that they belong to.
let early: Tool[] | undefined;

const rememberSoon = debounced(() => seen && rememberSeen(seen), REMEMBER_MS);

/** Called when a list is requested: definitions that arrive before it belong to it. */
export function expectList(): void {
  early = [];
}

/**
 * Compares a list with the one that was seen before, as soon as the script is loaded that can. The first list of a server
 * counts as seen.
 */
export async function compareWithSeen(origin: string, tools: readonly Tool[]): Promise<void> {
  const list: SeenList = { at: Date.now(), origin, tools: byName(tools) };
  listed = list;
  if (seen?.origin === origin) {
    const later = await laterPart.load().catch(() => undefined);
    if (listed !== list) return;
    if (later) changes.value = { ...later.listChanges(seen.tools, list.tools), since: seen.at };
  } else markAsSeen();
  const definitions = early ?? [];
  early = undefined;
  learn(definitions);
}

/** Adds the schemas of listed tools. Those that are known for the first time count as seen. */
export function learn(definitions: readonly Tool[]): void {
  early?.push(...definitions);
  const later = laterPart.loaded.peek();
  if (early || !seen || !listed || !later) return;
  const found = new Map<string, readonly Difference[]>();
  let isExtended = false;
  for (const tool of definitions) {
    if (!listed.tools.has(tool.name)) continue;
    listed.tools.set(tool.name, tool);
    const before = seen.tools.get(tool.name);
    if (!before) continue;
    const differences = later.toolDifferences(before, tool);
    if (differences.length > 0) found.set(tool.name, differences);
    if (later.isComplete(before)) continue;
    seen.tools.set(tool.name, later.withSchemas(before, tool));
    isExtended = true;
  }
  if (found.size > 0) changes.value = { ...changes.value, changed: new Map([...changes.value.changed, ...found]) };
  if (isExtended) rememberSoon();
}

export function markAsSeen(): void {
  if (!listed) return;
  seen = { ...listed, at: Date.now(), tools: new Map(listed.tools) };
  rememberSeen(seen);
  changes.value = { ...NO_CHANGES, since: seen.at };
}

export function hasChanges(): boolean {
  return countChanges(changes.value) > 0;
}

/** The word for a tool in the list. */
export function changeWord(name: string): "new" | "changed" | "breaking" | undefined {
  const { added, changed } = changes.value;
  const differences = changed.get(name);
  if (!differences) return added.includes(name) ? "new" : undefined;
  return isAnyBreaking(differences) ? "breaking" : "changed";
}
