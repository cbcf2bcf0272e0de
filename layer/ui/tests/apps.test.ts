// Checks of messages from apps, and explanations of what apps do.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { remedy } from "../src/apps/model/remedy";
import { kindOfMessage, measureMessage } from "../src/apps/messages/check";
import { RateLimiter } from "../src/apps/messages/rate-limiter";
import { type DiagnosedApp, diagnosisOf } from "../src/apps/model/diagnosis";
import { Growth } from "../src/apps/model/growth";
import { harmfulViolations } from "../src/apps/model/policy";
import { metaOf, tidyMeta } from "../src/apps/resource/metadata";
import { recoveredContent } from "../src/apps/run/recovered";
import { embeddedApps, preferredHeight } from "../src/apps/legacy/results";
import type { Tool } from "../src/protocol/tools";

test("a message is a request, a notification or a response", () => {
  assert.equal(kindOfMessage({ id: 1, method: "ping" }).kind, "request");
  assert.equal(kindOfMessage({ method: "ping", params: {} }).kind, "notification");
  assert.equal(kindOfMessage({ id: "a", error: {} }).kind, "response");
  assert.match(kindOfMessage({ id: NaN, method: "ping" }).problem ?? "", /id/);
  assert.match(kindOfMessage({ id: 1, method: "ping", params: [] }).problem ?? "", /parameters/);
  assert.match(kindOfMessage({ id: 1 }).problem ?? "", /neither/);
});

test("a message that is too large, cyclic or not JSON is refused", () => {
  assert.equal(measureMessage({ a: ["b", 1, null] }, 1000).problem, undefined);
  assert.match(measureMessage("x".repeat(2000), 1000).problem ?? "", /larger than 1.0 kB/);
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  assert.match(measureMessage(cyclic, 1000).problem ?? "", /larger/);
  assert.match(measureMessage({ at: new Date() }, 1000).problem ?? "", /JSON cannot represent/);
  assert.match(measureMessage([1n], 1000).problem ?? "", /JSON cannot represent/);
});

test("messages beyond the rate limit are dropped, and counted", async () => {
  const dropped = new Promise((resolve) => {
    const limiter = new RateLimiter({ messagesPerSecond: 2, messageBytes: 100 }, resolve);
    const admitted = [1, 2, 3, 4].map((message) => limiter.admit(message) !== undefined);
    assert.deepEqual(admitted, [true, true, false, false]);
  });
  assert.equal(await dropped, 2);
});

test("older names of metadata are read, with a warning", () => {
  const notes: string[] = [];
  const note = (_kind: string, text: string) => void notes.push(text);
  assert.equal(metaOf({ _meta: { other: 1 } }, note), undefined);
  const meta = metaOf({ _meta: { "mcp-ui/widgetCSP": { connect_domains: ["https://a"] } } }, note);
  assert.ok(meta);
  const tidy = tidyMeta({ ...meta, permissions: { camera: {}, flying: {} } }, note);
  assert.deepEqual(tidy.csp, { connectDomains: ["https://a"] });
  assert.deepEqual(tidy.permissions, ["camera"]);
  assert.equal(notes.length, 3);
});

test("the apps of a result are its resources with a ui:// URI", () => {
  const app = { uri: "ui://a", _meta: { "mcpui.dev/ui-preferred-frame-size": ["100%", "300px"] } };
  const content = [{ type: "resource", resource: app }, { type: "resource", resource: { uri: "file://b" } }, null];
  assert.deepEqual(embeddedApps({ content }), [app]);
  assert.deepEqual(embeddedApps({ content: "none" }), []);
  assert.equal(preferredHeight(app), 300);
});

test("the diagnosis names the first reason why an app stays blank", () => {
  const app: DiagnosedApp = { failure: "", phase: "waiting", notes: [], isLate: false, policy: { violations: [] } };
  assert.equal(diagnosisOf(app), "");
  assert.match(diagnosisOf({ ...app, isLate: true }), /never sent ui\/initialize/);
  const evaluated = { directive: "script-src", blocked: "eval", sample: "", line: 0 };
  assert.equal(diagnosisOf({ ...app, policy: { violations: [evaluated] } }), "");
  const notes: DiagnosedApp["notes"] = [{ kind: "error", text: "boom" }];
  assert.match(diagnosisOf({ ...app, notes }), /boom/);
  const loaded = { ...evaluated, blocked: "https://cdn.example/chart.js" };
  const both = diagnosisOf({ ...app, notes, policy: { violations: [loaded] } });
  assert.match(both, /kept it from https:\/\/cdn\.example\/chart\.js.*resourceDomains.*boom/);
  assert.match(diagnosisOf({ ...app, policy: { violations: [evaluated, { ...evaluated }] } }), /needs eval/);
  assert.equal(diagnosisOf({ ...app, phase: "ready", isLate: true }), "");
});

test("the test of the official library for eval is not counted", () => {
  const violation = (blocked: string) => ({ directive: "script-src", blocked, sample: "", line: 0 });
  const counted = (...blocked: string[]) => harmfulViolations({ violations: blocked.map(violation) }).length;
  assert.deepEqual([counted("eval"), counted("eval", "eval"), counted("inline", "eval"), counted()], [0, 1, 1, 0]);
});

test("a remedy names the list in which a domain must be declared", () => {
  assert.match(remedy("img-src", "https://a.example/x.png"), /https:\/\/a\.example in _meta\.ui\.csp\.resourceDomains/);
  assert.match(remedy("script-src", "eval"), /eval/);
  assert.match(remedy("script-src-elem", "data"), /the relaxed policy above does/);
  assert.match(remedy("connect-src", "data"), /neither does the relaxed policy/);
  assert.equal(remedy("img-src", "inline"), "");
});

test("structured content is recovered from a text, unless there is some", () => {
  const text = (text: string) => ({ type: "text", text });
  const plain = { name: "plain" };
  const typed = { name: "typed", outputSchema: { type: "object" } };
  const found = (tool: Tool, ...content: object[]) => recoveredContent(tool, { content });
  assert.deepEqual(found(plain, text(' {"a":1}\n')), { a: 1 });
  assert.equal(found(plain, text('{"a":1}'), text("more")), undefined);
  assert.deepEqual(found(typed, text("Done."), text('{"a":1}')), { a: 1 });
  for (const other of ["[1]", "1", "{", '{"a":1} {"b":2}', "text"]) assert.equal(found(typed, text(other)), undefined);
  assert.equal(found(plain, { type: "image", text: "{}" }), undefined);
  for (const structuredContent of [{}, null, undefined])
    assert.equal(recoveredContent(typed, { content: [text("{}")], structuredContent }), undefined);
  assert.equal(recoveredContent(typed, { content: [text("{}")], isError: true }), undefined);
});

// An app of which `wanted` tells the height it asks for, given the height of its frame; undefined if it asks for nothing.
function grown(context: TestContext, wanted: (height: number) => number | undefined, steps = 20): [number, boolean] {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let [now, height, isEndless] = [0, 100, false];
  context.mock.method(performance, "now", () => now);
  const growth = new Growth((examined, followsFrame) => {
    height = examined;
    isEndless = followsFrame;
  });
  let asked = 0;
  for (let step = 0; step < steps; step += 1) {
    const next = wanted(height);
    // An app tells its height only when it changes.
    if (next !== undefined && next !== asked) {
      asked = next;
      if (growth.allows(next, height)) height = next;
    }
    now += 100;
    context.mock.timers.tick(100);
  }
  return [height, isEndless];
}

test("an app that is always higher than its frame keeps the height that it had first", (context) => {
  assert.deepEqual(
    grown(context, (height) => height + 50),
    [100, true],
  );
});

test("an app that grows by itself gets what it asks for", (context) => {
  let own = 100;
  assert.deepEqual(
    grown(context, () => (own += 50)),
    [100 + 20 * 50, false],
  );
});

test("an app that has grown a few times in a row gets what it needs in the end", (context) => {
  const heights = [200, 300, 400];
  assert.deepEqual(
    grown(context, (height) => (height < 400 ? heights.find((one) => one > height) : undefined)),
    [400, false],
  );
});
