// Running tools, several at once, and the display of results that need a browser: failures of the network, media, ten megabytes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, openTab, openTool, openToolPage, run, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

const open = (name) => openToolPage(browser, explorer.url, name);
const shown = (page) => page.locator(".result").innerText();

test("runs by button and by keyboard, and announces the result", async () => {
  const page = await open("content.text");
  await page.keyboard.press("Control+Enter");
  await page.locator(".result").waitFor();
  assert.match(await shown(page), /Success\s+HTTP 200\s+\d+ ms\s+\d+ bytes\s+Trace 4bf92f3577b34da6a3ce929d0e0e4736/);
  assert.match(await page.locator("#announcer").innerText(), /content\.text: Success, HTTP 200/);
  assert.deepEqual(page.trouble, []);
});

test("a destructive tool asks first", async () => {
  const page = await open("orders/delete");
  await page.getByRole("textbox", { name: "id" }).fill("7");
  let calls = 0;
  page.on("request", (request) => (calls += request.url().endsWith("/call")));
  await button(page, "Run").click();
  const dialog = page.getByRole("dialog", { name: "Run this destructive tool?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await button(page, "Run").click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(calls, 0);
  await button(page, "Run").click();
  await dialog.getByRole("button", { name: "Run tool" }).click();
  await page.locator(".result").waitFor();
  assert.equal(calls, 1);
});

test("shows images and plays audio", async () => {
  const page = await open("content.image");
  await run(page);
  const image = page.getByRole("img", { name: "Image of item 1" });
  assert.deepEqual(await image.evaluate(async (node) => (await node.decode(), [node.naturalWidth, node.naturalHeight])), [320, 180]);
  assert.match(await shown(page), /image\s+image\/png\s+[\d.]+ (kB|bytes)\s+for the user\s+priority 0\.90/);
  await openTool(page, "content.audio");
  await run(page);
  await page.waitForFunction(() => document.querySelector("audio").duration > 0.9);
  assert.deepEqual(page.trouble, []);
});

// Chromium reports tasks that blocked the page for more than 50 ms.
async function withLongTasks(page, work) {
  await page.evaluate(() => {
    if (!window.longTasks) new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((entry) => Math.round(entry.duration)))).observe({ type: "longtask" });
    window.longTasks = [];
  });
  await work();
  await page.waitForTimeout(300);
  return page.evaluate(() => window.longTasks.splice(0));
}

for (const [name, tabs] of [["big/text", ["Raw"]], ["big/line", []], ["big/json", []], ["big/structured", ["Table", "Structured", "Raw"]]]) {
  test(`ten megabytes: ${name}`, async (context) => {
    const page = await open(name);
    const running = await withLongTasks(page, async () => {
      await run(page);
      await page.locator(".result :is(.text-body:not([aria-busy]), .table-view, .tree)").first().waitFor();
    });
    context.diagnostic(`long tasks while running ${name}: ${JSON.stringify(running)}`);
    for (const part of tabs) {
      const opening = await withLongTasks(page, async () => {
        await openTab(page, part);
        await page.waitForTimeout(500);
      });
      context.diagnostic(`long tasks while opening ${part}: ${JSON.stringify(opening)}`);
    }
    if (name === "big/text") {
      await openTab(page, "Content");
      const searching = await withLongTasks(page, async () => {
        await page.getByRole("searchbox", { name: "Search in the text" }).first().fill("0109999 THE");
        await page.locator(".search-count", { hasText: /^1 of 1$/ }).waitFor();
        await page.waitForTimeout(300);
      });
      context.diagnostic(`long tasks while searching: ${JSON.stringify(searching)}`);
      const inSight = await page.evaluate(() => {
        const [range] = CSS.highlights.get("current-match");
        const [match, body] = [range.getBoundingClientRect(), document.querySelector(".text-body").getBoundingClientRect()];
        return range.toString() === "0109999 the" && match.top >= body.top && match.bottom <= body.bottom;
      });
      assert.ok(inSight, "the match is in sight");
    }
    assert.deepEqual(page.trouble, []);
  });
}
