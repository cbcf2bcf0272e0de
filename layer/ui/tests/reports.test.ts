// The reports of a server: what they say, when they are followed, and what follows for a watched resource.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { readingJson } from "../src/json/read";
import { finish } from "../src/scheduling/slices";
import { WatchedNames } from "../src/protocol/watched-names";

// The page that the modules expect.
Object.assign(globalThis, {
  navigator: {},
  location: { pathname: "/", host: "test", origin: "http://test" },
  document: {
    documentElement: { dataset: { apps: "{}" } },
    visibilityState: "visible",
    addEventListener: () => undefined,
  },
});

// The streams that are open, the oldest first, and the queries of all.
interface Stream {
  readonly send: (message: object, event?: string) => void;
  readonly write: (text: string) => void;
}
const streams: Stream[] = [];
const queries: string[] = [];
Object.assign(globalThis, { fetch: answer });

function answer(path: string, { signal }: { signal: AbortSignal }): Promise<Response> {
  queries.push(path.replace(/^\/events/, ""));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
      const stream: Stream = {
        send: (message, event = "notification") => write(`event: ${event}\ndata: ${JSON.stringify(message)}\n\n`),
        write,
      };
      streams.push(stream);
      signal.addEventListener("abort", () => {
        streams.splice(streams.indexOf(stream), 1);
        controller.error(signal.reason);
      });
    },
  });
  return Promise.resolve(new Response(body));
}

const { acceptedIn, queryOf, reportOf } = await import("../src/protocol/reports");
const { feedState, startReportFeed, subscribeReports, wantedSubjects, watchResource, watchTask, watchUis } =
  await import("../src/protocol/report-feed");
const { readServer, server } = await import("../src/protocol/server");
const { ResourceWatch, concerns, statusIn } = await import("../src/offers/watch-model");

const NONE = { resources: [], tasks: [] };
const json = (value: unknown) => finish(readingJson(JSON.stringify(value)));
const acknowledgement = (...resourceSubscriptions: unknown[]) => ({
  method: "notifications/subscriptions/acknowledged",
  params: { notifications: { toolsListChanged: true, resourceSubscriptions } },
});
const described = (protocolVersion: string, capabilities: object) => readServer({ protocolVersion, capabilities });
const NEWEST = described("2026-07-28", { tools: { listChanged: true } });
const SILENT = described("2026-07-28", { tools: {} });
const OLDER = described("2025-11-25", { tools: { listChanged: true } });
const OLDER_SILENT = described("2025-11-25", { tools: {} });

// Waits for a condition.
async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    assert.ok(tries < 500, String(condition));
    await pause(10);
  }
}

test("messages of the server become reports", () => {
  const kindOf = (message: object) => reportOf("notification", json(message)).kind;
  assert.deepEqual(reportOf("notification", json({ method: "notifications/tools/list_changed" })), {
    kind: "list",
    list: "tools",
  });
  const updated = { method: "notifications/resources/updated", params: { uri: "a:\u0000" } };
  assert.deepEqual(reportOf("notification", json(updated)), { kind: "resource", uri: "a:\u0000" });
  assert.equal(kindOf({ method: "notifications/resources/updated", params: { uri: 5 } }), "other");
  assert.equal(kindOf({ method: "notifications/message", params: { level: "info" } }), "log");
  assert.equal(kindOf({ method: "notifications/tasks", params: {} }), "task");
  assert.equal(kindOf({ method: "notifications/tasks/status", params: {} }), "task");
  assert.equal(kindOf({ method: "notifications/tools/list_changed/more" }), "other");
  assert.equal(kindOf([]), "other");
  assert.equal(reportOf("request", json({ method: "notifications/tools/list_changed" })).kind, "other");
  assert.deepEqual(reportOf("uis", json({})), { kind: "uis" });
});

test("the acknowledgement is read leniently", () => {
  assert.deepEqual(acceptedIn(json(acknowledgement("a", 1, null, "b"))), { resources: ["a", "b"], tasks: [] });
  for (const odd of [{}, { params: null }, { params: { notifications: { resourceSubscriptions: {} } } }])
    assert.deepEqual(acceptedIn(json(odd)), NONE);
});

test("the query names resources and tasks", () => {
  assert.equal(queryOf(NONE), "");
  assert.equal(
    queryOf({ resources: ["a:/&", "\ud800"], tasks: ["1"] }),
    "?resource=a%3A%2F%26&resource=%EF%BF%BD&task=1",
  );
});

test("a name is watched as long as anybody watches it", () => {
  let changes = 0;
  const names = new WatchedNames(() => (changes += 1));
  const [first, second] = [names.watch("a"), names.watch("a")];
  first();
  first();
  assert.deepEqual([names.followed, changes], [["a"], 1]);
  second();
  assert.deepEqual([names.followed, changes], [[], 2]);
});

test("one stream follows at most a hundred names, and no overlong ones", () => {
  const names = new WatchedNames(() => undefined);
  const numbers = Array.from({ length: 99 }, (_, number) => String(number));
  for (const number of numbers) names.watch(number);
  assert.ok(names.hasRoomFor("last"));
  assert.ok(!names.hasRoomFor("€".repeat(10_000)));
  names.watch("€".repeat(10_000));
  assert.deepEqual(names.followed, numbers);
  names.watch("100");
  names.watch("101");
  assert.deepEqual(names.followed, [...numbers, "100"]);
  assert.ok(!names.hasRoomFor("102"));
});

test("a stream is open only where it is needed", () => {
  const watched = { resources: ["a"], tasks: [] };
  const tasks = { resources: [], tasks: ["1"] };
  assert.deepEqual(wantedSubjects(NEWEST, NONE, false), NONE);
  assert.equal(wantedSubjects(SILENT, NONE, false), undefined);
  assert.deepEqual(wantedSubjects(SILENT, watched, false), watched);
  assert.deepEqual(wantedSubjects(SILENT, tasks, false), tasks);
  assert.deepEqual(wantedSubjects(OLDER, NONE, false), NONE);
  assert.equal(wantedSubjects(OLDER_SILENT, tasks, false), undefined, "older servers follow no tasks");
  assert.deepEqual(wantedSubjects(OLDER_SILENT, { ...watched, tasks: ["1"] }, false), watched);
  assert.deepEqual(wantedSubjects(OLDER_SILENT, NONE, true), NONE, "the subscriptions are ended");
});

test("the feed replaces its stream without a gap, and only if something else is watched", async () => {
  const kinds: string[] = [];
  const stop = subscribeReports(({ kind }) => kinds.push(kind));
  startReportFeed();
  assert.equal(streams.length, 0);
  server.value = NEWEST;
  await until(() => feedState.value.kind === "open");
  streams[0]!.send({ method: "notifications/tools/list_changed" });
  await until(() => kinds.length === 1);
  watchResource("a")();
  await pause(400);
  assert.deepEqual(queries, [""]);
  const unwatch = watchResource("a");
  await until(() => queries.length === 2 && streams.length === 1);
  assert.equal(queries[1], "?resource=a");
  assert.deepEqual(kinds, ["list"]);
  const forget = watchTask("1");
  unwatch();
  await until(() => queries.at(-1) === "?task=1" && streams.length === 1);
  stop();
  forget();
  streams[0]!.send({ method: "notifications/tools/list_changed" });
  await until(() => queries.at(-1) === "" && streams.length === 1);
  assert.deepEqual(kinds, ["list"]);
});

test("the stream of an older server without changes is open while a resource is watched, and once more to end that", async () => {
  server.value = OLDER_SILENT;
  await until(() => streams.length === 0);
  const before = queries.length;
  let most = 0;
  const count = setInterval(() => (most = Math.max(most, streams.length)), 5);
  const unwatch = watchResource("a");
  await until(() => streams.length === 1);
  streams[0]!.send(acknowledgement("a"));
  await until(() => statusIn(feedState.value, "a").kind === "on");
  unwatch();
  await until(() => queries.length === before + 2 && streams.length === 1);
  streams[0]!.send(acknowledgement());
  await until(() => streams.length === 0 && feedState.value.kind === "closed");
  clearInterval(count);
  assert.deepEqual([queries.slice(before), most], [["?resource=a", ""], 1]);
});

test("a watched resource is on, refused, interrupted, or asked for", () => {
  const asked = { resources: ["a", "b"], tasks: [] };
  const accepted = { resources: ["a"], tasks: [] };
  assert.equal(statusIn({ kind: "opening" }, "a").kind, "asking");
  assert.equal(statusIn({ kind: "open", asked, accepted: undefined }, "a").kind, "asking");
  assert.equal(statusIn({ kind: "open", asked, accepted }, "c").kind, "asking", "it is part of the next stream");
  assert.equal(statusIn({ kind: "open", asked, accepted }, "a").kind, "on");
  assert.deepEqual(statusIn({ kind: "open", asked, accepted }, "b"), {
    kind: "off",
    reason: "Not watched: the server does not report updates of this resource.",
  });
  const problem = new Error("Broken.");
  assert.equal(statusIn({ kind: "failed", asked, problem, isFinal: false }, "a").kind, "lost");
  assert.equal(statusIn({ kind: "failed", asked, problem, isFinal: true }, "a").kind, "off");
  assert.equal(statusIn({ kind: "failed", asked, problem, isFinal: true }, "c").kind, "asking");
});

test("an update concerns a resource and what it is a part of", () => {
  assert.ok(concerns("note:///a", "note:///a"));
  assert.ok(concerns("note:///a/b", "note:///a"));
  assert.ok(concerns("note:///a", "note:///"));
  assert.ok(!concerns("note:///ab", "note:///a"));
  assert.ok(!concerns("note:///", "note:///a"));
});

test("an update is noted until the resource is read, which happens by itself if that is wanted", async () => {
  server.value = SILENT;
  const reads: boolean[] = [];
  let isFree = false;
  const watch = new ResourceWatch({ uri: "a", read: (isAutomatic) => reads.push(isAutomatic), mayRead: () => isFree });
  watch.start();
  await until(() => streams.length === 1);
  streams[0]!.send(acknowledgement("a"));
  await until(() => watch.status.value.kind === "on");
  for (let times = 0; times < 1000; times += 1)
    streams[0]!.send({ method: "notifications/resources/updated", params: { uri: "a" } });
  await until(() => watch.update.value !== undefined);
  watch.readAgain();
  watch.readingBegins();
  assert.equal(watch.update.value, undefined);
  watch.readingEnds(false);
  assert.ok(watch.update.value, "the old contents are still shown");
  assert.deepEqual(reads, [false]);
  watch.setAutomatic(true);
  streams[0]!.send({ method: "notifications/resources/updated", params: { uri: "a" } });
  await pause(1200);
  assert.deepEqual(reads, [false], "the person is at work");
  isFree = true;
  await until(() => reads.length === 2);
  watch.readingBegins();
  watch.readingEnds(true);
  assert.deepEqual([reads, watch.update.value], [[false, true], undefined]);
  watch.stop();
  await until(() => streams.length === 0);
  assert.deepEqual([watch.status.value, watch.update.value], [{ kind: "off" }, undefined]);
});

test("the UIs are watched in front of any server, and each change of them is reported", async () => {
  server.value = SILENT;
  await until(() => streams.length === 0);
  const kinds: string[] = [];
  const stop = subscribeReports(({ kind }) => kinds.push(kind));
  watchUis();
  await until(() => streams.length === 1);
  streams[0]!.send({}, "uis");
  streams[0]!.send({}, "unknown");
  await until(() => kinds.length > 0);
  stop();
  assert.deepEqual(kinds, ["uis"]);
});

test("a report that is too large ends the stream", async () => {
  server.value = NEWEST;
  await until(() => streams.length === 1 && feedState.value.kind === "open");
  const kinds: string[] = [];
  const stop = subscribeReports(({ kind }) => kinds.push(kind));
  // In pieces, as a network delivers it.
  streams[0]!.write("event: notification\ndata: ");
  streams[0]!.write("x".repeat(1.5 * 2 ** 20));
  await until(() => feedState.value.kind === "failed");
  stop();
  assert.match(feedState.value.kind === "failed" ? feedState.value.problem.message : "", /larger than 1\.0 MB/);
  assert.deepEqual(kinds, []);
});
