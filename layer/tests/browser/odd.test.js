// Valid but unusual tools: empty or blank names, and schemas whose root is not an object.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, axe, button, jsonText, openPage, openTab, openTool, run, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("odd"));

const emptyTool = (page) => page.getByRole("heading", { name: '""', exact: true });

test("a tool with an empty name opens from the list, validates and runs", async () => {
  const page = await openPage(browser, explorer.url);
  await page.locator(".tool-row").filter({ hasText: /^" "/ }).waitFor();
  await page.locator(".tool-row").filter({ hasText: /^"".*Described:/ }).click();
  await emptyTool(page).waitFor();
  assert.match(await page.title(), /^"" ·/);
  await button(page, "Validate").click();
  await page.locator(".violations").getByText(/problems? in the arguments/).waitFor();
  await page.getByRole("textbox", { name: "city" }).fill("Zürich");
  await page.locator(".violations").getByText("The arguments are valid.").waitFor();
  await run(page);
  await page.locator(".result", { hasText: "Zürich" }).waitFor();
  assert.deepEqual(page.trouble, []);
});

test("a tool with an empty name is shared by a link, and its calls are remembered", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "");
  await jsonText(page).fill('{"city": "Bern"}');
  await page.waitForFunction(() => location.hash.includes("arguments="));
  const again = await openPage(browser, page.url());
  await emptyTool(again).waitFor();
  assert.equal(await jsonText(again).inputValue(), '{"city": "Bern"}');
  await run(again);
  await again.getByRole("tab", { name: "History" }).click();
  assert.match(await again.locator(".calls li").innerText(), /Success[^]*Bern/);
  await again.getByRole("tab", { name: "Code" }).click();
  await openTab(again, "Explorer's API");
  const snippet = await again.getByRole("region", { name: "The call as cURL" }).textContent();
  assert.ok(snippet.includes(`'${explorer.url}/tools//call'`), snippet);
  await again.goto(`${explorer.url}#/`);
  await again.getByText("Pick a tool to try it").waitFor();
});

test("behind a proxy that merges slashes, a tool with an empty name shows an error instead of another tool", async () => {
  const page = await openPage(browser, explorer.url);
  await page.route("**/tools//", (route) => route.continue({ url: `${explorer.url}/tools/` }));
  await page.evaluate(() => (location.hash = "#/tools/"));
  await page.getByRole("alert").getByText("The answer is not a tool. A proxy may have changed the path.").waitFor();
});

test("forms with blank names, and with roots that are not objects, are accessible", async () => {
  const page = await openPage(browser, explorer.url);
  await page.evaluate(axe);
  await openTool(page, "blank names", `?arguments=${encodeURIComponent('{"": "y", " ": true}')}`);
  await assertAccessible(page, "blank names");
  for (const kind of ["enum", "const", "variants"]) {
    await openTool(page, `root/${kind}`);
    await page.locator("article.tool:not([hidden])", { hasText: `Described: root/${kind}` }).waitFor();
    await assertAccessible(page, kind);
  }
  assert.deepEqual(page.trouble, []);
});
