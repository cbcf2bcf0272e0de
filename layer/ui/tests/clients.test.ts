// The weight of a tool for models, and the hints on other clients, for schemas of any kind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientHints } from "../src/clients/hints";
import { subschemas } from "../src/clients/subschemas";
import { aboutTokens, weightOf } from "../src/clients/weight";
import type { PlainObject } from "../src/json/plain";

const described = { type: "string", description: "A text." };
const good = {
  name: "get_weather",
  description: "Tells the weather.",
  inputSchema: { type: "object", properties: { city: described }, required: ["city"], additionalProperties: false },
};

function hintsWith(changes: PlainObject): string[] {
  return clientHints({ ...good, ...changes }).map(({ text, names }) => [text, ...names].join(" "));
}

function hintsOn(schema: PlainObject): string[] {
  return hintsWith({ inputSchema: { ...good.inputSchema, ...schema } });
}

test("the weight is the length of the definition as compact JSON", () => {
  const { name, description, inputSchema } = good;
  for (const schema of [
    inputSchema,
    { a: [1, "ü\n\u{1F600}", null, [], {}], "": true },
    JSON.parse('{"__proto__":1}'),
  ]) {
    const definition = { name, description, inputSchema: schema as unknown };
    assert.equal(weightOf({ ...definition, title: "Not given to models" }), JSON.stringify(definition).length);
  }
  assert.equal(weightOf({ name: "a", description: "" }), '{"name":"a"}'.length);
});

test("the weight of a deep schema is found without recursion", () => {
  const deep = JSON.parse(`${'{"not":'.repeat(200000)}{}${"}".repeat(200000)}`) as unknown;
  assert.equal(weightOf({ name: "a", inputSchema: deep }), '{"name":"a","inputSchema":}'.length + 200000 * 8 + 2);
});

test("tokens are rounded to two digits", () => {
  assert.equal(aboutTokens(1), "About 1 token");
  assert.equal(aboutTokens(494), "About 120 tokens");
  assert.equal(aboutTokens(49000), "About 12,000 tokens");
});

test("a tool that every client takes has no hints", () => assert.deepEqual(hintsWith({}), []));

test("names are measured by the rules of OpenAI, Claude and MCP", () => {
  const refusing = (name: string) => hintsWith({ name }).map((text) => text.split(" ")[0]);
  assert.deepEqual(refusing("a".repeat(64)), []);
  assert.deepEqual(refusing("a".repeat(65)), ["OpenAI"]);
  assert.deepEqual(refusing("admin.tools"), ["OpenAI", "Claude"]);
  for (const name of ["a".repeat(129), "orders/create", "", "größe", "a\n"]) {
    assert.deepEqual(refusing(name), ["OpenAI", "Claude", "MCP"], name);
  }
});

test("missing and long descriptions are reported", () => {
  for (const description of [undefined, "", " \n", 7]) assert.match(hintsWith({ description }).join(), /^Without/);
  assert.deepEqual(hintsWith({ description: "x".repeat(1024) }), []);
  assert.deepEqual(hintsWith({ description: "\u{1F600}".repeat(1024) }), []);
  assert.match(hintsWith({ description: "x".repeat(1025) }).join(), /^Azure OpenAI .* 1,024 characters/);
  const properties = { a: { type: "string" }, b: described, c: { $ref: "#/$defs/c" }, d: true };
  assert.match(hintsOn({ properties })[0] ?? "", /^Arguments without a description.* a d$/);
});

test("a root that is not a plain object is reported", () => {
  assert.match(hintsWith({ inputSchema: {} }).join(), /OpenAI's strict mode refuses an input schema whose type/);
  assert.match(hintsOn({ oneOf: [{}] }).join(), /^Claude refuses these keywords at the root.* oneOf$/);
  assert.equal(hintsOn({ anyOf: [{}] }).length, 2);
  assert.match(hintsOn({ properties: { "a b": described } }).join(), /refuse these names of arguments.* a b$/);
});

test("keywords that clients refuse are found at any place of a schema, and only there", () => {
  const nested = (schema: unknown) => hintsOn({ properties: { list: { ...described, items: [{ anyOf: [schema] }] } } });
  assert.match(nested({ not: {}, if: {} }).join(), /strict mode refuses these keywords: not if$/);
  assert.match(nested({ additionalProperties: { type: "string" } }).join(), /keys of any name/);
  assert.match(nested({ $ref: "#" }).join(), /refuse references/);
  assert.match(nested({ type: "array" }).join(), /^VS Code/);
  assert.deepEqual(nested({ type: "array", items: {}, enum: [{ not: 1, $ref: 2 }], default: { allOf: 1 } }), []);
  const properties = { not: described, if: described, $ref: described, additionalProperties: described };
  assert.match(hintsOn({ properties }).join("\n"), /^Claude's Managed Agents refuse these names of arguments.* \$ref$/);
});

test("hostile schemas neither stop nor break the walk", () => {
  const deep = JSON.parse(`${'{"not":'.repeat(200000)}{}${"}".repeat(200000)}`) as unknown;
  assert.equal(subschemas(deep).length, 64);
  const wide = { anyOf: Array.from({ length: 300000 }, () => ({ allOf: [{}, {}] })) };
  assert.equal(subschemas(wide).length, 10000);
  const cyclic: PlainObject = { type: "object", $ref: "#" };
  cyclic["properties"] = { self: cyclic };
  assert.equal(subschemas(cyclic).length, 64);
  const odd: unknown = JSON.parse(
    '{"__proto__":{"not":1},"properties":{"__proto__":{"type":"array"}},"items":null,"anyOf":7}',
  );
  assert.equal(
    clientHints({ name: "a", description: "b", inputSchema: odd }).some(({ source }) => !source.url),
    false,
  );
  for (const inputSchema of [
    undefined,
    null,
    true,
    7,
    "x",
    [],
    [[{}]],
    { properties: [] },
    { properties: 1, type: [] },
  ]) {
    assert.ok(clientHints({ name: "a", inputSchema }).length > 0);
    assert.ok(weightOf({ name: "a", inputSchema }) > 0);
  }
});

test("every hint names a public document", () => {
  const all = clientHints({
    name: " ",
    inputSchema: { anyOf: [{ $ref: "#", type: "array", additionalProperties: {} }], not: {} },
  });
  assert.ok(all.length >= 8);
  for (const { source } of all) assert.match(source.url, /^https:\/\/[a-z.]+\//);
});
