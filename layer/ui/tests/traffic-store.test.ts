// Records: the checks on them; and the store: what it keeps and what leaves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { messageOf } from "../src/traffic/message";
import { readRecord } from "../src/traffic/record";
import { TrafficStore } from "../src/traffic/store";
import { rawOf, valueOf } from "../src/json/node";
import { record } from "./traffic-support";

const LINE =
  '{"at":1764000000000.125,"exchange":"x","transport":"http","from":"client","kind":"request","method":"tools/call","name":"a","id":1.0,"caller":"c","bytes":9,"http":{"method":"POST","path":"/mcp","headers":{"Mcp-Method":"tools/call"}},"raw":{"big":12345678901234567890.10},"more":[1]}';

const request = (seq: number, members: object = {}) =>
  record({ exchange: `x-${seq}`, id: seq, method: "ping", raw: { id: seq, method: "ping" }, ...members }, seq);
const response = (seq: number, of: number) =>
  record({ exchange: `x-${of}`, id: of, from: "server", kind: "response", raw: { id: of, result: {} } }, seq);

test("a record keeps the digits of its message, and its own text", () => {
  const read = readRecord(LINE, 7);
  assert.equal(read.text, LINE);
  assert.equal(read.seq, 7);
  assert.equal(read.at, 1764000000000.125);
  assert.equal(read.id, "1.0");
  assert.equal(read.http?.headers.get("mcp-method"), "tools/call");
  assert.equal(read.raw, '{"big":12345678901234567890.10}');
  assert.equal(rawOf(valueOf(messageOf(read), "big")!), "12345678901234567890.10");
});

test("what is wrong with a record is said in a sentence", () => {
  const changed = (members: object) => JSON.stringify({ ...(JSON.parse(LINE) as object), ...members });
  for (const [text, problem] of [
    ["[]", /: The record is not an object\.$/],
    ["{", /Expected a key/],
    [changed({ at: "now" }), /"at" of a record is not a number/],
    [changed({ bytes: -1 }), /"bytes" of a record is not a number/],
    [changed({ from: "proxy" }), /"from" of a record is not one of: client, server\./],
    [changed({ kind: null }), /"kind" of a record is not one of/],
    [changed({ method: {} }), /"method" of a record is not a text/],
    [changed({ id: [] }), /"id" of a record is neither/],
    [LINE.replace("[1]", "[".repeat(1e5)), /Nested deeper than/],
  ] as const) {
    assert.throws(() => readRecord(text, 1), problem, text.slice(0, 80));
  }
  const odd = readRecord(changed({ client: 7, http: [], redacted: [1, "/a"], id: null }), 1);
  assert.deepEqual([odd.client, odd.http, odd.redacted, odd.id], [undefined, undefined, ["/a"], undefined]);
});

test("the oldest records leave, and operations with their first records", () => {
  const store = new TrafficStore({ records: 4, characters: 1e6 });
  store.appendAll([request(1), response(2, 1), request(3), response(4, 3), request(5)]);
  assert.deepEqual(
    store.records.map(({ seq }) => seq),
    [2, 3, 4, 5],
  );
  assert.deepEqual(
    store.operations.map(({ key }) => key),
    ["3", "5"],
  );
  assert.equal(store.operationOf(store.records[0]!), undefined);
  assert.equal(store.operationOf(store.records[2]!), store.operations[0]);
});

test("records leave when their texts are too long together", () => {
  const store = new TrafficStore({ records: 100, characters: 5000 });
  for (let seq = 1; seq <= 10; seq += 1) store.append(request(seq, { note: "x".repeat(1000) }));
  assert.deepEqual(
    store.records.map(({ seq }) => seq),
    [7, 8, 9, 10],
  );
});

test("pinned operations stay, and take half of the room at most", () => {
  const store = new TrafficStore({ records: 6, characters: 1e6 });
  store.appendAll([request(1), response(2, 1), request(3), response(4, 3)]);
  const [first, second] = [...store.operations];
  assert.ok(store.pin(first!));
  assert.ok(!store.pin(second!), "four of six records");
  for (let seq = 5; seq <= 20; seq += 1) store.append(request(seq));
  assert.deepEqual(
    store.records.map(({ seq }) => seq),
    [1, 2, 17, 18, 19, 20],
  );
  store.clear();
  assert.deepEqual(
    store.records.map(({ seq }) => seq),
    [1, 2],
  );
  assert.equal(store.operations[0], first);
  store.pin(first!, false);
  store.clear();
  assert.equal(store.records.length + store.operations.length, 0);
});

test("a pinned operation that grows without end is no longer pinned", () => {
  const store = new TrafficStore({ records: 10, characters: 1e6 });
  store.append(request(1));
  store.pin(store.operations[0]!);
  for (let seq = 2; seq <= 50; seq += 1) store.append(response(seq, 1));
  assert.equal(store.records.length, 10);
  assert.equal(store.operations.length, 0);
});

test("listeners hear of every change once", () => {
  const store = new TrafficStore();
  let heard = 0;
  const end = store.subscribe(() => (heard += 1));
  store.appendAll([request(1), request(2)]);
  store.gap(3, 4);
  assert.deepEqual([heard, store.revision, store.gaps], [2, 2, [{ from: 3, to: 4 }]]);
  end();
  store.clear();
  assert.deepEqual([heard, store.revision, store.gaps], [2, 3, []]);
});

test("at most a hundred operations are pinned, and the latest hundred gaps are kept", () => {
  const store = new TrafficStore({ records: 1000, characters: 1e9 });
  for (let seq = 1; seq <= 150; seq += 1) {
    store.append(request(seq));
    store.gap(seq, seq);
  }
  const pinned = store.operations.filter((operation) => store.pin(operation));
  assert.deepEqual([pinned.length, pinned.at(-1)], [100, store.operations[99]]);
  assert.deepEqual([store.gaps.length, store.gaps[0]], [100, { from: 51, to: 51 }]);
});

test("messages are kept read up to a length together, and older ones are read again", () => {
  const large = (seq: number) => request(seq, { raw: { id: seq, params: "x".repeat(400_000) } });
  const [first, second, third] = [large(1), large(2), large(3)];
  const known = messageOf(first);
  messageOf(second);
  assert.equal(messageOf(first), known);
  messageOf(third);
  assert.notEqual(messageOf(first), known);
  assert.equal(rawOf(messageOf(first)!), first.raw);
});
