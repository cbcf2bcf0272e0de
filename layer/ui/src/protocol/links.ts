// URLs of the explorer's endpoints, relative to this page, and links within the page.

// Longer arguments are not put into the URL, because browsers and chat programs would truncate such a link.
const LONGEST_LINKED_ARGUMENTS = 32000;

// Slashes are not encoded, because proxies refuse %2F, unless a raw slash would change the path. The path of an empty
// name ends with two slashes: one slash would be the path of the list.
export function toolPath(root: string, name: string, action = ""): string {
  if ([".", ".."].includes(name)) throw new Error(`A browser cannot address a tool named "${name}".`);
  if (name === "") return `${root}/tools/${action || "/"}`;
  const slash = /^\/|\/$|(^|\/)\.\.?(\/|$)/.test(name) ? "%2F" : "/";
  return `${root}/tools/${encodedName(name, slash)}${action}`;
}

function encodedName(name: string, slash: string): string {
  return name.toWellFormed().split("/").map(encodeURIComponent).join(slash);
}

export function toolLink(name: string, argumentsText = ""): string {
  const isLinked = argumentsText !== "" && argumentsText.length <= LONGEST_LINKED_ARGUMENTS;
  const query = isLinked ? `?arguments=${encodeURIComponent(argumentsText.toWellFormed())}` : "";
  return `#/tools/${encodedName(name, "/")}${query}`;
}

export interface ToolLink {
  readonly name: string;
  readonly argumentsText: string | undefined;
}

// Returns the tool and the arguments of a link; undefined if the hash is not a link to a tool.
export function readLink(hash: string): ToolLink | undefined {
  const [, name, query] = /^#\/tools\/([^?]*)\??(.*)$/.exec(hash) ?? [];
  if (name === undefined) return undefined;
  try {
    return { name: decodeURIComponent(name), argumentsText: new URLSearchParams(query).get("arguments") ?? undefined };
  } catch {
    return undefined;
  }
}
