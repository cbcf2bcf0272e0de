// Shapes of schemas, and the values with which a form begins.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { carriedOver, fit } from "../src/form/fit";
import { freshValue, prefill } from "../src/form/initial-values";
import { memberSchemas } from "../src/form/member-schemas";
import { nodeOf, readJson } from "../src/json/read";
import { type Shape, shapeOf, variantShape } from "../src/schema/shape";
import { shapeSummary, variantName } from "../src/schema/summary";
import { SHAPE, TooComplex, bounded, spend } from "../src/schema/work";

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
  assert.equal(withoutSpace(freshValue(recursive)), '{"me":{"me":{"me":{"me":{}}}}}');
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

function prefilled(schema: unknown): unknown {
  return JSON.parse(prefill(nodeOf(schema)));
}

test("prefills declared defaults in the schema's order, whether they are required, optional or nested", () => {
  const properties = {
    optional: { type: "string", default: "o" },
    entered: { type: "string" },
    nested: {
      type: "object",
      required: ["inner"],
      properties: { inner: { type: "object", properties: { deep: { default: [1.5] } } }, skipped: { type: "object" } },
    },
    required: { type: "integer", default: 0 },
  };
  const written = prefill(nodeOf({ type: "object", required: ["required", "nested"], properties }));
  assert.equal(withoutSpace(written), '{"optional":"o","nested":{"inner":{"deep":[1.5]}},"required":0}');
  assert.match(written, /^ {2}"nested": \{\n {4}"inner": \{\n {6}"deep": \[1\.5\]\n {4}\}\n {2}\},$/m);
});

test("prefills what can have only one value, and opens required objects and lists", () => {
  const properties = { kind: { const: "k" }, one: { enum: [1] }, list: { type: "array" }, map: { type: "object" } };
  const required = Object.keys(properties);
  assert.deepEqual(prefilled({ required, properties }), { kind: "k", one: 1, list: [], map: {} });
  assert.deepEqual(prefilled({ properties }), {});
});

test("prefills the default of the whole schema, and defaults behind references", () => {
  const $defs = { level: { enum: ["low", "high"], default: "low" } };
  const properties = { a: { default: 1 }, b: { default: 2 }, level: { $ref: "#/$defs/level" } };
  assert.deepEqual(prefilled({ $defs, properties, default: { a: 5 } }), { a: 5, b: 2, level: "low" });
});

test("does not prefill the absence of an optional value, or a default that does not fit", () => {
  const properties = {
    absent: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
    wrong: { type: "integer", default: "many" },
    wanted: { type: ["string", "null"], default: null },
  };
  assert.deepEqual(prefilled({ properties, required: ["wanted"] }), { wanted: null });
});

test("a required value that the user has to enter is not prefilled, whatever its key or schema", () => {
  const required = ["hasOwnProperty", "constructor", "text", "either"];
  const properties = { text: { type: "string" }, either: { oneOf: [{ type: "string" }, { type: "object" }] } };
  assert.deepEqual(prefilled({ required, properties }), {});
  assert.deepEqual(prefilled({ required: "a" }), {});
  assert.equal(prefill(readJson("false")), "{}");
  const proto = readJson('{"properties": {"__proto__": {"type": "object"}}, "required": ["__proto__"]}');
  assert.equal(withoutSpace(prefill(proto)), '{"__proto__":{}}');
});

test("a schema that requires itself many times is prefilled in bounded size", () => {
  const keys = Array.from({ length: 100 }, (_, index) => `k${index}`);
  const properties = Object.fromEntries(keys.map((key) => [key, { $ref: "#" }]));
  assert.ok(prefill(nodeOf({ type: "object", properties, required: keys })).length < 200000);
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
  assert.equal(withoutSpace(carriedOver(second, readJson('{"kind":"a","value":7}')) ?? ""), '{"kind":"b","value":7}');
  assert.equal(withoutSpace(carriedOver(first, value) ?? ""), '{"kind":"a"}');
});

test("how well a value fits is looked at up to a depth, below which the right type is enough", () => {
  const object = (a: object) => ({ type: "object", required: ["a"], properties: { a } });
  const nested = (levels: number): object => (levels === 0 ? object({}) : object(nested(levels - 1)));
  const lacking = (levels: number): object => (levels === 0 ? {} : { a: lacking(levels - 1) });
  const fits = [1, 2, 3, 4].map((levels) => fit(shape(nested(levels)), nodeOf(lacking(levels))));
  assert.deepEqual(fits, [1, 2, 4, 4]);
});

test("a pattern that may backtrack is not tried", () => {
  const schemas = (pattern: string) => memberSchemas(shape({ patternProperties: { [pattern]: {} } }), "a".repeat(20));
  assert.notEqual(schemas("^a+$")[0], undefined);
  for (const hostile of ["(a+)+$", "a*a*a*a*a*$", "["]) assert.equal(schemas(hostile)[0], undefined, hostile);
});

test("every list of alternatives at one level is chosen from once, so that choices end", () => {
  const city = { properties: { city: { type: "string" } } };
  const zip = { properties: { zip: { type: "string" } } };
  const lists = [
    { oneOf: [city, zip], anyOf: [city, zip] },
    { allOf: [{ anyOf: [city, zip] }, { anyOf: [zip, city] }] },
  ];
  for (const list of lists) {
    const first = shape({ type: "object", ...list });
    const second = variantShape(first, first.variants[0]);
    const third = variantShape(second, second.variants[1]);
    assert.deepEqual(
      [first, second, third].map(({ variants }) => variants.length),
      [2, 2, 0],
    );
    assert.equal(fit(first, readJson('{"city":"Oslo"}')) > 0, true);
  }
});

// Schemas with nested unions and conjunctions, of properties that all have the same few names.
const schemas = fc.letrec<{ schema: object }>((tie) => {
  const list = fc.array(tie("schema"), { minLength: 1, maxLength: 10 });
  return {
    schema: fc.oneof(
      { maxDepth: 4, depthSize: "medium" },
      fc.record(
        { type: fc.constantFrom("string", "number", "null", "object"), const: fc.constantFrom("a", 1) },
        { requiredKeys: [] },
      ),
      fc.record({ oneOf: list, anyOf: list, allOf: list }, { requiredKeys: [] }),
      fc.record({
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("a", "b", "c"), tie("schema")),
        required: fc.subarray(["a", "b", "c"]),
        anyOf: list,
      }),
      fc.record({ $ref: fc.constantFrom("#", "#/anyOf/0", "#/properties/a", "#/allOf/0/anyOf/1") }),
    ),
  };
}).schema;

test("the work on any schema is bounded, and the choices at one level end", () => {
  const values = ["{}", '{"a":"a"}', '{"a":{"b":1},"c":null}'].map((text) => readJson(text));
  const property = fc.property(schemas, (schema) => {
    const root = nodeOf(schema);
    let chosen = shapeOf([root], root);
    for (let depth = 0; chosen.variants.length > 0; depth += 1) {
      assert.ok(depth < 32);
      chosen = variantShape(chosen, chosen.variants.at(-1));
    }
    for (const value of values) bounded(() => void fit(shapeOf([root], root), value), assertTooComplex);
    assert.equal(typeof prefill(root), "string");
  });
  fc.assert(property, { numRuns: 300 });
});

function assertTooComplex(problem: Error): void {
  assert.ok(problem instanceof TooComplex);
}

test("texts, lists and patterns that are looked at again and again count as work", () => {
  const many = (count: number, of: (index: number) => unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, of(index)]));
  const referring = (definition: unknown) => ({
    type: "object",
    $defs: { x: definition },
    properties: many(1000, () => ({ $ref: "#/$defs/x" })),
  });
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const x = "a".repeat(98);
  const hostile = {
    types: referring({ allOf: [{ type: names("a", 4000) }, { type: names("b", 4000) }] }),
    enums: referring({ enum: names("", 10_000) }),
    alternatives: referring({ oneOf: names("", 10_000).map(() => ({})) }),
    references: { properties: many(1000, () => ({ $ref: `#${"/a".repeat(50_000)}` })) },
    defaults: {
      ...referring({ type: "string", default: "x".repeat(130_000) }),
      required: Object.keys(many(1000, String)),
    },
    patterns: {
      properties: {
        p: {
          type: "object",
          default: many(10, () => 0),
          patternProperties: Object.fromEntries(names("a*a*a*[b", 5000).map((begin) => [`${begin}]`, {}])),
        },
      },
      required: ["p"],
    },
  };
  for (const [kind, schema] of Object.entries(hostile)) {
    const root = nodeOf(schema);
    const outcome = bounded(
      () => {
        for (const node of shapeOf([root], root).properties.values()) shapeOf(node, root);
        return "done";
      },
      () => "too complex",
    );
    // Types are cut; the others end early, or cost little.
    if (["enums", "alternatives", "references"].includes(kind)) assert.equal(outcome, "too complex", kind);
    assert.ok(prefill(root).length < 20_000_000, kind);
    assert.ok(memberSchemas(shapeOf([root], root), x).length <= 5000, kind);
  }
});

test("millions of combinations end as too complex, after at most 20,000 shapes", () => {
  const alternatives = (list: number) =>
    Array.from({ length: 60 }, (_, index) => ({ properties: { [`${list}-${index}`]: { type: "string" } } }));
  const hostile = nodeOf({ type: "object", allOf: [1, 2, 3, 4].map((list) => ({ anyOf: alternatives(list) })) });
  let shapes = 0;
  const visit = (current: Shape): void => {
    shapes += 1;
    for (const variant of current.variants) visit(variantShape(current, variant));
  };
  const outcome = bounded(
    () => visit(shapeOf([hostile], hostile)),
    ({ message }) => message,
  );
  assert.equal(outcome, "This schema is too complex for a form. Edit the JSON instead.");
  assert.ok(shapes > 500 && shapes <= 20000, String(shapes));
  assert.ok(variantName(shapeOf([hostile], hostile), hostile, 0));
  // The next drawing has room again.
  assert.equal(
    bounded(() => spend(SHAPE), String),
    undefined,
  );
});
