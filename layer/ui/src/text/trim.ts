/**
 * Returns a text without these characters at its end, in linear time: an expression such as /=+$/ tries each run of
 * them again at each of its characters.
 */
export function trimmedEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Returns a text without these characters at either end. */
export function trimmed(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return trimmedEnd(text.slice(start), characters);
}
