// Properties of any traffic that is exported and imported, and of any file that somebody opens.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { toHar } from "../src/traffic/formats/har";
import { type Imported, importedTraffic } from "../src/traffic/formats/import";
import { toJsonl } from "../src/traffic/formats/jsonl";
import { toOtlp } from "../src/traffic/formats/otlp";
import { type TrafficRecord, readRecord } from "../src/traffic/record";
import { jsonTexts, names, objectTexts, runs } from "./property-support";
import { records } from "./traffic-arbitraries";
import { storeOf } from "./traffic-support";

// Records with odd times, names, sizes and messages.
const oddMembers = fc.record(
  {
    at: fc.oneof(fc.nat(), fc.double({ min: 0, max: 2e12, noNaN: true }), fc.constantFrom(0, 1e300, 1764000000000.125)),
    bytes: fc.nat(),
    session: names,
    exchange: names,
    name: names,
    client: fc.record({ name: names, version: names }),
    note: names,
    replica: names,
    redacted: fc.array(names, { maxLength: 2 }),
    http: fc.record({ path: names, status: fc.nat(), headers: fc.dictionary(names, names, { maxKeys: 2 }) }),
    _order: fc.nat(),
    _body: fc.boolean(),
  },
  { requiredKeys: [] },
);
const lines = fc
  .tuple(records, oddMembers, fc.nat({ max: 9 }), fc.option(objectTexts))
  .map(([members, odd, at, raw]) => {
    const whole = { at: 1000 * at, transport: "http", bytes: 10, ...members, ...odd };
    const text = JSON.stringify(whole);
    // The message as a text that a program may have written, with its digits and escapes.
    return raw === null || !("raw" in members) ? text : `${text.slice(0, -1)},"raw":${raw.replace(/[\r\n]/g, " ")}}`;
  });
const traffic = fc.array(lines, { maxLength: 12 }).map((all) => all.map((line, index) => readRecord(line, index + 1)));

// The content of a record, without what an import makes anew.
function contents(records: readonly TrafficRecord[]): object[] {
  return records.map(({ seq: _seq, text: _text, ...members }) => members);
}

const EXPORTS: Readonly<Record<string, (records: readonly TrafficRecord[]) => string>> = {
  JSONL: toJsonl,
  HAR: (records) => {
    const store = storeOf(records);
    return toHar(records, (record) => store.operationOf(record));
  },
  OTLP: (records) => toOtlp(storeOf(records), { withBodies: true }),
};

for (const [format, write] of Object.entries(EXPORTS)) {
  test(`traffic that is exported as ${format} is imported as the same records`, () => {
    const same = fc.property(traffic, (records) => {
      if (records.length === 0) return;
      const imported = importedTraffic(write(records));
      assert.equal(imported.format, format);
      assert.deepEqual(contents(imported.records), contents(records));
    });
    fc.assert(same, runs());
  });
}

test("OTLP without bodies has no part of a message", () => {
  const bare = fc.property(traffic, (records) => {
    const marked = records.map((record, index) => {
      const message = `{"params":{"arguments":{"secret":"hidden"}},"result":{"content":["hidden"]}}`;
      return record.raw === undefined ? record : readRecord(`${record.text.slice(0, -1)},"raw":${message}}`, index + 1);
    });
    assert.ok(!toOtlp(storeOf(marked), { withBodies: false }).includes("hidden"));
  });
  fc.assert(bare, runs());
});

function outcomeOf(text: string): Imported | Error {
  try {
    return importedTraffic(text);
  } catch (problem) {
    assert.ok(problem instanceof Error && problem.message.startsWith("Nothing was imported. "), String(problem));
    // It is one sentence or two for people, and no error of the language.
    assert.ok(problem.cause instanceof Error && !/undefined|is not a function|Cannot read/.test(problem.message));
    assert.ok(![TypeError, RangeError, ReferenceError].some((kind) => problem.cause instanceof kind), problem.message);
    return problem;
  }
}

// Values as other programs may write them, in the places of a file.
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, 7, -1, 1e308, "", "x", true, [], {}, "2026-08-01T10:00:00Z", "https://a.b/c?d#e"),
  jsonTexts.map((text) => JSON.parse(text) as unknown),
);
const message = fc.oneof(
  records.map(({ raw }) => JSON.stringify(raw ?? { jsonrpc: "2.0" })),
  jsonTexts,
  jsonTexts.map((text) => `event: message\ndata: ${text}\n\ndata: {"jsonrpc":"2.0"}`),
);

function mostly<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary }, odd);
}

function part(members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const loose = Object.fromEntries(Object.entries(members).map(([key, value]) => [key, mostly(value)]));
  return mostly(fc.record(loose, { requiredKeys: [] }));
}

const headerNames = fc.constantFrom("Mcp-Session-Id", "Authorization", "__proto__", "Mcp-Protocol-Version");
const headers = fc.array(part({ name: headerNames, value: names }), { maxLength: 3 });
const body = part({
  mimeType: fc.constantFrom("application/json", "text/event-stream", "text/event-stream; charset=utf-8"),
  text: message,
});
const entry = part({
  startedDateTime: fc.constantFrom("2026-08-01T10:00:00.000Z", "1969-01-01", "+275760-09-13"),
  time: fc.double(),
  request: part({
    method: fc.constant("POST"),
    url: fc.constantFrom("https://a.b/mcp", "data:x", "x"),
    headers,
    postData: body,
  }),
  response: part({ status: fc.nat(), headers, content: body }),
  _mcp: part({ records: fc.array(fc.oneof(lines, jsonTexts), { maxLength: 3 }) }),
});
const attributeNames = fc.constantFrom(
  ..."mcp.method.name|mcp.method.name|gen_ai.tool.name|gen_ai.tool.call.arguments|gen_ai.tool.call.result".split("|"),
  ..."jsonrpc.request.id|error.type|network.transport|mcp.session.id|mcp_ui.record.json|mcp_ui.record.order".split("|"),
);
const attributes = fc.array(
  part({ key: attributeNames, value: part({ stringValue: fc.oneof(names, message, lines), intValue: fc.nat() }) }),
  { maxLength: 6 },
);
const digits = fc.constantFrom<unknown>("1764000000000500000", 1764000000000500000, "0", "9".repeat(20), "-1");
const span = part({
  traceId: fc.constant("4b".repeat(16)),
  spanId: names,
  parentSpanId: names,
  startTimeUnixNano: digits,
  endTimeUnixNano: digits,
  status: part({ code: fc.constantFrom<unknown>(2, "STATUS_CODE_ERROR") }),
  attributes,
  events: fc.array(part({ name: fc.constant("mcp_ui.record"), attributes }), { maxLength: 2 }),
});
const otlp = part({
  resourceSpans: fc.array(
    part({ resource: part({ attributes }), scopeSpans: fc.array(part({ spans: fc.array(span, { maxLength: 3 }) })) }),
    { maxLength: 2 },
  ),
});
const har = part({ log: part({ entries: fc.array(entry, { maxLength: 3 }) }) });
const files = fc.oneof(
  fc.oneof(har, otlp).map((value) => JSON.stringify(value)),
  fc
    .array(
      otlp.map((value) => JSON.stringify(value)),
      { maxLength: 3 },
    )
    .map((each) => each.join("\n")),
  fc.array(fc.oneof(lines, jsonTexts), { maxLength: 4 }).map((each) => each.join("\n")),
  fc
    .tuple(traffic, fc.constantFrom(...Object.values(EXPORTS)), fc.nat(), fc.string({ maxLength: 3 }))
    .map(([records, write, at, piece]) => {
      const text = write(records);
      const start = at % (text.length + 1);
      return text.slice(0, start) + piece + text.slice(start + piece.length);
    }),
  fc.string({ unit: "binary" }),
);

test("any file is imported, or refused in one sentence, and what it has can be exported", () => {
  const outcomes = fc.property(files, (text) => {
    const outcome = outcomeOf(text);
    if (outcome instanceof Error) return;
    outcome.records.forEach(({ seq }, index) => assert.equal(seq, index + 1));
    for (const write of Object.values(EXPORTS)) write(outcome.records);
  });
  fc.assert(outcomes, runs(300));
});
