// Plain values, as they come from `JSON.parse` and from messages of apps.

import { clipped } from "../text/printable";

export type PlainObject = Record<string, unknown>;

export function isObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a member of a value that may not be an object. */
export function memberAt(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

/** Returns the value if it is an object, or else one without members. */
export function objectOf(value: unknown): PlainObject {
  return isObject(value) ? value : {};
}

/** Returns the value of a JSON text; undefined for another text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a list leniently, as one that another version of the page may have stored. */
export function parsedList<T>(text: string, isItem: (value: unknown) => value is T): T[] {
  const items = parsedJson(text);
  return Array.isArray(items) ? items.filter(isItem) : [];
}

// Maximum number of characters in an excerpt. The rest is cut.
const LONGEST_EXCERPT = 12000;
// The levels of an excerpt. Deeper values are shown as “…”.
const DEEPEST_EXCERPT = 30;

/** The beginning of a value as JSON. */
export function jsonExcerpt(root: unknown): string {
  let out = "";
  const write = (value: unknown, depth: number): void => {
    if (out.length > LONGEST_EXCERPT) return;
    if (typeof value === "string") out += JSON.stringify(value.slice(0, LONGEST_EXCERPT));
    else if (typeof value !== "object" || value === null) out += `${value as number}`;
    else if (depth > DEEPEST_EXCERPT) out += "…";
    else if (Array.isArray(value)) writeAll("[", value as unknown[], (item) => write(item, depth + 1), "]");
    else {
      const members = value as PlainObject;
      const writeMember = (key: string) => {
        out += `${JSON.stringify(key.slice(0, LONGEST_EXCERPT))}:`;
        write(members[key], depth + 1);
      };
      const keys = Object.keys(members).filter((key) => members[key] !== undefined);
      writeAll("{", keys, writeMember, "}");
    }
  };
  const writeAll = <T>(open: string, items: readonly T[], writeOne: (item: T) => void, close: string): void => {
    out += open;
    for (const [index, item] of items.entries()) {
      if (out.length > LONGEST_EXCERPT) return;
      if (index > 0) out += ",";
      writeOne(item);
    }
    out += close;
  };
  write(root, 0);
  return clipped(out, LONGEST_EXCERPT);
}

/** Converts any value that an app sends in place of a string. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : jsonExcerpt(value);
}
