// URLs of the explorer's endpoints, relative to this page, and links within the page.

// Maximum number of characters in arguments in a link, because browsers and chat programs would truncate a longer one. Longer ones are left out.
const LONGEST_LINKED_ARGUMENTS = 32000;

/**
 * Slashes are not encoded, because proxies refuse %2F, unless a raw slash would change the path. The path of an empty
 * name ends with two slashes: one slash would be the path of the list.
 */
export function toolPath(root: string, name: string, action = ""): string {
  if ([".", ".."].includes(name)) throw new Error(`A browser cannot address a tool named "${name}".`);
  if (name === "") return `${root}/tools/${action || "/"}`;
  const slash = /^\/|\/$|(^|\/)\.\.?(\/|$)/.test(name) ? "%2F" : "/";
  return `${root}/tools/${encodedName(name, slash)}${action}`;
}

function encodedName(name: string, slash: string): string {
  return name.toWellFormed().split("/").map(encodeURIComponent).join(slash);
}

// Everything that a link can open. Resources are known by their URI, templates by their URI template, the others by their name.
type ItemKind = "tool" | "resource" | "template" | "prompt";

export interface ItemId {
  readonly kind: ItemKind;
  readonly id: string;
}

export function isSameItem(one: ItemId | undefined, other: ItemId | undefined): boolean {
  return one?.kind === other?.kind && one?.id === other?.id;
}

export function itemLink({ kind, id }: ItemId, argumentsText = ""): string {
  const isLinked = argumentsText !== "" && argumentsText.length <= LONGEST_LINKED_ARGUMENTS;
  const query = isLinked ? `?arguments=${encodeURIComponent(argumentsText.toWellFormed())}` : "";
  return `#/${kind}s/${encodedName(id, "/")}${query}`;
}

export function toolLink(name: string, argumentsText?: string): string {
  return itemLink({ kind: "tool", id: name }, argumentsText);
}

/** The link to the server's home, which on narrow screens differs from the list. */
export const HOME_LINK = "#/server";

export interface ItemLink extends ItemId {
  readonly argumentsText: string | undefined;
}

/** Returns the item and the arguments of a link; undefined if the hash is not a link to an item. */
export function readLink(hash: string): ItemLink | undefined {
  const [, kind, name, query] = /^#\/(tool|resource|template|prompt)s\/([^?]*)(?:\?(.*))?$/.exec(hash) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  try {
    const id = decodeURIComponent(name);
    return { kind: kind as ItemKind, id, argumentsText: new URLSearchParams(query).get("arguments") ?? undefined };
  } catch {
    return undefined;
  }
}

export interface UiLink {
  readonly ui: string | undefined;
  readonly story: string | undefined;
}

/** The link to the screen of the UIs, to one of them, or to a story of it. */
export function uiLink(...names: readonly string[]): string {
  return ["#/uis", ...names.map((name) => encodeURIComponent(name.toWellFormed()))].join("/");
}

/** Returns undefined if the hash is not a link to the screen of the UIs. */
export function readUiLink(hash: string): UiLink | undefined {
  const [, path] = /^#\/uis((?:\/[^/]*){0,2})$/.exec(hash) ?? [];
  if (path === undefined) return undefined;
  try {
    const [ui, story] = path.split("/").slice(1).map(decodeURIComponent);
    return { ui, story };
  } catch {
    return undefined;
  }
}
