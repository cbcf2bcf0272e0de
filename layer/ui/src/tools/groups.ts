// Sorts tools into namespaces by their names.

// These separators define a namespace even for a single tool. A single `_` or `-` also joins ordinary words, so it
// counts only if at least three tools share the prefix.
const NAMESPACE = /^(.+?)(?:\/|\.|:|__)(?=.)/s;
const JOINED = /^([^_-]+)[_-](?=.)/s;
const SHARED_BY = 3;

export interface ToolGroup<T> {
  readonly name: string;
  readonly tools: readonly T[];
}

function namespaceOf(name: string): string | undefined {
  return NAMESPACE.exec(name)?.[1];
}

/**
 * Returns the groups in order of first appearance. Tools without a namespace come first, in a group with an empty name.
 */
export function groupTools<T extends { readonly name: string }>(tools: readonly T[]): ToolGroup<T>[] {
  const shared = new Map<string, number>();
  for (const { name } of tools) {
    const prefix = namespaceOf(name) === undefined ? JOINED.exec(name)?.[1] : undefined;
    if (prefix !== undefined) shared.set(prefix, (shared.get(prefix) ?? 0) + 1);
  }
  const groups = new Map<string, T[]>([["", []]]);
  for (const tool of tools) {
    const prefix = JOINED.exec(tool.name)?.[1] ?? "";
    const name = namespaceOf(tool.name) ?? ((shared.get(prefix) ?? 0) >= SHARED_BY ? prefix : "");
    const group = groups.get(name);
    if (group) group.push(tool);
    else groups.set(name, [tool]);
  }
  return [...groups].filter(([, members]) => members.length > 0).map(([name, members]) => ({ name, tools: members }));
}
