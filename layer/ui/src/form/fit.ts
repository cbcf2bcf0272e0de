// Scores how well an existing value fits a schema.

import { addMember, replaceValue } from "../json/edit";
import { type MaybeNode, type ObjectNode, itemsOf, memberOf, rawOf, valueOf } from "../json/node";
import { readJson } from "../json/read";
import { sameJson } from "../json/write";
import { type Shape, shapeOf, variantShape } from "../schema/shape";
import { hasType } from "./has-type";
import { addedValue } from "./initial-values";

// The levels of a value that are scored. A deeper value fits if it has the right type.
const DEEPEST_FIT = 2;

/**
 * Scores how well a value fits a shape: 0 if not at all, and higher the more of it matches. A partial value may lack
 * required members.
 */
export function fit(shape: Shape, node: MaybeNode, isPartial = false, depth = 0): number {
  if (!node || shape.never || !hasType(shape, node)) return 0;
  if (shape.const) return sameJson(shape.const, node) ? 20 : 0;
  if (shape.enum) return itemsOf(shape.enum).some((entry) => sameJson(entry, node)) ? 10 : 0;
  if (shape.variants.length > 0 && depth < DEEPEST_FIT) {
    return Math.max(...shape.variants.map((variant) => fit(variantShape(shape, variant), node, isPartial, depth + 1)));
  }
  return node.type === "object" && depth <= DEEPEST_FIT ? fitOfMembers(shape, node, isPartial, depth) : 1;
}

function fitOfMembers(shape: Shape, node: ObjectNode, isPartial: boolean, depth: number): number {
  for (const key of shape.required) if (!isPartial && !memberOf(node, key)) return 0;
  let score = 1;
  for (const { key, value } of node.members) {
    const schemas = shape.properties.get(key);
    if (!schemas) continue;
    const inner = fit(shapeOf(schemas, shape.root), value, isPartial, depth + 1);
    if (inner === 0 && shapeOf(schemas, shape.root).const) return 0;
    score += inner;
  }
  return score;
}

/**
 * A new value of another variant, with those members of the old value that fit this variant. Undefined if nothing is
 * known about the value.
 */
export function carriedOver(shape: Shape, node: MaybeNode): string | undefined {
  const fresh = addedValue(shape);
  if (fresh === undefined) return undefined;
  let result = readJson(fresh);
  if (node?.type !== "object" || result.type !== "object") return fresh;
  for (const { key, value } of node.members) {
    if (result.type !== "object") return fresh;
    const schemas = shape.properties.get(key);
    if (!schemas || fit(shapeOf(schemas, shape.root), value) === 0) continue;
    const existing = valueOf(result, key);
    result = readJson(existing ? replaceValue(existing, rawOf(value)) : addMember(result, key, rawOf(value)));
  }
  return rawOf(result);
}
