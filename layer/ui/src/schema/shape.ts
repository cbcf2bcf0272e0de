// Shapes: the constraints of a schema on one value, with `$ref` and `allOf` merged. A shape is one level deep: the
// schemas of properties, items and variants stay nodes until their shape is needed, so that recursive schemas end.

import {
  type JsonNode,
  type MaybeNode,
  isTrue,
  itemsOf,
  memberOf,
  membersOf,
  stringOf,
  textAt,
  valueOf,
} from "../json/node";
import { nodeAt, pathOf } from "../json/path";
import { CHARS_PER_UNIT, SHAPE, spend } from "./work";

// The length of chains of `$ref` and `allOf`, and the number of lists of alternatives at one level.
// Further ones are left to the raw schema.
const DEEPEST = 32;

// The types of one schema; JSON Schema has seven. Further ones are ignored.
const MOST_TYPES = 16;

const SINGLE_KEYWORDS = [
  "title",
  "description",
  "default",
  "const",
  "enum",
  "examples",
  "format",
  "deprecated",
  "readOnly",
  "writeOnly",
  "pattern",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "contentMediaType",
  "contentEncoding",
  "additionalProperties",
] as const;
// Keywords that relate values to each other, which neither a form nor an outline can express well.
const CONDITIONS = ["not", "if", "dependentRequired", "dependentSchemas", "contains", "propertyNames"];

export type SingleKeyword = (typeof SINGLE_KEYWORDS)[number];

export interface Shape extends Partial<Record<SingleKeyword, MaybeNode>> {
  readonly root: JsonNode;
  readonly nodes: readonly MaybeNode[];
  /** The schemas of each property, and of the keys that match each pattern. */
  readonly properties: Map<string, JsonNode[]>;
  readonly required: Set<string>;
  readonly patterns: [pattern: string, schema: JsonNode][];
  types: string[];
  items?: MaybeNode;
  prefixItems: readonly JsonNode[];
  /** The alternatives of `oneOf` or `anyOf`, and the node of the list that contains them. */
  variants: readonly JsonNode[];
  variantList?: MaybeNode;
  /** The lists of alternatives of which one has been chosen. */
  readonly resolved: readonly MaybeNode[];
  nullable: boolean;
  /** The schema `false`, which allows no value. */
  never: boolean;
  /** A `$ref` whose target is not in the document. */
  unresolved?: string;
  /** Has constraints that a shape cannot express. */
  conditions: boolean;
}

// A shape while schemas are merged into it. It has no types until one of the schemas names some.
type Draft = Omit<Shape, "types"> & { types?: string[] };

// The shapes of single schemas, which are looked at again and again.
const shapes = new WeakMap<JsonNode, Shape>();
// The shapes of alternatives by the shape that has them.
const alternatives = new WeakMap<Shape, Map<JsonNode | undefined, Shape>>();

/** The shape of a value for which all of these schemas hold. */
export function shapeOf(nodes: readonly MaybeNode[], root: JsonNode): Shape {
  const [node] = nodes;
  if (nodes.length !== 1 || !node) return newShape(nodes, root, []);
  const known = shapes.get(node);
  if (known?.root === root) {
    spend(1);
    return known;
  }
  const shape = newShape(nodes, root, []);
  shapes.set(node, shape);
  return shape;
}

function newShape(nodes: readonly MaybeNode[], root: JsonNode, resolved: readonly MaybeNode[]): Shape {
  spend(SHAPE);
  const draft: Draft = {
    root,
    nodes,
    properties: new Map(),
    required: new Set(),
    patterns: [],
    prefixItems: [],
    variants: [],
    resolved,
    nullable: false,
    never: false,
    conditions: false,
  };
  const seen = new Set(resolved);
  for (const node of nodes) collectInto(draft, node, seen, 0);
  return normalized(draft);
}

function collectInto(shape: Draft, node: MaybeNode, seen: Set<MaybeNode>, depth: number): void {
  if (!node || seen.has(node)) return;
  if (depth > DEEPEST) {
    shape.conditions = true;
    return;
  }
  seen.add(node);
  const properties = membersOf(valueOf(node, "properties"));
  const required = strings(itemsOf(valueOf(node, "required")));
  const patterns = membersOf(valueOf(node, "patternProperties"));
  const reference = textAt(node, "$ref");
  const lists = ["enum", "oneOf", "anyOf", "allOf"].map((key) => itemsOf(valueOf(node, key)).length);
  const texts = (reference?.length ?? 0) / CHARS_PER_UNIT;
  spend(
    1 + properties.length + required.length + patterns.length + lists.reduce((sum, length) => sum + length) + texts,
  );
  if (node.type === "boolean") shape.never ||= !isTrue(node);
  for (const key of SINGLE_KEYWORDS) shape[key] ??= valueOf(node, key);
  shape.conditions ||= CONDITIONS.some((key) => memberOf(node, key));
  collectTypes(shape, valueOf(node, "type"));
  for (const { key, value } of properties) {
    const schemas = shape.properties.get(key);
    if (schemas) schemas.push(value);
    else shape.properties.set(key, [value]);
  }
  for (const name of required) shape.required.add(name);
  for (const { key, value } of patterns) shape.patterns.push([key, value]);
  const items = valueOf(node, "items");
  const tuple = items?.type === "array" ? items : valueOf(node, "prefixItems");
  if (tuple !== items) shape.items ??= items;
  if (tuple) shape.prefixItems = itemsOf(tuple);
  for (const keyword of ["oneOf", "anyOf"]) {
    const list = valueOf(node, keyword);
    if (seen.has(list) || itemsOf(list).length === 0) continue;
    if (shape.variantList || shape.resolved.length >= DEEPEST) shape.conditions = true;
    else Object.assign(shape, { variantList: list, variants: itemsOf(list) });
  }
  if (reference !== undefined) {
    const target = resolveReference(shape.root, reference);
    if (target) collectInto(shape, target, seen, depth + 1);
    else shape.unresolved = reference;
  }
  for (const part of itemsOf(valueOf(node, "allOf"))) collectInto(shape, part, seen, depth + 1);
}

function collectTypes(shape: Draft, type: MaybeNode): void {
  // JSON Schema has seven types.
  const types = strings([type, ...itemsOf(type).slice(0, MOST_TYPES)]);
  if (types.length > 0) shape.types = shape.types?.filter((name) => types.includes(name)) ?? types;
}

function strings(nodes: readonly MaybeNode[]): string[] {
  return nodes.map(stringOf).filter((text) => text !== undefined);
}

// Removes `null` from types and variants. If there is no `type`, infers it from the keywords that apply to one type
// only.
function normalized(draft: Draft): Shape {
  const isReal = (variant: JsonNode) =>
    textAt(variant, "type") !== "null" && valueOf(variant, "const")?.type !== "null";
  const real = draft.variants.filter(isReal);
  if (real.length === 1 && draft.variants.length > 1) {
    return {
      ...newShape([...draft.nodes, real[0]], draft.root, [...draft.resolved, draft.variantList]),
      nullable: true,
    };
  }
  const nullable =
    real.length < draft.variants.length ||
    Boolean(draft.types?.includes("null")) ||
    itemsOf(draft.enum).some((entry) => entry.type === "null");
  return { ...draft, nullable, variants: real, types: plainTypes(draft.types ?? inferredTypes(draft)) };
}

// Removes `null`, and `integer` if `number` is present. A single type is kept as it is.
function plainTypes(types: string[]): string[] {
  if (types.length <= 1) return types;
  const isPlain = (name: string) => name !== "null" && !(name === "integer" && types.includes("number"));
  return [...new Set(types)].filter(isPlain);
}

function inferredTypes(shape: Draft): string[] {
  if (shape.const) return [shape.const.type];
  if (shape.enum) return itemsOf(shape.enum).map((entry) => entry.type);
  if (shape.properties.size > 0 || shape.patterns.length > 0 || shape.additionalProperties) return ["object"];
  return shape.items || shape.prefixItems.length > 0 ? ["array"] : [];
}

/** The shape of one alternative, together with the constraints that apply to all of them. */
export function variantShape(shape: Shape, variant: JsonNode | undefined): Shape {
  const known = alternatives.get(shape) ?? new Map<JsonNode | undefined, Shape>();
  alternatives.set(shape, known);
  const made = known.get(variant);
  if (made) spend(1);
  const chosen = made ?? newShape([...shape.nodes, variant], shape.root, [...shape.resolved, shape.variantList]);
  known.set(variant, chosen);
  return chosen;
}

/** Returns whether a shape is that of an object for which no members are declared. */
export function declaresNothing(shape: Shape): boolean {
  const { properties, required, patterns, variants, types, additionalProperties, enum: options } = shape;
  const members = properties.size + required.size + patterns.length + variants.length;
  const isObject = types.every((type) => type === "object") && !options && !shape.const;
  const takesOthers = additionalProperties?.type === "object" || isTrue(additionalProperties);
  return members === 0 && isObject && !takesOthers && !shape.conditions && shape.unresolved === undefined;
}

// References within the document: `#` and `#/pointer`.
function resolveReference(root: JsonNode, reference: string): MaybeNode {
  try {
    return /^#(\/|$)/.test(reference) ? nodeAt(root, pathOf(decodeURIComponent(reference.slice(1)))) : undefined;
  } catch {
    return undefined;
  }
}
