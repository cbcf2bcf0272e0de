// The call history of servers that take turns at one address.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startFixture } from "./fixtures/server.js";
import { assertAccessible, axe, during, freePort, jsonText, openTab, openTool, openToolPage, run, shared, startBrowser, startExplorer, startOpenUrl } from "./support.js";

const [browser] = await shared(startBrowser());

// Runs `act` with a page of the explorer at this port, in front of this upstream server.
async function visit(context, port, upstream, act) {
  const explorer = await startOpenUrl(upstream, "--port", port);
  try {
    const page = await context.newPage();
    await page.goto(explorer.url);
    await openTool(page, "echo");
    const result = await act(page);
    await page.close();
    return result;
  } finally {
    await explorer.stop();
  }
}

async function call(page, message) {
  await jsonText(page).fill(JSON.stringify({ message, times: 1 }));
  await run(page);
}

async function listedCalls(page) {
  await openTab(page, "History");
  await page.locator(".calls li, :text('No calls yet.')").first().waitFor();
  return page.locator(".calls li").allInnerTexts();
}

test("two servers at one address have separate histories, which persist", async (t) => {
  const [context, fixture] = await during(t, browser.newContext(), startFixture());
  const port = String(await freePort());
  const [first, second] = ["mcp", "mcp?other"].map((path) => `${fixture.origin}/${path}`);
  await visit(context, port, first, (page) => call(page, "for the first alone"));
  assert.deepEqual(await visit(context, port, second, listedCalls), []);
  await visit(context, port, second, (page) => call(page, "for the second alone"));
  const again = await visit(context, port, first, listedCalls);
  assert.equal(again.length, 1);
  assert.match(again[0], /for the first alone/);
});

test("two runs are compared in arguments and result, and an old result shows its arguments", async (t) => {
  const [explorer] = await during(t, startExplorer());
  const page = await openToolPage(browser, explorer.url, "echo");
  await call(page, "one");
  await call(page, "two");
  await openTab(page, "History");
  const calls = page.locator(".calls > li");
  assert.equal(await calls.nth(1).getByRole("button", { name: "Compare with previous" }).count(), 0);
  const compare = calls.first().getByRole("button", { name: "Compare with previous" });
  await compare.click();
  assert.equal(await compare.getAttribute("aria-expanded"), "true");
  const differences = await calls.first().locator(".differences li").allTextContents();
  assert.equal(differences[0], "arguments › messageChangedBefore oneAfter two");
  assert.match(differences[1], /^result › content › Item 1 › textChanged.*one.*two/s);
  await page.evaluate(axe);
  await assertAccessible(page, "comparison");
  await compare.click();
  assert.equal(await page.locator(".comparison").count(), 0);
  await calls.nth(1).getByRole("button", { name: "Show" }).click();
  const shown = page.getByRole("region", { name: "Arguments of this run" });
  assert.equal(await shown.textContent(), '{"message":"one","times":1}');
  assert.deepEqual(page.trouble, []);
});

test("the responses of calls are stored for the tab alone", async (t) => {
  const [explorer] = await during(t, startExplorer());
  const page = await openToolPage(browser, explorer.url, "echo");
  await call(page, "precious");
  const stored = await page.evaluate(() => [localStorage, sessionStorage].map((area) => Object.entries({ ...area }).find(([key]) => /history/.test(key))[1]));
  assert.deepEqual(stored.map((text) => [text.includes("precious"), text.includes("content")]), [[true, false], [true, true]]);
  await page.reload();
  await openTool(page, "echo");
  await openTab(page, "History");
  await page.locator(".calls > li").first().getByRole("button", { name: "Show" }).click();
  await page.locator(".result:visible").getByText("precious").first().waitFor();
  const other = await page.context().newPage();
  await other.goto(explorer.url);
  await openTool(other, "echo");
  assert.equal((await listedCalls(other)).length, 1);
  assert.deepEqual(page.trouble, []);
});
