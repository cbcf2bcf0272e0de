// Properties of the shapes of any schema, and of the values with which a form of it begins.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { carriedOver, fit } from "../src/form/fit";
import { freshValue, prefill } from "../src/form/initial-values";
import { memberSchemas } from "../src/form/member-schemas";
import type { JsonNode } from "../src/json/node";
import { readJson } from "../src/json/read";
import { type Shape, declaresNothing, shapeOf, variantShape } from "../src/schema/shape";
import { shapeSummary, variantName } from "../src/schema/summary";
import { bounded } from "../src/schema/work";
import { printable } from "../src/text/printable";
import { jsonTexts, names, runs } from "./property-support";
import { schemaTexts } from "./schema-arbitraries";

// The shapes of a schema, of its variants, members and items.
function shapesIn(root: JsonNode): Shape[] {
  const found = [shapeOf([root], root)];
  for (let at = 0; at < found.length && found.length < 60; at += 1) {
    const shape = found[at]!;
    for (const variant of shape.variants) found.push(variantShape(shape, variant));
    for (const schemas of shape.properties.values()) found.push(shapeOf(schemas, root));
    for (const item of [shape.items, ...shape.prefixItems]) found.push(shapeOf([item], root));
  }
  return found;
}

test("any schema has shapes, which can be named, and fitted by any value", () => {
  const shaped = fc.property(schemaTexts, jsonTexts, names, (text, value, key) => {
    const root = readJson(text);
    const node = readJson(value);
    bounded(
      () => {
        for (const shape of shapesIn(root)) {
          assert.ok(Array.isArray(shape.types) && shape.types.every((type) => typeof type === "string"));
          const words = [shapeSummary(shape), ...shape.variants.map((_, index) => variantName(shape, root, index))];
          for (const each of words) assert.equal(printable(each, Infinity), each);
          assert.equal(typeof declaresNothing(shape), "boolean");
          for (const schema of memberSchemas(shape, key)) shapeOf([schema], root);
          assert.ok(fit(shape, node) >= 0);
          const carried = carriedOver(shape, node);
          if (carried !== undefined) JSON.parse(carried);
        }
      },
      () => undefined,
    );
  });
  fc.assert(shaped, runs(300));
});

test("a form of any schema begins with an object, and with the declared defaults of its type", () => {
  const begun = fc.property(schemaTexts, (text) => {
    const root = readJson(text);
    const begin = JSON.parse(prefill(root)) as object;
    assert.ok(typeof begin === "object" && !Array.isArray(begin));
    JSON.parse(freshValue(shapeOf([root], root)));
    assert.equal(prefill(readJson(text)), prefill(root));
  });
  fc.assert(begun, runs(300));
});

test("a declared property of an object has a shape of its own, whatever its name is", () => {
  const named = fc.property(fc.uniqueArray(names), (keys) => {
    const properties = Object.fromEntries(keys.map((key, index) => [key, { type: "integer", default: index }]));
    const root = readJson(JSON.stringify({ type: "object", properties }));
    const shape = shapeOf([root], root);
    assert.deepEqual([...shape.properties.keys()].sort(), keys.toSorted());
    for (const key of keys) assert.deepEqual(shapeOf(memberSchemas(shape, key), root).types, ["integer"]);
    assert.deepEqual(memberSchemas(shape, "toLocaleString"), [undefined]);
    assert.deepEqual(
      Object.entries(JSON.parse(prefill(root)) as object).sort(),
      keys.map((key, index) => [key, index]).sort(),
    );
  });
  fc.assert(named, runs());
});
