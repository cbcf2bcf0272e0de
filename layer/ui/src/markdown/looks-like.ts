// Recognizes Markdown by its constructs. Plain text has dashes and asterisks, too, so that one weak sign is not enough.

// The characters in which Markdown is looked for. The rest is not read.
const SAMPLE = 8000;

const STRONG_SIGNS = [
  // A fenced block of code.
  /^ {0,3}```[\w+-]*[ \t]*$[\s\S]*?^ {0,3}```[ \t]*$/m,
  // The line below the head of a table.
  /^ {0,3}\|?[ \t]*:?-+:?[ \t]*\|[-:| \t]*$/m,
  // A link.
  /\[[^[\]\n]+\]\((?:https?:\/\/|mailto:)[^\s)]+\)/,
];

// Names that are quoted as code, twice or more.
const CODE = /(?:^|[\s(])`[\w./:-]+`(?=$|[\s.,;:)])/gm;

const WEAK_SIGNS = [
  // A heading that stands alone.
  /(?:^|\n[ \t]{0,9}\n)#{1,6} \S[^\n]*(?:\n[ \t]{0,9}\n|\n#{1,6} |\n[-*+] |$)/,
  /(?:^|[\s(])\*\*[^\s*][^*\n]*\*\*(?![*\w])/,
  // Two list items, one after the other.
  /^ {0,3}(?:[-*+]|\d{1,3}[.)]) \S.*\n(?:[ \t]+\S.*\n)* {0,3}(?:[-*+]|\d{1,3}[.)]) \S/m,
  /(?:^|[\s(])`[^`\n]+`(?=$|[\s.,;:)])/m,
  /^> \S/m,
];

export function looksLikeMarkdown(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  // A script, markup or JSON.
  if (/^\s*(?:#!|<|[[{]\s*["\d{[\]}])/.test(sample)) return false;
  if (STRONG_SIGNS.some((sign) => sign.test(sample))) return true;
  return WEAK_SIGNS.filter((sign) => sign.test(sample)).length > 1 || [...sample.matchAll(CODE)].length > 1;
}

/** Returns whether a text has any mark of Markdown, so that it is worth offering to show it as such. */
export function mayBeMarkdown(text: string): boolean {
  return /^[ \t]*(?:[-*+>#]|\d+[.)]) |[*_`|]|\]\(/m.test(text.slice(0, SAMPLE));
}
