// The operations that records are: the corpus, and that conversations do not disturb each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type TrafficRecord, readRecord } from "../src/traffic/record";
import { CORPUS, described, recordsOf, storeOf } from "./traffic-support";

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
