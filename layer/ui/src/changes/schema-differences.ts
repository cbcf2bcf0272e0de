// The differences between two JSON Schemas, keyword by keyword.

import RULES from "../../../src/definitions/rules.json";
import { type PlainObject, isObject, objectOf } from "../json/plain";
import { type Difference, type Effect, type Side, isBreaking, isSameJson, jsonOf, shownValue } from "./difference";

// The keywords that are compared alike, as the rules say. All others forbid something.
const { annotation, lower, upper, schema, schemas, alternatives } = RULES.keywords;

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

  const compare = (before: unknown, after: unknown, path: readonly string[]): void => {
    if (isSameJson(before, after)) return;
    if (!isObject(before) || !isObject(after) || path.length > RULES.deepest) {
      changed(path, "Schema", booleanEffect(before, after), before, after);
      return;
    }
    compareProperties(before, after, path);
    for (const keyword of keysOf(before, after))
      compareKeyword(keyword, ownAt(before, keyword), ownAt(after, keyword), path);
  };

  const compareProperties = (before: PlainObject, after: PlainObject, path: readonly string[]) => {
    const [old, now] = [objectOf(before["properties"]), objectOf(after["properties"])];
    const [needed, needs] = [new Set(textsOf(before["required"])), new Set(textsOf(after["required"]))];
    for (const name of keysOf(old, now)) {
      const at = [...path, name];
      if (!Object.hasOwn(now, name)) add(at, "Property removed", "both");
      else if (Object.hasOwn(old, name)) compare(old[name], now[name], at);
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

  const compareKeyword = (keyword: string, old: unknown, now: unknown, path: readonly string[]) => {
    if (isSameJson(old, now) || keyword === "properties" || keyword === "required") return;
    if (annotation.includes(keyword)) changed(path, titled(keyword), "none", old, now);
    else if (keyword === "type") changed(path, "Type", setEffect(typesOf(old), typesOf(now)), old, now);
    else if (keyword === "enum") changed(path, "Allowed values", setEffect(valuesOf(old), valuesOf(now)), old, now);
    else if (lower.includes(keyword)) changed(path, keyword, limitEffect(old, now, -1), old, now);
    else if (upper.includes(keyword)) changed(path, keyword, limitEffect(old, now, 1), old, now);
    else if (schema.includes(keyword) && isObject(old) && isObject(now)) compare(old, now, [...path, keyword]);
    else if (keyword === "additionalProperties") changed(path, "Other properties", booleanEffect(old, now), old, now);
    else if (schemas.includes(keyword) && isObject(old) && isObject(now)) {
      for (const name of keysOf(old, now)) compare(ownAt(old, name), ownAt(now, name), [...path, keyword, name]);
    } else if (Array.isArray(old) && Array.isArray(now)) compareLists(keyword, old, now, path);
    else changed(path, keyword, presenceEffect(old, now), old, now);
  };

  const compareLists = (keyword: string, old: readonly unknown[], now: readonly unknown[], path: readonly string[]) => {
    for (const [index, schema] of old.slice(0, now.length).entries()) {
      compare(schema, now[index], [...path, keyword, String(index)]);
    }
    if (old.length === now.length) return;
    const more = now.length > old.length;
    const effect: Effect = more === alternatives.includes(keyword) ? "wider" : "narrower";
    add(path, `${keyword}: ${old.length} → ${now.length} alternatives`, effect);
  };

  compare(before, after, path);
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

function valuesOf(value: unknown): Set<string> | undefined {
  return Array.isArray(value) ? new Set(value.map((item) => jsonOf(item) ?? "")) : undefined;
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
