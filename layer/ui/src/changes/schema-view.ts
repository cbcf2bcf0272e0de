// A schema as it is compared: its members, and those of the schema that it refers to.

import RULES from "../../../src/definitions/rules.json";
import { type PlainObject, isObject } from "../json/plain";

export interface SchemaView {
  readonly members: PlainObject;
  /** The schema that the last reference names. */
  readonly target?: PlainObject;
}

// The references that follow each other and are resolved. A further one is compared as it is written.
const CHAIN = 8;

/**
 * Follows the references to the same document: `$ref`, alone or as the only item of `allOf`. The members beside a
 * reference win, as descriptions do.
 */
export function viewOf(schema: PlainObject, document: unknown): SchemaView {
  let view: SchemaView = { members: schema };
  for (let links = 0; links < CHAIN; links += 1) {
    const { allOf } = view.members;
    const [only] = Array.isArray(allOf) && allOf.length === 1 ? (allOf as unknown[]) : [];
    const isAlone = Object.hasOwn(view.members, "$ref");
    const wrapped = isObject(only) && Object.keys(only).length === 1 ? only["$ref"] : undefined;
    const target = named(isAlone ? view.members["$ref"] : wrapped, document);
    if (!target) return view;
    view = { members: { ...target, ...without(view.members, isAlone ? "$ref" : "allOf") }, target };
  }
  return view;
}

// The schema that a reference such as `#/$defs/Address` names; undefined if it is in another document.
function named(reference: unknown, document: unknown): PlainObject | undefined {
  if (typeof reference !== "string" || !/^#(\/|$)/.test(reference)) return undefined;
  let place: unknown = document;
  for (const name of decoded(reference)?.split("/").slice(1) ?? [""]) {
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    const parent = isObject(place) || Array.isArray(place) ? (place as PlainObject) : {};
    place = Object.hasOwn(parent, key) ? parent[key] : undefined;
  }
  return isObject(place) ? place : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export function without(members: PlainObject, key: string): PlainObject {
  return filtered(members, (keyword) => keyword !== key);
}

/** Returns the members that forbid something, or the others. */
export function conditionsOf(members: PlainObject, areConditions = true): PlainObject {
  const { annotation, definitions } = RULES.keywords;
  return filtered(members, (key) => areConditions !== (annotation.includes(key) || definitions.includes(key)));
}

function filtered(members: PlainObject, isKept: (keyword: string) => boolean): PlainObject {
  return Object.fromEntries(Object.entries(members).filter(([keyword]) => isKept(keyword)));
}
