// Tools that mean harm pass through every view: no script runs, nothing is requested from anywhere, the layout holds.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hostileStrings, hostileTools } from "./fixtures/hostile.js";
import { openPage, startBrowser, startExplorer } from "./support.js";

let browser;
let explorer;
before(async () => ([browser, explorer] = await Promise.all([startBrowser(), startExplorer("hostile")])));
after(async () => {
  await browser.close();
  explorer.stop();
});

async function assertUnharmed(page, where) {
  assert.deepEqual(page.trouble, [], where);
  const state = await page.evaluate(() => ({
    hacked: window.hacked ?? {}.polluted ?? null,
    sticking: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    inMain: document.querySelector("main").scrollWidth - document.querySelector("main").clientWidth,
    strangers: document.querySelectorAll("body > :not(button, header, noscript, div, p, dialog, script), main iframe, main object, main embed, main link, main script, main style, main form, main video, main svg, main a").length,
  }));
  assert.deepEqual(state, { hacked: null, sticking: 0, inMain: 0, strangers: 0 }, where);
}

test("the corpus is large enough", () => assert.ok(hostileStrings.length >= 60, `${hostileStrings.length}`));

test("the list shows every hostile tool, whatever is filtered", async () => {
  const page = await openPage(browser, explorer.url);
  await page.locator(".tool-row").first().waitFor();
  for (let top = 0; top < 6000; top += 600) {
    await page.locator("#list-scroller").evaluate((scroller, to) => (scroller.scrollTop = to), top);
    await page.waitForTimeout(20);
    await assertUnharmed(page, `scrolled to ${top}`);
  }
  for (const query of ["<", "\\ ( [ *", "script", "\u202e", "__proto__"]) {
    await page.getByRole("searchbox", { name: "Filter the tools" }).fill(query);
    await assertUnharmed(page, `filtered by ${query}`);
  }
});

// In parts, so that two of them run at once.
const PARTS = 4;
for (let part = 0; part < PARTS; part += 1) {
  test(`hostile tools in every view, part ${part + 1} of ${PARTS}`, { timeout: 120000 }, async () => {
    const page = await openPage(browser, explorer.url, { viewport: { width: part % 2 ? 360 : 1100, height: 700 } });
    await page.locator(".tool-row").first().waitFor({ state: "attached" });
    for (const [index, { name }] of hostileTools.entries()) {
      if (index % PARTS !== part) continue;
      const where = `${index}: ${name.slice(0, 60)}`;
      await page.evaluate((hash) => (location.hash = hash), `#/tools/${name.toWellFormed().split("/").map(encodeURIComponent).join("/")}`);
      await page.waitForFunction(() => document.querySelector("article.tool .actions, article.tool .failure"));
      if (await page.locator("article.tool > .failure").count()) {
        await assertUnharmed(page, `${where}, not opened`);
        continue;
      }
      await page.keyboard.press("Control+Enter");
      await page.locator(".result").waitFor();
      await assertUnharmed(page, `${where}, result`);
      for (const tab of await page.locator(".result [role=tab]").all()) {
        await tab.click();
        for (const summary of await page.locator(".result details:not([open]) > summary:visible").all()) await summary.click();
        await assertUnharmed(page, `${where}, ${await tab.innerText()}`);
      }
      for (const tab of await page.locator(".tool > .tabs [role=tab]").all()) {
        await tab.click();
        for (const summary of (await page.locator(".tool details:not([open]) > summary:visible").all()).slice(0, 10)) await summary.click();
        await assertUnharmed(page, `${where}, ${await tab.innerText()}`);
      }
    }
  });
}
