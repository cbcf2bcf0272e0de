// Escapes a text for use in a regular expression.
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

// Returns whether a text matches a pattern of a server, or undefined if that is not checked: with long texts, groups and many
// repetitions, a hostile pattern could block the page for years by backtracking.
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (text.length > 100 || pattern.includes("(") || pattern.replace(/[^*+{?]/g, "").length > 3) return undefined;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return undefined;
  }
}
