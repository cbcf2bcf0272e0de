// Texts of servers and apps, made safe to display.

// Characters that are invisible, or that reorder the text around them, are shown as their code points. Joiners and
// variation selectors stay, because scripts and emoji need them.
const INVISIBLE =
  // eslint-disable-next-line no-misleading-character-class -- each of them is meant alone
  /[[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\u2800]--[\u200c\u200d\ufe00-\ufe0f]]/gv;

export function printable(text: string, limit = 200): string {
  return clipped(text, limit).replace(INVISIBLE, codePoint);
}

function codePoint(character: string): string {
  return `‹U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}›`;
}

export function printableLines(text: string): string {
  return text
    .split("\n")
    .map((line) => printable(line, Infinity))
    .join("\n");
}

/** A text of several lines, such as a description, in which tabs and line breaks are harmless. */
export function printableText(text: string, limit = Infinity): string {
  const lines = clipped(text, limit).replace(/\r\n?/g, "\n");
  return lines.replace(INVISIBLE, (character) => (/[\n\t]/.test(character) ? character : codePoint(character)));
}

export function clipped(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

/** A name for display. An empty or blank name is quoted, so that it can be seen, clicked and read out. */
export function displayName(text: string, limit?: number): string {
  const shown = printable(text, limit);
  return shown.trim() ? shown : `"${shown}"`;
}
