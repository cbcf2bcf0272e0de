// Lists and descriptions that are loading, late or failing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, focusedName, jsonText, openPage, openTool, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

// Holds the requests for a path until the returned function is called, which also returns their number.
async function hold(page, path) {
  let count = 0;
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route) => {
    count += 1;
    await released;
    await route.continue();
  });
  return () => (release(), count);
}

// A failure that does not pass by itself.
const broken = (route) => route.fulfill({ status: 500, json: { error: "Broken." } });

test("text typed during a reload is kept", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "echo");
  const release = await hold(page, "/tools/echo");
  await button(page, "Reload").click();
  await jsonText(page).fill('{"message": "typed meanwhile"}');
  release();
  await page.locator("#announcer", { hasText: "Reloaded" }).waitFor();
  assert.equal(await jsonText(page).inputValue(), '{"message": "typed meanwhile"}');
});

test("a tool that is left and reopened while loading is fetched once", async () => {
  const page = await openPage(browser, explorer.url);
  const release = await hold(page, "/tools/echo");
  const requested = page.waitForRequest("**/tools/echo");
  const link = (name) => page.locator(`.tool-row[href="#/tools/${name}"]`).click();
  await link("echo");
  await link("fails");
  await page.getByRole("heading", { name: "fails", exact: true }).waitFor();
  await link("echo");
  await page.waitForFunction(() => location.hash === "#/tools/echo");
  await requested;
  assert.equal(release(), 1);
  await page.getByRole("heading", { name: "echo", exact: true }).waitFor();
});

test("a response that a reload has superseded is not shown", async () => {
  const page = await openPage(browser, explorer.url);
  let held;
  const requested = new Promise((resolve) => page.route("**/tools/echo", (route) => resolve((held = route)), { times: 1 }));
  await page.evaluate(() => (location.hash = "#/tools/echo"));
  await requested;
  await button(page, "Reload").click();
  await jsonText(page).fill('{"message": "the newer one"}');
  const overtaken = page.waitForResponse((response) => response.status() === 401);
  await held.fulfill({ status: 401, body: "{}" });
  await (await overtaken).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  assert.equal(await jsonText(page).inputValue(), '{"message": "the newer one"}');
});

test("the arguments of a link are applied, however long the tool takes to load", async () => {
  const page = await openPage(browser, explorer.url);
  await page.route("**/tools/echo", broken, { times: 1 });
  await page.evaluate(() => (location.hash = `#/tools/echo?arguments=${encodeURIComponent('{"message": "linked"}')}`));
  await page.locator(".tool").getByRole("button", { name: "Try again" }).click();
  assert.equal(await jsonText(page).inputValue(), '{"message": "linked"}');
});

test("a call started during a reload keeps its clock and its Cancel button", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "slow");
  await jsonText(page).fill('{"seconds": 30}');
  const release = await hold(page, "/tools/slow");
  await button(page, "Reload").click();
  await page.keyboard.press("Control+Enter");
  await button(page, "Cancel").waitFor();
  const answered = page.waitForResponse((response) => response.url().endsWith("/tools/slow"));
  release();
  await (await answered).finished();
  await button(page, "Cancel").click();
  await page.locator(".result", { hasText: "Cancelled" }).waitFor();
});

test("loading is announced until it is finished", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "echo");
  const releases = [await hold(page, "/tools"), await hold(page, "/tools/echo")];
  await page.reload();
  const busy = page.locator("[aria-busy=true]");
  assert.equal(await page.locator("#count").innerText(), "Loading…");
  assert.equal(await page.locator(".tool").innerText(), "Loading…");
  assert.equal(await busy.count(), 2);
  for (const release of releases) release();
  await page.getByRole("heading", { name: "echo", exact: true }).waitFor();
  await page.locator("#count", { hasText: "tools" }).waitFor();
  assert.equal(await busy.count(), 0);
});

test("a failed list shows an error until it loads", async () => {
  const page = await openPage(browser, explorer.url);
  await page.locator(".tool-row").first().waitFor();
  await page.route("**/tools", broken);
  await button(page, "Reload").click();
  const failure = page.locator("#list-note .failure");
  await failure.waitFor();
  await page.getByRole("searchbox", { name: "Filter the list" }).fill("e");
  assert.match(await failure.innerText(), /^Broken\.$/);
  assert.equal(await page.locator("#announcer").innerText(), "");
  await page.unroute("**/tools");
  await button(page, "Try again").press("Enter");
  await page.locator("#announcer", { hasText: "Reloaded" }).waitFor();
  assert.equal(await failure.count(), 0);
  assert.equal(await focusedName(page), "Filter the list");
});

test("a tool that fails to reload cannot be run, and a retry keeps its arguments", async () => {
  const page = await openPage(browser, explorer.url);
  let calls = 0;
  page.on("request", (request) => (calls += request.url().endsWith("/call")));
  await openTool(page, "echo");
  const fail = async () => {
    await page.route("**/tools/echo", broken, { times: 1 });
    await button(page, "Reload").click();
    await page.locator(".tool .failure").waitFor();
  };
  await jsonText(page).fill('{"message": "kept"}');
  await fail();
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Shift+Enter");
  await button(page, "Try again").press("Enter");
  assert.equal(await jsonText(page).inputValue(), '{"message": "kept"}');
  assert.equal(await focusedName(page), "Tool");
  await fail();
  await openTool(page, "fails");
  await openTool(page, "echo");
  assert.equal(await jsonText(page).inputValue(), '{"message": "kept"}');
  assert.equal(calls, 0);
});

// Collects the requests for the definitions of tools.
function definitionsOf(page) {
  const names = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.includes("/tools/")) names.push(pathname.split("/tools/")[1]);
  });
  return names;
}

const rowFor = (page, name) => page.locator(`.tool-row[href="#/tools/${name}"]`);

test("a row that is pointed at or focused requests its tool, which opens with that answer", async () => {
  const page = await openPage(browser, explorer.url);
  const names = definitionsOf(page);
  for (const [name, rest] of [
    ["echo", () => rowFor(page, "echo").hover()],
    ["fails", () => rowFor(page, "fails").focus()],
  ]) {
    const response = page.waitForResponse(`**/tools/${name}`);
    await rest();
    await (await response).finished();
    assert.equal(await page.evaluate(() => location.hash), names.length === 1 ? "" : "#/tools/echo");
    await rowFor(page, name).press("Enter");
    await page.getByRole("heading", { name, exact: true }).waitFor();
  }
  await rowFor(page, "slow").hover();
  await page.waitForRequest("**/tools/slow");
  await rowFor(page, "echo").hover();
  await rowFor(page, "echo").click();
  await page.getByRole("heading", { name: "echo", exact: true }).waitFor();
  assert.deepEqual(names, ["echo", "fails", "slow"]);
});

test("an early request that fails or is overtaken is not shown", async () => {
  const page = await openPage(browser, explorer.url);
  const names = definitionsOf(page);
  await page.route("**/tools/echo", broken, { times: 1 });
  const failure = page.waitForResponse("**/tools/echo");
  await rowFor(page, "echo").hover();
  await (await failure).finished();
  await rowFor(page, "echo").click();
  await page.getByRole("heading", { name: "echo", exact: true }).waitFor();
  assert.equal(await page.locator(".tool .failure").count(), 0);
  assert.deepEqual(names.splice(0), ["echo", "echo"]);
  // Only one waits.
  let held;
  const requested = new Promise((resolve) => page.route("**/tools/fails", (route) => resolve((held = route)), { times: 1 }));
  await rowFor(page, "fails").hover();
  await requested;
  const aborted = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/tools/fails"));
  await rowFor(page, "slow").hover();
  await aborted;
  await held.abort().catch(() => undefined);
  await rowFor(page, "fails").click();
  await page.getByRole("heading", { name: "fails", exact: true }).waitFor();
});
