// The weight of tools in the context of a model, which reads their definitions before it calls any.

import type { PlainObject } from "../json/plain";
import { counted } from "../text/units";

const CHARACTERS_PER_TOKEN = 4;
export const ESTIMATE = `The tokens are an estimate: characters divided by ${CHARACTERS_PER_TOKEN}.`;

/** The number of characters of a tool as models get it: its name, description and input schema as compact JSON. */
export function weightOf({ name, description, inputSchema }: PlainObject): number {
  const given = Object.entries({ name, description: description || undefined, inputSchema });
  return jsonLength(Object.fromEntries(given.filter(([, value]) => value !== undefined)));
}

// The length of a value as compact JSON. It does not recurse, so nesting depth is not limited.
function jsonLength(root: unknown): number {
  let length = 0;
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) {
      length += JSON.stringify(value).length;
      continue;
    }
    const keys = Array.isArray(value) ? [] : Object.keys(value);
    const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
    // The brackets and commas; the keys with their colons.
    length += 2 + Math.max(0, parts.length - 1);
    for (const key of keys) length += JSON.stringify(key).length + 1;
    for (const part of parts) waiting.push(part);
  }
  return length;
}

/** The tokens of so many characters, rounded to two digits. */
export function aboutTokens(characters: number): string {
  const tokens = Number((characters / CHARACTERS_PER_TOKEN).toPrecision(2));
  return `About ${counted(Math.max(1, Math.round(tokens)), "token")}`;
}
