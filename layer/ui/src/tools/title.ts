import { type PlainObject, asText } from "../json/plain";

// Maximum number of characters in a title that is compared with the name. A longer one is always shown.
const LONGEST_REPEATED = 200;

/** The title of a tool, unless it only repeats the name: "Get Sum Tool" says no more than `get-sum`. */
export function titleOf({ name, title }: PlainObject): string | undefined {
  if (typeof title !== "string" || !title.trim()) return undefined;
  if (title.length > LONGEST_REPEATED) return title;
  const said = lettersOf(title);
  return said && lettersOf(asText(name)).includes(said) ? undefined : title;
}

function lettersOf(text: string): string {
  const words = text.toLowerCase();
  const named = /\stool$/.test(words) ? words.slice(0, -"tool".length) : words;
  return named.replace(/[^\p{L}\p{N}]+/gu, "");
}
