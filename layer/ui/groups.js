// Sorts tools into namespaces by their names.

// These separators define a namespace even for a single tool. A single `_` or `-` also joins ordinary words, so it counts only
// if at least three tools share the prefix.
const NAMESPACE = /^(.+?)(?:\/|\.|:|__)(?=.)/s;
const JOINED = /^([^_-]+)[_-](?=.)/s;
const SHARED_BY = 3;

function namespaceOf(name) {
  return NAMESPACE.exec(name)?.[1];
}

// Returns a list of { name, tools } in order of first appearance. Tools without a namespace come first, in a group with an
// empty name.
function groupTools(tools) {
  const shared = new Map();
  for (const { name } of tools) {
    const prefix = namespaceOf(name) === undefined ? JOINED.exec(name)?.[1] : undefined;
    if (prefix !== undefined) shared.set(prefix, (shared.get(prefix) ?? 0) + 1);
  }
  const groups = new Map([["", []]]);
  for (const tool of tools) {
    const prefix = JOINED.exec(tool.name)?.[1];
    const group = namespaceOf(tool.name) ?? (shared.get(prefix) >= SHARED_BY ? prefix : "");
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(tool);
  }
  return [...groups].filter(([, members]) => members.length > 0).map(([name, members]) => ({ name, tools: members }));
}
