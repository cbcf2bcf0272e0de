import { memberOf, membersOf, rawOf } from "./node";
import { tryReadJson } from "./read";
import { compactObject } from "./write";

/** Writes an object from its keys and the JSON texts of their values, one member per line. */
export function objectText(keys: Iterable<string>, rawValue: (key: string) => string): string {
  const lines = [...keys].map((key) => `  ${JSON.stringify(key)}: ${rawValue(key).replaceAll("\n", "\n  ")}`);
  return lines.length > 0 ? `{\n${lines.join(",\n")}\n}` : "{}";
}

/** Adds a member to an object that is JSON text. An object that has the member, and any other text, stays as it is. */
export function withMember(text: string, key: string, raw: string): string {
  const root = tryReadJson(text);
  if (root?.type !== "object" || memberOf(root, key)) return text;
  return compactObject([...membersOf(root).map((member) => [member.key, rawOf(member.value)] as const), [key, raw]]);
}
