// The page at `EXPLORER`, whose server has UIs that were composed with the middleware.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { appFrame, awaitState, openAppPage, runApp } from "../../../../layer/tests/browser/apps/support.js";
import { startBrowser } from "../../../../layer/tests/browser/support.js";

const url = process.env.EXPLORER;
let browser;
before(async () => (browser = await startBrowser()));
after(() => browser.close());

test("a UI shows the result of a call", async () => {
  const page = await openAppPage(browser, url);
  const frame = await runApp(page, "broken output");
  await frame.getByText("a is 1", { exact: true }).waitFor();
  assert.deepEqual(page.trouble, []);
});

test("the gallery of the UIs leads to a story, which runs", async () => {
  const page = await openAppPage(browser, `${url}#/uis`);
  await page.getByRole("heading", { name: "UIs", exact: true }).waitFor();
  await page.getByRole("link", { name: "Seven", exact: true }).click();
  await page.locator(".ui-catalog nav").getByText("rows", { exact: true }).waitFor();
  await awaitState(page, "ready");
  const frame = await appFrame(page);
  await frame.getByText("a is 7", { exact: true }).waitFor();
  assert.deepEqual(page.trouble, []);
});
