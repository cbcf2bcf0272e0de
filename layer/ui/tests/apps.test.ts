// Checks of messages from apps, explanations of what apps do, and how much of them is kept.
import { all, draw, drawn, texts } from "./dom";
import "./page-globals";
import { answers, until } from "./explorer";
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { h } from "preact";
import { askConsent } from "../src/apps/consent/dialog";
import { startKeyboardGuard } from "../src/apps/focus/keyboard";
import { Lifeline } from "../src/apps/frame/lifeline";
import { listAppTools } from "../src/apps/host/app-tools";
import { downloadFiles } from "../src/apps/host/downloads";
import { addMessage } from "../src/apps/host/model-messages";
import { handleReport } from "../src/apps/host/sandbox-reports";
import { HtmlPage } from "../src/apps/html/html-frame";
import type { HostedApp } from "../src/apps/model/hosted-app";
import { openFrames } from "../src/apps/model/open-frames";
import { AppRecord } from "../src/apps/model/record";
import { remedy } from "../src/apps/model/remedy";
import { kindOfMessage, measureMessage } from "../src/apps/messages/check";
import { RateLimiter } from "../src/apps/messages/rate-limiter";
import { type DiagnosedApp, diagnosisOf } from "../src/apps/model/diagnosis";
import { Growth } from "../src/apps/model/growth";
import { harmfulViolations } from "../src/apps/model/policy";
import { metaOf, tidyMeta } from "../src/apps/resource/metadata";
import { AppBridge } from "../src/apps/run/bridge";
import { AppRun } from "../src/apps/run/run";
import { recoveredContent } from "../src/apps/run/recovered";
import { embeddedApps, preferredHeight } from "../src/apps/legacy/results";
import type { Tool } from "../src/protocol/tools";
import { settings } from "../src/settings";

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

// More of what a browser has.
for (const name of ["IntersectionObserver", "removeEventListener"])
  Object.assign(globalThis, { [name]: Reflect.get(window, name) as unknown });

// An app as the parts of the host see it, as far as they need one.
function appWith(members: Partial<HostedApp> = {}): HostedApp {
  const policy = { text: "", approved: {}, rejected: [], declared: undefined, violations: [] };
  const app = { policy, model: { messages: [], context: undefined }, consentRequests: 0, isMuted: false, ...members };
  return Object.assign(new AppRecord(), { uri: "ui://a", tool: { name: "a" }, ...app }) as unknown as HostedApp;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test("a few messages of the largest size use up a second", () => {
  const limiter = new RateLimiter({ messagesPerSecond: 100, messageBytes: 1000 }, () => undefined);
  const admitted = numbers(6).map(() => limiter.admit("x".repeat(1000)) !== undefined);
  assert.deepEqual(admitted, [true, true, true, true, false, false]);
});

test("the record of an app is bounded, however much the app sends", () => {
  const record = new AppRecord();
  const receive = (message: object) =>
    record.recordMessage({ direction: "in", dialect: "apps", method: "ping", message });
  for (const id of numbers(1001)) receive({ id });
  assert.deepEqual([record.log.length, record.dropped, record.log[0]?.id], [901, 100, 100]);
  receive({ id: "x".repeat(1000) });
  assert.equal(record.log.at(-1)?.id, `${"x".repeat(200)}…`);
  // The same text many times over takes no memory.
  receive({ id: 1, params: { list: Array<string>(300).fill("x".repeat(1e6)) } });
  const { bytes } = record.log.at(-1)!;
  assert.ok(bytes >= 1e8 && bytes < 1.1e8, `${bytes} bytes are measured`);
  for (const number of numbers(300)) record.note("warning", `note ${number}`);
  assert.deepEqual([record.notes.length, record.notes.at(-1)?.text], [200, "note 199"]);
});

test("of an app's messages to the model, the latest hundred are kept", () => {
  const app = appWith();
  for (const number of numbers(150)) addMessage(app, "user", [{ type: "text", text: String(number) }]);
  assert.deepEqual([app.model.messages.length, app.model.messages[0]?.content[0]?.["text"]], [100, "50"]);
});

test("reports of the sandbox, which an app can forge, are kept up to a number", () => {
  const app = appWith();
  for (const number of numbers(250)) handleReport(app, { kind: "violation", directive: "img-src", blocked: number });
  assert.deepEqual([app.policy.violations.length, app.policy.violations.at(-1)?.blocked], [200, "199"]);
});

test("an app that offers many tools has the first ones shown", async () => {
  const tools = numbers(60).map((number) => ({ name: `tool ${number}`, inputSchema: { type: "object" } }));
  const app = appWith({ bridge: { request: () => Promise.resolve({ tools }) } as unknown as HostedApp["bridge"] });
  await listAppTools(app);
  assert.deepEqual([app.appTools.length, app.appTools.at(-1)?.name], [50, "tool 49"]);
  assert.match(app.notes.map(({ text }) => text).join(), /offers 60 tools; the first 50/);
});

test("a file that is too large is refused before anybody is asked", async () => {
  const contents = [{ type: "resource", resource: { uri: "file:///a.txt", text: "x".repeat(50e6 + 1) } }];
  // An app whose requests are blocked is refused in another way.
  const download = downloadFiles(appWith({ isMuted: true }), { contents }, new AbortController().signal);
  await assert.rejects(download, /larger than 50\.0 MB/);
});

test("an app that asks for more than three consents at once is refused without a dialog", async () => {
  const app = appWith();
  const life = new AbortController();
  const ask = () => askConsent<"go">(app, life.signal, { title: "Go?", body: null!, choices: { go: "Go" } });
  const waiting = numbers(3).map(ask);
  const refused = await Promise.race([ask(), ...waiting]);
  await drawn();
  assert.deepEqual([refused, app.consentRequests, all(document, "dialog").length], ["refuse", 3, 1]);
  assert.match(app.notes.map(({ text }) => text).join(), /Too many consent requests/);
  life.abort();
  assert.deepEqual(await Promise.all(waiting), ["refuse", "refuse", "refuse"]);
});

test("actions for an app without an echo are queued up to a number, and its silence ends it", (context) => {
  let [now, ends, done] = [0, 0, 0];
  context.mock.method(performance, "now", () => now);
  const lifeline = new Lifeline(() => (ends += 1));
  // An open port would keep the process alive.
  context.after(() => lifeline.close());
  const queued = numbers(1100).filter(() => lifeline.afterEcho(() => (done += 1)));
  // One waits for the echo that is under way, the others for the next one.
  assert.deepEqual([queued.length, lifeline.waiting], [1001, 1001]);
  now = 5000;
  lifeline.onActivity();
  assert.equal(ends, 0);
  now = 5001;
  lifeline.onActivity();
  assert.deepEqual([ends, done, lifeline.waiting, lifeline.afterEcho(() => undefined)], [1, 0, 0, false]);
});

test("an app that does not answer is asked for its tools for half a minute", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const app = appWith();
  app.bridge = new AppBridge(app, () => true);
  const listing = listAppTools(app);
  context.mock.timers.tick(29_999);
  assert.deepEqual(app.notes, []);
  context.mock.timers.tick(1);
  await listing;
  assert.match(app.notes.map(({ text }) => text).join(), /did not respond to tools\/list within 30 seconds/);
});

test("of what the sandbox has blocked in a document, a number is counted, and an address is cut", async (context) => {
  Object.assign(settings.apps, { frames: 1, htmlBytes: 1000, allow: [], block: [], names: {} });
  answers.set("sandbox/policy", () => Response.json({ policy: "default-src 'none'" }));
  // A frame that loads nothing.
  const source = {};
  const create = (document as { createElement(name: string): HTMLElement }).createElement.bind(document);
  context.mock.method(document, "createElement", (name: string) =>
    Object.assign(create(name === "iframe" ? "div" : name), { contentWindow: source }),
  );
  // A frame that is left behind would keep the process alive.
  context.after(() => draw(h("p", null)));
  const view = draw(h("div", null, h(HtmlPage, { text: "<p>Hello</p>", title: "Page" })));
  await until(() => all(view, ".app-frame").length > 0);
  const report = (blocked: string) => {
    const data = { method: "ui/notifications/sandbox-report", params: { kind: "violation", blocked } };
    window.dispatchEvent(Object.assign(new Event("message"), { source, origin: "null", data }));
  };
  for (const number of numbers(49)) report(`https://a.example/${number}`);
  report("x".repeat(1000));
  report("further");
  await drawn();
  assert.deepEqual(texts(view, '[role="status"]'), [
    `Blocked by the sandbox: 50 or more, the last one ${"x".repeat(200)}…`,
  ]);
});

test("an app that takes its time to end is closed after a second", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const run = new AppRun({ name: "a" }, "ui://a", () => Promise.reject(new Error("It is not read.")));
  const bridge = new AppBridge(run, () => true);
  bridge.isOpen = true;
  run.bridge = bridge;
  void run.close();
  const isOverAfter = async (ms: number) => {
    context.mock.timers.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
    return run.isOver;
  };
  assert.deepEqual([await isOverAfter(999), await isOverAfter(1)], [false, true]);
});

test("thefts of the keyboard focus add up only if they follow each other", (context) => {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(document, { hasFocus: () => true });
  const ended: number[] = [];
  const open = Object.assign(appWith({ thefts: [] }), { kind: "app" as const, end: () => ended.push(now) });
  context.after(() => openFrames.delete(open));
  openFrames.add(open);
  startKeyboardGuard();
  for (now of [0, 5000, 10_000, 14_999]) window.dispatchEvent(new Event("blur"));
  assert.deepEqual(ended, [14_999]);
});
