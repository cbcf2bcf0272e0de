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
    inMain: document.querySelector("#tool").scrollWidth - document.querySelector("#tool").clientWidth,
    strangers: document.querySelectorAll("body > :not(button, header, noscript, main, p, dialog, script), iframe, object, embed, body link, body style, video, main script, main form, main svg, #tool a").length,
  }));
  assert.deepEqual(state, { hacked: null, sticking: 0, inMain: 0, strangers: 0 }, where);
}

async function unfold(page) {
  await page.evaluate(() => {
    const folded = [...document.querySelectorAll(".tool details:not([open]) > summary")];
    for (const summary of folded.filter((node) => node.checkVisibility()).slice(0, 20)) summary.click();
    return new Promise((resolve) => setTimeout(resolve, 30));
  });
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

const link = (name) => `#/tools/${name.toWellFormed().split("/").map(encodeURIComponent).join("/")}`;

for (const width of [360, 1100]) {
  test(`every hostile tool in every view, ${width} px wide`, { timeout: 120000 }, async () => {
    const page = await openPage(browser, explorer.url, { viewport: { width, height: 700 } });
    await page.locator(".tool-row").first().waitFor({ state: "attached" });
    for (const [index, { name }] of hostileTools.entries()) {
      if ((index % 2 === 0) !== (width === 360)) continue;
      const where = `${index}: ${name.slice(0, 60)}`;
      await page.evaluate((hash) => (location.hash = hash), link(name));
      await page.waitForFunction(() => document.querySelector("article.tool .actions, article.tool .failure"));
      if (await page.evaluate(() => !document.querySelector(".actions"))) {
        await assertUnharmed(page, `${where}, not opened`);
        continue;
      }
      await page.keyboard.press("Control+Enter");
      await page.waitForFunction(() => document.querySelector(".result"));
      const tabs = await page.evaluate(() => document.querySelectorAll(".result [role=tab]").length + 4);
      for (let tab = tabs - 1; tab >= 0; tab -= 1) {
        await page.evaluate((at) => document.querySelectorAll(".tool [role=tab]")[at].click(), tab);
        await unfold(page);
        await assertUnharmed(page, `${where}, tab ${tab}`);
      }
    }
  });
}
