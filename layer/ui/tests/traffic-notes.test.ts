// The notes on records, rule by rule.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TrafficRecord } from "../src/traffic/record";
import { record, recordsOf, storeOf } from "./traffic-support";

const VERSION = "io.modelcontextprotocol/protocolVersion";

// The notes on the last of the records, as rules and texts.
function notesOn(...members: Record<string, unknown>[]): string[] {
  const records = members.map((member, index) => record(member, index + 1));
  const store = storeOf(records);
  return store.notesOf(records.at(-1)!).map(({ rule, text }) => `${rule}: ${text}`);
}

function call(headers: object, params: object = { name: "greet" }, members: object = {}): Record<string, unknown> {
  const meta = { _meta: { [VERSION]: "2026-07-28" } };
  return {
    exchange: "x",
    revision: "2026-07-28",
    method: "tools/call",
    name: "greet",
    id: 1,
    http: { method: "POST", path: "/mcp", headers },
    raw: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, ...meta } },
    ...members,
  };
}

function result(value: object, members: object = {}): Record<string, unknown> {
  return { exchange: "x", from: "server", kind: "response", id: 1, raw: { id: 1, result: value }, ...members };
}

const RIGHT = { "mcp-method": "tools/call", "mcp-name": "greet", "mcp-protocol-version": "2026-07-28" };

test("headers that repeat the message have no note", () => {
  assert.deepEqual(notesOn(call(RIGHT)), []);
  assert.deepEqual(notesOn(call({ ...RIGHT, "mcp-name": "=?base64?Z3LDvMOf?=" }, { name: "grüß" })), []);
});

test("a header that differs from the message is noted", () => {
  const wrong = { "mcp-method": "tools/list", "mcp-name": "other", "mcp-protocol-version": "2025-11-25" };
  assert.deepEqual(notesOn(call(wrong)), [
    "header-mismatch: The header Mcp-Method is tools/list, but the message says tools/call.",
    "header-mismatch: The header Mcp-Name is other, but the message says greet.",
    "header-mismatch: The header MCP-Protocol-Version is 2025-11-25, but the message says 2026-07-28.",
  ]);
  assert.deepEqual(notesOn(call({ ...RIGHT, "mcp-name": "\u202egreet" })), [
    "header-mismatch: The header Mcp-Name is ‹U+202E›greet, but the message says greet.",
  ]);
});

test("required headers that are missing are noted", () => {
  assert.deepEqual(
    notesOn(call({})).map((note) => note.slice(0, 48)),
    [
      "header-missing: The header MCP-Protocol-Version i",
      "header-missing: The header Mcp-Method is missing.",
      "header-missing: The header Mcp-Name is missing. R",
    ].map((note) => note.slice(0, 48)),
  );
  assert.equal(notesOn(call({}, {}, { revision: "2025-11-25" })).length, 1);
  assert.deepEqual(notesOn(call({}, {}, { revision: "2025-03-26" })), []);
  assert.deepEqual(notesOn(call({}, {}, { http: undefined })), []);
});

test("a stateless request without its revision is noted", () => {
  const raw = { id: 1, method: "tools/call", params: { name: "greet" } };
  assert.match(notesOn(call(RIGHT, {}, { raw })).join(), /^revision-missing: The request has no member/);
});

test("progress has to rise, for each token apart", () => {
  const request = call(RIGHT, { name: "greet" });
  const params = { name: "greet", _meta: { [VERSION]: "2026-07-28", progressToken: 5 } };
  const begin = { ...request, raw: { id: 1, method: "tools/call", params } };
  const progress = (value: unknown) => ({
    exchange: "x",
    from: "server",
    kind: "notification",
    method: "notifications/progress",
    raw: { method: "notifications/progress", params: { progressToken: 5, progress: value } },
  });
  assert.deepEqual(notesOn(begin, progress(1), progress(2)), []);
  assert.deepEqual(notesOn(begin, progress(2), progress(2)), [
    "progress-not-rising: Progress went from 2 to 2; it has to rise.",
  ]);
  assert.deepEqual(notesOn(begin, progress(2), progress("3")), []);
  assert.deepEqual(notesOn(progress(1)), ["unknown-progress-token: No request has this progress token."]);
});

test("a heavy result has its weight", () => {
  assert.deepEqual(notesOn(call(RIGHT), result({ content: [] }, { bytes: 48_000 })), [
    "heavy-result: The result has 48.0 kB, about 12,000 tokens of a model's context.",
  ]);
  assert.deepEqual(notesOn(call(RIGHT), result({ content: [] }, { bytes: 20_000 })), []);
});

test("an error as text is noted unless it is marked", () => {
  const text = (text: string, isError?: boolean) => result({ content: [{ type: "text", text }], isError });
  for (const error of [
    "Error: no such city",
    "Traceback (most recent call last):\n …",
    "failed to connect",
    '{"error":1}',
  ]) {
    assert.match(notesOn(call(RIGHT), text(error)).join(), /^unmarked-error: /, error);
    assert.deepEqual(notesOn(call(RIGHT), text(error, true)), []);
  }
  for (const fine of ["Errors are rare.", "The error is 0.5 m.", "", "No errors"]) {
    assert.deepEqual(notesOn(call(RIGHT), text(fine)), [], fine);
  }
});

function listing(tools: object[], members: object = {}): Record<string, unknown>[] {
  const exchange = Math.random().toString();
  const raw = { id: 1, method: "tools/list", params: {} };
  return [{ exchange, method: "tools/list", id: 1, raw }, result({ tools, ...members }, { exchange })];
}

test("a definition that changed is noted with its differences", () => {
  const tool = { name: "greet", description: "Greets", inputSchema: { type: "object", properties: { a: {} } } };
  const narrower = { ...tool, inputSchema: { ...tool.inputSchema, required: ["a"] } };
  assert.deepEqual(notesOn(...listing([tool]), ...listing([tool])), []);
  assert.deepEqual(notesOn(...listing([tool]), ...listing([{ ...tool, description: "Hails" }])), [
    "definition-changed: The definition of greet has changed since it was listed before: description: Changed.",
  ]);
  assert.deepEqual(notesOn(...listing([tool]), ...listing([narrower])), [
    "definition-changed: The definition of greet has changed in a way that breaks clients since it was listed before: inputSchema › a: Now required.",
  ]);
  assert.deepEqual(notesOn(...listing([tool]), ...listing([])), [
    "definition-changed: The tool greet is no longer listed.",
  ]);
  assert.deepEqual(notesOn(...listing([tool]), ...listing([], { nextCursor: "2" })), []);
});

test("structured content is compared with the output schema that was listed", () => {
  const outputSchema = {
    type: "object",
    required: ["n"],
    properties: { n: { type: "integer" }, t: { $ref: "#/$defs/t" } },
    $defs: { t: { type: "string" } },
  };
  const tools = listing([{ name: "greet", outputSchema }]);
  const after = (structuredContent?: unknown) =>
    notesOn(...tools, call(RIGHT), result({ content: [], structuredContent }));
  assert.deepEqual(after({ n: 1, t: "x", more: null }), []);
  assert.match(after().join(), /the result has no "structuredContent"/);
  assert.match(after([]).join(), /is of type array; the "outputSchema" wants object/);
  assert.match(after({}).join(), /lacks the required member n/);
  assert.match(
    after({ n: "1", t: 2 }).join("\n"),
    /› n is of type string.* wants integer\.\n.*› t is of type number.* wants string/,
  );
  assert.deepEqual(notesOn(...tools, call(RIGHT), result({ content: [], isError: true })), []);
});

test("texts that are not what their format says are noted, because strict clients refuse them", () => {
  const order = {
    type: "object",
    properties: { at: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] } },
  };
  const outputSchema = {
    type: "object",
    properties: {
      orders: { type: "array", items: { $ref: "#/$defs/order" } },
      mail: { type: "string", format: "email" },
    },
    $defs: { order },
  };
  const after = (structuredContent: unknown) =>
    notesOn(...listing([{ name: "greet", outputSchema }]), call(RIGHT), result({ content: [], structuredContent }));
  const orders = ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00", null, "yesterday"].map((at) => ({ at }));
  assert.deepEqual(after({ orders, mail: "a@b.example" }), [
    'output-misfit: "structuredContent" fits the "outputSchema", but strict clients refuse: 2 × date-time.',
  ]);
  assert.deepEqual(after({ orders: orders.slice(0, 1) }), []);
  // A result that is too large to be looked at is not noted.
  assert.deepEqual(after({ orders: Array.from({ length: 300_000 }, () => ({ at: "x" })) }), []);
});

test("an answer whose request may be missing is not noted", () => {
  const [answer] = recordsOf([JSON.stringify({ ...base(5000), from: "server", kind: "response", id: 1 })]) as [
    TrafficRecord,
  ];
  assert.equal(storeOf([answer]).notesOf(answer).length, 1);
  const store = storeOf([]);
  store.gap(1, 10);
  store.append(answer);
  assert.deepEqual(store.notesOf(answer), []);
});

function base(at: number): object {
  return { at, transport: "http", caller: "c", bytes: 1 };
}

test("text on the stdout of a server is noted, but no message that is only not kept", () => {
  const text = {
    transport: "stdio",
    session: "s",
    from: "server",
    kind: "unparsed",
    reason: "no_message",
    note: "",
    raw: undefined,
    id: undefined,
  };
  // The words of the server do not matter.
  for (const note of ["The message is not JSON: expected value at line 1.", "No message."]) {
    text.note = note;
    assert.deepEqual(notesOn(text), [
      "text-on-stdout: The server wrote text to stdout that is no message. Stdout is for messages only: write everything else to stderr.",
    ]);
    assert.deepEqual(notesOn({ ...text, from: "client" }), []);
    assert.deepEqual(notesOn({ ...text, transport: "http", exchange: "x" }), []);
  }
  const note = "The message is not JSON, and is too large to be kept.";
  assert.deepEqual(notesOn({ ...text, note, reason: undefined }), []);
});

const tools = (count: number, description = "") =>
  Array.from({ length: count }, (_, index) => ({ name: `tool ${index + 1}`, description }));

test("a list of which everything has changed has a few notes, each with a few differences", () => {
  assert.equal(notesOn(...listing(tools(50)), ...listing(tools(50, "Other"))).length, 20);
  const properties = (type: string) => Object.fromEntries(["a", "b", "c", "d", "e"].map((key) => [key, { type }]));
  const tool = (type: string) => ({ name: "greet", inputSchema: { type: "object", properties: properties(type) } });
  const [note = ""] = notesOn(...listing([tool("string")]), ...listing([tool("number")]));
  assert.match(note, /inputSchema › a: .*inputSchema › b: .*inputSchema › c: /);
  assert.match(note, /; and 2 more\.$/);
  assert.doesNotMatch(note, /› d/);
});

test("the definitions of a list without end are kept up to a number", () => {
  const [last, further] = ["tool 2000", "tool 2001"].map((name) => ({ name, description: "Other" }));
  const listed = listing(tools(2001));
  assert.equal(notesOn(...listed, ...listing([last!], { nextCursor: "2" })).length, 1);
  assert.deepEqual(notesOn(...listed, ...listing([further!], { nextCursor: "2" })), []);
});

test("the definitions are kept for the latest callers", () => {
  const by = (caller: number, description?: string) =>
    listing(tools(1, description)).map((member) => ({ ...member, caller: `c${caller}` }));
  const many = Array.from({ length: 65 }, (_, caller) => by(caller)).flat();
  assert.equal(notesOn(...many, ...by(1, "Other")).length, 1);
  assert.deepEqual(notesOn(...many, ...by(0, "Other")), [], "the oldest of 65 callers has left");
});
