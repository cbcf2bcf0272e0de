// The later part of the page's script: what the page does until it is there, and when it cannot be loaded.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { during, openPage, run, shared, startBrowser, startExplorer, startOpen } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());
const LATER = "**/explorer/later.js";
const SERVER = fileURLToPath(new URL("../../../host-runner/tests/children/server.py", import.meta.url));

// A page whose requests for the later part are answered by `answer`.
async function openWith(answer, hash = "") {
  const page = await openPage(browser, explorer.url);
  await page.route(LATER, answer);
  await page.goto("about:blank");
  await page.goto(`${explorer.url}${hash}`);
  return page;
}

test("the list is painted before the later part of the script is there", async () => {
  let go;
  const page = await openWith((route) => (go = () => route.continue()), "#/tools/echo?arguments=%7B%22message%22%3A%22kept%22%2C%22times%22%3A1%7D");
  await page.locator(".tool-row").first().waitFor();
  await page.locator("#tool").getByText("Loading…").waitFor();
  assert.equal(await page.locator("#tool article").getAttribute("aria-busy"), "true");
  // The person goes on meanwhile.
  await page.locator("#filter").fill("ec");
  await page.locator("#home-link").click();
  await page.locator(".home").waitFor();
  await page.goBack();
  go();
  await page.getByRole("textbox", { name: "message" }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "message" }).inputValue(), "kept");
  await run(page);
  assert.deepEqual(page.trouble, []);
});

test("a later part of another version is reported where an item opens, and loaded again", async () => {
  const page = await openWith((route) => route.fulfill({ body: "window.mcpUiParts = {};" }));
  await page.locator(".tool-row").first().waitFor();
  await page.evaluate(() => (location.hash = "#/tools/echo"));
  const alert = page.locator("#tool").getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.innerText(), /another version of this page now\. Reload/);
  assert.equal(await page.evaluate(() => window.mcpUiParts["./later.js"]), undefined, "nothing else runs");
  await page.unroute(LATER);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("textbox", { name: "message" }).fill("hi");
  await run(page);
});

test("a part for the traffic that cannot be reached is reported in its panel, and loaded again", async (context) => {
  const [{ url }] = await during(context, startOpen("python3", SERVER));
  const page = await openPage(browser, url);
  await page.route("**/explorer/traffic.js", (route) => route.abort());
  await page.reload();
  await page.getByRole("button", { name: "Traffic" }).click();
  const panel = page.getByRole("region", { name: "Traffic" });
  assert.match(await panel.getByRole("alert").innerText(), /^Can't reach 127/);
  await page.unroute("**/explorer/traffic.js");
  await panel.getByRole("button", { name: "Try again" }).click();
  await panel.getByRole("searchbox").or(panel.getByPlaceholder(/filter/i)).first().waitFor();
});

test("the home needs the later part only for the instructions", async () => {
  const page = await openWith((route) => route.abort());
  await page.route("**/explorer/server", (route) => route.fulfill({ json: { serverInfo: { name: "weather", version: "1" }, capabilities: { tools: {} }, instructions: "Ask for a **city** first.", excludedTools: [] } }));
  await page.reload();
  await page.locator(".home").getByText("Ask for a **city** first.").waitFor();
});

test("everything starts before an item opens, however late the later part is", async (context) => {
  const [{ url }] = await during(context, startOpen("python3", SERVER));
  const page = await openPage(browser, url);
  await page.route(LATER, (route) => route.abort());
  await page.route("**/explorer/tools", () => undefined);
  await page.evaluate(() => (location.hash = "#/tools/echo"));
  await page.reload();
  await page.locator("#tool").getByRole("alert").waitFor();
  assert.equal(await page.locator(".host").count(), 0);
  await page.unroute(LATER);
  // The list has still not arrived.
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".host .status-bar, .host button").first().waitFor();
});
