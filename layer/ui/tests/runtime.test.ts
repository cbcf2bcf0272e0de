// The runtime of UIs, with a host that is only a list of messages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { type Ui, connect } from "../runtime/connect";
import type { PlainObject } from "../src/json/plain";

interface Sent extends PlainObject {
  readonly id?: string;
  readonly method?: string;
  readonly type?: string;
  readonly messageId?: string;
}

interface Host {
  readonly ui: Ui;
  readonly sent: Sent[];
  readonly say: (data: unknown, source?: unknown) => void;
  readonly prefersDark: (isDark: boolean) => void;
  readonly resize: (width: number, height: number) => void;
  readonly style: PlainObject;
}

// Starts the runtime in a window without a browser.
function start({ search = "", isFramed = true } = {}): Host {
  const sent: Sent[] = [];
  const style: PlainObject = { setProperty: (name: string, value: string) => void (style[name] = value) };
  const scheme = Object.assign(new EventTarget(), { matches: false });
  let box = { width: 0, height: 0 };
  let onMessage = (_event: unknown): void => undefined;
  let onResize = (): void => undefined;
  const window: PlainObject = {
    location: { search },
    navigator: { language: "de-CH" },
    document: { title: "Test", documentElement: { style, getBoundingClientRect: () => box } },
    matchMedia: () => scheme,
    addEventListener: (_type: string, listener: typeof onMessage) => (onMessage = listener),
    ResizeObserver: class {
      constructor(listener: () => void) {
        onResize = listener;
      }
      observe(): void {
        onResize();
      }
      disconnect(): void {
        onResize = () => undefined;
      }
    },
  };
  const parent = { postMessage: (message: Sent) => sent.push(message) };
  window["parent"] = isFramed ? parent : window;
  const ui = connect(window as unknown as Window & typeof globalThis);
  return {
    ui,
    sent,
    style,
    say: (data, source = parent) => onMessage({ source, data }),
    prefersDark: (isDark) => {
      scheme.matches = isDark;
      scheme.dispatchEvent(new Event("change"));
    },
    resize: (width, height) => {
      box = { width, height };
      onResize();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const notification = (method: string, params?: unknown) => ({
  jsonrpc: "2.0",
  method: `ui/notifications/${method}`,
  params,
});
const last = ({ sent }: Host) => sent.at(-1) ?? {};
const methods = ({ sent }: Host) => sent.map(({ method, type }) => method ?? type);

async function startApp(hostContext: PlainObject = {}): Promise<Host> {
  const host = start();
  const request = host.sent.find(({ method }) => method === "ui/initialize");
  host.say({ jsonrpc: "2.0", id: request?.id, result: { protocolVersion: "2026-01-26", hostContext } });
  await settled();
  host.sent.length = 0;
  return host;
}

async function startOlder(): Promise<Host> {
  const host = start();
  host.say({ type: "ui-lifecycle-iframe-render-data", payload: { renderData: { n: 1 } } });
  await settled();
  host.sent.length = 0;
  return host;
}

test("begins in both dialects, and follows the host that answers", async () => {
  const host = start();
  assert.deepEqual(methods(host), ["ui/initialize", "ui-lifecycle-iframe-ready"]);
  assert.equal(host.ui.state.isLoading, true);
  const [initialize] = host.sent;
  assert.deepEqual(initialize?.["params"], {
    protocolVersion: "2026-01-26",
    appInfo: { name: "Test", version: "1.0.0" },
    appCapabilities: {},
  });
  void host.ui.link("https://example.com/");
  await settled();
  assert.equal(host.sent.length, 2, "nothing else is sent to a host that has not answered");
  host.say({ jsonrpc: "2.0", id: initialize.id, result: {} });
  host.say({ type: "ui-message-received" });
  await settled();
  assert.deepEqual(methods(host).slice(2).sort(), [
    "ui/notifications/initialized",
    "ui/notifications/size-changed",
    "ui/open-link",
  ]);
});

test("an older host is recognised by its first message, or by the address", async () => {
  const host = start();
  host.say({ type: "ui-lifecycle-iframe-render-data", payload: { renderData: { n: 1 } } });
  await settled();
  assert.deepEqual(host.ui.state.data, { n: 1 });
  assert.equal(last(host).type, "ui-size-change");
  const waiting = start({ search: "?a=b&waitForRenderData=true" });
  await settled();
  assert.deepEqual(methods(waiting), ["ui-lifecycle-iframe-ready", "ui-size-change"]);
});

test("input and result of a call become the state", async () => {
  const host = await startApp();
  const states: unknown[] = [];
  const unsubscribe = host.ui.subscribe(({ input, data, isLoading }) => states.push([input, data, isLoading]));
  host.say(notification("tool-input-partial", { arguments: { a: "x" } }));
  host.say(notification("tool-input", { arguments: { a: "xy" } }));
  host.say(notification("tool-result", { content: [], structuredContent: [1, 2] }));
  unsubscribe();
  host.say(notification("tool-input", {}));
  assert.deepEqual(
    [states[0], states[1], states.at(-1)],
    [
      [{}, null, true],
      [{ a: "x" }, null, true],
      [{ a: "xy" }, [1, 2], false],
    ],
  );
  assert.deepEqual([host.ui.state.input, host.ui.state.data, host.ui.state.isLoading], [{}, null, true]);
});

test("data that the server derived precede the structured content, and none are no error", async () => {
  const host = await startApp();
  const derived = { "mcpui.dev/ui-initial-render-data": { b: 2 } };
  host.say(notification("tool-result", { structuredContent: { a: 1 }, _meta: derived }));
  assert.deepEqual(host.ui.state.data, { b: 2 });
  host.say(notification("tool-result", { structuredContent: null }));
  const text = { type: "text", text: "only text" };
  host.say(notification("tool-result", { content: [text] }));
  const { data, result, error, isLoading } = host.ui.state;
  assert.deepEqual(
    { data, result, error, isLoading },
    { data: null, result: { content: [text] }, error: null, isLoading: false },
  );
  const older = await startOlder();
  older.say({ type: "ui-lifecycle-iframe-render-data", payload: { renderData: null } });
  assert.deepEqual([older.ui.state.data, older.ui.state.error], [null, null]);
});

test("in a host that speaks both dialects, render data outrank a result without data", async () => {
  const host = await startApp();
  host.say({ type: "ui-lifecycle-iframe-render-data", payload: { renderData: { n: 1 } } });
  host.say(notification("tool-input", {}));
  host.say(notification("tool-result", { content: [] }));
  assert.deepEqual([host.ui.state.data, host.ui.state.isLoading], [{ n: 1 }, false]);
});

test("what fails, is cancelled or is malformed becomes an error", async () => {
  const host = await startApp();
  const errorAfter = (message: unknown) => {
    host.say(notification("tool-input", {}));
    host.say(message);
    assert.equal(host.ui.state.isLoading, false);
    return host.ui.state.error;
  };
  const content = [{ type: "text", text: "No" }, { type: "image" }, null, { type: "text", text: "database" }];
  assert.equal(errorAfter(notification("tool-result", { isError: true, content })), "No\ndatabase");
  assert.equal(errorAfter(notification("tool-result", { isError: true, content: 7 })), "The tool failed.");
  assert.equal(errorAfter(notification("tool-cancelled", { reason: "Too slow" })), "Cancelled: Too slow");
  assert.equal(errorAfter(notification("tool-cancelled")), "The call was cancelled.");
  assert.match(errorAfter(notification("tool-result", [])) ?? "", /malformed/);
  assert.match(errorAfter(notification("tool-input", { arguments: [] })) ?? "", /not an object/);
  assert.equal(errorAfter(notification("tool-result", {})), null);
  const older = await startOlder();
  older.say({ type: "ui-lifecycle-iframe-render-data", payload: "data" });
  assert.match(older.ui.state.error ?? "", /malformed/);
  const refused = start();
  refused.say({ jsonrpc: "2.0", id: refused.sent[0]?.id, error: { code: -32601, message: "No apps here" } });
  await settled();
  assert.equal(refused.ui.state.error, "No apps here");
});

test("only messages of the parent window count", async () => {
  const host = await startApp();
  host.say(notification("tool-result", { structuredContent: { forged: true } }), {});
  for (const data of [null, "text", 7, [], {}, { jsonrpc: "2.0" }, { type: "other" }, notification("unknown", {})])
    host.say(data);
  assert.equal(host.ui.state.data, null);
  assert.equal(host.ui.state.error, null);
  const alone = start({ isFramed: false });
  assert.deepEqual(alone.sent, []);
  assert.match(alone.ui.state.error ?? "", /host/);
});

test("actions in MCP Apps", async () => {
  const host = await startApp();
  const called = host.ui.tool("other", { a: 1 });
  await settled();
  assert.deepEqual([last(host).method, last(host)["params"]], ["tools/call", { name: "other", arguments: { a: 1 } }]);
  host.say({ jsonrpc: "2.0", id: last(host).id, result: { structuredContent: { b: 2 } } });
  assert.deepEqual(await called, { structuredContent: { b: 2 } });
  assert.equal(host.ui.state.data, null, "the result of another tool is no data of this UI");
  const failed = host.ui.tool("other");
  await settled();
  host.say({ jsonrpc: "2.0", id: last(host).id, error: { code: -32602, message: "No such tool" } });
  await assert.rejects(failed, /No such tool/);
  const refused = host.ui.link("https://example.com/");
  await settled();
  assert.deepEqual(last(host)["params"], { url: "https://example.com/" });
  host.say({ jsonrpc: "2.0", id: last(host).id, result: { isError: true } });
  assert.equal(await refused, false);
  const intended = host.ui.intent("book", { seats: 2 });
  await settled();
  const content = [{ type: "text", text: 'Intent: book. Parameters: {"seats":2}' }];
  assert.deepEqual(last(host)["params"], { role: "user", content });
  host.say({ jsonrpc: "2.0", id: last(host).id, result: {} });
  assert.equal(await intended, true);
  assert.equal(await host.ui.notify("Done"), true);
  assert.deepEqual(last(host)["params"], { level: "info", data: "Done" });
  void host.ui.request("resources/read", { uri: "a:b" });
  await settled();
  assert.deepEqual([last(host).method, last(host)["params"]], ["resources/read", { uri: "a:b" }]);
});

test("a call of the UI's own tool updates its data, and only the last of several", async () => {
  const host = await startApp({ toolInfo: { tool: { name: "list" } } });
  const calls = [host.ui.tool("list", { page: 1 }), host.ui.tool("list", { page: 2 })];
  await settled();
  assert.deepEqual([host.ui.state.input, host.ui.state.isLoading], [{ page: 2 }, true]);
  const [first, second] = host.sent;
  host.say({ jsonrpc: "2.0", id: second?.id, result: { structuredContent: { page: 2 } } });
  host.say({ jsonrpc: "2.0", id: first?.id, result: { structuredContent: { page: 1 } } });
  host.say(notification("tool-result", { structuredContent: { page: 0 } }));
  await Promise.all(calls);
  assert.deepEqual([host.ui.state.data, host.ui.state.isLoading], [{ page: 2 }, false]);
  host.say(notification("tool-input", {}));
  host.say(notification("tool-result", { structuredContent: { page: 3 } }));
  assert.deepEqual(host.ui.state.data, { page: 3 });
});

test("actions in the older dialect", async () => {
  const host = await startOlder();
  const called = host.ui.tool("list", { page: 2 });
  await settled();
  const { type, messageId, payload } = last(host);
  assert.deepEqual([type, payload], ["tool", { toolName: "list", params: { page: 2 } }]);
  host.say({ type: "ui-message-received", messageId });
  host.say({ type: "ui-message-response", payload: { messageId, response: { content: [] } } });
  assert.deepEqual(await called, { content: [] });
  assert.equal(last(host).type, "ui-request-render-data");
  host.say({ type: "ui-lifecycle-iframe-render-data", payload: { renderData: { page: 2 } } });
  assert.deepEqual(host.ui.state.data, { page: 2 });
  for (const [error, expected] of [
    [{ message: "Closed" }, /Closed/],
    ["No", /No/],
    [new Error("Broken"), /Broken/],
    [7, /7/],
  ] as const) {
    const failed = host.ui.request("weather");
    await settled();
    host.say({ type: "ui-message-response", messageId: last(host).messageId, payload: { error } });
    await assert.rejects(failed, expected);
  }
  const { ui } = host;
  host.sent.length = 0;
  void ui.link("a:b");
  void ui.prompt("Why?");
  void ui.notify("Done");
  void ui.intent("book", { seats: 2 });
  await settled();
  assert.deepEqual(
    host.sent.map(({ type, payload }) => [type, payload]),
    [
      ["link", { url: "a:b" }],
      ["prompt", { prompt: "Why?" }],
      ["notify", { message: "Done" }],
      ["intent", { intent: "book", params: { seats: 2 } }],
    ],
  );
});

test("the host's requests are answered", async () => {
  const host = await startApp();
  for (const method of ["ping", "ui/resource-teardown"]) {
    host.say({ jsonrpc: "2.0", id: 0, method, params: {} });
    assert.deepEqual(last(host), { jsonrpc: "2.0", id: 0, result: {} });
  }
  host.say({ jsonrpc: "2.0", id: "a", method: "tools/list" });
  assert.equal((last(host)["error"] as PlainObject)["code"], -32601);
});

test("the theme is that of the system until the host names one", async () => {
  const host = await startApp();
  assert.deepEqual([host.ui.state.theme, host.ui.state.locale], ["light", "de-CH"]);
  host.prefersDark(true);
  assert.deepEqual([host.ui.state.theme, host.ui.state.darkMode], ["dark", true]);
  const variables = { "--color-text-primary": "#123", color: "red", "--font-sans": 7 };
  host.say(notification("host-context-changed", { theme: "light", locale: "fr", styles: { variables } }));
  host.prefersDark(true);
  assert.deepEqual([host.ui.state.theme, host.ui.state.locale, host.style["colorScheme"]], ["light", "fr", "light"]);
  assert.deepEqual(
    [host.style["--color-text-primary"], host.style["color"], host.style["--font-sans"]],
    ["#123", undefined, undefined],
  );
  host.say(notification("host-context-changed", { theme: "system", locale: "not a locale" }));
  assert.deepEqual([host.ui.state.theme, host.ui.state.locale], ["light", "fr"]);
});

test("the size of the document is reported, unless the UI reports another", async () => {
  const host = await startApp();
  host.resize(300.2, 120.5);
  await settled();
  assert.deepEqual(last(host)["params"], { width: 301, height: 121 });
  host.ui.size(300, 500);
  host.resize(300, 50);
  await settled();
  assert.deepEqual(
    host.sent.map(({ params }) => params),
    [
      { width: 301, height: 121 },
      { width: 300, height: 500 },
    ],
  );
});

test("a listener that throws keeps no other from the state", async () => {
  const host = await startApp();
  const reported: unknown[] = [];
  globalThis.reportError = (problem) => reported.push(problem);
  host.ui.subscribe(() => {
    throw new Error("broken");
  });
  host.ui.subscribe(({ data }) => reported.push(data));
  assert.deepEqual(reported.map(String), ["Error: broken", "null"]);
});

test("the bundled runtime is small, and can stand in a document", () => {
  const script = readFileSync("dist/ui-runtime.js", "utf8");
  assert.ok(gzipSync(script).length <= 4000, `${gzipSync(script).length} bytes compressed`);
  assert.doesNotMatch(script, /<\/script|<!--/i);
});
