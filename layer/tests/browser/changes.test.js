// Changes of the tools: reported by the server while the page is open, and found since an earlier visit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startChanging } from "./fixtures/changing.js";
import { assertAccessible, axe, button, during, openPage, openTool, shared, startBrowser, startOpenUrl, startOpenWith } from "./support.js";

const [browser] = await shared(startBrowser());
const GROWING = fileURLToPath(new URL("fixtures/growing.js", import.meta.url));

const object = (properties, required = []) => ({ type: "object", properties, required });
const FORECAST = { name: "forecast", description: "The weather.", inputSchema: object({ city: { type: "string" }, days: { type: "integer" } }), annotations: { readOnlyHint: true } };
const STRICTER = { name: "forecast", description: "Another text.", inputSchema: object({ city: { type: "string", minLength: 2 }, days: { type: "number" } }, ["city"]) };
const plain = (name) => ({ name, inputSchema: object({}) });
const BEFORE = [FORECAST, plain("old"), plain("same")];
const AFTER = [STRICTER, plain("same"), plain("new")];

const bar = (page) => page.locator("#list-changed");
const changedTools = (page) => page.locator(".home-part").filter({ has: page.getByRole("heading", { name: "Changed tools" }) });
// The texts of the elements in each node.
const texts = (nodes) => nodes.evaluateAll((all) => all.map(({ children }) => [...children].map(({ textContent }) => textContent).join(" ")));
const rows = (page) => page.locator(".tool-row").allInnerTexts();

async function open(context, tools, options) {
  const server = await startChanging(tools, options);
  const [explorer] = await during(context, startOpenUrl(server.url), Promise.resolve(server));
  const page = await openPage(browser, explorer.url);
  await page.locator(".home-side").getByText("MCP revision").waitFor();
  return { page, server };
}

// Waits until the browser keeps the schemas of the tools.
function remembered(page) {
  return page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('"inputSchema":{')));
}

// Waits for a condition of the server.
async function until(condition) {
  for (let tries = 0; !condition(); tries += 1) {
    assert.ok(tries < 1500, String(condition));
    await pause(20);
  }
}

test("a reported change is said, and the list stays until the person has it updated", async (context) => {
  const { page, server } = await open(context, BEFORE);
  await until(() => server.streams.size === 1);
  await remembered(page);
  await openTool(page, "forecast");
  const top = () => page.locator(".tool-row").first().boundingBox();
  const before = await top();
  server.setTools(AFTER);
  server.notify("tools");
  await bar(page).getByText("The server has other tools now.").waitFor();
  assert.deepEqual(await rows(page), ["forecast\nread-only\nThe weather.", "old", "same"]);
  assert.deepEqual(await top(), before, "nothing moves");
  await button(page, "Update").click();
  // The notes appear once the server has described itself.
  await page.locator(".tool-row").filter({ hasText: "breaking" }).waitFor();
  assert.deepEqual(await rows(page), ["forecast\nbreaking\nAnother text.", "same", "new\nnew"]);
  assert.ok(await bar(page).isHidden());
  const changes = page.locator(".tool-changes");
  await changes.getByText(/^Changed since .*: 5 changes, 3 breaking$/).waitFor();
  assert.deepEqual(await texts(changes.locator(".difference")), [
    "annotations › readOnlyHint No longer read-only breaking",
    "inputSchema › city minLength breaking",
    "inputSchema › city Now required breaking",
    "description Changed",
    "inputSchema › days Type",
  ]);
  await changes.getByText("Before The weather.").waitFor();
  assert.deepEqual(page.trouble, []);
});

const UNANNOUNCED = { capabilities: { tools: {} }, grows: true };
const onHttp = (options) => async (context) => {
  const server = await startChanging([plain("plain")], { ...UNANNOUNCED, ...options });
  const [explorer] = await during(context, startOpenUrl(server.url), Promise.resolve(server));
  return explorer;
};

for (const [where, start] of [
  ["the stream of a call, 2026-07-28", onHttp({})],
  ["the stream of a call, 2025-11-25", onHttp({ isOlder: true })],
  ["the stream of a session, 2025-11-25", onHttp({ isOlder: true, hasStream: true })],
  ["stdio, 2025-11-25", async (context) => (await during(context, startOpenWith(["--no-token", "--protocol", "2025-11-25"], [process.execPath, GROWING])))[0]],
]) {
  test(`a change that a server reports without having announced it counts: ${where}`, async (context) => {
    const page = await openPage(browser, (await start(context)).url);
    await openTool(page, "plain");
    await button(page, "Run").click();
    await bar(page).getByText("The server has other tools now.").waitFor();
    await button(page, "Update").click();
    await page.getByRole("link", { name: "tool-1" }).waitFor();
    assert.deepEqual(page.trouble, []);
  });
}

test("changes since the last visit stay until they are marked as seen", async (context) => {
  const { page, server } = await open(context, BEFORE);
  await remembered(page);
  server.setTools(AFTER);
  for (let visit = 0; visit < 2; visit += 1) {
    await page.reload();
    await changedTools(page).getByText("5 changes, 3 breaking").waitFor();
    assert.deepEqual(await texts(changedTools(page).locator("li")), ["old removed", "forecast 5 changes, 3 breaking", "new new"]);
  }
  await button(page, "Mark all as seen").click();
  await changedTools(page).waitFor({ state: "detached" });
  assert.deepEqual(await rows(page), ["forecast\nAnother text.", "same", "new"]);
  await page.reload();
  await page.locator(".home-side").getByText("MCP revision").waitFor();
  assert.equal(await changedTools(page).count(), 0);
});

for (const colorScheme of ["light", "dark"]) {
  test(`changes are accessible, and fit a narrow screen, ${colorScheme}`, async (context) => {
    const { page, server } = await open(context, BEFORE);
    await page.emulateMedia({ colorScheme });
    server.setTools(AFTER);
    await page.reload();
    await page.evaluate(axe);
    await changedTools(page).waitFor();
    await assertAccessible(page, "the changes on the home");
    await openTool(page, "forecast");
    await page.locator(".difference").first().waitFor();
    await assertAccessible(page, "the changes of a tool");
    await page.setViewportSize({ width: 360, height: 800 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
}

test("one of several tabs follows the server for all, and another one when it is closed", async (context) => {
  const { page, server } = await open(context, BEFORE);
  await until(() => server.streams.size === 1);
  await remembered(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator(".home-side").getByText("MCP revision").waitFor();
  await remembered(other);
  await other.waitForTimeout(500);
  assert.equal(server.streams.size, 1);
  server.setTools(AFTER);
  server.notify("tools");
  for (const tab of [page, other]) await bar(tab).getByText("The server has other tools now.").waitFor();
  const [first] = server.streams;
  await page.close();
  await until(() => server.streams.size === 1 && !server.streams.has(first));
  // The stream may be replaced once more while the tab settles.
  for (let tries = 0; !/resources/.test(await bar(other).textContent()); tries += 1) {
    assert.ok(tries < 100, "the other tab hears of the change");
    server.notify("resources");
    await pause(100);
  }
});
