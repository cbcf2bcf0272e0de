// Properties of operations, whatever records come in whatever order.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { STATES, type Operation } from "../src/traffic/operation";
import type { TrafficRecord } from "../src/traffic/record";
import { TrafficStore } from "../src/traffic/store";
import { runs } from "./property-support";
import { records } from "./traffic-arbitraries";
import { described, record, storeOf } from "./traffic-support";

const conversations = fc.array(records, { maxLength: 25, size: "+1" });

function numbered(members: readonly Record<string, unknown>[]): TrafficRecord[] {
  return members.map((each, index) => record(each, index + 1));
}

// An end of an exchange concerns all of its requests.
function isOfOne({ kind }: TrafficRecord): boolean {
  return !["http", "cut", "unparsed"].includes(kind);
}

test("every record belongs to one operation at most, and every operation is made of its records", () => {
  const placed = fc.property(conversations, (members) => {
    const store = storeOf(numbered(members));
    const owned = store.operations.flatMap((operation) => operation.records.filter(isOfOne));
    assert.equal(new Set(owned).size, owned.length);
    const alone = store.records.filter((each) => isOfOne(each) && !store.operationOf(each));
    assert.equal(owned.length + alone.length, store.records.filter(isOfOne).length);
    for (const each of owned) assert.ok(store.operationOf(each)?.records.includes(each));
    for (const operation of store.operations) assertWhole(operation);
  });
  fc.assert(placed, runs(300));
});

function assertWhole(operation: Operation): void {
  const { request, response, rounds, progress, logs, notifications, state, endedAt, waitedForPerson } = operation;
  assert.equal(operation.records[0], request);
  assert.equal(new Set(operation.records).size, operation.records.length);
  const parts = [response, ...progress, ...logs, ...notifications, ...rounds.map(({ asked }) => asked)];
  // The answers to requests about a task belong to those requests.
  const isOfTask = operation.task !== undefined;
  for (const part of parts) assert.ok(!part || isOfTask || operation.records.includes(part));
  assert.ok(STATES.includes(state) && (state === "open") === (endedAt === undefined), state);
  assert.ok(waitedForPerson >= 0);
}

// Returns whether a record is of the same client and session as another.
function isWith(a: TrafficRecord, b: TrafficRecord): boolean {
  return a.caller === b.caller && a.session === b.session && a.transport === b.transport;
}

test("an answer, a retry or a cancellation belongs to a request of its own client and session", () => {
  const matched = fc.property(conversations, (members) => {
    for (const { records, request } of storeOf(numbered(members)).operations) {
      for (const each of records) {
        const isAnswer = each.kind === "response" || each.kind === "error";
        const isRetry = each.kind === "request" && each.from === request.from;
        if (!isAnswer && !isRetry && each.method !== "notifications/cancelled") continue;
        // Text that is not kept may be a request.
        const asked = records.filter(({ kind, from }) => {
          return (kind === "request" || kind === "unparsed") && (from === each.from) !== isAnswer;
        });
        assert.ok(isRetry ? isWith(request, each) : asked.some((one) => isWith(one, each)), `${each.seq}`);
      }
    }
  });
  fc.assert(matched, runs(300));
});

// The same conversation by other clients, in other sessions, exchanges and traces.
function byOthers(members: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(members)
    .replace(/"(caller|session|exchange)":"/g, "$&other ")
    .replaceAll("4b4b", "6d6d")
    .replaceAll("5c5c", "7e7e");
  return JSON.parse(text) as Record<string, unknown>;
}

test("two conversations with the same ids do not disturb each other", () => {
  const mixed = fc.property(conversations, conversations, fc.infiniteStream(fc.boolean()), (first, second, coins) => {
    const numbers = new Map<TrafficRecord, number>();
    const all: TrafficRecord[] = [];
    const queues = [first, second.map(byOthers)].map((members, which) => ({ members, which, next: 0 }));
    while (queues.some(({ members, next }) => next < members.length)) {
      const chosen = queues[coins.next().value ? 0 : 1]!;
      const members = chosen.members[chosen.next];
      if (!members) continue;
      chosen.next += 1;
      const added = record({ ...members, at: 1000 * chosen.next }, all.length + 1);
      numbers.set(added, chosen.next);
      all.push(added);
    }
    const found = storeOf(all).operations.map((operation) => described(operation, (each) => numbers.get(each) ?? NaN));
    const alone = [first, second.map(byOthers)].map((members) => storeOf(numbered(members)).operations);
    const sorted = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort();
    assert.deepEqual(sorted(found), sorted(alone.flat().map((operation) => described(operation))));
  });
  fc.assert(mixed, runs(150));
});

test("records in any portions give the same operations as all at once", () => {
  const portioned = fc.property(conversations, fc.infiniteStream(fc.nat({ max: 4 })), (members, sizes) => {
    const store = new TrafficStore();
    const rest = numbered(members);
    while (rest.length > 0) {
      const size = sizes.next().value as number;
      if (size === 0) store.append(rest.shift()!);
      else store.appendAll(rest.splice(0, size));
    }
    const whole = storeOf(numbered(members));
    assert.deepEqual(
      store.operations.map((operation) => described(operation)),
      whole.operations.map((operation) => described(operation)),
    );
  });
  fc.assert(portioned, runs());
});

type Step = (store: TrafficStore, seq: number) => void;

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: records.map(
      (members): Step =>
        (store, seq) =>
          store.append(record(members, seq)),
    ),
  },
  fc.constant<Step>((store, seq) => store.gap(seq, seq)),
  fc.constant<Step>((store) => store.clear()),
);

test("the store keeps within its limits, and knows only of the records that it has", () => {
  const kept = fc.property(
    fc.array(steps, { maxLength: 60, size: "max" }),
    fc.infiniteStream(fc.nat()),
    (all, picks) => {
      const store = new TrafficStore({ records: 12, characters: 6000 });
      for (const [index, step] of all.entries()) {
        step(store, index + 1);
        const pick = picks.next().value as number;
        const operation = store.operations[pick % 16];
        if (operation) store.pin(operation, pick % 3 > 0);
        assert.ok(store.records.length <= 12);
        assert.ok(store.records.reduce((sum, { text }) => sum + text.length, 0) <= 6000);
        assert.ok(store.gaps.length <= 100);
        const operations = new Set(store.operations);
        assert.equal(operations.size, store.operations.length);
        for (const { request } of operations) assert.ok(store.records.includes(request));
        for (const each of store.records) {
          const owner = store.operationOf(each);
          assert.ok(!owner || operations.has(owner));
        }
      }
    },
  );
  fc.assert(kept, runs());
});
