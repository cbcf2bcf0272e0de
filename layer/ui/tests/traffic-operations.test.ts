// The operations that records are: the corpus, and that conversations do not disturb each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type TrafficRecord, readRecord } from "../src/traffic/record";
import { CORPUS, described, record, recordsOf, storeOf } from "./traffic-support";

for (const { name, lines, operations } of CORPUS) {
  test(`the operations of the conversation ${name}`, () => {
    const store = storeOf(recordsOf(lines));
    assert.deepEqual(
      store.operations.map((operation) => described(operation)),
      operations,
    );
  });
}

test("conversations in any interleaving have the operations that each has alone", () => {
  const expected = new Map(CORPUS.map(({ name, operations }) => [name, operations]));
  for (let seed = 1; seed <= 200; seed += 1) {
    const lines = new Map<TrafficRecord, number>();
    const names = new Map<TrafficRecord, string>();
    const store = storeOf(interleaved(seed, lines, names));
    for (const { name } of CORPUS) {
      const own = store.operations.filter(({ request }) => names.get(request) === name);
      const found = own.map((operation) => described(operation, (record) => lines.get(record) ?? NaN));
      assert.deepEqual(found, expected.get(name), `${name} with the seed ${seed}`);
    }
  }
});

// Mixes the conversations, each with its own callers, sessions and exchanges. The order within each stays.
function interleaved(seed: number, lines: Map<TrafficRecord, number>, names: Map<TrafficRecord, string>) {
  const random = randomFrom(seed);
  const queues = CORPUS.map(({ name, lines }) => ({ name, lines, next: 0 }));
  const mixed: TrafficRecord[] = [];
  for (;;) {
    const left = queues.filter(({ lines, next }) => next < lines.length);
    const queue = left[Math.floor(random() * left.length)];
    if (!queue) return mixed;
    const { name } = queue;
    const own = queue.lines[queue.next]!.replace(/"(caller|session|exchange)":"/g, `$&${name} `);
    queue.next += 1;
    const record = readRecord(own, mixed.length + 1);
    lines.set(record, queue.next);
    names.set(record, name);
    mixed.push(record);
  }
}

// A generator of pseudo-random numbers from 0 to 1 (mulberry32).
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

test("callers without credentials do not get answers or cancellations of each other's sessions", () => {
  const { operations } = storeOf([
    record({ session: "a", from: "server", id: 1, method: "roots/list", raw: { id: 1 } }, 1),
    record({ session: "b", kind: "response", id: 1, raw: { id: 1, result: {} } }, 2),
    record({ session: "a", id: 2, method: "tools/call", raw: { id: 2 } }, 3),
    record(
      { session: "b", kind: "notification", method: "notifications/cancelled", raw: { params: { requestId: 2 } } },
      4,
    ),
  ]);
  assert.deepEqual(
    operations.map(({ request, state }) => [request.seq, state]),
    [
      [1, "open"],
      [3, "open"],
    ],
  );
});

test("a retry goes on with a request of its own session, even if servers repeat a state", () => {
  const asking = { resultType: "input_required", requestState: "s", inputRequests: {} };
  const retry = { id: 2, params: { name: "b", requestState: "s", inputResponses: {} } };
  const { operations } = storeOf([
    record({ session: "a", exchange: "x", id: 1, method: "tools/call", raw: { id: 1, params: { name: "a" } } }, 1),
    record({ session: "a", exchange: "x", from: "server", kind: "response", id: 1, raw: { id: 1, result: asking } }, 2),
    record({ session: "b", exchange: "y", id: 2, method: "tools/call", raw: retry }, 3),
  ]);
  assert.deepEqual(
    operations.map(({ request }) => request.seq),
    [1, 3],
  );
});

test("a task of the client that the server asks for does not end the call in which it asks", () => {
  const common = { session: "a", transport: "stdio" };
  const { operations } = storeOf([
    record({ ...common, id: 1, method: "tools/call", raw: { id: 1 } }, 1),
    record({ ...common, from: "server", id: 7, method: "tasks/result", raw: { id: 7, params: { taskId: "t" } } }, 2),
    record({ ...common, kind: "response", id: 7, raw: { id: 7, result: {} } }, 3),
  ]);
  assert.deepEqual(
    operations.map(({ state, parent }) => [state, parent?.request.seq]),
    [
      ["open", undefined],
      ["done", 1],
    ],
  );
});

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("answers that come before their requests are kept up to a number", () => {
  const answer = (id: number) => record({ exchange: `x-${id}`, from: "server", kind: "response", id, raw: { id } }, id);
  const request = (id: number) => record({ exchange: `x-${id}`, method: "ping", id, raw: { id } }, 2000 + id);
  const { operations } = storeOf([...ids(1200).map(answer), ...[200, 201, 1200].map(request)]);
  assert.deepEqual(
    operations.map(({ state }) => state),
    ["open", "done", "done"],
  );
});

test("requests that repeat an id without end wait for their answers up to a number", () => {
  const request = (seq: number) => record({ exchange: "x", method: "ping", id: 1, raw: { id: 1 } }, seq);
  const answer = (seq: number) =>
    record({ exchange: "x", from: "server", kind: "response", id: 1, raw: { id: 1, result: {} } }, 300 + seq);
  const { operations } = storeOf([...ids(300).map(request), ...ids(300).map(answer)]);
  const open = operations.filter(({ state }) => state === "open");
  assert.deepEqual([open.length, open.at(-1)], [44, operations[43]]);
});
