// Tools that the explorer excludes: their number is shown below the list, and the details on a click.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileStrings } from "./fixtures/hostile-strings.js";
import { assertAccessible, axe, during, openPage, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

// A page with this response of the server endpoint.
async function openWithServerResponse(serverResponse, options) {
  const page = await openPage(browser, explorer.url, options);
  await page.route("**/explorer/server", (route) => route.fulfill(serverResponse));
  await page.reload();
  await page.locator(".tool-row").first().waitFor();
  return page;
}

const excluded = (...excludedTools) => ({ json: { excludedTools } });
const summary = (page) => page.locator("#left-out summary");
const region = (page) => page.getByRole("region", { name: "Tools that were left out" });

test("tools that were left out are counted, and named with the reason at a click", async () => {
  const page = await openWithServerResponse(excluded({ name: "broken", index: 2, reason: "“inputSchema” is a number." }, { index: 4, reason: "It has no name." }, { name: "", index: 5, reason: "Odd." }));
  await summary(page).getByText("3 tools were left out").waitFor();
  assert.equal(await region(page).count(), 0);
  await summary(page).focus();
  await page.keyboard.press("Enter");
  assert.deepEqual((await region(page).getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s+/g, " ")), ["broken “inputSchema” is a number.", "tool number 5 It has no name.", '"" Odd.']);
  await page.keyboard.press("Tab");
  assert.ok(await region(page).evaluate((node) => node === document.activeElement), "the list can be scrolled by the keyboard");
  await page.evaluate(axe);
  await assertAccessible(page, "left out");
});

for (const width of [1280, 360]) {
  test(`names and reasons are shown as text without overflow, ${width} px wide`, async () => {
    const page = await openWithServerResponse(excluded(...hostileStrings.map((name, index) => ({ name, index, reason: name }))), { viewport: { width, height: 700 } });
    await summary(page).click();
    await region(page).waitFor();
    assert.ok((await region(page).getByRole("listitem").count()) > 50);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    assert.equal(await region(page).evaluate((node) => node.scrollWidth - node.clientWidth), 0);
    assert.ok(!/[\u200b\u202e\u2066]/.test(await region(page).innerText()));
    assert.ok((await page.locator(".tool-row:visible").count()) > 0, "the list keeps its room");
    assert.deepEqual(page.trouble, []);
  });
}

test("the explorer reports which tools of a server it excludes", async (context) => {
  const [malformed] = await during(context, startExplorer("malformed"));
  const page = await openPage(browser, malformed.url);
  await summary(page).click();
  await region(page).waitFor();
  const rows = (await region(page).getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  assert.equal(rows.length, 3);
  for (const [index, pattern] of [/^tool number 2 .*name/, /^tool number 3 .*name/, /^first .*the first one is used/].entries()) assert.match(rows[index], pattern);
  assert.equal(await page.locator(".tool-row").count(), 2);
  assert.deepEqual(page.trouble, []);
});
