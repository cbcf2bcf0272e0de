// The display of results: Markdown, trees, the comparison with `outputSchema`, and what is left of them after a reload.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileStrings } from "./fixtures/hostile-strings.js";
import { assertAccessible, axe, button, openTab, openTool, openToolPage, run, shared, startBrowser, startExplorer, startFastMcp } from "./support.js";

const [browser, explorer, fastmcp] = await shared(startBrowser(), startExplorer("results"), startFastMcp("results"));

const open = (name, query) => openToolPage(browser, explorer.url, name, query);
const result = (page) => page.locator("article.tool:not([hidden]) .result");
const shown = (page) => result(page).innerText();
const scrollTop = (page) => page.locator("#tool").evaluate((node) => node.scrollTop);

test("Markdown of hostile strings makes no element but those of text, and loads nothing", async () => {
  const page = await open("markdown 0");
  for (let first = 0; first < hostileStrings.length; first += 20) {
    await openTool(page, `markdown ${first / 20}`);
    await run(page);
    await result(page).locator(".markdown").first().waitFor();
    const seen = await page.evaluate(() => {
      const article = document.querySelector("article.tool:not([hidden])");
      const within = (selector) => [...article.querySelectorAll(`.markdown ${selector}`)];
      const allowed = "h3, h4, h5, h6, p, div, span, bdi, strong, em, del, code, pre, a, ul, ol, li, blockquote, table, thead, tbody, tr, th, td, hr, br";
      const handlers = (node) => node.getAttributeNames().filter((name) => name.startsWith("on"));
      return {
        hacked: window.hacked ?? {}.polluted ?? null,
        strangers: within(`:not(${allowed})`).map((node) => node.outerHTML),
        handlers: within("*").flatMap(handlers),
        links: within("a").filter((node) => !/^(https?|mailto):$/.test(node.protocol) || node.rel !== "noopener noreferrer" || node.target !== "_blank").map((node) => node.outerHTML),
        sticking: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      };
    });
    assert.deepEqual(seen, { hacked: null, strangers: [], handlers: [], links: [], sticking: 0 }, `from string ${first} on`);
  }
  assert.deepEqual(page.trouble, []);
});

test("choosing a shorter part of a result does not scroll the page", async () => {
  const page = await open("tall");
  await run(page);
  await page.getByRole("tab", { name: "Content", exact: true }).evaluate((tab) => tab.scrollIntoView({ block: "start" }));
  const before = await page.getByRole("tab", { name: "Structured" }).boundingBox();
  assert.ok((await scrollTop(page)) > 100);
  await openTab(page, "Structured");
  await result(page).locator(".tree").waitFor();
  assert.equal((await page.getByRole("tab", { name: "Structured" }).boundingBox()).y, before.y);
});

test("a value of a tree can be copied with its path, by the keyboard alone", async () => {
  const page = await open("tree");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await run(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await button(result(page), "né").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Copied").first().waitFor();
  assert.equal(await clipboard(), '["a key"][0].né');
  await button(result(page), "link").focus();
  await button(result(page), "Copy value").press("Enter");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) === "https://example.org/x");
  assert.deepEqual(await result(page).locator(".tree a").evaluateAll((links) => links.map(({ href }) => href)), ["https://example.org/x"]);
  assert.match(await shown(page), /a‹U\+202E›b/);
});

test("the last result of each tool survives a reload, with the mark of its arguments", async () => {
  const page = await open("says");
  await run(page);
  await openTool(page, "no structured content");
  await run(page);
  await page.reload();
  await result(page).getByText("before the page was loaded again").waitFor();
  assert.match(await shown(page), /only text[^]*has no `structuredContent`/);
  await openTool(page, "says", `?arguments=${encodeURIComponent('{"word":"other"}')}`);
  await result(page).getByText('"first"').first().waitFor();
  await page.getByText("These arguments have changed since this result.").waitFor();
  await openTab(page, "History");
  await button(page, "Clear all history").click();
  await page.reload();
  await page.locator("article.tool .actions").waitFor();
  assert.equal(await result(page).count(), 0);
});

test("Validate shows its outcome even where its list is out of sight", async () => {
  const page = await open("many problems");
  await page.setViewportSize({ width: 390, height: 700 });
  await page.locator("#tool").evaluate((node) => (node.scrollTop = 0));
  await page.keyboard.press("Control+Shift+Enter");
  const status = page.locator(".violations").getByText("30 problems in the arguments").first();
  await status.waitFor();
  await page.waitForFunction((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }, await status.elementHandle());
});

test("a wide table scrolls within itself, and does not break words", async () => {
  const page = await open("wide");
  await page.setViewportSize({ width: 390, height: 800 });
  await run(page);
  const seen = await page.evaluate(() => {
    const scroller = document.querySelector(".result .table-scroll");
    const cell = scroller.querySelector("td");
    const range = document.createRange();
    range.setStart(cell.querySelector("bdi").firstChild, 0);
    range.setEnd(cell.querySelector("bdi").firstChild, "several".length);
    return { sticking: document.documentElement.scrollWidth - document.documentElement.clientWidth, scrolls: scroller.scrollWidth > scroller.clientWidth, lines: range.getClientRects().length };
  });
  assert.deepEqual(seen, { sticking: 0, scrolls: true, lines: 1 });
});

test("a FastMCP server: Markdown, dates, plain layout, an error and a wrong output", async () => {
  const page = await openToolPage(browser, fastmcp.url, "report");
  await page.locator(".tool-head .markdown strong", { hasText: "Markdown" }).waitFor();
  await run(page);
  const markdown = result(page).locator(".markdown");
  await markdown.getByRole("heading", { name: "Quarter 3: report" }).waitFor();
  assert.deepEqual(await markdown.locator("td").allTextContents(), ["July", "1200", "August", "1350"]);
  assert.match(await markdown.innerText(), /other_names_like_this are not/);
  await openTool(page, "trips");
  await run(page);
  assert.deepEqual(await result(page).locator("thead th").allTextContents(), ["city", "begins", "nights", "link"]);
  assert.match(await shown(page), /Matches outputSchema/);
  await openTool(page, "plain");
  await run(page);
  await openTab(page, "Content");
  assert.match(await result(page).locator(".text-body").textContent(), /^name {6}count\n- apples {5}12\n/);
  await openTool(page, "wrong");
  await run(page);
  assert.match(await shown(page), /(\s*(\/name: Must be a string, but is 7|\/people: Missing)\.?){2}\s*$/);
  await openTool(page, "refuses");
  await run(page);
  assert.match(await shown(page), /^Tool error(?![^]*HTTP 500)[^]*There is no city named Atlantis/);
  assert.deepEqual(page.trouble, []);
});

test("results have no accessibility findings, light and dark", async () => {
  for (const name of ["markdown 0", "rows", "rows in text", "tree", "wrong types", "no structured content"]) {
    const page = await open(name);
    await run(page);
    await page.evaluate(axe);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await assertAccessible(page, `${name}, ${colorScheme}`);
    }
    await page.context().close();
  }
});
