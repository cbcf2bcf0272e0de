// Lists and descriptions that are loading, or requested early.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, openTool, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

// Holds the requests for a path until the returned function is called.
async function hold(page, path) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

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
