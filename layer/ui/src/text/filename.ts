import { trimmed, trimmedEnd } from "./trim";

// Maximum number of characters in a file's name. A longer one is cut before its extension.
const LONGEST_FILENAME = 100;
// Maximum number of characters in an extension, with its dot. A longer one is cut like the rest of the name.
const LONGEST_EXTENSION = 20;
// Windows treats these names as devices, with any extension.
const DEVICE_NAME = /^(con|prn|aux|nul|(com|lpt)\d)(?=\.|$)/i;

/** Returns a name that every system accepts for an ordinary, visible file. */
export function safeFilename(name: string): string {
  const plain = trimmed(name.replace(/[^\w.-]+/g, "_"), ".").replace(DEVICE_NAME, "_$&") || "download";
  const dot = plain.lastIndexOf(".");
  const extension = dot > 0 && plain.length - dot <= LONGEST_EXTENSION ? plain.slice(dot) : "";
  const stem = plain.slice(0, plain.length - extension.length).slice(0, LONGEST_FILENAME - extension.length);
  return trimmedEnd(stem, ".") + extension;
}
