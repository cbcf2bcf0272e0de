// The list of tools: layout, filter, groups, keyboard, thousands of tools.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, openTool, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer, many] = await shared(startBrowser(), startExplorer(), startExplorer("many"));

const rows = (page) => page.locator(".tool-row");
const names = (page) => page.locator(".tool-row .tool-name").allTextContents();

test("lists the tools in groups, with their counts and badges", async () => {
  const page = await openPage(browser, explorer.url);
  await rows(page).first().waitFor();
  assert.match(await page.locator("#count").textContent(), /^\d+ tools$/);
  assert.match(await page.locator(".tool-row", { hasText: "echo" }).first().textContent(), /read-only/);
  const group = page.getByRole("button", { name: "orders 2" });
  assert.equal(await group.getAttribute("aria-expanded"), "true");
  assert.ok((await names(page)).includes("orders/create"));
  await group.click();
  assert.equal(await group.getAttribute("aria-expanded"), "false");
  assert.ok(!(await names(page)).includes("orders/create"));
  assert.deepEqual(page.trouble, []);
});

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

test("groups by every kind of separator, and by a single one for three or more tools", async () => {
  const page = await openPage(browser, explorer.url, { viewport: { width: 1280, height: 3000 } });
  await rows(page).first().waitFor();
  const groups = await page.locator(".group-row").allTextContents();
  assert.deepEqual(groups, ["orders2", "content5", "structured2", "big4", "grüße1", "aws1", "db1", "git3"]);
});

test("filters by words in any order, and highlights and counts the matches", async () => {
  const page = await openPage(browser, explorer.url);
  await rows(page).first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("ORDER good");
  assert.deepEqual(await names(page), ["orders/delete"]);
  assert.match(await page.locator("#count").textContent(), /^1 of \d+ tools$/);
  assert.ok((await page.locator(".tool-row mark").allTextContents()).includes("good"));
  await page.getByRole("searchbox", { name: "Filter the list" }).fill("no such thing");
  await page.getByText("Nothing matches.").waitFor();
  await page.getByRole("button", { name: "Clear search" }).click();
  assert.ok((await rows(page).count()) > 5);
});

test("a filter lists the tools of collapsed groups too, and leaves the groups as they are", async () => {
  const page = await openPage(browser, explorer.url);
  const filter = page.getByRole("searchbox", { name: "Filter the list" });
  await page.getByRole("button", { name: "orders 2" }).click();
  await filter.fill("orders");
  await page.locator("#count", { hasText: "2 of" }).waitFor();
  assert.deepEqual(await names(page), ["orders/create", "orders/delete"]);
  assert.equal(await page.locator(".group-row").count(), 0);
  await filter.fill("");
  assert.equal(await page.getByRole("button", { name: "orders 2" }).getAttribute("aria-expanded"), "false");
});

test("the best match is the first one, and Enter opens it; with a typo, similar tools are listed", async () => {
  const page = await openPage(browser, explorer.url);
  const filter = page.getByRole("searchbox", { name: "Filter the list" });
  await filter.fill("delete");
  await page.locator("#count", { hasText: / of \d+ tools/ }).waitFor();
  assert.equal((await names(page))[0], "orders/delete");
  await filter.fill("dleete");
  await page.getByText("Nothing matches. These are similar:").waitFor();
  assert.match(await page.locator("#count").textContent(), /^0 of \d+ tools$/);
  assert.deepEqual(await names(page), ["orders/delete"]);
  await filter.press("Enter");
  await page.waitForURL(/#\/tools\/orders\/delete/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "tool", "the next Tab leads into the tool");
  assert.deepEqual(page.trouble, []);
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
