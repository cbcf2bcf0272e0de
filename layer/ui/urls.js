// URLs of the explorer's endpoints, relative to this page, and links within the page.
const ROOT_PATH = location.pathname.replace(/\/+$/, "");

// Longer arguments are not put into the URL, because browsers and chat programs would truncate such a link.
const LONGEST_LINKED_ARGUMENTS = 32000;

// Slashes are not encoded, because proxies refuse %2F, unless a raw slash would change the path. The path of an empty name ends with
// two slashes: one slash would be the path of the list.
function toolPath(name, action = "") {
  if ([".", ".."].includes(name)) throw new Error(`A browser cannot address a tool named "${name}".`);
  if (name === "") return `${ROOT_PATH}/tools/${action || "/"}`;
  const slash = /^\/|\/$|(^|\/)\.\.?(\/|$)/.test(name) ? "%2F" : "/";
  return `${ROOT_PATH}/tools/${encodedName(name, slash)}${action}`;
}

function encodedName(name, slash) {
  return name.toWellFormed().split("/").map(encodeURIComponent).join(slash);
}

function toolLink(name, argumentsText = "") {
  const linked = argumentsText !== "" && argumentsText.length <= LONGEST_LINKED_ARGUMENTS;
  return `#/tools/${encodedName(name, "/")}${linked ? `?arguments=${encodeURIComponent(argumentsText.toWellFormed())}` : ""}`;
}

// Returns the tool and the arguments of a link; undefined if the hash is not a link to a tool.
function readLink(hash) {
  const [link, name, query] = /^#\/tools\/([^?]*)\??(.*)$/.exec(hash) ?? [];
  try {
    return link && { name: decodeURIComponent(name), argumentsText: new URLSearchParams(query).get("arguments") ?? undefined };
  } catch {
    return undefined;
  }
}
