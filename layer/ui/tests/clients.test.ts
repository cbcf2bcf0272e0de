// The weight of a tool for models, for schemas of any kind; and the parts in which tools are examined.
import { responders } from "./call-support";
import { answers, result } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { examine } from "../src/clients/report";
import { aboutTokens, weightOf } from "../src/clients/weight";

const good = {
  name: "get_weather",
  description: "Tells the weather.",
  inputSchema: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
};

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

test("many tools are examined in parts, and a large one alone", async () => {
  const sent: number[] = [];
  responders.set("findings", (body) => {
    const examined = body as unknown as readonly object[];
    sent.push(examined.length);
    return Response.json({ findings: examined.map(() => []) });
  });
  const examined = async (sizes: readonly number[]) => {
    sent.length = 0;
    const tools = sizes.map((size, index) => ({ name: `tool ${index}`, description: "x".repeat(size) }));
    answers.set("rpc/tools/list", () => result({ tools }));
    assert.equal((await examine(1)).tools, sizes.length);
    return sent;
  };
  assert.deepEqual(await examined(Array<number>(250).fill(1)), [100, 100, 50]);
  assert.deepEqual(await examined([90_000, 90_000, 90_000, 10, 500_000, 10]), [2, 2, 1, 1]);
});
