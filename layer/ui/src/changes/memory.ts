// The list of tools that the person has seen last, in the browser's storage beside the history.

import { containsCredentials } from "../access/credentials";
import { store, stored } from "../dom/storage";
import { memberAt, parsedJson } from "../json/plain";
import { type Tool, isTool } from "../protocol/tools";
import { storageKey, settings } from "../settings";
import { jsonOf } from "./difference";
import { byName } from "./list";

export interface SeenList {
  /** When the list was seen, in milliseconds since 1970. */
  readonly at: number;
  /** Identifies the server and what it was offered: another one, or another client, has another list. */
  readonly origin: string;
  readonly tools: Map<string, Tool>;
}

const SEEN_KEY = storageKey("tools");
// Maximum number of characters in a list that is remembered: the storage has about five million for all of an origin. A longer list is forgotten.
const LONGEST = 1_000_000;

export function readSeen(): SeenList | undefined {
  return settings.keepsHistory ? parsedSeen(stored(SEEN_KEY) ?? "") : undefined;
}

/** Replaces the list. One that is too long or must not be kept is forgotten. */
export function rememberSeen(seen: SeenList): void {
  if (!settings.keepsHistory) return;
  const text = jsonOf({ ...seen, tools: [...seen.tools.values()] });
  const isKept = text !== undefined && text.length <= LONGEST && !containsCredentials(text);
  store(SEEN_KEY, isKept ? text : "");
}

// Reads leniently: another version of the page may have stored the list.
function parsedSeen(text: string): SeenList | undefined {
  const seen = parsedJson(text);
  const [at, origin, tools] = ["at", "origin", "tools"].map((key) => memberAt(seen, key));
  if (typeof at !== "number" || typeof origin !== "string" || !Array.isArray(tools)) return undefined;
  return { at, origin, tools: byName(tools.filter(isTool)) };
}
