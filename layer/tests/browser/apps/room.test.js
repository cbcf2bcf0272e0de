// The room that an app gets: the arguments are folded away from it, and its content is kept off the edges of the frame.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, axe, button, focusedName, openTab, openTool, run, shared, startBrowser, startExplorer } from "../support.js";
import { appButton, appFrame, assertMessagesValid, awaitState, openAppPage, runApp, until } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("apps"));

const form = (page) => page.getByRole("region", { name: "Arguments" });
const line = (page) => page.getByRole("button", { name: /^Arguments/ });

test("after a run with an app, the arguments are a line that opens them again", async () => {
  const page = await openAppPage(browser, explorer.url);
  await page.evaluate(axe);
  await openTool(page, "probe");
  assert.ok(await form(page).isVisible());
  await run(page);
  await awaitState(page, "ready");
  assert.equal(await line(page).textContent(), 'Arguments { "city": "Zürich" }');
  assert.ok(!(await form(page).isVisible()));
  await assertAccessible(page, "folded arguments");
  await line(page).press("Enter");
  assert.ok(await form(page).isVisible());
  assert.equal(await line(page).count(), 0);
  assert.equal(await focusedName(page), "city");

  await page.keyboard.type("Bern");
  await page.keyboard.press("Control+Enter");
  await page.locator(".result", { hasText: "probe was called" }).waitFor();
  assert.ok(await form(page).isVisible(), "someone who is typing keeps the form");
});

test("after a run, the head of the tool is a line that stays in view, and an app begins in the upper third", async () => {
  const page = await openAppPage(browser, explorer.url, { viewport: { width: 1440, height: 900 } });
  await openTool(page, "probe");
  const description = page.locator(".tool-about:visible");
  const topOf = (locator) => locator.evaluate((node) => node.getBoundingClientRect().top);
  assert.ok((await topOf(page.getByRole("textbox", { name: "city" }))) <= 300, "the first field");
  await run(page);
  await awaitState(page, "ready");
  assert.ok((await topOf(page.locator("iframe.app-frame"))) <= 260, "the app");
  assert.equal(await page.locator("#tool").evaluate((pane) => pane.scrollTop), 0);
  assert.equal(await description.count(), 0);
  // The button that was pressed stands in the head now, and still has the focus.
  assert.equal(await focusedName(page), "Run");
  await page.locator("#tool").evaluate((pane) => (pane.scrollTop = 300));
  assert.ok(await button(page, "Run").isVisible());
  assert.ok((await topOf(button(page, "Run"))) < 120);
  await button(page, "Description").click();
  await description.waitFor();
  await run(page);
  assert.equal(await description.count(), 1, "what somebody has opened stays open");
});

test("the arguments stay open for a tool without an app, and open when they change", async () => {
  const page = await openAppPage(browser, explorer.url);
  await openTool(page, "server/read");
  await run(page);
  assert.ok(await form(page).isVisible());
  await openTool(page, "probe");
  await run(page);
  await line(page).waitFor();
  await openTool(page, "probe", `?arguments=${encodeURIComponent('{"city": "Bern"}')}`);
  await page.getByRole("textbox", { name: "city" }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "city" }).inputValue(), "Bern");
  await button(page, "Run").waitFor();
});

test("the insets keep the content off the edges, but leave an app without a border in the column", async () => {
  const page = await openAppPage(browser, explorer.url);
  const insets = (frame) => frame.evaluate(() => window.host.hostContext.safeAreaInsets);
  const all = (inset) => ({ top: inset, right: inset, bottom: inset, left: inset });
  assert.deepEqual(await insets(await runApp(page, "probe")), all(12));
  const frame = await runApp(page, "domains");
  assert.deepEqual(await insets(frame), all(0));
  await appButton(page, "Full screen").click();
  await until(frame, () => window.received.some(({ params }) => params?.safeAreaInsets?.left === 12));
  await assertMessagesValid(page, frame);
});

test("a call that begins while the apps of the last one close has an app of its own", async () => {
  const page = await openAppPage(browser, explorer.url);
  const first = await runApp(page, "probe");
  await first.evaluate(() => (window.isSlowToClose = true));
  await openTab(page, "History");
  await page.locator(".calls > li").first().getByRole("button", { name: "Show" }).click();
  await openTab(page, "Call");
  await button(page, "Run").click();
  await awaitState(page, "ready");
  await page.waitForTimeout(1500);
  const frame = await appFrame(page);
  assert.deepEqual(await frame.evaluate(() => [window.isSlowToClose, window.received.at(-1).method]), [undefined, "ui/notifications/tool-result"]);
  assert.equal(await page.locator("iframe.app-frame").count(), 1);
});
