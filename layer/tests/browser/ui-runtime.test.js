// The runtime of UIs in three hosts: this page, the official library's, and that of MCP-UI before MCP Apps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertMessagesValid, clickConsent, openAppPage, runApp, until } from "./apps/support.js";
import { runtimeUi } from "./fixtures/apps/runtime.js";
import { openHost, startHosts } from "./fixtures/hosts/serve.js";
import { listen } from "./fixtures/listen.js";
import { shared, startBrowser, startExplorer } from "./support.js";

// As hosted UIs are served: with an opaque origin.
const POLICY = "sandbox allow-scripts allow-forms; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";
const startHosted = () => listen((_, response) => response.writeHead(200, { "content-type": "text/html", "content-security-policy": POLICY }).end(runtimeUi));

const [browser, explorer, hosts, hosted] = await shared(startBrowser(), startExplorer("runtime"), startHosts(), startHosted());

const state = (frame) => frame.evaluate(() => window.ui.state);
const awaitNumber = (frame, number) => until(frame, (number) => window.ui.state.data?.number === number && !window.ui.state.isLoading, number);
const frameOf = async (page) => (await page.locator("iframe").elementHandle()).contentFrame();

test("in this page, a UI gets input, data, theme and language, and calls its tool", async () => {
  const page = await openAppPage(browser, explorer.url, { colorScheme: "dark", locale: "fr-FR" });
  const frame = await runApp(page, "count");
  await awaitNumber(frame, 2);
  const { input, error, theme, darkMode, locale, result } = await state(frame);
  assert.deepEqual([input, error, theme, darkMode, locale], [{ from: 1 }, null, "dark", true, "fr-FR"]);
  assert.equal(result.content[0].text, "After 1");
  assert.equal(await frame.evaluate(() => document.documentElement.style.colorScheme), "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await until(frame, () => window.ui.state.theme === "light");

  assert.deepEqual((await frame.evaluate(() => window.ui.tool("count", { from: 40 }))).structuredContent, { number: 41 });
  await awaitNumber(frame, 41);

  const answers = frame.evaluate(() => Promise.all([window.ui.prompt("Why?"), window.ui.notify("Done"), window.ui.intent("book", { seats: 2 }), window.ui.link("javascript:1")]));
  assert.deepEqual(await answers, [true, true, true, false]);
  const opened = frame.evaluate(() => window.ui.link("https://example.com/"));
  await clickConsent(page, "Block");
  assert.equal(await opened, false);
  await frame.evaluate(() => window.ui.size(300, 321));
  await page.waitForFunction(() => document.querySelector("iframe.app-frame").clientHeight === 321);
  const sent = await assertMessagesValid(page, frame);
  assert.ok(sent.includes("response to ui/initialize"));
  assert.deepEqual(page.trouble, []);
});

test("in this page, a result with an error is an error of the UI", async () => {
  const page = await openAppPage(browser, explorer.url);
  const frame = await runApp(page, "fails");
  await until(frame, () => window.ui.state.error === "No database" && !window.ui.state.isLoading);
  assert.equal((await state(frame)).data, null);
});

test("in this page, a UI embedded in a result gets its data in either dialect", async () => {
  const page = await openAppPage(browser, explorer.url);
  const frame = await runApp(page, "embedded");
  await awaitNumber(frame, 7);
  assert.deepEqual(page.trouble, []);
});

test("in the official library's host, a UI gets its data and acts", async () => {
  const page = await openHost(browser, hosts.origin, "app-bridge");
  const tool = { name: "count", inputSchema: { type: "object" } };
  const result = { content: [], structuredContent: { number: 2 } };
  const answer = { content: [], structuredContent: { number: 3 } };
  await page.evaluate((options) => window.show(options), { html: runtimeUi, tool, input: { from: 1 }, result, answer, context: { theme: "dark" } });
  const frame = await frameOf(page);
  await awaitNumber(frame, 2);
  const { input, theme, locale } = await state(frame);
  assert.deepEqual([input, theme, locale], [{ from: 1 }, "dark", "de-CH"]);

  await frame.evaluate(() => window.ui.tool("count", { from: 2 }));
  await awaitNumber(frame, 3);
  await frame.evaluate(() => Promise.all([window.ui.link("https://example.com/"), window.ui.prompt("Why?"), window.ui.notify("Done")]));
  await page.waitForFunction(() => window.heard.length === 4);
  const heard = await page.evaluate(() => window.heard.map(([kind, params]) => [kind, params.arguments ?? params.url ?? params.content ?? params.data]));
  assert.deepEqual(heard, [
    ["tool", { from: 2 }],
    ["link", "https://example.com/"],
    ["message", [{ type: "text", text: "Why?" }]],
    ["log", "Done"],
  ]);

  await page.evaluate(() => window.bridge.setHostContext({ theme: "light" }));
  await until(frame, () => !window.ui.state.darkMode);
  await page.evaluate(() => window.bridge.sendToolCancelled({ reason: "Enough" }));
  await until(frame, () => window.ui.state.error === "Cancelled: Enough");
  await page.evaluate(() => window.bridge.teardownResource({}));
  assert.deepEqual(page.trouble, []);
});

test("in the older library's host, a UI at an address gets its data and acts", async () => {
  const page = await openHost(browser, hosts.origin, "older");
  const url = `${hosted.origin}/ui`;
  const answer = { content: [{ type: "text", text: "After 2" }] };
  await page.evaluate((options) => window.show(options), { url, data: { number: 2 }, answer });
  const frame = await frameOf(page);
  await awaitNumber(frame, 2);
  assert.match(frame.url(), /waitForRenderData=true/);
  assert.equal(await frame.evaluate(() => window.origin), "null");

  await page.evaluate((options) => window.show(options), { url, data: { number: 3 }, answer });
  assert.deepEqual(await frame.evaluate(() => window.ui.tool("count", { from: 2 })), answer);
  await awaitNumber(frame, 3);
  await frame.evaluate(() => Promise.all([window.ui.link("https://example.com/"), window.ui.prompt("Why?"), window.ui.intent("book", { seats: 2 }), window.ui.notify("Done")]));
  const heard = await page.evaluate(() => window.heard.map(({ type, payload }) => [type, payload]));
  assert.deepEqual(heard, [
    ["tool", { toolName: "count", params: { from: 2 } }],
    ["link", { url: "https://example.com/" }],
    ["prompt", { prompt: "Why?" }],
    ["intent", { intent: "book", params: { seats: 2 } }],
    ["notify", { message: "Done" }],
  ]);
  assert.deepEqual(page.trouble, []);
});

test("in the older library's host, a UI at an address without the parameter follows its host", async () => {
  const page = await openHost(browser, hosts.origin, "older");
  await page.evaluate((options) => window.show(options), { url: `${hosted.origin}/ui`, answer: { content: [] } });
  const frame = await frameOf(page);
  await until(frame, () => window.ui);
  assert.deepEqual(await frame.evaluate(() => window.ui.tool("count")), { content: [] });
});

test("a UI that is opened without a host says so", async () => {
  const page = await browser.newPage();
  await page.goto(`${hosted.origin}/ui`);
  assert.match((await state(page)).error, /host/);
});
