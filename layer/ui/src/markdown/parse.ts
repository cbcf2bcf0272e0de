import { Lexer, type MarkedToken } from "marked";

// Maximum number of characters in a text that are read as Markdown, because the parser runs to its end without interruption, and the time
// of a few constructs grows with the square of their length. The rest is left out, and counted.
const LONGEST_MARKDOWN = 30000;
// Maximum number of characters in a word: a longer one is data, not prose. A text with such a word is not read as Markdown.
const LONGEST_WORD = 3000;
// The cells of a table, whose rows the parser fills up to the width of its head. A text that may have more is not read as Markdown.
const MOST_CELLS = 50000;
// The links without brackets beside emphasis. A text with more is not read as Markdown.
const MOST_LINKS = 200;
// The steps from marks of emphasis to the ends of their paragraphs, where the parser looks for the marks that close them.
// A text with more is not read as Markdown.
const MOST_STEPS = 50_000_000;
// Lists that begin on one line, each in the one before.
const DEEP_LISTS = /^(?:[ \t]*(?:[*+-]|\d{1,9}[.)])[ \t]){30}/m;

export interface MarkdownOptions {
  /** Keeps the line breaks of paragraphs, for texts that may be laid out by hand. */
  readonly breaks?: boolean;
}

export interface ParsedMarkdown {
  readonly tokens: readonly MarkedToken[];
  /** The number of characters that were left out at the end. */
  readonly left: number;
}

/** Returns the tokens of a text; undefined if the text cannot be read as Markdown within the limits. */
export function parseMarkdown(whole: string, { breaks = false }: MarkdownOptions = {}): ParsedMarkdown | undefined {
  const text = beginning(whole);
  if (isTooWide(text) || hasManyLinks(text) || hasManyMarks(text) || DEEP_LISTS.test(text)) return undefined;
  try {
    const tokens = Lexer.lex(text, { gfm: true, breaks }) as MarkedToken[];
    return { tokens, left: whole.length - text.length };
  } catch {
    // Blocks that are nested too deeply exceed the stack.
    return undefined;
  }
}

// Ends before a blank line, if there is one.
function beginning(text: string): string {
  if (text.length <= LONGEST_MARKDOWN) return text;
  const end = text.lastIndexOf("\n\n", LONGEST_MARKDOWN);
  return text.slice(0, end > LONGEST_MARKDOWN / 2 ? end : LONGEST_MARKDOWN).toWellFormed();
}

// Links without brackets beside emphasis are searched again from each of them.
function hasManyLinks(text: string): boolean {
  return (text.match(/[*_~](?=www\.|https?:|mailto:)/gi)?.length ?? 0) > MOST_LINKS;
}

// An underscore within a word is no mark.
function hasManyMarks(text: string): boolean {
  const paragraphs = text.split(/\n[ \t]*(?:\n|[-+*] )/);
  const steps = paragraphs.reduce(
    (sum, part) => sum + part.length * (part.match(/[*~]+|(?<!\w)_|_(?!\w)/g)?.length ?? 0),
    0,
  );
  return steps > MOST_STEPS;
}

function isTooWide(text: string): boolean {
  const lines = text.split("\n");
  const widest = Math.max(...lines.map((line) => line.split("|").length));
  return widest * lines.length > MOST_CELLS || text.split(/\s/).some((word) => word.length > LONGEST_WORD);
}
