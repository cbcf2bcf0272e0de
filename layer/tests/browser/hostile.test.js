// Hostile tools in every view: no script runs, nothing external is requested, and the layout does not break.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileStrings } from "./fixtures/hostile-strings.js";
import { hostileTools } from "./fixtures/hostile.js";
import { openPage, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer, offers] = await shared(startBrowser(), startExplorer("hostile"), startExplorer("hostile-offers"));

// The expected state of an unharmed page.
const UNHARMED = { hacked: null, sticking: 0, inTool: 0, strangers: 0 };

async function assertUnharmed(page, where) {
  assert.deepEqual(await page.evaluate(() => window.look()), UNHARMED, where);
  assert.deepEqual(page.trouble, [], where);
}

async function open(width, url = explorer.url) {
  const page = await openPage(browser, url, { viewport: { width, height: 700 } });
  await page.locator(".tool-row").first().waitFor({ state: "attached" });
  await page.evaluate(() => {
    const sticking = (node) => node.scrollWidth - node.clientWidth;
    const strangers = "body > :not(button, header, noscript, main, p, dialog, script, #outage, .dock, section[aria-label='Apps of agents']), iframe, object, embed, body link, body style, video, main script, main form, main svg:not(.finder > svg, .client svg, .pulse svg), article.tool a:not(.client-note a[rel='noopener noreferrer'])";
    window.look = () => ({
      hacked: window.hacked ?? {}.polluted ?? null,
      sticking: sticking(document.documentElement),
      inTool: sticking(document.getElementById("tool")),
      strangers: document.querySelectorAll(strangers).length,
    });
    const until = async (selector) => {
      while (!document.querySelector(selector)) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const later = () => new Promise((resolve) => setTimeout(resolve, 10));
    let ahead = 0;
    const now = performance.now.bind(performance);
    performance.now = () => now() + ahead;
    const seen = [];
    const lookInto = async (tab) => {
      tab.click();
      await later();
      const folded = [...document.querySelectorAll(".tool details:not([open]) > summary")].filter((node) => node.checkVisibility());
      for (const summary of folded.slice(0, 20)) summary.click();
      await later();
      seen.push({ view: tab.textContent, ...window.look() });
    };
    const open = async (hash, selector) => {
      document.querySelector("article.tool")?.remove();
      location.hash = hash;
      await until(selector);
    };
    // Opens a resource, template or prompt, uses it with a text in each field, and returns the state of the page.
    window.use = async (hash, text) => {
      await open(hash, "article.tool :is(.actions, .failure, h2 + p.hint)");
      const trigger = document.querySelector("article.tool .actions .primary");
      if (!trigger?.checkVisibility()) return window.look();
      for (const input of document.querySelectorAll("article.tool .field input")) {
        input.value = text;
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
      trigger.click();
      await until("article.tool .result");
      return window.look();
    };
    // Opens a tool, runs it, and visits every tab and collapsed part; returns the state of the page in each.
    window.goThrough = async (hash) => {
      seen.length = 0;
      await open(hash, "article.tool .actions, article.tool > .failure");
      seen.push({ view: "opened", ...window.look() });
      if (document.querySelector("article.tool > .failure")) return seen;
      // The first press may only show the problems of the arguments, and another one counts after a while.
      while (!document.querySelector(".result")) {
        ahead += 600;
        document.querySelector(".actions .primary").click();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      for (const tab of document.querySelectorAll(".result [role=tab]")) await lookInto(tab);
      for (const tab of document.querySelectorAll(".tool-head [role=tab]")) await lookInto(tab);
      return seen;
    };
  });
  return page;
}

test("the corpus is large enough", () => assert.ok(hostileStrings.length >= 60, `${hostileStrings.length}`));

test("the list shows every hostile tool, with any filter", async () => {
  const page = await open(1280);
  for (let top = 0; top < 6000; top += 600) {
    await page.locator("#list-scroller").evaluate((scroller, to) => (scroller.scrollTop = to), top);
    await page.waitForTimeout(20);
    await assertUnharmed(page, `scrolled to ${top}`);
  }
  for (const query of ["<", "\\ ( [ *", "script", "\u202e", "__proto__"]) {
    await page.getByRole("searchbox", { name: "Filter the list" }).fill(query);
    await assertUnharmed(page, `filtered by ${query}`);
  }
});

test("characters that reorder text are visible in descriptions", async () => {
  const page = await open(1280);
  const { name } = hostileTools.find(({ name }) => name.includes("\u202e"));
  await page.evaluate((hash) => (location.hash = hash), link(name));
  await page.locator(".tool-head .prose", { hasText: "‹U+202E›" }).waitFor();
  const read = await page.locator(".tool-head, .arguments .form").allInnerTexts();
  assert.ok(!read.join().includes("\u202e"), read.join());
});

test("hostile resources, templates and prompts are listed, opened and used", { timeout: 240000 }, async () => {
  const page = await open(360, offers.url);
  for (const kind of ["resources", "templates", "prompts"]) {
    for (const [index, string] of hostileStrings.entries()) {
      const hash = link(kind === "templates" ? `${string}{x}` : string).replace("tools", kind);
      const where = `${kind} ${index}: ${string.slice(0, 60)}`;
      assert.deepEqual(await page.evaluate(([hash, text]) => window.use(hash, text), [hash, string.replaceAll(/[\n\r]/g, " ")]), UNHARMED, where);
      assert.deepEqual(page.trouble, [], where);
    }
  }
});

const link = (name) => `#/tools/${name.toWellFormed().split("/").map(encodeURIComponent).join("/")}`;

for (const width of [360, 1100]) {
  test(`every hostile tool in every view, ${width} px wide`, { timeout: 120000 }, async () => {
    const page = await open(width);
    for (const [index, { name }] of hostileTools.entries()) {
      if ((index % 2 === 0) !== (width === 360)) continue;
      const where = `${index}: ${name.slice(0, 60)}`;
      for (const { view, ...seen } of await page.evaluate((hash) => window.goThrough(hash), link(name))) assert.deepEqual(seen, UNHARMED, `${where}, ${view}`);
      assert.deepEqual(page.trouble, [], where);
    }
  });
}
