// The capabilities of a server (MCP `ServerCapabilities`) in words.

import { type PlainObject, isObject, jsonExcerpt } from "../json/plain";
import { clipped } from "../text/printable";

export interface Capability {
  readonly words: string;
  /** The name of what MCP does not define. */
  readonly name?: string;
  /** The members that the words do not mention, as JSON. */
  readonly rest?: string;
}

type Flags = Readonly<Record<string, string>>;

const LIST_CHANGED = { listChanged: "list can change" };

const KNOWN: ReadonlyMap<string, readonly [words: string, flags: Flags]> = new Map([
  ["tools", ["Tools", LIST_CHANGED]],
  ["resources", ["Resources", { subscribe: "subscriptions", ...LIST_CHANGED }]],
  ["prompts", ["Prompts", LIST_CHANGED]],
  ["logging", ["Logging", {}]],
  ["completions", ["Completion of arguments", {}]],
  ["tasks", ["Tasks", { list: "list", cancel: "cancel" }]],
]);

// The members whose own members are capabilities that MCP does not define.
const GROUPS: ReadonlyMap<string, string> = new Map([
  ["extensions", "Extension"],
  ["experimental", "Experimental:"],
]);

// Maximum number of characters in the members that the words do not mention. A longer text is cut.
const LONGEST_REST = 1000;

export function capabilityList(capabilities: PlainObject): Capability[] {
  return Object.entries(capabilities).flatMap(([name, value]) => {
    const group = GROUPS.get(name);
    if (group === undefined || !isObject(value)) return [capability(name, value)];
    return Object.entries(value).map(([member, detail]) => ({ words: group, name: member, ...restOf(detail) }));
  });
}

function capability(name: string, value: unknown): Capability {
  const known = KNOWN.get(name);
  if (!known) return { words: "Unknown:", name, ...restOf(value) };
  const [words, flags] = known;
  if (!isObject(value)) return { words, ...restOf(value) };
  const methods = name === "tasks" ? methodsOf(value["requests"]) : [];
  const isSaid = (flag: string) =>
    (Object.hasOwn(flags, flag) && (typeof value[flag] === "boolean" || isEmpty(value[flag]))) ||
    (flag === "requests" && methods.length > 0);
  const said = Object.keys(flags).filter((flag) => value[flag] === true || isEmpty(value[flag]));
  const rest = Object.fromEntries(Object.entries(value).filter(([flag]) => !isSaid(flag)));
  return { words: sentence(words, [...said.map((flag) => flags[flag]!), ...methods]), ...restOf(rest) };
}

// The requests that can be tasks, as `{"tools": {"call": {}}}`; none if a member says more.
function methodsOf(requests: unknown): string[] {
  const groups = isObject(requests) ? Object.entries(requests) : [];
  const methods = groups.flatMap(([group, members]) =>
    isObject(members) ? Object.entries(members).map(([method, detail]) => [`${group}/${method}`, detail] as const) : [],
  );
  return methods.every(([, detail]) => isEmpty(detail)) ? methods.map(([method]) => method) : [];
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

// "Resources (subscriptions, list can change)"
function sentence(words: string, said: readonly string[]): string {
  return said.length > 0 ? `${words} (${said.join(", ")})` : words;
}

function restOf(value: unknown): Pick<Capability, "rest"> {
  return isEmpty(value) ? {} : { rest: clipped(jsonExcerpt(value), LONGEST_REST) };
}
