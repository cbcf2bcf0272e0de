// Valid but unusual tools: empty or blank names, and schemas whose root is not an object.
import assert from "node:assert/strict";
import { test } from "node:test";
import { roots } from "./fixtures/odd.js";
import { assertAccessible, axe, button, jsonText, openPage, openTab, openTool, run, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("odd"));

const emptyTool = (page) => page.getByRole("heading", { name: '""', exact: true });

test("a tool with an empty name opens from the list, validates and runs", async () => {
  const page = await openPage(browser, explorer.url);
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

test("empty or blank names are quoted wherever they label a control", async () => {
  const page = await openPage(browser, explorer.url);
  await page.locator(".tool-row").filter({ hasText: /^" "/ }).waitFor();
  await openTool(page, "blank names");
  await jsonText(page).fill('{"": "x"}');
  await page.getByRole("textbox", { name: '""', exact: true }).fill("y");
  await page.getByRole("radiogroup", { name: 'Value of " "', exact: true }).getByRole("radio", { name: "true" }).check();
  assert.deepEqual(JSON.parse(await jsonText(page).inputValue()), { "": "y", " ": true });
  await page.evaluate(axe);
  await assertAccessible(page, "blank names");
  await button(page, 'Clear " "').click();
  await jsonText(page).fill("{}");
  await page.getByRole("textbox", { name: '""', exact: true }).focus();
  await button(page, '"" is empty').click();
  assert.equal(await jsonText(page).inputValue(), '{\n  "": ""\n}');
  assert.deepEqual(page.trouble, []);
});

for (const kind of Object.keys(roots)) {
  test(`the form of a schema whose root is of the kind “${kind}” has names for its controls`, async () => {
    const page = await openPage(browser, explorer.url);
    await openTool(page, `root/${kind}`);
    await page.evaluate(axe);
    await assertAccessible(page, kind);
    const names = await page.locator(".form").locator("input, select, textarea, button").evaluateAll((controls) => controls.map((control) => control.getAttribute("aria-label") ?? control.innerText));
    assert.ok(names.length > 0 && names.every((name) => name.trim() !== ""), names.join());
    assert.deepEqual(page.trouble, []);
  });
}

test("arguments that are not an object can be entered in the form, and are refused with an explanation", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "root/string");
  const field = page.getByRole("textbox", { name: "Arguments", exact: true });
  await field.fill('"text"');
  assert.equal(await jsonText(page).inputValue(), '"text"');
  await page.getByText("The arguments must be a JSON object.").waitFor();
  await field.fill('{"a": 1.0}');
  assert.equal(await jsonText(page).inputValue(), '{"a": 1.0}');
  await openTool(page, "root/enum of objects");
  await page.getByRole("combobox", { name: "Arguments", exact: true }).selectOption({ label: '{"colour":"red"}' });
  assert.deepEqual(JSON.parse(await jsonText(page).inputValue()), { colour: "red" });
  assert.deepEqual(page.trouble, []);
});
