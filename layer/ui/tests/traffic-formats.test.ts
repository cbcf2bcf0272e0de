// Export and import of traffic: JSONL, HAR and OTLP.
import assert from "node:assert/strict";
import { test } from "node:test";
import { importedTraffic, readTrafficFile } from "../src/traffic/formats/import";
import { toHar } from "../src/traffic/formats/har";
import { toJsonl } from "../src/traffic/formats/jsonl";
import { LARGEST_FILE, MOST_RECORDS } from "../src/traffic/formats/limits";
import { toOtlp } from "../src/traffic/formats/otlp";
import type { TrafficRecord } from "../src/traffic/record";
import { TrafficStore } from "../src/traffic/store";
import { CORPUS, described, record, recordsOf, storeOf } from "./traffic-support";
import { messagesIn } from "../src/traffic/formats/bodies";

const DIGITS = '{"id":1.0,"method":"tools/call","params":{ "name":"a","arguments":{"n":12345678901234567890.10} }}';
const EXACT = recordsOf([
  `{"at":1764000000000.125,"exchange":"x","transport":"http","from":"client","kind":"request","method":"tools/call","id":1.0,"caller":"c","bytes":9,"http":{"method":"POST","path":"/mcp?a=1","headers":{"mcp-method":"tools/call"}},"redacted":["/a"],"raw":${DIGITS},"more":1e400}`,
]);

// The content of a record, without what an import makes anew.
function content({ seq: _seq, text: _text, ...members }: TrafficRecord): object {
  return members;
}

function assertSame(imported: readonly TrafficRecord[], records: readonly TrafficRecord[], name: string): void {
  assert.deepEqual(imported.map(content), records.map(content), name);
}

function all(): readonly [string, TrafficRecord[]][] {
  return [["exact", EXACT], ...CORPUS.map(({ name, lines }) => [name, recordsOf(lines)] as [string, TrafficRecord[]])];
}

test("JSONL comes back character by character", () => {
  for (const [name, records] of all()) {
    const { format, records: back } = importedTraffic(toJsonl(records));
    assert.equal(format, "JSONL");
    assert.deepEqual(
      back.map(({ text }) => text),
      records.map(({ text }) => text),
      name,
    );
    assertSame(back, records, name);
  }
});

test("HAR comes back as equal records", () => {
  for (const [name, records] of all()) {
    const store = storeOf(records);
    const { format, records: back } = importedTraffic(toHar(records, (record) => store.operationOf(record)));
    assert.equal(format, "HAR");
    assertSame(back, records, name);
  }
});

test("a record comes back from HAR as it was, whatever its message, its time and its session are", () => {
  const base = { exchange: "x", from: "server", kind: "notification" };
  const cases = [
    [record({ ...base, raw: { a: "\u2028" } }, 1), record({ ...base, raw: { b: "\u2029" } }, 2)],
    [record({ at: 1e300 }, 1)],
    [record({ transport: "stdio", session: "\ud800" }, 1)],
    [record({ ...base, _body: true, _order: 9 }, 1), record({ ...base, raw: {} }, 2)],
  ];
  for (const records of cases) assertSame(importedTraffic(toHar(records, () => undefined)).records, records, "");
});

test("the end of an exchange with several requests is in OTLP once", () => {
  const records = [
    record({ exchange: "x", id: 1, method: "ping" }, 1),
    record({ exchange: "x", id: 2, method: "ping" }, 2),
    record({ exchange: "x", from: "server", kind: "http", http: { status: 401 } }, 3),
  ];
  assertSame(importedTraffic(toOtlp(storeOf(records), { withBodies: true })).records, records, "");
});

test("HAR has the bodies and headers where other programs look for them", () => {
  const { lines } = CORPUS.find(({ name }) => name === "mrtr")!;
  const records = [...recordsOf(lines), ...EXACT];
  const har = JSON.parse(toHar(records, () => undefined)) as { log: { version: string; entries: Entry[] } };
  const { version, entries } = har.log;
  assert.equal(version, "1.2");
  assert.equal(entries.length, 4);
  const [first, , third, exact] = entries;
  assert.equal(first!.response.content.mimeType, "application/json");
  assert.equal(third!.response.content.mimeType, "text/event-stream");
  assert.equal(third!.response.content.text.match(/^data: /gm)?.length, 3);
  assert.deepEqual([exact!.request.url, exact!.request.postData.text], ["http://localhost/mcp?a=1", DIGITS]);
  assert.deepEqual(exact!.request.headers, [{ name: "mcp-method", value: "tools/call" }]);
});

interface Entry {
  request: { url: string; headers: object[]; postData: { text: string } };
  response: { content: { mimeType: string; text: string } };
}

test("HAR of a browser becomes records without its credentials", () => {
  const headers = (extra: object) =>
    Object.entries({ "Content-Type": "application/json", ...extra }).map(([name, value]) => ({
      name,
      value,
    }));
  const entry = (message: object, answer: string, mimeType: string) => ({
    startedDateTime: "2026-08-01T10:00:00.000Z",
    time: 25,
    request: {
      method: "POST",
      url: "https://example.com/mcp",
      headers: headers({
        Authorization: "Bearer hunter2",
        "Mcp-Session-Id": "5ecret",
        "Mcp-Api-Key": "5ecret",
        "MCP-Protocol-Version": "2025-11-25",
      }),
      postData: { mimeType: "application/json", text: JSON.stringify(message) },
    },
    response: { status: 200, headers: headers({ "Set-Cookie": "5ecret" }), content: { mimeType, text: answer } },
  });
  const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "greet" } };
  const entries = [
    entry(
      { jsonrpc: "2.0", id: 1, method: "initialize", params: { clientInfo: { name: "web" } } },
      '{"jsonrpc":"2.0","id":1,"result":{}}',
      "application/json",
    ),
    entry(
      call,
      'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\ndata: {"jsonrpc":"2.0","id":7,"result":{"isError":true}}\n\n',
      "text/event-stream; charset=utf-8",
    ),
    { startedDateTime: "2026-08-01T10:00:00.000Z", request: { url: "https://example.com/logo.png" }, response: {} },
    null,
  ];
  const { records, others } = importedTraffic(JSON.stringify({ log: { entries } }));
  assert.equal(others, 2);
  const store = storeOf(records);
  assert.deepEqual(
    store.operations.map(({ request, state, logs }) => [
      request.method,
      request.name,
      request.client?.name,
      request.session,
      state,
      logs.length,
    ]),
    [
      ["initialize", undefined, "web", "session-1", "done", 0],
      ["tools/call", "greet", "web", "session-1", "failed", 1],
    ],
  );
  assert.equal(records[0]?.http?.path, "/mcp");
  assert.ok(!/hunter2|5ecret/.test(toJsonl(records)));
});

test("OTLP with bodies comes back as the same records, whether in operations or not", () => {
  let others = 0;
  for (const [name, records] of all()) {
    const store = storeOf(records);
    const { format, records: back } = importedTraffic(toOtlp(store, { withBodies: true }));
    assert.equal(format, "OTLP");
    assertSame(back, records, name);
    const own = new Set(store.operations.flatMap((operation) => operation.records));
    others += records.filter((record) => record.kind === "notification" && !own.has(record)).length;
  }
  assert.ok(others > 0);
});

test("OTLP without bodies has no part of them, and comes back with methods, names, times and errors", () => {
  for (const [name, records] of all()) {
    const store = storeOf(records);
    const operations = store.operations.filter(({ request }) => request.method !== undefined);
    if (operations.length === 0) continue;
    const text = toOtlp({ operations, records: [] }, { withBodies: false });
    assert.ok(!/arguments|content|Booked|lorem/.test(text), name);
    const back = storeOf(importedTraffic(text).records);
    const key = ({ request }: { request: TrafficRecord }) => [
      request.method,
      request.name,
      request.at,
      request.revision,
    ];
    assert.deepEqual(back.operations.map(key), operations.map(key), name);
    const failed = (states: readonly { state: string }[]) =>
      states.map(({ state }) => ["failed", "lost", "cancelled"].includes(state));
    assert.deepEqual(failed(back.operations), failed(operations), name);
  }
});

test("a file that cannot be imported has one message", async () => {
  const line = toJsonl(EXACT);
  const deep = "[".repeat(1e6);
  const cases: [string, RegExp][] = [
    ["", /The file is empty\.$/],
    [`${line}${" ".repeat(5e6)}{}`, /Line 2 is too long for a record\.$/],
    ["\n \n", /The file is empty\.$/],
    ["hello", /The file cannot be read as JSON: Expected a value, found "h" at line 1, column 1\.$/],
    ["{}", /The file is none of: JSONL of this page, HAR, OTLP JSON\.$/],
    ["[1]", /none of/],
    [`${line}{"at":1`, /Line 2 is no record of traffic: Expected/],
    [`${line}\n\n[]\n`, /Line 4 is no record of traffic: The record is not an object\.$/],
    [line + line.replace('"more":1e400', `"more":${deep}`), /Line 2 .* Nested deeper than/],
    [line.repeat(MOST_RECORDS + 1), /more than 10,000 records/],
    [`${line}${"\n".repeat(1e6)}{}`, /Line 1000002 is no record/],
    [deep, /The file cannot be read as JSON: Nested deeper than 140 levels/],
    ["[".repeat(9e6), /Nested deeper than/],
    [`[${"1,".repeat(5e6)}1]`, /too many values/],
    [`{"log":{"entries":${deep}`, /Nested deeper than/],
    ['{"log":{"entries":[]}}', /The HAR file has no messages of MCP\.$/],
    [
      '{"log":{"entries":[1,{"request":{"postData":7},"response":[]},{"_mcp":{"records":[null,3]}}]}}',
      /no messages of MCP/,
    ],
    ['{"log":{"entries":[{"startedDateTime":{"toString":0}}]}}', /The HAR file has no messages of MCP\.$/],
    ['{"log":{"entries":[{"_mcp":{"records":["{}"]}}]}}', /"at" of a record/],
    ['{"resourceSpans":[]}', /The OTLP file has no messages of MCP\.$/],
    ['{"resourceSpans":[null,{"scopeSpans":[{"spans":[7,{"attributes":{}}]}]}]}', /no messages of MCP/],
    ['{"resourceSpans":[{"scopeSpans":[{"spans":[{"events":[{"name":"mcp_ui.record"}]}]}]}]}', /Expected a value/],
    [`{"kind":1}${" ".repeat(5e6)}`, /none of/],
  ];
  for (const [text, problem] of cases) {
    assert.throws(
      () => importedTraffic(text),
      (error: Error) => error.message.startsWith("Nothing was imported. ") && problem.test(error.message),
      text.slice(0, 60),
    );
  }
  const large = { size: LARGEST_FILE + 1 } as Blob;
  await assert.rejects(readTrafficFile(large), /The file has 67\.1 MB; at most 67\.1 MB are imported/);
});

test("a file is read in slices, with its progress, until it is cancelled", async () => {
  const [first = ""] = toJsonl(EXACT).split("\n");
  const lines = `${first}\n`.repeat(MOST_RECORDS);
  const seen: string[] = [];
  const { records } = await readTrafficFile(new Blob([lines]), { onProgress: ({ kind }) => seen.push(kind) });
  assert.equal(records.length, MOST_RECORDS);
  assert.deepEqual([...new Set(seen)], ["reading", "finding"]);
  const controller = new AbortController();
  const cancelled = readTrafficFile(new Blob([lines]), {
    signal: controller.signal,
    onProgress: ({ kind }) => kind === "finding" && controller.abort(),
  });
  await assert.rejects(cancelled, { name: "AbortError" });
});

test("a store of imported records has the operations of the original", () => {
  for (const { name, lines, operations } of CORPUS) {
    const store = new TrafficStore();
    store.appendAll(importedTraffic(`${lines.join("\r\n")}\r\n`).records);
    assert.deepEqual(
      store.operations.map((operation) => described(operation)),
      operations,
      name,
    );
  }
});

// Each lone "\r" made the parser search the rest of the text, so that this took hours.
test("an event stream of many lone carriage returns is read in many steps", () => {
  const text = `${"a\r".repeat(100_000)}\r\rdata: {"jsonrpc":"2.0"}\r\r`;
  const steps = messagesIn({ mimeType: "text/event-stream", text });
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count += 1;
  assert.equal(step.value.length, 1);
  assert.ok(count >= 20, `${count} steps`);
});
