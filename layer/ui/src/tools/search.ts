// Finds items by words: those that match best first, or close matches if no item has all words.

import type { PlainObject } from "../json/plain";
import { literal } from "../text/pattern";
import { wordsOf } from "./filter";

/** The texts of an item in lower case, made once per item rather than on each keystroke. */
export interface Searchable {
  readonly name: string;
  readonly title: string;
  /** All texts. */
  readonly all: string;
  /** The name and the title, with the humps of the name as words. */
  readonly spaced: string;
}

export interface Found<T> {
  readonly items: readonly T[];
  /** Set if no item has all words, so that these only have similar ones. */
  readonly isClose: boolean;
}

// Minimum number of characters in a word that is also found with a typo: shorter ones resemble too many others.
const SHORTEST_TYPO = 4;
// Maximum number of characters in a word that is also found with a typo. A longer one has to be right.
const LONGEST_TYPO = 30;

/** `id` is a further text by which the item is found. */
export function searchableOf({ name, title, description }: PlainObject, id?: unknown): Searchable {
  const texts = [name, title, description, id].map((text) => (typeof text === "string" ? text : ""));
  const [ownName = "", ownTitle = ""] = texts;
  return {
    name: ownName.toLowerCase(),
    title: ownTitle.toLowerCase(),
    all: texts.join("\n").toLowerCase(),
    spaced: `${ownName.replace(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, "$1 ")}\n${ownTitle}`.toLowerCase(),
  };
}

export function search<T>(items: readonly T[], textsOf: (item: T) => Searchable, query: string): Found<T> {
  const words = wordsOf(query);
  const byRank = new Map<number, T[]>();
  for (const item of items) {
    const rank = rankOf(textsOf(item), words);
    if (rank === undefined) continue;
    const same = byRank.get(rank);
    if (same) same.push(item);
    else byRank.set(rank, [item]);
  }
  if (byRank.size > 0) {
    const ranks = [...byRank].sort(([a], [b]) => a - b);
    return { items: ranks.flatMap(([, same]) => same), isClose: false };
  }
  const typos = words.map((word) => ({ word, pattern: typoPattern(word) }));
  const close = items.filter((item) => {
    const { all, spaced } = textsOf(item);
    return typos.every(({ word, pattern }) => all.includes(word) || pattern?.test(spaced));
  });
  return { items: close, isClose: close.length > 0 };
}

// The sum over the words: a word in the name counts before one in the title, and that before one in the description. Undefined if
// a word is missing.
function rankOf({ name, title, all }: Searchable, words: readonly string[]): number | undefined {
  let rank = 0;
  for (const word of words) {
    if (name.includes(word)) rank += rankInName(name, word);
    else if (title.includes(word)) rank += 4;
    else if (all.includes(word)) rank += 5;
    else return undefined;
  }
  return rank;
}

function rankInName(name: string, word: string): number {
  if (name === word) return 0;
  const at = name.indexOf(word);
  if (at === 0) return 1;
  return /[\p{L}\p{N}]/u.test(name[at - 1]!) ? 3 : 2;
}

// A pattern of the words that begin with this one, but for one letter that is wrong, missing, too many, or swapped with the next.
function typoPattern(word: string): RegExp | undefined {
  if (word.length < SHORTEST_TYPO || word.length > LONGEST_TYPO) return undefined;
  const letters = Array.from(word);
  const part = (from: number, to?: number) => literal(letters.slice(from, to).join(""));
  const variants = letters.flatMap((letter, at) => [
    `${part(0, at)}.?${part(at + 1)}`,
    `${part(0, at)}.${part(at)}`,
    `${part(0, at)}${part(at + 1, at + 2)}${literal(letter)}${part(at + 2)}`,
  ]);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...new Set(variants)].join("|")})`, "u");
}
