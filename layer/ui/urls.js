// Where things are: the explorer's endpoints, relative to wherever this page was served, and the links within the page.
const ROOT_PATH = location.pathname.replace(/\/+$/, "");

// Longer arguments stay out of the address; browsers and chat programs would cut such a link.
const LONGEST_LINKED_ARGUMENTS = 32000;

// Slashes go out raw, since proxies refuse %2F. They are encoded only where a raw one would change the path. The path of an empty
// name ends with two slashes: with one, it is the list's.
function toolPath(name, action = "") {
  if ([".", ".."].includes(name)) throw new Error(`A browser cannot address a tool named "${name}".`);
  if (name === "") return `${ROOT_PATH}/tools/${action || "/"}`;
  const joint = /^\/|\/$|(^|\/)\.\.?(\/|$)/.test(name) ? "%2F" : "/";
  return `${ROOT_PATH}/tools/${encodedName(name, joint)}${action}`;
}

function encodedName(name, joint) {
  return name.toWellFormed().split("/").map(encodeURIComponent).join(joint);
}

function toolLink(name, argumentsText = "") {
  const linked = argumentsText !== "" && argumentsText.length <= LONGEST_LINKED_ARGUMENTS;
  return `#/tools/${encodedName(name, "/")}${linked ? `?arguments=${encodeURIComponent(argumentsText.toWellFormed())}` : ""}`;
}

// The tool and the arguments of a link; undefined where the hash is none of ours.
function readLink(hash) {
  const [link, name, query] = /^#\/tools\/([^?]*)\??(.*)$/.exec(hash) ?? [];
  try {
    return link && { name: decodeURIComponent(name), argumentsText: new URLSearchParams(query).get("arguments") ?? undefined };
  } catch {
    return undefined;
  }
}
