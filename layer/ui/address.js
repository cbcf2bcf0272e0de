// Where things are: the explorer's endpoints, relative to wherever this page was served, and the links within the page.
const ROOT_PATH = location.pathname.replace(/\/+$/, "");

// Arguments longer than this stay out of the address; browsers and chat programs cut such links.
const LONGEST_LINKED_ARGUMENTS = 32000;

function toolPath(name, action = "") {
  if (["", ".", ".."].includes(name)) throw new Error(`A browser cannot address a tool named "${name}".`);
  return `${ROOT_PATH}/tools/${encodedName(name)}${action}`;
}

// Slashes go out raw, since proxies refuse %2F. They are encoded only where a raw one would change the path.
function encodedName(name) {
  const segments = name.toWellFormed().split("/");
  const risky = segments.some((segment) => segment === "." || segment === "..") || segments.at(-1) === "" || segments[0] === "";
  return segments.map((segment) => encodeURIComponent(segment)).join(risky ? "%2F" : "/");
}

function toolLink(name, argumentsText) {
  const query = argumentsText === undefined || argumentsText.length > LONGEST_LINKED_ARGUMENTS ? "" : `?arguments=${encodeURIComponent(argumentsText.toWellFormed())}`;
  return `#/tools/${name.toWellFormed().split("/").map(encodeURIComponent).join("/")}${query}`;
}

// The tool and the arguments of a link; undefined where the hash is none of ours.
function readLink(hash) {
  const match = /^#\/tools\/([^?]+)(?:\?(.*))?$/s.exec(hash);
  if (!match) return undefined;
  try {
    return { name: decodeURIComponent(match[1]), argumentsText: new URLSearchParams(match[2]).get("arguments") ?? undefined };
  } catch {
    return undefined;
  }
}
