// Writes an object from its keys and the JSON texts of their values, one member per line.
export function objectText(keys: Iterable<string>, rawValue: (key: string) => string): string {
  const lines = [...keys].map((key) => `  ${JSON.stringify(key)}: ${rawValue(key).replaceAll("\n", "\n  ")}`);
  return lines.length > 0 ? `{\n${lines.join(",\n")}\n}` : "{}";
}
