// Properties of the secrets in traffic that other programs recorded, which no record has.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { importedTraffic } from "../src/traffic/formats/import";
import { toJsonl } from "../src/traffic/formats/jsonl";
import { runs } from "./property-support";

const secrets = fc.stringMatching(/^[a-f\d]{24}$/).map((digits) => `5ecret-${digits}`);
const NAMES = [
  ..."Authorization|Proxy-Authorization|Cookie|Set-Cookie|X-Api-Key|Mcp-Session-Id|Mcp-Api-Key".split("|"),
  ..."Mcp-Ui-Token|Mcp-Ui-Access|Mcp-Method-Token|X-Content-Type|__proto__".split("|"),
];
const cased = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.constantFrom(
      String,
      (name: string) => name.toLowerCase(),
      (name: string) => name.toUpperCase(),
    ),
  )
  .map(([name, change]) => change(name));
const credentials = fc.array(fc.tuple(cased, secrets), { maxLength: 4 });
const places = fc.constantFrom(
  (secret: string) => `https://a.example/mcp?token=${secret}`,
  (secret: string) => `https://user:${secret}@a.example/mcp#${secret}`,
);

const MESSAGES = [
  ["initialize", { clientInfo: { name: "web" } }],
  ["tools/call", { name: "a" }],
] as const;

function headersOf(pairs: readonly (readonly [string, string])[]): object[] {
  return [["Content-Type", "application/json"], ["Mcp-Method", "x"], ...pairs].map(([name, value]) => ({
    name,
    value,
  }));
}

const entries = fc
  .record({
    asked: credentials,
    answered: credentials,
    place: places,
    inAddress: secrets,
    message: fc.constantFrom(...MESSAGES),
    id: fc.nat({ max: 3 }),
  })
  .map(({ asked, answered, place, inAddress, message: [method, params], id }) => ({
    credential: new Map(asked.map(([name, value]) => [name.toLowerCase(), value])),
    all: [...asked, ...answered].map(([, secret]) => secret).concat(inAddress),
    entry: {
      startedDateTime: "2026-08-01T10:00:00.000Z",
      time: 25,
      request: {
        method: "POST",
        url: place(inAddress),
        headers: headersOf(asked),
        cookies: asked.map(([name, value]) => ({ name, value })),
        queryString: [{ name: "token", value: inAddress }],
        postData: { mimeType: "application/json", text: JSON.stringify({ jsonrpc: "2.0", id, method, params }) },
      },
      response: {
        status: 200,
        headers: headersOf(answered),
        content: { mimeType: "application/json", text: JSON.stringify({ jsonrpc: "2.0", id, result: {} }) },
      },
    },
  }));

test("a recording of a browser becomes records without the credentials that it has", () => {
  const hidden = fc.property(fc.array(entries, { minLength: 1, maxLength: 4 }), (all) => {
    const { records } = importedTraffic(JSON.stringify({ log: { entries: all.map(({ entry }) => entry) } }));
    assert.equal(records.length, 2 * all.length);
    const text = toJsonl(records);
    for (const secret of all.flatMap((each) => each.all)) assert.ok(!text.includes(secret), secret);
    // Callers are told apart by their credentials, of which the first counts.
    const keys = all.map(({ credential }) => credential.get("authorization") ?? credential.get("cookie"));
    const callers = records.filter(({ from }) => from === "client").map(({ caller }) => caller);
    for (const [index, key] of keys.entries())
      for (const [other, otherKey] of keys.entries()) assert.equal(callers[index] === callers[other], key === otherKey);
  });
  fc.assert(hidden, runs());
});

test("a span becomes records without the whole id of its session", () => {
  const hidden = fc.property(secrets, fc.option(fc.nat(), { nil: undefined }), (secret, id) => {
    const values = { "mcp.method.name": "tools/call", "gen_ai.tool.name": "a", "mcp.session.id": secret };
    const all = { ...values, ...(id !== undefined && { "jsonrpc.request.id": String(id) }) };
    const attributes = Object.entries(all).map(([key, stringValue]) => ({ key, value: { stringValue } }));
    const times = { startTimeUnixNano: "1764000000000500000", endTimeUnixNano: "1764000001000000000" };
    const span = { traceId: "4b".repeat(16), spanId: "4b".repeat(8), ...times, attributes };
    const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    assert.ok(!toJsonl(importedTraffic(text).records).includes(secret));
  });
  fc.assert(hidden, runs());
});
