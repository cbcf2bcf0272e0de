// The call history of servers that take turns at one address.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startFixture } from "./fixtures/server.js";
import { during, freePort, jsonText, openTab, openTool, run, shared, startBrowser, startOpenUrl } from "./support.js";

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
