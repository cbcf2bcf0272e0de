// A call as a conversation, without its views: events, progress, log, capabilities, and the answers to a request for input.
import assert from "node:assert/strict";
import { test } from "node:test";
import { capabilitiesText, parsedClient, requiredPaths } from "../src/protocol/client";
import { LogBuffer, logEntry, logText } from "../src/log/log";
import { Progress } from "../src/conversation/progress";
import { readJson } from "../src/json/read";
import { eventsOf } from "../src/protocol/event-stream";

Object.assign(globalThis, { location: { pathname: "/" }, document: { documentElement: { dataset: { apps: "{}" } } } });
const { inputRequestOf, resumeText } = await import("../src/conversation/input-request");
const { needsOlder } = await import("../src/conversation/revisions");
const { nameOf } = await import("../src/conversation/server-name");
const { outcomeOf } = await import("../src/protocol/live-outcome");
const { readServer } = await import("../src/protocol/server");

async function events(chunks: readonly Uint8Array[], largest?: number): Promise<[string | undefined, string][]> {
  const found: [string | undefined, string][] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  for await (const { event, data } of eventsOf(body, () => undefined, largest)) found.push([event, data]);
  return found;
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("events arrive whole, however they are cut", async () => {
  const text =
    ': \n\nevent: notification\ndata: {"a":\ndata: "é"}\n\nevent: result\ndata: 1.0\n\nevent: error\ndata: cut off';
  const expected = [
    ["notification", '{"a":\n"é"}'],
    ["result", "1.0"],
  ];
  assert.deepEqual(await events([bytes(text)]), expected);
  assert.deepEqual(await events(Array.from(bytes(text), (byte) => Uint8Array.of(byte))), expected);
});

test("an event that is too large ends the stream", async () => {
  await assert.rejects(
    events(["event: result\ndata: ", "x".repeat(2000), "x"].map(bytes), 1000),
    /larger than 1\.0 kB/,
  );
});

const step = (progress: string, token = "1", rest = "") =>
  readJson(`{"progressToken":${token},"progress":${progress}${rest}}`);

test("progress rises, and belongs to one request", () => {
  const progress = new Progress();
  assert.ok(progress.advance(step("1", "1", ',"total":4,"message":"reading"'), 0));
  for (const ignored of [step("0.5"), step("1"), step("3", '"1"'), step("4", "2")]) progress.advance(ignored, 100);
  assert.deepEqual([progress.value, progress.share, progress.message], [1, 0.25, "reading"]);
  for (const invalid of ["1e999", '"2"', "null"]) assert.ok(!progress.advance(step(invalid), 100), invalid);
  assert.ok(!progress.advance(undefined, 100));
  progress.advance(step("3", "1", ',"total":4'), 1000);
  assert.deepEqual([progress.share, progress.rate, progress.rest(1000), progress.rest(1200)], [0.75, 2, 500, 300]);
  progress.advance(step("9", "1", ',"total":4'), 2000);
  assert.deepEqual([progress.share, progress.rest(2000)], [1, 0]);
  progress.advance(step("10"), 3000);
  assert.deepEqual([progress.share, progress.rest(3000)], [undefined, undefined]);
});

test("the log keeps the newest lines, by number and by size", () => {
  const many = new LogBuffer();
  for (let at = 0; at < 1500; at += 1) many.add({ at, raw: "{}" });
  assert.deepEqual([many.lines.length, many.dropped, many.lines[0]?.at], [1000, 500, 500]);
  const large = new LogBuffer();
  for (let at = 0; at < 3; at += 1) large.add({ at, raw: "x".repeat(3e6) });
  assert.deepEqual([large.lines.length, large.dropped], [1, 2]);
});

test("a log line is a message with its level, or any other notification as it is", () => {
  const entry = (method: string, params: string) => {
    const { data, ...rest } = logEntry(`{"method":"${method}","params":${params}}`);
    return { ...rest, data: data?.type };
  };
  const message = '{"level":"warning","logger":"disk","data":"full"}';
  assert.deepEqual(entry("notifications/message", message), {
    label: "warning",
    severity: 3,
    logger: "disk",
    text: "full",
    message: undefined,
    data: "string",
  });
  const ofFastMcp = (data: string) => {
    const { text, message } = entry("notifications/message", `{"level":"info","data":${data}}`);
    return [text, message];
  };
  assert.deepEqual(ofFastMcp('{"msg":"written","extra":null}'), ["written", undefined]);
  assert.deepEqual(ofFastMcp('{"msg":"written","extra":{"rows":3}}'), [undefined, "written"]);
  assert.deepEqual(ofFastMcp('{"msg":7}'), [undefined, undefined]);
  assert.equal(entry("notifications/message", '{"level":"odd","data":{}}').severity, 1);
  for (const other of ["{}", '{"level":7,"data":1}', '{"level":"info"}']) {
    assert.equal(entry("notifications/message", other).label, "notifications/message", other);
  }
  assert.equal(entry("notifications/odd", '{"x":1}').severity, undefined);
  assert.equal(logEntry("no JSON").label, "message");
  assert.equal(logText({ lines: [{ at: 0, raw: '{\n  "a": 1.0\n}' }], dropped: 0 }), '{ "a": 1.0 }');
});

test("capabilities are written in the form of MCP", () => {
  const text = (...allowed: string[]) => capabilitiesText({ allowed, revision: "automatic", logLevel: undefined });
  const tasks = '"extensions":{"io.modelcontextprotocol/tasks":{}}';
  assert.equal(
    capabilitiesText(parsedClient(null)),
    '{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{},' +
      `"tasks":{"list":{},"cancel":{},"requests":{"elicitation":{"create":{}},"sampling":{"createMessage":{}}}},${tasks}}`,
  );
  assert.equal(text("tasks"), `{"tasks":{"list":{},"cancel":{},"requests":{}},${tasks}}`);
  assert.equal(text(), "{}");
  assert.equal(text("roots", "elicitation.url"), '{"elicitation":{"url":{}},"roots":{}}');
  assert.equal(text("sampling.tools"), "{}");
  assert.equal(text("sampling", "sampling.tools"), '{"sampling":{"tools":{}}}');
});

test("stored settings of the client are read leniently", () => {
  for (const wrong of ["", "{", "[]", '{"allowed":1,"revision":"x"}']) {
    assert.deepEqual(parsedClient(wrong), parsedClient(null), wrong);
  }
  const mixed = parsedClient('{"allowed":["roots","no such",7],"revision":"older","logLevel":"loud"}');
  assert.deepEqual(mixed, { allowed: ["roots"], revision: "automatic", logLevel: undefined });
});

test("required capabilities are matched with the switches", () => {
  const paths = (required: string) => requiredPaths(readJson(required));
  assert.deepEqual(paths('{"elicitation":{}}'), ["elicitation.form"]);
  assert.deepEqual(paths('{"elicitation":{"url":{}},"sampling":{"tools":{}}}'), [
    "elicitation.url",
    "sampling",
    "sampling.tools",
  ]);
  assert.deepEqual(paths('{"extensions":{"io.modelcontextprotocol/tasks":{}}}'), ["tasks"]);
  for (const unknown of ['{"extensions":{"x":{}}}', '{"roots":{"more":{}}}', '{"constructor":{}}']) {
    assert.equal(paths(unknown), undefined, unknown);
  }
});

function input(result: string): ReturnType<typeof inputRequestOf> {
  return inputRequestOf({ event: "result", root: readJson(`{"result":${result}}`) });
}

test("a request for input keeps the state as it was written", () => {
  const found = input(
    '{"resultType":"input_required","inputRequests":{"b":{"method":"roots/list"},"__proto__":{}},"requestState":"\\u00e9\\/"}',
  );
  assert.deepEqual(
    found?.questions.map(([key, { method }]) => [key, method]),
    [
      ["b", "roots/list"],
      ["__proto__", ""],
    ],
  );
  assert.equal(found.questions[0]?.[1].server, "The MCP server");
  const answers = found.questions.map(([key]) => [key, { result: "1.0" }] as const);
  assert.equal(
    resumeText(answers, found.state),
    '{"inputResponses":{"b":1.0,"__proto__":1.0},"requestState":"\\u00e9\\/"}',
  );
});

test("a request for input may lack questions or a state", () => {
  assert.deepEqual(input('{"resultType":"input_required","requestState":"s"}'), { questions: [], state: '"s"' });
  assert.equal(resumeText([], undefined), "{}");
  assert.equal(input('{"content":[]}'), undefined);
  assert.equal(inputRequestOf({ event: "refused", status: 500, text: "" }), undefined);
  const many = Array.from({ length: 51 }, (_, index) => `"${index}":{}`).join(",");
  assert.throws(() => input(`{"resultType":"input_required","inputRequests":{${many}}}`), /asks 51 questions at once/);
});

test("a question names the server, and the title that the operator has given", () => {
  const own = { name: "weather", title: "Weather\u202e" };
  assert.equal(nameOf(undefined, ""), "The MCP server");
  assert.equal(nameOf(own, ""), "Weather‹U+202E›");
  assert.equal(nameOf({ name: 1, title: "" }, "Staging"), "Staging");
  assert.equal(nameOf(own, "Staging"), "Weather‹U+202E› (Staging)");
  assert.equal(nameOf({ name: "Staging" }, "Staging"), "Staging");
});

test("the words of a server that cannot ask are looked for at the beginning of a failure", () => {
  const newest = readServer({ protocolVersion: "2026-07-28", capabilities: {} });
  const failed = (text: string) =>
    needsOlder({ kind: "failed", headline: "", duration: 1, size: 1, started: 0, text }, newest);
  assert.ok(failed(`${"x".repeat(9_000)} no back-channel`));
  assert.ok(!failed(`${"x".repeat(11_000)} no back-channel`));
});

test("the size of a result is that of its UTF-8", async () => {
  for (const text of ["", "plain", "é ß", "€ 漢字", "😀", "a\u0080\u07ff\u0800\uffff\u{10000}"]) {
    const result = JSON.stringify({ text });
    const { size } = await outcomeOf({ event: "result", root: readJson(`{"result":${result}}`) });
    assert.equal(size, Buffer.byteLength(result), text);
  }
});

test("the differences from an output schema are kept up to a number, and counted", async () => {
  const errors = Array.from({ length: 80 }, (_, index) => ({ path: `/${index}`, message: "wrong" }));
  const verdict = readJson(JSON.stringify({ valid: false, errors }));
  const { mismatches, mismatchCount } = await outcomeOf({ event: "result", root: readJson('{"result":{}}'), verdict });
  assert.deepEqual([mismatches?.length, mismatches?.at(-1)?.path, mismatchCount], [50, "/49", 80]);
});
