// Strings of a JSON text: their ends, and decoding of long ones.

import { type Steps, finish } from "../scheduling/slices";
import type { ScalarNode } from "./node";

export class JsonError extends Error {
  constructor(
    message: string,
    source: string,
    readonly offset: number,
  ) {
    const before = source.slice(0, offset);
    const line = before.split("\n").length;
    super(`${message} at line ${line}, column ${offset - before.lastIndexOf("\n")}`);
  }
}

export function endOfString(source: string, start: number): number {
  return finish(endingString(source, start));
}

// eslint-disable-next-line no-control-regex -- JSON forbids them in strings
const NOT_PLAIN = /["\\\u0000-\u001f]/g;

/** Finds the offset after the closing quote, given that of the opening one. */
export function* endingString(source: string, start: number): Steps<number> {
  NOT_PLAIN.lastIndex = start + 1;
  for (let count = 1; NOT_PLAIN.test(source); count += 1) {
    const at = NOT_PLAIN.lastIndex;
    const character = source[at - 1];
    if (character === '"') return at;
    if (character !== "\\") throw new JsonError("Control characters must be escaped in a string", source, at - 1);
    const escape = source[at] ?? "";
    const hexadecimal = escape === "u" && /^[0-9a-fA-F]{4}$/.test(source.slice(at + 1, at + 5));
    if (!hexadecimal && (escape === "" || !'"\\/bfnrt'.includes(escape))) {
      throw new JsonError("Unknown escape in a string", source, at - 1);
    }
    if (count % 2000 === 0) yield;
    NOT_PLAIN.lastIndex = at + (hexadecimal ? 5 : 1);
  }
  throw new JsonError("The string has no closing quote", source, start);
}

const DECODED_AT_ONCE = 500000;

/** Decodes a string of any length in pieces, with the same result as `stringOf`. */
export function* decodingString({ source, start, end }: ScalarNode): Steps<string> {
  const pieces: string[] = [];
  for (let from = start + 1; from < end - 1;) {
    const to = from + DECODED_AT_ONCE < end ? beforeEscape(source, from + DECODED_AT_ONCE) : end - 1;
    pieces.push(JSON.parse(`"${source.slice(from, to)}"`) as string);
    from = to;
    yield;
  }
  return pieces.join("");
}

// Returns the offset, or the start of the escape that contains it. An escape starts at the last backslash of an
// odd-length run.
function beforeEscape(source: string, offset: number): number {
  const near = source.slice(offset - 6, offset).lastIndexOf("\\");
  if (near < 0) return offset;
  const last = offset - 6 + near;
  let first = last;
  while (source[first - 1] === "\\") first -= 1;
  return (last - first) % 2 === 0 ? last : offset;
}
