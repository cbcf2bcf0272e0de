// The head of a tool: the room that its description takes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, axe, button, openPage, openTool, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

const head = (page) => page.locator(".tool-head");

test("a long description is cut after a few lines, with a button for more than one further line", async () => {
  const page = await openPage(browser, explorer.url);
  await page.evaluate(axe);
  const described = (lines) => ({ name: "echo", description: Array.from({ length: lines }, (_, index) => `Line ${index + 1}.`).join("\n"), inputSchema: { type: "object" } });
  await page.route("**/tools/echo", (route) => route.fulfill({ json: described(30) }));
  await page.route("**/tools/slow", (route) => route.fulfill({ json: described(5) }));
  await openTool(page, "echo");
  const fits = (text) => text.getBoundingClientRect().height <= text.parentElement.getBoundingClientRect().height;
  const prose = (line) => head(page).locator(".prose", { hasText: line });
  const isSeen = (line) => prose(line).evaluate(fits);
  await button(page, "More").waitFor();
  assert.equal(await isSeen("Line 30."), false);
  await assertAccessible(page, "cut");
  await button(page, "More").click();
  assert.equal(await isSeen("Line 30."), true);
  assert.equal(await button(page, "Less").getAttribute("aria-expanded"), "true");
  await button(page, "Less").click();
  assert.equal(await isSeen("Line 30."), false);
  await openTool(page, "slow");
  // The description is drawn, then measured, then shown whole.
  await page.waitForFunction(fits, await prose("Line 5.").elementHandle());
  assert.equal(await button(page, "More").count(), 0);
});
