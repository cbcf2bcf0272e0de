// The official library's app in this page: the handshake, the events it receives, and its lifecycle.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, during, openTool, shared, startBrowser, startDemo, startExplorer } from "../support.js";
import { tryOfficialApp } from "./official.js";
import { appButton, appFrame, assertMessagesValid, awaitLoads, awaitState, openAppPage, openInspector, runApp, until } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("apps"));

const eventsOf = (frame) => frame.evaluate(() => window.events.map(({ event }) => event));
const awaitEvent = (frame, event) => until(frame, (event) => window.events?.some((one) => one.event === event), event);

test("in the fixture, and instead of the demo's app", async (context) => {
  const [demo] = await during(context, startDemo());
  for (const { url } of [explorer, demo]) {
    const checked = await tryOfficialApp(browser, url);
    for (const message of ["response to ui/initialize", "ui/notifications/tool-input", "ui/notifications/tool-result", "response to ui/message"]) assert.ok(checked.includes(message), message);
  }
});

test("the handshake is shown step by step", async () => {
  const page = await openAppPage(browser, explorer.url);
  await runApp(page, "official");
  const timeline = await openInspector(page, "Timeline");
  const steps = await timeline.getByRole("list", { name: "Handshake" }).getByRole("listitem").allInnerTexts();
  assert.ok(steps.length >= 7, steps.join());
  assert.ok(steps.every((step) => /\d ms/.test(step)), steps.join());
  await timeline.locator(".app-row", { hasText: "ui/initialize" }).first().click();
  await timeline.getByText('"official"').first().waitFor();
  assert.deepEqual(page.trouble, []);
});

test("a reloaded app receives the same events again", async () => {
  const page = await openAppPage(browser, explorer.url);
  const first = await runApp(page, "official");
  await awaitEvent(first, "toolresult");
  await appButton(page, "Reload").click();
  await awaitLoads(page, 2);
  const second = await appFrame(page);
  await awaitEvent(second, "toolresult");
  assert.deepEqual((await eventsOf(second)).filter((event) => /^tool/.test(event)), ["toolinput", "toolresult"]);
  await assertMessagesValid(page, second);
  // The first one was asked to close, and responded.
  const responses = await page.evaluate(() => window.appMessages.filter(({ method, result }) => method === undefined && result));
  assert.ok(responses.length > 0, "no response to the teardown");
});

test("the app is notified of a cancelled call", async () => {
  const page = await openAppPage(browser, explorer.url);
  const frame = await runApp(page, "slow");
  await button(page, "Cancel").click();
  await until(frame, () => window.hostMessages.some(({ method }) => method === "ui/notifications/tool-cancelled"));
  const methods = await assertMessagesValid(page, frame);
  assert.ok(!methods.includes("ui/notifications/tool-result"), methods.join());
});

test("an app opened before the call receives its input and result later", async () => {
  const page = await openAppPage(browser, explorer.url);
  await openTool(page, "official");
  await button(page, "Open the app").click();
  await awaitState(page, "ready");
  const frame = await appFrame(page);
  assert.ok(!(await eventsOf(frame)).includes("toolresult"));
  await button(page, "Run").click();
  await page.locator(".result").waitFor();
  await awaitEvent(await appFrame(page), "toolresult");
});

test("tools that the app offers can be called", async () => {
  const page = await openAppPage(browser, explorer.url);
  await runApp(page, "official");
  const tools = await openInspector(page, "Tools");
  await tools.getByText("double").click();
  await button(tools, "Call").click();
  await tools.getByText('"doubled": 42').waitFor();
});
