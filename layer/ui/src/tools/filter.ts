// The words of a filter, in any order, and where they are in a text.

import { literal } from "../text/pattern";

export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

export function matchesWords(haystack: string, words: readonly string[]): boolean {
  return words.every((word) => haystack.includes(word));
}

/** A part of a text that either matches a word of the filter, or does not. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

export function partsOf(text: string, words: readonly string[]): TextPart[] {
  if (words.length === 0) return [{ text, isMatch: false }];
  const pattern = new RegExp(words.map(literal).join("|"), "gi");
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push({ text: text.slice(end, match.index), isMatch: false }, { text: match[0], isMatch: true });
    end = match.index + match[0].length;
  }
  return [...parts, { text: text.slice(end), isMatch: false }];
}

interface Excerpt {
  readonly text: string;
  // Set if the excerpt does not begin where the description does.
  readonly isCut: boolean;
}

/** Returns one line of a description: its beginning, or the part around the first match if that is further on. */
export function excerpt(description: string, words: readonly string[]): Excerpt {
  // Marks of emphasis and code are noise in one line.
  const line = description
    .slice(0, 5000)
    .replaceAll(/\*\*|`/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const lower = line.toLowerCase();
  const hits = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
  const first = hits.length > 0 ? Math.min(...hits) : 0;
  return first > 40
    ? { text: line.slice(first - 20, first + 140), isCut: true }
    : { text: line.slice(0, 160), isCut: false };
}
