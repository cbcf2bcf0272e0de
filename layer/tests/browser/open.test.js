// The page of `mcp-ui open`, which needs a token that comes in the fragment of its address.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage, shared, startBrowser, startOpen } from "./support.js";

const SERVER = fileURLToPath(new URL("../../../host-runner/tests/children/server.py", import.meta.url));
const [browser, explorer] = await shared(startBrowser(), startOpen("python3", SERVER));
const [address, fragment] = explorer.url.split("#");

test("the token leaves the address, and lasts for the tab", async () => {
  const page = await openPage(browser, explorer.url);
  await page.getByRole("link", { name: "echo" }).first().click();
  await page.locator("article.tool:not([hidden]) .actions").waitFor();
  assert.ok(!page.url().includes("token"), page.url());
  const back = await page.goBack();
  assert.equal(back, null);
  assert.ok(!page.url().includes("token"), page.url());

  await page.reload();
  await page.getByRole("link", { name: "echo" }).first().waitFor();
  assert.deepEqual(page.trouble, []);
});

test("without the token there are no tools, and the page says what to open", async () => {
  const page = await openPage(browser, address);
  await page.getByText("open the address that").first().waitFor();
  assert.equal(await page.getByRole("link", { name: "echo" }).count(), 0);

  // The right address in the same tab changes only the fragment.
  await page.goto(`${address}#${fragment}`);
  await page.getByRole("link", { name: "echo" }).first().waitFor();
});
