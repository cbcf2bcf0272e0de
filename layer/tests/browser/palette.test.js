// The command palette: one field that finds whatever the server offers, and the commands of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, axe, during, listed, openPage, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("offers"));

const field = (page) => page.getByRole("combobox", { name: "Find tools, resources, prompts and commands" });
const options = (page) => page.locator(".palette").getByRole("option");

async function open(url = explorer.url, options) {
  const page = await openPage(browser, url, options);
  await page.locator(".home-side").getByText("MCP revision").waitFor();
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
  return page;
}

test("items of every kind are found and opened from the keyboard", async () => {
  const page = await open();
  const kinds = new Set(await page.locator(".palette .badge").allTextContents());
  for (const kind of ["Tool", "Resource", "Resource template", "Prompt", "Command"]) assert.ok(kinds.has(kind), kind);
  await page.evaluate(axe);
  await assertAccessible(page, "the palette");
  const [resource] = await options(page).filter({ hasText: "Resource" }).locator("bdi").allTextContents();
  await field(page).fill(resource);
  assert.equal(await options(page).first().locator("bdi").first().textContent(), resource);
  await page.keyboard.press("Enter");
  await page.locator("article.tool:not([hidden])", { hasText: resource }).first().waitFor();
  assert.equal(await page.locator(".palette").count(), 0);
  assert.deepEqual(page.trouble, []);
});

test("arrows choose, a command runs, and Escape closes", async () => {
  const page = await open();
  await field(page).fill("colours");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const before = await page.locator("#theme").innerText();
  await page.keyboard.press("Enter");
  assert.notEqual(await page.locator("#theme").innerText(), before);
  await page.keyboard.press("Control+k");
  await field(page).fill("no such thing");
  await page.getByText("No matches").waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await field(page).waitFor({ state: "detached" });
});

test("10,000 resources are found while typing", async (context) => {
  const [many] = await during(context, startExplorer("many-offers"));
  const page = await openPage(browser, many.url, { viewport: { width: 360, height: 740 } });
  await listed(page, "10,000 resources");
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
  const spent = [];
  for (const query of ["r", "ro", "row", "row 9", "row 99", "row 9999"]) {
    spent.push(
      await page.evaluate(async (text) => {
        const input = document.querySelector(".palette input");
        input.value = text;
        const begun = performance.now();
        input.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(() => resolve()));
        void document.body.offsetHeight;
        return performance.now() - begun;
      }, query),
    );
  }
  context.diagnostic(`palette over 10,000 resources: slowest keystroke, until the next frame, ${Math.max(...spent).toFixed(1)} ms`);
  await page.waitForFunction(() => document.querySelectorAll(".palette [role=option]").length === 1);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(page.trouble, []);
});
