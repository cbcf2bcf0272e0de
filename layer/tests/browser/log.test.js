// The log of the page: everything that the server reports, in one panel.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startLive } from "./fixtures/live.js";
import { assertAccessible, axe, button, focusedName, openPage, openTool, shared, startBrowser, startOpenUrl } from "./support.js";

const [browser, live, explorer] = await shared(startBrowser(), ...startLiveExplorer());

function startLiveExplorer() {
  const fixture = startLive();
  return [fixture, fixture.then(({ url }) => startOpenUrl(url))];
}

const panel = (page) => page.getByRole("region", { name: "Log", exact: true });
const lines = (page) => panel(page).locator("li:visible");

test("the panel has the lines of all calls, with their tools", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "steps");
  assert.ok(await page.locator("#log-open").isHidden());
  await button(page, "Run").click();
  await page.locator("#log-open", { hasText: "4" }).click();
  await lines(page).nth(3).waitFor();
  assert.match((await lines(page).allInnerTexts()).join("\n"), /\d\d:\d\d:\d\d\.\d{3}\s+steps\s+debug\s+disk\s+opened[^]*steps\s+error\s+almost full/);
  assert.equal(await focusedName(page), "Log");
  live.release();
  await openTool(page, "forever");
  await button(page, "Run").click();
  await lines(page).filter({ hasText: "started" }).getByText("forever").waitFor();
  await button(page, "Cancel").click();
  await panel(page).getByRole("combobox", { name: "Level" }).selectOption("error and above");
  await lines(page).nth(1).waitFor();
  assert.equal(await lines(page).count(), 2, "the error, and the notification without a level");
  await page.evaluate(axe);
  await assertAccessible(page, "the log");
  await button(panel(page), "Clear").click();
  await lines(page).first().waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "hidden" });
  assert.deepEqual(page.trouble, []);
});

test("a flood of lines leaves the panel usable", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "flood");
  await button(page, "Run").click();
  await page.locator("#log-open", { hasText: "999+" }).click();
  await panel(page).getByText(/older lines were dropped/).waitFor();
  assert.ok((await panel(page).locator("li").count()) <= 1000);
  await button(page, "Cancel").click();
  await page.locator(".result:visible", { hasText: "Cancelled" }).waitFor();
});
