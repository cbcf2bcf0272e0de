import type { Steps } from "../scheduling/slices";
import { literal } from "../text/pattern";

// The matches of a search. After them the search ends, which a plus sign says.
export const MAX_MATCHES = 10000;
const SEARCH_PIECE = 200000;

/** Finds the offsets of a text within another, ignoring case. */
export function* findingMatches(text: string, query: string): Steps<number[]> {
  const found: number[] = [];
  if (query === "") return found;
  const pattern = new RegExp(literal(query), "gi");
  for (let start = 0; start < text.length; start += SEARCH_PIECE) {
    // Adjacent pieces overlap by the length of a match, so that no match at a boundary is missed.
    for (const { index } of text.slice(start, start + SEARCH_PIECE + query.length - 1).matchAll(pattern)) {
      found.push(start + index);
      if (found.length === MAX_MATCHES) return found;
    }
    yield;
  }
  return found;
}
