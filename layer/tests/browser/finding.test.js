// The list of tools: layout, keyboard, thousands of tools.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, openTool, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer, many] = await shared(startBrowser(), startExplorer(), startExplorer("many"));

const rows = (page) => page.locator(".tool-row");
const names = (page) => page.locator(".tool-row .tool-name").allTextContents();

test("shows the first list as soon as the response arrives", async (context) => {
  const page = await openPage(browser, explorer.url);
  await rows(page).first().waitFor();
  const shown = await page.evaluate(async () => {
    const seen = new Promise((resolve) => new MutationObserver(() => requestAnimationFrame(() => setTimeout(resolve))).observe(document.getElementById("list"), { childList: true }));
    document.getElementById("reload").click();
    await seen;
    const answered = performance.getEntriesByType("resource").filter((entry) => entry.name.endsWith("/tools")).at(-1).responseEnd;
    return performance.now() - answered;
  });
  context.diagnostic(`list painted ${shown.toFixed(0)} ms after the response`);
});

test("Enter neither reopens the current tool nor replaces a run", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "content.text", `?arguments=${encodeURIComponent('{"a": 1}')}`);
  const filter = page.getByRole("searchbox", { name: "Filter the list" });
  const entries = () => page.evaluate(() => history.length);
  const before = [await entries(), page.url()];
  await page.locator(".tool-row[aria-current=page]").click();
  await filter.fill("paragraphs");
  await filter.press("Enter");
  await filter.fill("orders/delete");
  await filter.press("Control+Enter");
  await page.locator(".result").waitFor();
  assert.deepEqual([await entries(), page.url()], before);
});

test("can be navigated by keyboard only", async () => {
  const page = await openPage(browser, explorer.url);
  await rows(page).first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.press("ArrowDown");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^echo/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "fails" }).waitFor();
  await page.keyboard.press("End");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^git_push/);
  await page.keyboard.press("Home");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^echo/);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type("slow");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "slow" }).waitFor();
});

test("filters 5,000 tools while typing", async (context) => {
  const page = await openPage(browser, many.url);
  await rows(page).first().waitFor();
  assert.equal(await page.locator("#count").textContent(), "5,000 tools");
  assert.ok((await rows(page).count()) < 60, "only the rows in sight exist");
  await page.evaluate(() => {
    window.handling = [];
    new PerformanceObserver((list) => window.handling.push(...list.getEntries())).observe({ type: "event", durationThreshold: 16 });
    const filter = document.getElementById("filter");
    window.spent = [];
    filter.addEventListener("input", () => (window.begun = performance.now()), { capture: true });
    filter.addEventListener("input", () => window.spent.push(performance.now() - window.begun));
  });
  await page.keyboard.press("/");
  await page.keyboard.type("4321 days", { delay: 30 });
  await page.locator("#count", { hasText: "0 of 5,000 tools" }).waitFor();
  await page.getByRole("searchbox", { name: "Filter the list" }).fill("");
  await page.keyboard.type("4321 letters", { delay: 30 });
  await page.locator("#count", { hasText: "1 of 5,000 tools" }).waitFor();
  assert.deepEqual(await names(page), ["mail/tool_4321"]);
  const { spent, slowest } = await page.evaluate(() => ({ spent: window.spent, slowest: Math.max(0, ...window.handling.map((entry) => entry.duration)) }));
  context.diagnostic(`filter over 5,000 tools: slowest keystroke handled in ${Math.max(...spent).toFixed(1)} ms, slowest event to paint ${slowest} ms`);
});

test("scrolls through 5,000 tools, rendering only visible rows", async () => {
  const page = await openPage(browser, many.url);
  await rows(page).first().waitFor();
  await page.locator("#list-scroller").evaluate((scroller) => (scroller.scrollTop = scroller.scrollHeight));
  await page.getByText("search/tool_4999").waitFor();
  assert.ok((await rows(page).count()) < 60);
});

test("shows either the list or the tool on a narrow screen, with a back button", async () => {
  for (const width of [320, 719]) {
    const page = await openPage(browser, explorer.url, { viewport: { width, height: 640 } });
    await rows(page).first().click();
    await page.getByRole("heading", { name: "Echo" }).waitFor();
    assert.equal(await rows(page).first().isVisible(), false);
    assert.equal(await page.evaluate(() => document.activeElement.id), "tool");
    await page.getByRole("button", { name: "Back to the list of tools" }).click();
    assert.equal(await rows(page).first().isVisible(), true);
    assert.match(await page.evaluate(() => document.activeElement.textContent), /^echo/);
  }
});

test("has no horizontal overflow from 320 px", async () => {
  for (const width of [320, 720, 1280]) {
    const page = await openPage(browser, explorer.url, { viewport: { width, height: 640 } });
    for (const name of ["orders/create", "odd names", "structured/people"]) {
      await openTool(page, name);
      const sticking = await page.evaluate(() => [document.documentElement, document.querySelector("#tool")].map((node) => node.scrollWidth - node.clientWidth));
      assert.deepEqual(sticking, [0, 0], `${name} at ${width}`);
    }
  }
});
