// Outages: the page says once what is wrong, and recovers by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startFixture } from "./fixtures/server.js";
import { assertAccessible, axe, button, during, freePort, jsonText, openPage, openTool, run, shared, startBrowser, startExplorer, startOpenUrl } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

const bar = (page) => page.locator("#outage");
const connected = (page) => page.locator("#announcer", { hasText: "Connected again" }).waitFor();

// Answers the requests for a path with a failure until the returned function is called.
async function fail(page, path, status, error) {
  const handler = (route) => route.fulfill({ status, json: { error } });
  await page.route(`**${path}`, handler);
  return () => page.unroute(`**${path}`, handler);
}

test("a server that stops and starts again is found by itself, and the cause is said once", async (context) => {
  const port = await freePort();
  let server = await startFixture(port);
  const open = await startOpenUrl(`${server.origin}/mcp`);
  context.after(() => Promise.all([open.stop(), server.stop()]));
  const page = await openPage(browser, open.url);
  await openTool(page, "echo");
  await jsonText(page).fill('{"message": "kept", "times": 1}');
  await server.stop();
  await button(page, "Reload").click();
  await bar(page).getByText(`Can't reach 127.0.0.1:${port}: connection refused. Is the server running?`, { exact: true }).waitFor();
  assert.match(await bar(page).innerText(), /Trying again in \d+ s\./);
  assert.equal(await page.getByText("connection refused").count(), 1);
  assert.ok((await page.locator(".tool-row").count()) > 0);
  assert.equal(await jsonText(page).inputValue(), '{"message": "kept", "times": 1}');
  server = await startFixture(port);
  await connected(page);
  assert.equal(await bar(page).isVisible(), false);
  assert.equal(await jsonText(page).inputValue(), '{"message": "kept", "times": 1}');
  await run(page);
  await page.locator(".result", { hasText: "kept" }).waitFor();
});

test("a page that is opened during an outage fills all its parts afterwards", async () => {
  const page = await openPage(browser, explorer.url);
  const restore = await Promise.all([fail(page, "/tools", 502, "The line is dead."), fail(page, "/tools/echo", 504, "Too late.")]);
  await page.evaluate(() => (location.hash = "#/tools/echo?arguments=%7B%22message%22%3A%22linked%22%7D"));
  await page.reload();
  await bar(page).getByText(/The line is dead|Too late/).waitFor();
  await page.evaluate(axe);
  await assertAccessible(page, "outage");
  assert.doesNotMatch(await page.locator("main").innerText(), /Pick a tool|No tools|Try again/);
  for (const end of restore) await end();
  await jsonText(page).waitFor();
  assert.match(await jsonText(page).inputValue(), /linked/);
  await page.locator("#count", { hasText: "tools" }).waitFor();
  await bar(page).waitFor({ state: "hidden" });
});

test("an app that could not be read is opened afterwards", async (context) => {
  const [apps] = await during(context, startExplorer("apps"));
  const page = await openPage(browser, apps.url);
  const end = await fail(page, "/resources/read?*", 502, "The line is dead.");
  await openTool(page, "probe");
  await button(page, "Run").click();
  await page.locator(".app-state", { hasText: "Failed" }).waitFor();
  await bar(page).getByText("The line is dead.").waitFor();
  await end();
  await page.locator(".app-state", { hasText: "Ready" }).waitFor();
  await bar(page).waitFor({ state: "hidden" });
});
