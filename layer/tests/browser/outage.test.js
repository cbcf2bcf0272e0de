// Outages: the page says once what is wrong, and recovers by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startFixture } from "./fixtures/server.js";
import { assertAccessible, axe, button, during, focusedName, freePort, jsonText, openPage, openTool, run, shared, startBrowser, startExplorer, startOpenUrl } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

const bar = (page) => page.locator("#outage");
const connected = (page) => page.locator("#announcer", { hasText: "Connected again" }).waitFor();

// Answers the requests for a path with a failure until the returned function is called, which also returns their number.
async function fail(page, path, answer = (route) => route.abort()) {
  let count = 0;
  const handler = (route) => {
    count += 1;
    return answer(route);
  };
  await page.route(`**${path}`, handler);
  return async () => {
    await page.unroute(`**${path}`, handler);
    return count;
  };
}

const status = (code, error, headers = {}) => (route) => route.fulfill({ status: code, headers, json: { error } });

function setVisibility(page, state) {
  return page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
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
  const restore = await Promise.all([fail(page, "/tools", status(502, "The line is dead.")), fail(page, "/tools/echo", status(504, "Too late."))]);
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

test("a failed list does not ask to pick a tool", async () => {
  const page = await openPage(browser, explorer.url);
  const end = await fail(page, "/tools", status(500, "Broken."));
  await page.reload();
  await page.locator("#list-note .failure", { hasText: "Broken." }).waitFor();
  assert.doesNotMatch(await page.locator("#tool").innerText(), /Pick a tool/);
  await end();
});

test("what is typed during an outage is kept, even where it is not JSON yet", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "echo");
  const end = await fail(page, "/tools/echo");
  await button(page, "Reload").click();
  await bar(page).waitFor();
  await jsonText(page).fill('{"message": ');
  await end();
  await connected(page);
  assert.equal(await jsonText(page).inputValue(), '{"message": ');
  assert.equal(await focusedName(page), "JSON");
});

test("a call is not repeated, and a run during an outage waits for the description", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "echo");
  await jsonText(page).fill('{"message": "once", "times": 1}');
  let calls = 0;
  const count = (route) => ((calls += 1), route.abort());
  await page.route("**/rpc/tools/call", count);
  const end = await fail(page, "/tools");
  await run(page);
  await page.locator(".result", { hasText: "Can't reach" }).waitFor();
  await bar(page).waitFor();
  await page.unroute("**/rpc/tools/call", count);
  await end();
  await connected(page);
  assert.equal(calls, 1);

  const endAgain = await fail(page, "/tools/echo");
  await button(page, "Reload").click();
  await bar(page).waitFor();
  await button(page, "Run").click();
  await bar(page).getByText(/Trying again in/).waitFor();
  assert.equal(calls, 1);
  await endAgain();
});

test("an app that could not be read is opened afterwards", async (context) => {
  const [apps] = await during(context, startExplorer("apps"));
  const page = await openPage(browser, apps.url);
  const end = await fail(page, "/resources/read?*", status(502, "The line is dead."));
  await openTool(page, "probe");
  await button(page, "Run").click();
  await page.locator(".app-state", { hasText: "Failed" }).waitFor();
  await bar(page).getByText("The line is dead.").waitFor();
  await end();
  await page.locator(".app-state", { hasText: "Ready" }).waitFor();
  await bar(page).waitFor({ state: "hidden" });
});

test("a hidden page does not try, and one that is shown tries at once", async () => {
  const page = await openPage(browser, explorer.url);
  await page.locator(".tool-row").first().waitFor();
  const end = await fail(page, "/tools");
  await button(page, "Reload").click();
  await bar(page).waitFor();
  await setVisibility(page, "hidden");
  await page.waitForTimeout(1500);
  const before = await end();
  const endAgain = await fail(page, "/tools", (route) => route.continue());
  await page.waitForTimeout(2500);
  assert.equal(before >= 1, true);
  assert.equal(await bar(page).isVisible(), true);
  await setVisibility(page, "visible");
  await connected(page);
  assert.equal(await endAgain(), 1);
});

test("Try now works from the keyboard, and the focus is not lost", async () => {
  const page = await openPage(browser, explorer.url);
  await page.locator(".tool-row").first().waitFor();
  const end = await fail(page, "/tools", status(503, "No memory.", { "retry-after": "600" }));
  await button(page, "Reload").click();
  await bar(page).getByText(/Trying again in (600|599) s/).waitFor();
  await end();
  await button(page, "Try now").press("Enter");
  await connected(page);
  assert.equal(await focusedName(page), "Server");
});

test("refusals are not repeated, and a limit is obeyed once", async () => {
  for (const [code, expected] of [
    [401, "Sign-in needed"],
    [403, "Not you."],
    [429, "Not you."],
  ]) {
    const page = await openPage(browser, explorer.url);
    await page.locator(".tool-row").first().waitFor();
    const end = await fail(page, "/tools", status(code, "Not you."));
    await button(page, "Reload").click();
    await page.locator("#list-note .failure", { hasText: expected }).waitFor();
    assert.equal(await bar(page).isVisible(), false);
    await page.waitForTimeout(1500);
    assert.equal(await end(), 1);
  }
  const page = await openPage(browser, explorer.url);
  await page.locator(".tool-row").first().waitFor();
  const end = await fail(page, "/tools", status(429, "Slow down.", { "retry-after": "2" }));
  await button(page, "Reload").click();
  await bar(page).getByText("Slow down.").waitFor();
  await page.locator("#list-note .failure", { hasText: "Slow down." }).waitFor();
  assert.equal(await bar(page).isVisible(), false);
  assert.equal(await end(), 2);
});
