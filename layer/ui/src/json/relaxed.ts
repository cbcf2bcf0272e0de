// Reads what people paste in place of JSON: literals of Python and JavaScript.

import { tryReadJson } from "./read";

const TOKEN =
  /(?<space>\s+|\/\/[^\n]*|\/\*[^]*?\*\/|#[^\n]*)|(?<string>"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|(?<unclosed>["'][^]*|\/\*[^]*)|(?<number>[+-]?[\d.][\w.+-]*)|(?<word>[\p{L}_$][\p{L}\d_$-]*)|(?<mark>[^])/uy;
const WORDS: ReadonlyMap<string, string> = new Map([
  ["True", "true"],
  ["False", "false"],
  ["None", "null"],
  ["undefined", "null"],
]);
// Maximum number of characters in a pasted text that is not JSON. A longer one is not read.
const LONGEST_TEXT = 1e6;

/** Returns the JSON that a text was meant to be; undefined if that cannot be told. Numbers keep their digits. */
export function relaxedJson(text: string): string | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const out: string[] = [];
  // The place of a comma that may turn out to be a trailing one.
  let comma = -1;
  let opens = false;
  for (const { groups = {} } of text.matchAll(new RegExp(TOKEN, "guy"))) {
    const { space, string, unclosed, number, word, mark } = groups;
    if (unclosed !== undefined) return undefined;
    if (space !== undefined) {
      out.push(/^\s/.test(space) ? space : "");
      continue;
    }
    const isEnd = mark === "}" || mark === "]" || mark === ")";
    if (isEnd && comma >= 0) out[comma] = "";
    comma = mark === "," && !opens ? out.length : -1;
    opens = mark !== undefined && "{[(,".includes(mark);
    if (string !== undefined) out.push(strictString(string));
    else if (word !== undefined) out.push(WORDS.get(word) ?? word);
    else out.push(number ?? (mark === "(" ? "[" : mark === ")" ? "]" : mark!));
  }
  const json = withQuotedKeys(out);
  return tryReadJson(json) && json;
}

// Puts quotes around words that stand before a colon.
function withQuotedKeys(tokens: readonly string[]): string {
  let next = "";
  const quoted = tokens.toReversed().map((token) => {
    const isKey = next === ":" && /^[\p{L}_$]/u.test(token);
    if (token.trim() !== "") next = token;
    return isKey ? JSON.stringify(token) : token;
  });
  return quoted.reverse().join("");
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["0", "\0"],
  ["\n", ""],
]);

const ESCAPE =
  /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U00(10[\da-fA-F]{4}|0[\da-fA-F]{5})|u\{(10[\da-fA-F]{4}|[\da-fA-F]{1,5})\}|([^]))/g;

function strictString(literal: string): string {
  if (literal.startsWith('"') && tryReadJson(literal)) return literal;
  const text = literal
    .slice(1, -1)
    .replace(ESCAPE, (_, x?: string, u?: string, wide?: string, braced?: string, other = "") => {
      const code = x ?? u ?? wide ?? braced;
      return code ? String.fromCodePoint(parseInt(code, 16)) : (ESCAPES.get(other as string) ?? (other as string));
    });
  return JSON.stringify(text);
}
