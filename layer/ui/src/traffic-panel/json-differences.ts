// The differences between two JSON texts, value by value. Numbers are compared by their digits.

import type { Difference } from "../changes/difference";
import { type JsonNode, itemsOf, membersOf, rawOf, stringOf, valueOf } from "../json/node";
import { sameJson } from "../json/write";
import { clipped } from "../text/printable";

// The differences that are found. Further ones are left out.
const MOST = 200;
// Maximum number of characters in a changed value that are kept. A longer value is cut.
const LONGEST_VALUE = 2000;

/** Returns the differences, at most `MOST` of them. */
export function jsonDifferences(before: JsonNode, after: JsonNode): Difference[] {
  const found: Difference[] = [];
  compare(before, after, [], found);
  return found;
}

function compare(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  path: readonly string[],
  found: Difference[],
): void {
  if (found.length >= MOST) return;
  if (before?.type === "object" && after?.type === "object") {
    const keys = new Set([...membersOf(before), ...membersOf(after)].map(({ key }) => key));
    for (const key of keys) compare(valueOf(before, key), valueOf(after, key), [...path, key], found);
  } else if (before?.type === "array" && after?.type === "array") {
    const [old, now] = [itemsOf(before), itemsOf(after)];
    for (let index = 0; index < Math.max(old.length, now.length) && found.length < MOST; index += 1) {
      compare(old[index], now[index], [...path, String(index)], found);
    }
  } else if (!before || !after || !sameJson(before, after)) {
    const what = before ? (after ? "Changed" : "Removed") : "Added";
    found.push({ path, what, before: shown(before), after: shown(after), isBreaking: false });
  }
}

function shown(node: JsonNode | undefined): string | undefined {
  return node && clipped(stringOf(node) ?? rawOf(node), LONGEST_VALUE);
}
