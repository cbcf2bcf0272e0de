// The panel of the traffic: what is sent again, what differs, rows, lanes, pauses and the address.
import "./dom";
import "./page-globals";
import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson } from "../src/json/read";
import { BackOff } from "../src/traffic-feed/back-off";
import { followTraffic } from "../src/traffic-feed/events";
import { stateWords } from "../src/traffic-feed/state";
import { filterInAddress, withFilter } from "../src/traffic-panel/address";
import { jsonDifferences } from "../src/traffic-panel/json-differences";
import { TimeAxis, tickInterval } from "../src/traffic-panel/axis";
import { waterfallOf } from "../src/traffic-panel/lanes";
import { paramsText, replayOf } from "../src/traffic-panel/replay";
import { rowsOf } from "../src/traffic-panel/rows";
import { withoutSecrets } from "../src/traffic-panel/without-secrets";
import { record, storeOf } from "./traffic-support";

test("pauses double up to 30 s, and begin anew after a stream that was healthy", () => {
  const backOff = new BackOff();
  const pauses = Array.from({ length: 7 }, () => backOff.next(0, 0.5));
  assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  assert.equal(backOff.next(9999, 0), 24_000);
  assert.equal(backOff.next(10_000, 1), 1200);
});

test("the state of the stream is said by name", () => {
  assert.equal(stateWords({ kind: "reconnecting", at: 3500, reason: "" }, 1000), "Reconnecting in 3 s");
  assert.equal(stateWords({ kind: "reconnecting", at: 3500, reason: "" }, 4000), "Reconnecting…");
  assert.equal(stateWords({ kind: "live" }, 0), "Live");
});

test("the filter is a part of the address", () => {
  const address = withFilter("http://h/explorer#/tools/x", 'tool:a* "b c"');
  assert.equal(address, "http://h/explorer?traffic=tool%3Aa*+%22b+c%22#/tools/x");
  assert.equal(filterInAddress(address), 'tool:a* "b c"');
  assert.equal(withFilter(address, undefined), "http://h/explorer#/tools/x");
  assert.equal(filterInAddress("http://h/explorer"), undefined);
});

test("answers differ by value, and numbers by their digits", () => {
  const before = readJson('{"same":{"a":[1,2]},"number":1.0,"gone":"x","list":[1]}');
  const after = readJson('{"list":[1,{"y":2}],"number":1,"same":{"a":[1,2]},"\\u006eew":null}');
  const found = jsonDifferences(before, after).map(({ path, what, before, after }) => [
    path.join("."),
    what,
    before,
    after,
  ]);
  assert.deepEqual(found, [
    ["number", "Changed", "1.0", "1"],
    ["gone", "Removed", "x", undefined],
    ["list.1", "Added", undefined, '{"y":2}'],
    ["new", "Added", undefined, "null"],
  ]);
  const many = `[${Array.from({ length: 1000 }, (_, index) => index).join()}]`;
  assert.equal(jsonDifferences(readJson("[]"), readJson(many)).length, 200);
});

test("a request is sent again without what belongs to its client, and without what is redacted", () => {
  const raw = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "login",
      arguments: { user: "me", password: "[redacted]", deep: { token: "[redacted]", list: ["[redacted]"] } },
      _meta: { progressToken: 1 },
      requestState: "s",
    },
  };
  const redacted = ["/params/arguments/password", "/params/arguments/deep/token", "/params/_meta/x"];
  const replay = replayOf(record({ method: "tools/call", name: "login", raw, redacted }, 1));
  assert.deepEqual(replay?.item, { kind: "tool", id: "login" });
  assert.deepEqual(replay.missing, ["password", "deep.token"]);
  assert.deepEqual(JSON.parse(replay.argumentsText), { user: "me", deep: { list: ["[redacted]"] } });
  assert.deepEqual(Object.keys(JSON.parse(paramsText(replay)) as object), ["name", "arguments"]);
  assert.equal(replayOf(record({ method: "tools/call", name: "login" }, 1)), undefined, "without a message");
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  assert.equal(replayOf(record({ method: "ping", raw: ping }, 1)), undefined);
});

const call = (seq: number, members: object = {}) =>
  record({ method: "tools/call", name: "echo", id: seq, ...members }, seq);

test("operations, other records and gaps are rows in the order of their numbers", () => {
  const store = storeOf([
    call(1),
    record({ kind: "notification", from: "server", method: "x", exchange: "y" }, 2),
    call(9),
  ]);
  store.gap(3, 8);
  assert.deepEqual(
    rowsOf(store).map(({ kind, number }) => [kind, number]),
    [
      ["operation", 1],
      ["record", 2],
      ["gap", 2.5],
      ["operation", 9],
    ],
  );
});

test("each client has a lane, in which each operation has a row with its bar along the time", () => {
  const answer = record({ kind: "response", from: "server", exchange: "e", id: 1, at: 3000 }, 3);
  const store = storeOf([
    call(1, { exchange: "e", client: { name: "one" } }),
    call(2, { client: { name: "two" } }),
    answer,
  ]);
  const { rows, axis } = waterfallOf(store.operations, 3000);
  assert.deepEqual([axis.from, axis.to], [1000, 3000]);
  assert.deepEqual(
    rows.map((row) => (row.kind === "lane" ? [row.title, row.summary] : [row.start, row.width])),
    [
      ["one", "1 operation, median 2.00 s"],
      [0, 100],
      ["two", "1 operation"],
      [50, 50],
    ],
  );
});

test("rows of the timeline keep their numbers and their order while others are added", () => {
  const of = (seq: number, name: string) => call(seq, { client: { name } });
  const numbersOf = (calls: readonly ReturnType<typeof call>[]) =>
    waterfallOf(storeOf([...calls]).operations, 9000).rows.map(({ number }) => number);
  const [before, after] = [numbersOf([of(1, "a"), of(2, "b")]), numbersOf([of(1, "a"), of(2, "b"), of(3, "a")])];
  assert.ok(before.every((number) => after.includes(number)));
  assert.deepEqual(
    after,
    after.toSorted((one, other) => one - other),
  );
});

test("a stream that stays open has a lane of its own, and does not stretch the axis", () => {
  const stream = call(1, { method: "subscriptions/listen", client: { name: "one" }, id: 9 });
  const answer = record({ kind: "response", from: "server", exchange: "e", id: 1, at: 3000 }, 3);
  const store = storeOf([stream, call(2, { exchange: "e", client: { name: "one" } }), answer]);
  const { rows, axis } = waterfallOf(store.operations, 1e9);
  assert.deepEqual([axis.from, axis.to], [2000, 3000]);
  assert.deepEqual(
    rows.flatMap((row) => (row.kind === "lane" ? row.title : [])),
    ["one · streams", "one"],
  );
});

test("the axis skips long pauses, and says how long they were", () => {
  const axis = new TimeAxis([
    { from: 700_000, to: 701_000 },
    { from: 0, to: 1000 },
    { from: 500, to: 1500 },
    { from: 2000, to: 3000 },
  ]);
  assert.deepEqual([axis.from, axis.to, axis.length], [0, 701_000, 4120]);
  const places = [-5, 0, 2000, 3000, 350_000, 700_000, 701_000, 1e9].map((time) => Math.round(axis.percent(time)));
  assert.deepEqual(places, [0, 0, 49, 73, 73, 76, 100, 100]);
  assert.deepEqual(
    axis.skips(0, 1).map(({ length }) => length),
    [697_000],
  );
  assert.deepEqual(axis.skips(0.8, 0.1), []);
  const times = (...part: Parameters<typeof axis.ticks>) => axis.ticks(...part).map(({ time }) => time);
  assert.deepEqual(times(0, 1, 5), [0, 1000, 2000, 3000, 701_000]);
  assert.deepEqual(times(0.76, 0.12, 2), [700_500]);
});

test("pauses that are skipped stay a part of the axis, however many there are", () => {
  const axis = new TimeAxis(Array.from({ length: 1000 }, (_, index) => ({ from: 1e5 * index, to: 1e5 * index + 1 })));
  assert.ok(axis.length <= 1500);
  assert.equal(axis.skips(0, 1).length, 999);
  assert.ok(axis.ticks(0, 1, 10).length <= 13);
});

test("the lines of the axis stand at intervals that people count in", () => {
  assert.deepEqual(
    [0.5, 7, 30, 950, 61_000].map((part) => tickInterval(part, 6)),
    [1, 2, 5, 200, 20_000],
  );
});

test("a changed value is kept up to a length", () => {
  const [added] = jsonDifferences(readJson("[]"), readJson(JSON.stringify(["x".repeat(5000)])));
  assert.equal(added?.after, `${"x".repeat(2000)}…`);
});

test("records are freed of their secrets in parts, and a longer record is sent alone", async (context) => {
  const parts: number[] = [];
  context.mock.method(globalThis, "fetch", (_path: string, { body }: { readonly body: string }) => {
    parts.push(body.trimEnd().split("\n").length);
    return Promise.resolve(new Response(body));
  });
  const sized = (seq: number, size: number) => call(seq, { note: "x".repeat(size) });
  const records = [100_000, 300_000, 200_000, 200_000, 700_000, 10].map((size, index) => sized(index + 1, size));
  const redacted = await withoutSecrets(records, new AbortController().signal, () => undefined);
  assert.deepEqual(parts, [2, 2, 1, 1]);
  assert.deepEqual(
    redacted.map(({ text }) => text),
    records.map(({ text }) => text),
  );
});

test("an event that is too large ends the stream of the traffic", async (context) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // In pieces, as a network delivers it.
      for (const piece of ["id: 1\nevent: record\ndata: ", "x".repeat(5e6), "\n\n"])
        controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  context.mock.method(globalThis, "fetch", () => Promise.resolve(new Response(body)));
  const events: unknown[] = [];
  const following = followTraffic({
    place: undefined,
    signal: new AbortController().signal,
    onOpen: () => undefined,
    onEvent: (event) => events.push(event),
  });
  await assert.rejects(following, /larger than 4\.2 MB/);
  assert.deepEqual(events, []);
});
