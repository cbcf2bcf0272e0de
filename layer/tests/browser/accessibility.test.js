// axe-core finds no violations in any state of the page, light and dark.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, axe, button, focusedName, jsonText, openPage, openTab, openTool, run, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer, token] = await shared(startBrowser(), startExplorer(), startExplorer("token"));

for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 360]]) {
  test(`every state, ${colorScheme}, ${width} px wide`, { timeout: 120000 }, async () => {
    const page = await openPage(browser, explorer.url, { colorScheme, viewport: { width, height: 900 } });
    await page.evaluate(axe);
    const check = (state) => assertAccessible(page, `${state}, ${colorScheme}, ${width}`);
    await page.locator(".tool-row").first().waitFor();
    await check("list");
    await page.getByRole("searchbox", { name: "Filter the list" }).fill("order");
    await check("filtered");
    await page.getByRole("searchbox", { name: "Filter the list" }).fill("xyz");
    await check("nothing matches");
    await button(page, "Clear search").click();
    await openTool(page, "orders/create");
    await check("form");
    await button(page, "Add comments").click();
    for (const kind of await page.getByRole("combobox", { name: "Kind" }).all()) await kind.selectOption({ index: 1 });
    await button(page, "Add item").first().click();
    await button(page, "Add entry").first().click();
    await button(page, "Validate").click();
    await page.locator(".violations").getByText(/problems? in the arguments/).waitFor();
    await check("violations");
    await openTab(page, "Schema");
    await page.getByText("Raw schema").first().click();
    await check("schema");
    await openTab(page, "Code");
    await check("code");
    await openTab(page, "History");
    await check("empty history");
    await openTab(page, "Call");
    await jsonText(page).fill("{");
    await check("broken JSON");
    for (const name of ["content.json", "content.image", "content.audio", "content.resource", "fails", "structured/people", "big/text"]) {
      await openTool(page, name);
      await run(page);
      await page.locator(":is(.text-body:not([aria-busy]), .media, .tree, .table-view):visible").first().waitFor();
      if (name !== "big/text") await check(name);
    }
    await openTool(page, "structured/people");
    await openTab(page, "Table");
    await check("table");
    await openTab(page, "Structured");
    await check("tree");
    await openTab(page, "History");
    await check("history");
    await openTool(page, "slow");
    await jsonText(page).fill('{"seconds": 60}');
    await button(page, "Run").click();
    await check("running");
    await button(page, "Cancel").click();
    await openTool(page, "git_push");
    await button(page, "Run").click();
    await page.locator("#confirm[open]").waitFor();
    await check("question");
    await page.keyboard.press("Escape");
    await button(page, "Help").click();
    await check("help");
    await page.keyboard.press("Escape");
    await button(page, "Access").click();
    await button(page, "Add header").click();
    await check("access");
  });
}

test("a list that requires a token", async () => {
  const page = await openPage(browser, `${token.url}#/tools/echo`);
  await page.evaluate(axe);
  await page.locator("#list-note .failure").waitFor();
  await assertAccessible(page, "token wanted");
});

test("all steps by keyboard only", async () => {
  const page = await openPage(browser, explorer.url);
  await page.locator(".tool-row").first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("echo");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Echo" }).waitFor();
  const tabTo = async (label) => {
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("Tab");
      if ((await focusedName(page)) === label) return;
    }
    assert.fail(`${label} is not reached, but ${await focusedName(page)}`);
  };
  await tabTo("message");
  await page.keyboard.type("by keyboard");
  await tabTo("Run");
  await page.keyboard.press("Enter");
  await page.locator(".result", { hasText: "by keyboard" }).waitFor();
  await tabTo("Content");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("region", { name: "The whole response" }).waitFor();
});
