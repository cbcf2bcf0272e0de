// The differences between two JSON values, such as the results of two runs.

import { type JsonNode, type MaybeNode, itemsOf, membersOf, rawOf, stringOf } from "../json/node";
import { sameJson } from "../json/write";
import { type Difference, shownValue } from "./difference";

// The levels of two values that are compared. Deeper values are compared as a whole.
const DEEPEST = 40;
// The differences that are found. Further ones are left out.
const MOST = 200;

/** Returns the differences, at most `MOST` of them. */
export function valueDifferences(before: MaybeNode, after: MaybeNode, path: readonly string[]): Difference[] {
  const found: Difference[] = [];

  const add = (path: readonly string[], what: string, before: string | undefined, after: string | undefined) => {
    if (found.length >= MOST) return;
    found.push({ path, what, before: shownValue(before), after: shownValue(after), isBreaking: false });
  };

  const compare = (before: MaybeNode, after: MaybeNode, path: readonly string[]): void => {
    if (found.length >= MOST || (!before && !after)) return;
    if (!before || !after) {
      add(path, before ? "Removed" : "Added", before && textOf(before), after && textOf(after));
      return;
    }
    if (sameJson(before, after)) return;
    const [old, now] = [childrenOf(before), childrenOf(after)];
    if (before.type !== after.type || !old || !now || path.length > DEEPEST) {
      const { first, before: oldText, after: newText } = changedLines(textOf(before), textOf(after));
      add(path, first > 1 ? `Changed from line ${first}` : "Changed", oldText, newText);
      return;
    }
    for (const key of new Set([...old.keys(), ...now.keys()])) compare(old.get(key), now.get(key), [...path, key]);
  };

  compare(before, after, path);
  return found;
}

// The members of an object by their keys, or the items of a list by their numbers.
function childrenOf(node: JsonNode): ReadonlyMap<string, JsonNode> | undefined {
  if (node.type === "object") return new Map(membersOf(node).map(({ key, value }) => [key, value]));
  if (node.type === "array") return new Map(itemsOf(node).map((item, index) => [`Item ${index + 1}`, item]));
  return undefined;
}

function textOf(node: JsonNode): string {
  return stringOf(node) ?? rawOf(node);
}

interface ChangedLines {
  // The number of the first line that differs.
  readonly first: number;
  readonly before: string;
  readonly after: string;
}

// Leaves out the lines at the beginning and at the end that both texts have.
function changedLines(before: string, after: string): ChangedLines {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const part = (lines: readonly string[]) => lines.slice(head, lines.length - tail).join("\n");
  return { first: head + 1, before: part(old), after: part(now) };
}
