/** Escapes a text for use in a regular expression. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

// The steps of backtracking of a pattern, which take a fraction of a millisecond. A pattern that may take more is not tried.
const MOST_STEPS = 20_000;
// Maximum number of characters in a pattern, and of a text for it. A longer one is not tried.
const MOST_CHARS = 100;

/**
 * Returns whether a text matches a pattern of a server, or undefined if that is not checked: with long texts, groups
 * and many repetitions, a hostile pattern could block the page for years by backtracking.
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (text.length > MOST_CHARS || pattern.length > MOST_CHARS || pattern.includes("(")) return undefined;
  const repetitions = pattern.replace(/[^*+{?]/g, "").length;
  // Even an empty text has a place before and after it.
  if ((text.length + 1) ** repetitions > MOST_STEPS) return undefined;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return undefined;
  }
}
