// Limits: large apps, many apps, and notifications before an app is closed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, openTool, shared, startBrowser, startExplorer } from "../support.js";
import { appButton, appFrame, awaitLoads, awaitState, longTasks, openAppPage, openInspector, recordLongTasks, runApp, until } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("apps"));

test("five megabytes of HTML are shown", async (context) => {
  const page = await openAppPage(browser, explorer.url);
  await recordLongTasks(page);
  await runApp(page, "large");
  assert.match(await (await openInspector(page, "Source")).innerText(), /5\.2 MB|5\.0 MiB|5 MB/);
  context.diagnostic(`long tasks, in ms: ${await longTasks(page)}`);
  assert.deepEqual(page.trouble, []);
});

test("ten apps can be open; the eleventh replaces them if the user agrees", { timeout: 120000 }, async () => {
  const page = await openAppPage(browser, explorer.url);
  for (let n = 1; n <= 10; n += 1) await runApp(page, `many/${n}`);
  assert.equal(await page.locator("iframe.app-frame").count(), 10);
  await runApp(page, "many/11", "failed");
  assert.match(await page.locator(".app-panel:visible .failure").innerText(), /10/);
  await page.locator(".result:visible").getByText("Success", { exact: true }).waitFor();

  // Closing one app leaves the other nine unchanged.
  await openTool(page, "many/3");
  await appButton(page, "Close").click();
  await awaitState(page, "closed");
  await openTool(page, "many/11");
  await appButton(page, "Reload").click();
  await awaitState(page, "ready");
  assert.equal(await page.locator("iframe.app-frame").count(), 10);

  await openTool(page, "many/3");
  await appButton(page, "Reload").click();
  await page.getByRole("button", { name: "Close the others, open this one" }).click();
  await awaitState(page, "ready");
  assert.equal(await page.locator("iframe.app-frame").count(), 1);
  assert.deepEqual(page.trouble, []);
});

test("an app is notified before it is closed, restarted or unloaded with the page", async () => {
  const page = await openAppPage(browser, explorer.url);
  const frame = await runApp(page, "probe");
  const farewells = () => page.evaluate(() => window.appMessages.filter(({ id, method, result }) => id !== undefined && method === undefined && result).length);
  await button(page, "Run").click();
  await awaitLoads(page, 2);
  assert.equal(await farewells(), 1);
  assert.ok(frame.isDetached() || (await appFrame(page)) === frame);
  const second = await appFrame(page);
  await until(second, () => window.received.some(({ method }) => method === "ui/notifications/tool-result"));
  await appButton(page, "Close").click();
  await awaitState(page, "closed");
  assert.equal(await farewells(), 2);
});

test("the list of messages is bounded, and can be paused, filtered and saved", async () => {
  const page = await openAppPage(browser, explorer.url);
  const frame = await runApp(page, "probe");
  const timeline = await openInspector(page, "Timeline");
  await frame.evaluate(() => {
    for (let n = 0; n < 400; n += 1) notify("notifications/message", { level: "info", data: `line ${n}` });
  });
  await timeline.getByText(/\b4\d\d messages/).waitFor();
  assert.ok((await timeline.locator(".app-row").count()) <= 400);
  await timeline.getByLabel("Filter by method").fill("tool-input");
  await page.waitForFunction(() => document.querySelectorAll(".app-rows .app-row").length === 1);
  const saved = page.waitForEvent("download");
  await timeline.getByRole("button", { name: "Save log" }).click();
  const report = JSON.parse(await (await saved).createReadStream().then(async (stream) => Buffer.concat(await stream.toArray()).toString()));
  assert.equal(report.tool, "probe");
  assert.ok(report.log.length > 400);
});
