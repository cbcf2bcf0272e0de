// The alternatives of two schemas, paired whatever their order.

import RULES from "../../../src/definitions/rules.json";
import { type PlainObject, isObject } from "../json/plain";
import { jsonOf } from "./difference";
import { type SchemaView, viewOf } from "./schema-view";

/** One of the schemas that a value may fit. */
export interface Alternative {
  readonly schema: unknown;
  readonly view: SchemaView;
}

interface Pairing {
  /** The alternatives of both, with the place of the later one. */
  readonly pairs: readonly (readonly [before: Alternative, place: number, after: Alternative])[];
  readonly removed: readonly Alternative[];
  readonly added: readonly Alternative[];
}

/** Returns the only list of alternatives, with its keyword. */
export function alternativesOf(
  members: PlainObject,
  document: unknown,
): { keyword: string; items: Alternative[] } | undefined {
  const [keyword, ...others] = RULES.keywords.alternatives.filter((keyword) => Object.hasOwn(members, keyword));
  const list = keyword === undefined ? undefined : members[keyword];
  if (keyword === undefined || others.length > 0 || !Array.isArray(list) || list.length === 0) return undefined;
  const items = list.map((schema: unknown) => ({
    schema,
    view: isObject(schema) ? viewOf(schema, document) : { members: {} },
  }));
  return { keyword, items };
}

/** A schema without alternatives, which is its own only one. */
export function alone(members: PlainObject): Alternative {
  return { schema: members, view: { members } };
}

// The texts by which alternatives are alike: those that are the same first.
const KEYS: readonly ((alternative: Alternative) => string)[] = [
  ({ schema }) => jsonOf(schema) ?? "",
  ({ view: { members } }) => [members["type"], members["title"]].map((value) => jsonOf(value) ?? "").join("\n"),
  ({ view: { members } }) => jsonOf(members["type"]) ?? "",
];

export function paired(before: readonly Alternative[], after: readonly Alternative[]): Pairing {
  const [old, now] = [new Set(before), new Set(after)];
  const places = new Map(after.map((alternative, place) => [alternative, place]));
  const pairs: [Alternative, number, Alternative][] = [];
  for (const keyOf of KEYS) {
    const alike = new Map<string, Alternative[]>();
    for (const earlier of [...old].reverse()) {
      const key = keyOf(earlier);
      alike.set(key, alike.get(key) ?? []);
      alike.get(key)!.push(earlier);
    }
    for (const later of now) {
      const earlier = alike.get(keyOf(later))?.pop();
      if (!earlier) continue;
      old.delete(earlier);
      now.delete(later);
      pairs.push([earlier, places.get(later)!, later]);
    }
  }
  return { pairs: pairs.sort(([, one], [, other]) => one - other), removed: [...old], added: [...now] };
}
