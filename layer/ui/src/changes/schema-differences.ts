// The differences between two JSON Schemas, keyword by keyword.

import RULES from "../../../src/definitions/rules.json";
import { type PlainObject, isObject, memberAt, objectOf } from "../json/plain";
import { type Alternative, alone, alternativesOf, paired } from "./alternatives";
import { type Difference, type Effect, type Side, isBreaking, isSameJson, jsonOf, shownValue } from "./difference";
import { type SchemaView, conditionsOf, viewOf, without } from "./schema-view";

// The keywords that are compared alike, as the rules say. All others forbid something.
const { annotation, lower, upper, schema, schemas, definitions, apart, alternatives } = RULES.keywords;

/** Returns the differences, up to a maximum number. The layer's `definitions` find the same ones. */
export function schemaDifferences(before: unknown, after: unknown, side: Side, path: readonly string[]): Difference[] {
  // Many harmless differences must not hide one that breaks clients.
  const found: [breaking: Difference[], others: Difference[]] = [[], []];

  const add = (path: readonly string[], what: string, effect: Effect, values: Partial<Difference> = {}) => {
    const breaks = isBreaking(effect, side);
    const list = found[breaks ? 0 : 1];
    if (list.length < RULES.most) list.push({ path, what, isBreaking: breaks, ...values });
  };

  const changed = (path: readonly string[], keyword: string, effect: Effect, before: unknown, after: unknown) =>
    add(path, keyword, effect, { before: shownValue(before), after: shownValue(after) });

  // The same reference may refer to something else.
  const haveSameDefinitions = definitions.every((key) => isSameJson(memberAt(before, key), memberAt(after, key)));
  // The pairs of definitions that were compared.
  const followed = new Map<PlainObject, Set<PlainObject>>();
  let references = 0;

  const compare = (old: unknown, now: unknown, path: readonly string[], depth: number): void => {
    const isSame = isSameJson(old, now);
    if (isSame && haveSameDefinitions) return;
    if (isObject(old) && isObject(now) && depth < RULES.deepest) {
      compareViews(viewOf(old, before), viewOf(now, after), path, depth + 1);
    } else if (!isSame) changed(path, "Schema", booleanEffect(old, now), old, now);
  };

  const compareViews = (old: SchemaView, now: SchemaView, path: readonly string[], depth: number) => {
    if (old.target && now.target) {
      const others = followed.get(old.target) ?? new Set();
      if (others.has(now.target)) return;
      if (references === RULES.references) {
        add(path, "Not compared: the schemas have too many references", "both");
        return;
      }
      references += 1;
      followed.set(old.target, others.add(now.target));
    }
    const [was, is] = compareAlternatives(old.members, now.members, path, depth);
    compareProperties(was, is, path, depth);
    const [allowed, allows] = [allowedBy(was), allowedBy(is)];
    if (!isSameJson(allowed, allows)) {
      changed(path, "Allowed values", setEffect(valuesOf(allowed), valuesOf(allows)), allowed, allows);
    }
    for (const keyword of keysOf(was, is))
      compareKeyword(keyword, ownAt(was, keyword), ownAt(is, keyword), path, depth);
  };

  // Compares the alternatives, and returns what is left to be compared. A schema without alternatives is the only one of its own,
  // so that a type is compared with a type that may also be null.
  const compareAlternatives = (was: PlainObject, is: PlainObject, path: readonly string[], depth: number) => {
    const [olds, nows] = [alternativesOf(was, before), alternativesOf(is, after)];
    if (!olds && !nows) return [was, is] as const;
    const [conditions, later] = [conditionsOf(was), conditionsOf(is)];
    const [count, laterCount] = [conditions, later].map((members) => Object.keys(members).length);
    if (olds && nows) {
      comparePairs(olds.items, nows.items, path, depth, nows.keyword);
      return [without(was, olds.keyword), without(is, nows.keyword)] as const;
    }
    if (olds && count === 1 && laterCount! > 0) comparePairs(olds.items, [alone(later)], path, depth);
    else if (nows && laterCount === 1 && count! > 0) comparePairs([alone(conditions)], nows.items, path, depth);
    else return [was, is] as const;
    return [conditionsOf(was, false), conditionsOf(is, false)] as const;
  };

  const comparePairs = (
    olds: readonly Alternative[],
    nows: readonly Alternative[],
    path: readonly string[],
    depth: number,
    keyword?: string,
  ) => {
    const { pairs, removed, added } = paired(olds, nows);
    for (const [old, place, now] of pairs) {
      compareViews(old.view, now.view, keyword === undefined ? path : [...path, keyword, String(place)], depth);
    }
    for (const { schema } of removed) changed(path, "Alternative removed", "narrower", schema, undefined);
    for (const { schema } of added) changed(path, "Alternative added", "wider", undefined, schema);
  };

  const compareProperties = (was: PlainObject, is: PlainObject, path: readonly string[], depth: number) => {
    const [old, now] = [objectOf(was["properties"]), objectOf(is["properties"])];
    const [needed, needs] = [new Set(textsOf(was["required"])), new Set(textsOf(is["required"]))];
    for (const name of keysOf(old, now)) {
      const at = [...path, name];
      if (!Object.hasOwn(now, name)) add(at, "Property removed", "both");
      else if (Object.hasOwn(old, name)) compare(old[name], now[name], at, depth);
      else if (needs.has(name)) add(at, "Required property added", "narrower");
      else add(at, "Property added", "none");
    }
    for (const name of new Set([...needed, ...needs])) {
      const wasKnown = Object.hasOwn(old, name) || !Object.hasOwn(now, name);
      const isKnown = Object.hasOwn(now, name) || !Object.hasOwn(old, name);
      if (!needed.has(name) && wasKnown) add([...path, name], "Now required", "narrower");
      if (!needs.has(name) && isKnown) add([...path, name], "No longer required", "wider");
    }
  };

  const compareKeyword = (keyword: string, old: unknown, now: unknown, path: readonly string[], depth: number) => {
    // Definitions are compared where they are used.
    if (apart.includes(keyword) || definitions.includes(keyword)) return;
    if (schema.includes(keyword) && isObject(old) && isObject(now)) compare(old, now, [...path, keyword], depth);
    else if (schemas.includes(keyword) && isObject(old) && isObject(now)) {
      for (const name of keysOf(old, now)) compare(ownAt(old, name), ownAt(now, name), [...path, keyword, name], depth);
    } else if (Array.isArray(old) && Array.isArray(now) && keyword !== "type" && !annotation.includes(keyword)) {
      compareLists(keyword, old, now, path, depth);
    } else if (isSameJson(old, now)) return;
    else if (annotation.includes(keyword)) changed(path, titled(keyword), "none", old, now);
    else if (keyword === "type") changed(path, "Type", setEffect(typesOf(old), typesOf(now)), old, now);
    else if (lower.includes(keyword)) changed(path, keyword, limitEffect(old, now, -1), old, now);
    else if (upper.includes(keyword)) changed(path, keyword, limitEffect(old, now, 1), old, now);
    else if (keyword === "additionalProperties") changed(path, "Other properties", booleanEffect(old, now), old, now);
    else changed(path, keyword, presenceEffect(old, now), old, now);
  };

  const compareLists = (
    keyword: string,
    old: readonly unknown[],
    now: readonly unknown[],
    path: readonly string[],
    depth: number,
  ) => {
    for (const [index, schema] of old.slice(0, now.length).entries()) {
      compare(schema, now[index], [...path, keyword, String(index)], depth);
    }
    if (old.length === now.length) return;
    const more = now.length > old.length;
    const effect: Effect = more === alternatives.includes(keyword) ? "wider" : "narrower";
    add(path, `${keyword}: ${old.length} → ${now.length} alternatives`, effect);
  };

  compare(before, after, path, 0);
  return found.flat();
}

function titled(keyword: string): string {
  return keyword[0]!.toUpperCase() + keyword.slice(1);
}

function keysOf(...objects: readonly PlainObject[]): Set<string> {
  return new Set(objects.flatMap((object) => Object.keys(object)));
}

// Returns a member, but none that every object has, such as `constructor`.
function ownAt(object: PlainObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

// The allowed types; undefined if all are. Integers are numbers.
function typesOf(value: unknown): Set<string> | undefined {
  if (value === undefined) return undefined;
  const types = new Set(typeof value === "string" ? [value] : textsOf(value));
  return types.has("number") ? types.add("integer") : types;
}

// The allowed values, if they are listed: `const` is a list of one.
function allowedBy(schema: PlainObject): unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  const listed = schema["enum"];
  return Array.isArray(listed) ? listed : undefined;
}

function valuesOf(values: readonly unknown[] | undefined): Set<string> | undefined {
  return values && new Set(values.map((value) => jsonOf(value) ?? ""));
}

// The effect of other allowed values; undefined allows all of them.
function setEffect(before: ReadonlySet<string> | undefined, after: ReadonlySet<string> | undefined): Effect {
  const isNarrower = after !== undefined && !(before && isSubset(before, after));
  const isWider = before !== undefined && !(after && isSubset(after, before));
  if (isNarrower && isWider) return "both";
  return isNarrower ? "narrower" : isWider ? "wider" : "none";
}

function isSubset(values: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...values].every((value) => others.has(value));
}

// The effect of another limit. The sign is 1 if a greater one allows more, and -1 if it allows less.
function limitEffect(before: unknown, after: unknown, sign: 1 | -1): Effect {
  if (typeof before !== "number" || typeof after !== "number") return presenceEffect(before, after);
  return (after - before) * sign > 0 ? "wider" : "narrower";
}

// The effect on a keyword that only forbids.
function presenceEffect(before: unknown, after: unknown): Effect {
  if (before === undefined) return "narrower";
  return after === undefined ? "wider" : "both";
}

// The effect of a schema that is a boolean or absent: `false` allows nothing, `true` and no schema everything.
function booleanEffect(before: unknown, after: unknown): Effect {
  const [old, now] = [before, after].map((schema) => schema === undefined || schema === true);
  if (old === now) return before === false ? "wider" : after === false ? "narrower" : "both";
  return old ? "narrower" : "wider";
}
