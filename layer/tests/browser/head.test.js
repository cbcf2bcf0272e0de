// The head of a tool: its name and title, its description, and what the server claims about it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, axe, button, openPage, openTool, openToolPage, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

const head = (page) => page.locator(".tool-head");
const hints = (page) => head(page).getByRole("list").getByRole("listitem").allTextContents();

test("a title that repeats the name is left out, and any other is shown with the name", async () => {
  const page = await openToolPage(browser, explorer.url, "echo");
  assert.equal(await head(page).getByText(/^echo$/i).count(), 1);
  const row = (name) => page.locator(".tool-row", { hasText: name });
  assert.doesNotMatch(await row("echo").first().textContent(), /Echo/);
  assert.match(await row("orders/delete").textContent(), /Delete an order/);
  await openTool(page, "orders/delete");
  await page.getByRole("heading", { name: "Delete an order" }).waitFor();
  await head(page).getByText("orders/delete", { exact: true }).waitFor();
});

test("annotations are named in the words of MCP, with their meaning, as claims of the server", async () => {
  const page = await openToolPage(browser, explorer.url, "orders/create");
  assert.deepEqual(await hints(page), ["Additive never deletes or overwrites", "(the server's claim)"]);
  await openTool(page, "echo");
  assert.deepEqual(await hints(page), ["Read-only changes nothing", "Closed-world stays within the server", "(the server's claims)"]);
  await openTool(page, "slow");
  assert.equal(await head(page).getByRole("list").count(), 0);
});

test("a long description is cut after a few lines, with a button for more than one further line", async () => {
  const page = await openPage(browser, explorer.url);
  await page.evaluate(axe);
  const described = (lines) => ({ name: "echo", description: Array.from({ length: lines }, (_, index) => `Line ${index + 1}.`).join("\n"), inputSchema: { type: "object" } });
  await page.route("**/tools/echo", (route) => route.fulfill({ json: described(30) }));
  await page.route("**/tools/slow", (route) => route.fulfill({ json: described(5) }));
  await openTool(page, "echo");
  const isSeen = (line) => head(page).locator(".prose", { hasText: line }).evaluate((text) => text.getBoundingClientRect().height <= text.parentElement.getBoundingClientRect().height);
  await button(page, "More").waitFor();
  assert.equal(await isSeen("Line 30."), false);
  await assertAccessible(page, "cut");
  await button(page, "More").click();
  assert.equal(await isSeen("Line 30."), true);
  assert.equal(await button(page, "Less").getAttribute("aria-expanded"), "true");
  await button(page, "Less").click();
  assert.equal(await isSeen("Line 30."), false);
  await openTool(page, "slow");
  assert.equal(await isSeen("Line 5."), true);
  assert.equal(await button(page, "More").count(), 0);
});
