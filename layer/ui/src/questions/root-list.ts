// The roots that a person tells servers: directories on the computer of the person.

import { nodeOf } from "../json/read";
import { prettyJson } from "../json/write";
import { memberAt } from "../json/plain";

export interface Root {
  readonly uri: string;
  readonly name: string;
}

// The roots that are read. Further ones are left out.
const MAX_ROOTS = 100;

/** Returns what is wrong with a URI, an empty text if nothing is. */
export function rootProblem(uri: string): string {
  const isFile = /^file:\/\//i.test(uri) && URL.canParse(uri);
  return isFile ? "" : "Must begin with “file://”, such as file:///home/me/project";
}

export function rootsResult(roots: readonly Root[]): string {
  return prettyJson(nodeOf({ roots: roots.map(({ uri, name }) => (name ? { uri, name } : { uri })) }));
}

/** Reads roots leniently, from storage or from an answer. */
export function parsedRoots(text: string): Root[] {
  try {
    const roots = memberAt(JSON.parse(text), "roots");
    if (!Array.isArray(roots)) return [];
    return roots.slice(0, MAX_ROOTS).map((root) => ({ uri: textOf(root, "uri"), name: textOf(root, "name") }));
  } catch {
    return [];
  }
}

function textOf(root: unknown, key: string): string {
  const value = memberAt(root, key);
  return typeof value === "string" ? value : "";
}
