// The official library's app in this page: the handshake, all it is told, and its life's other turns.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTool, startBrowser, startDemo, startExplorer } from "../support.js";
import { tryOfficialApp } from "./official.js";
import { appButton, appFrame, assertMessagesValid, awaitState, openAppPage, openInspector, runApp, until } from "./support.js";

let browser;
let explorer;
before(async () => ([browser, explorer] = await Promise.all([startBrowser(), startExplorer("apps")])));
after(async () => {
  await browser.close();
  explorer.stop();
});

const button = (page, name) => page.getByRole("button", { name, exact: true });
const toldOf = (frame) => frame.evaluate(() => window.told.map(({ event }) => event));
const awaitTold = (frame, event) => until(frame, (event) => window.told?.some((one) => one.event === event), event);

test("at the fixture, and in place of the demo's own app", async () => {
  const demo = await startDemo();
  try {
    for (const { url } of [explorer, demo]) {
      const checked = await tryOfficialApp(browser, url);
      for (const message of ["answer to ui/initialize", "ui/notifications/tool-input", "ui/notifications/tool-result", "answer to ui/message"]) assert.ok(checked.includes(message), message);
    }
  } finally {
    demo.stop();
  }
});

test("the handshake is to be read, step by step", async () => {
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

test("loaded again, an app is told the same again", async () => {
  const page = await openAppPage(browser, explorer.url);
  const first = await runApp(page, "official");
  await awaitTold(first, "toolresult");
  await appButton(page, "Reload").click();
  await page.waitForFunction(() => window.appSaid.filter(({ method }) => method === "ui/notifications/initialized").length === 2);
  const second = await appFrame(page);
  await awaitTold(second, "toolresult");
  assert.deepEqual((await toldOf(second)).filter((event) => /^tool/.test(event)), ["toolinput", "toolresult"]);
  await assertMessagesValid(page, second);
  // The first one was told to go, and answered.
  const answers = await page.evaluate(() => window.appSaid.filter(({ method, result }) => method === undefined && result));
  assert.ok(answers.length > 0, "no answer to the teardown");
});

test("a call that is cancelled is one that the app hears of", async () => {
  const page = await openAppPage(browser, explorer.url);
  const frame = await runApp(page, "slow");
  await button(page, "Cancel").click();
  await until(frame, () => window.hostSaid.some(({ method }) => method === "ui/notifications/tool-cancelled"));
  const methods = await assertMessagesValid(page, frame);
  assert.ok(!methods.includes("ui/notifications/tool-result"), methods.join());
});

test("an app opened before its tool is run gets input and result once it is", async () => {
  const page = await openAppPage(browser, explorer.url);
  await openTool(page, "official");
  await button(page, "Open the app").click();
  await awaitState(page, "ready");
  const frame = await appFrame(page);
  assert.ok(!(await toldOf(frame)).includes("toolresult"));
  await button(page, "Run").click();
  await page.locator(".result").waitFor();
  await awaitTold(await appFrame(page), "toolresult");
});

test("tools that the app itself offers can be called", async () => {
  const page = await openAppPage(browser, explorer.url);
  await runApp(page, "official");
  const tools = await openInspector(page, "Tools");
  await tools.getByText("double").click();
  await button(tools, "Call").click();
  await tools.getByText('"doubled": 42').waitFor();
});
