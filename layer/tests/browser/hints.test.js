// The weight of tools for a model, and the hints on what other clients refuse.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileStrings } from "./fixtures/hostile-strings.js";
import { assertAccessible, axe, button, openPage, openTool, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

const note = (page) => page.locator("article.tool:not([hidden]) .client-note");
const hints = (page) => note(page).getByRole("listitem");
const reportCard = (page) => page.locator(".report-card");

// A page with this tool in place of “echo”.
async function openWith(tool, options = {}) {
  const page = await openPage(browser, explorer.url, options);
  await page.route("**/explorer/tools/echo", (route) => route.fulfill({ json: { name: "echo", ...tool } }));
  await openTool(page, "echo");
  return page;
}

test("the weight and the hints of a tool are folded, and lead to their sources", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "orders/create");
  const summary = note(page).locator("summary");
  await summary.filter({ hasText: /^About \d+ tokens · \d+ hints on other clients$/ }).waitFor();
  assert.equal(await hints(page).count(), 0);
  await summary.focus();
  await page.keyboard.press("Enter");
  assert.match(await hints(page).first().innerText(), /^A model gets [\d,]+ characters: name, description and input schema\. The tokens are an estimate/);
  const texts = (await hints(page).allInnerTexts()).join("\n");
  for (const words of ["OpenAI accepts only names of at most 64 letters", "MCP recommends", "refuse references (“$ref”)", "refuses these keywords: allOf"]) assert.ok(texts.includes(words), texts);
  const links = await note(page).locator("a").evaluateAll((all) => all.map(({ protocol, target, rel }) => [protocol, target, rel].join()));
  assert.deepEqual([...new Set(links)], ["https:,_blank,noopener noreferrer"]);
  assert.equal(links.length, (await hints(page).count()) - 1);
  assert.deepEqual(page.trouble, []);
});

test("all tools are examined on request, once for a list, and the report is copied", async () => {
  const page = await openPage(browser, `${explorer.url}#/server`, { permissions: ["clipboard-read", "clipboard-write"] });
  let requests = 0;
  await page.route("**/rpc/tools/list", (route) => ((requests += 1), requests === 1 ? route.fulfill({ status: 502, json: { error: "Away." } }) : route.continue()));
  const check = page.getByRole("button", { name: "Check all tools" });
  await check.click();
  await reportCard(page).getByText(/^Not checked\. /).waitFor();
  await check.click();
  await reportCard(page).getByText(/^Context cost: About [\d,]+ tokens for \d+ tools$/).waitFor();
  assert.match(await reportCard(page).innerText(), /Would strict clients accept this server\?\s+(No|Mostly)\.\s/);
  const row = reportCard(page).locator("li", { hasText: "OpenAI accepts only names of at most 64 letters" });
  await row.locator("summary").click();
  await row.getByRole("link", { name: "orders/create" }).click();
  await note(page).waitFor();
  await page.goBack();
  await button(page, "Copy as Markdown").click();
  await button(page, "Copied").waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(text.startsWith("# Report card of fixture\n") && text.includes("orders/create"), text.slice(0, 500));
  assert.equal(requests, 2);
  await page.getByRole("button", { name: "Reload" }).click();
  await check.waitFor();
  assert.deepEqual(page.trouble, []);
});

test("long hostile schemas are only measured and shown", async () => {
  const page = await openPage(browser, explorer.url, { viewport: { width: 360, height: 740 } });
  const words = new Map([["wide", "and 19,992 more"], ["deep", "Hints on other clients are not known."]]);
  let tool;
  await page.route("**/explorer/tools/echo", (route) => route.fulfill({ body: tool }));
  for (const [index, text] of [...hostileStrings.filter(({ length }) => length > 60), "deep", "wide"].entries()) {
    const mark = `mark-${index}`;
    const list = { type: "array", [text]: text };
    const properties = text === "wide" ? Object.fromEntries(Array.from({ length: 20000 }, (_, index) => [`a ${index}`, list])) : { [mark]: list, [text]: list };
    const schema = { type: "object", properties, not: "DEEP" };
    tool = JSON.stringify({ name: "echo", title: mark, description: text, inputSchema: schema }).replace('"DEEP"', text === "deep" ? `${'{"not":'.repeat(20000)}{}${"}".repeat(20000)}` : "{}");
    if (index === 0) await openTool(page, "echo");
    else await page.evaluate(() => document.getElementById("reload").click());
    await page.getByRole("heading", { name: mark }).waitFor();
    await note(page).evaluate((details) => (details.open = true));
    await hints(page).filter({ hasText: words.get(text) ?? mark }).first().waitFor();
    const state = await page.evaluate(() => ({
      hacked: window.hacked ?? {}.polluted ?? null,
      sticking: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      inPane: document.getElementById("tool").scrollWidth - document.getElementById("tool").clientWidth,
      strangers: document.querySelectorAll(".client-note :not(summary, span, ul, li, code, bdi, a)").length,
    }));
    assert.deepEqual(state, { hacked: null, sticking: 0, inPane: 0, strangers: 0 }, text.slice(0, 80));
    assert.ok(!/[\u200b\u202e\u2066\u0007]/.test(await note(page).innerText()), text.slice(0, 80));
    assert.deepEqual(page.trouble, [], text.slice(0, 80));
  }
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 360]]) {
  test(`report card and hints are accessible, ${colorScheme}, ${width} px wide`, async () => {
    const page = await openPage(browser, `${explorer.url}#/server`, { colorScheme, viewport: { width, height: 800 } });
    await page.evaluate(axe);
    await button(page, "Check all tools").click();
    await reportCard(page).getByText(/^Context cost/).waitFor();
    await assertAccessible(page, "report card");
    await openTool(page, "orders/create");
    await note(page).locator("summary").click();
    await hints(page).first().waitFor();
    await assertAccessible(page, "hints");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  });
}
