// Shapes of schemas, and the values with which a form begins.
import assert from "node:assert/strict";
import { test } from "node:test";
import { carriedOver, fit } from "../src/form/fit";
import { freshValue, prefill } from "../src/form/initial-values";
import { memberSchemas } from "../src/form/member-schemas";
import { nodeOf, readJson } from "../src/json/read";
import { type Shape, shapeOf, variantShape } from "../src/schema/shape";
import { shapeSummary } from "../src/schema/summary";

function shape(schema: unknown): Shape {
  const root = nodeOf(schema);
  return shapeOf([root], root);
}

function withoutSpace(text: string): string {
  return text.replace(/\s/g, "");
}

test("merges references and combinations into a shape, including cycles", () => {
  assert.deepEqual(shape({ anyOf: [{ type: "string" }, { type: "null" }] }).types, ["string"]);
  assert.equal(shape({ anyOf: [{ type: "string" }, { type: "null" }] }).nullable, true);
  assert.deepEqual(shape({ type: ["integer", "number"] }).types, ["number"]);
  assert.deepEqual(shape({ type: ["string", "integer"], allOf: [{ type: ["integer", "boolean"] }] }).types, [
    "integer",
  ]);
  const cyclic = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a", type: "boolean" } } };
  assert.deepEqual(shape(cyclic).types, ["boolean"]);
  assert.deepEqual(shape({ properties: { "a/b": { type: "string" } }, $ref: "#/properties/a~1b" }).types, ["string"]);
  assert.equal(shape({ $ref: "other.json" }).unresolved, "other.json");
});

test("a recursive schema has a fresh value that ends", () => {
  const recursive = shape({ type: "object", required: ["me"], properties: { me: { $ref: "#" } } });
  assert.equal(withoutSpace(freshValue(recursive)), '{"me":{"me":{"me":{"me":{"me":null}}}}}');
});

test("summarises types and constraints", () => {
  assert.equal(shapeSummary(shape({ type: "integer", minimum: 1, maximum: 9 })), "integer · 1 – 9");
  assert.equal(
    shapeSummary(shape({ type: "array", items: { type: "string" }, uniqueItems: true })),
    "list of strings · no duplicates",
  );
  assert.equal(shapeSummary(shape({ additionalProperties: { type: "number" } })), "map of numbers");
  assert.equal(shapeSummary(shape(false)), "no value is allowed");
});

test("prefills exactly the required keys", () => {
  const prefilled = (schema: unknown) => prefill(nodeOf(schema));
  const properties = { a: { default: false }, c: { default: 1 } };
  assert.equal(prefilled({ required: ["a", "b", "a"], properties }), '{\n  "a": false,\n  "b": null\n}');
  const inherited = prefilled({ required: ["hasOwnProperty", "constructor"], properties: {} });
  assert.equal(inherited, '{\n  "hasOwnProperty": null,\n  "constructor": null\n}');
  assert.equal(prefilled({ required: "a" }), "{}");
  assert.equal(prefill(readJson("false")), "{}");
});

test("the variant whose constant matches fits best, and takes over what fits it", () => {
  const kind = (name: string, value: string) => ({
    required: ["kind"],
    properties: { kind: { const: name }, value: { type: value } },
  });
  const either = shape({ type: "object", oneOf: [kind("a", "string"), kind("b", "number")] });
  const value = readJson('{"kind":"b","value":7}');
  const [first, second] = either.variants.map((variant) => variantShape(either, variant));
  assert.ok(first && second);
  assert.equal(fit(first, value), 0);
  assert.ok(fit(second, value) > 20);
  assert.equal(withoutSpace(carriedOver(second, readJson('{"kind":"a","value":7}'))), '{"kind":"b","value":7}');
  assert.equal(withoutSpace(carriedOver(first, value)), '{"kind":"a"}');
});

test("a pattern that may backtrack is not tried", () => {
  const schemas = (pattern: string) => memberSchemas(shape({ patternProperties: { [pattern]: {} } }), "aaaa");
  assert.notEqual(schemas("^a+$")[0], undefined);
  for (const hostile of ["(a+)+$", "a*a*a*a*a*$", "["]) assert.equal(schemas(hostile)[0], undefined, hostile);
});
