// The page of `mcp-ui open`, which exchanges the code in its address for a token. A code works once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { freePort, openPage, shared, startBrowser, startOpen, startOpenWith } from "./support.js";

const SERVER = fileURLToPath(new URL("../../../host-runner/tests/children/server.py", import.meta.url));
const [browser, explorer] = await shared(startBrowser(), startOpen("python3", SERVER));
const [address] = explorer.url.split("#");

const isOpen = (page) => page.getByRole("link", { name: "echo" }).first().waitFor();
const refusal = (page) => page.getByText("Open the latest URL that mcp-ui has printed").first();

// Returns the newest address, once the one that was used has been replaced.
async function addressAfter(used) {
  while (explorer.url === used) await new Promise((resolve) => setTimeout(resolve, 20));
  return explorer.url;
}

test("no secret is in the address, and the page can be reloaded", async () => {
  const page = await openPage(browser, explorer.url);
  await page.getByRole("link", { name: "echo" }).first().click();
  await page.locator("article.tool:not([hidden]) .actions").waitFor();
  const secret = /token|code=/;
  assert.doesNotMatch(page.url(), secret);
  assert.equal(await page.goBack(), null);
  assert.doesNotMatch(page.url(), secret);
  await page.reload();
  await isOpen(page);
  assert.deepEqual(page.trouble, []);
});

test("without a code there are no tools, and the page says what to open", async () => {
  const page = await openPage(browser, address);
  await refusal(page).waitFor();
  assert.equal(await page.getByRole("link", { name: "echo" }).count(), 0);
  // An address in the same tab changes only the fragment.
  await page.goto(explorer.url);
  await isOpen(page);
});

test("a URL works once, and the next one is printed", async () => {
  const used = explorer.url;
  await isOpen(await openPage(browser, used));
  const next = await addressAfter(used);
  // Another profile of the browser, to which no tab gives the token.
  const other = await openPage(browser, used);
  await refusal(other).waitFor();
  await other.goto(next);
  await isOpen(other);
  // A second click in the terminal, in the same tab.
  await other.goto(next);
  await isOpen(other);
});

test("a duplicated tab, and an address that was used in another tab, get the token from that tab", async () => {
  const used = explorer.url;
  const page = await openPage(browser, used);
  await isOpen(page);
  for (const url of [address, used]) {
    const tab = await page.context().newPage();
    await tab.goto(url);
    await isOpen(tab);
  }
});

test("two tabs that open the same address at once are both open", async () => {
  const used = await addressAfter();
  const page = await openPage(browser, "about:blank");
  const tabs = [page, await page.context().newPage()];
  await Promise.all(tabs.map((tab) => tab.goto(used)));
  await Promise.all(tabs.map(isOpen));
});

test("a restored session has the token of its tab", async () => {
  const page = await openPage(browser, explorer.url);
  await isOpen(page);
  const kept = await page.evaluate(() => ({ ...sessionStorage }));
  const restored = await openPage(browser, "about:blank");
  await restored.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value);
  }, kept);
  await restored.goto(address);
  await isOpen(restored);
});

test("a tab of an earlier start gets the token of a new one from another tab", async (context) => {
  const port = ["--port", String(await freePort())];
  const earlier = await startOpenWith(port, ["python3", SERVER]);
  const page = await openPage(browser, earlier.url);
  await isOpen(page);
  await earlier.stop();
  const later = await startOpenWith(port, ["python3", SERVER]);
  context.after(() => later.stop());
  const tab = await page.context().newPage();
  await tab.goto(later.url);
  await isOpen(tab);
  await page.reload();
  await isOpen(page);
});
