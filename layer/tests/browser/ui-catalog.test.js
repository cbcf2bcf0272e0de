// The screen of the UIs that a server adds to tools. The endpoint is that of the test, so that each state can be shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { appFrame, awaitState, openAppPage, until } from "./apps/support.js";
import { runtimeUi } from "./fixtures/apps/runtime.js";
import { assertAccessible, axe, button, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("runtime"));

const COUNT = {
  name: "count",
  title: "Count",
  tools: ["count"],
  uri: "ui://fixture/count",
  bytes: runtimeUi.length,
  schema: {},
  stories: [
    { name: "Two", data: { number: 2 }, arguments: { from: 1, step: 1 }, valid: true },
    { name: "Not a number", data: { number: "<b>x</b>" }, valid: false, errors: [{ path: "/number", message: "Must be a number", keyword: "type" }] },
  ],
  outcomes: {
    linked: 3,
    embedded: 0,
    skipped: 1,
    last: { tool: "count", reason: "invalid", path: "/number", message: "the data do not match the schema at `/number`: Must be a number" },
  },
};

// Opens the page of a server with these UIs, at a link or with a query.
async function openUis(uis, link = "#/uis/count", options = {}) {
  const page = await openAppPage(browser, explorer.url, options);
  page.uis = uis;
  // Reports one change, as soon as there is one.
  const changed = new Promise((resolve) => (page.reportChange = resolve));
  await page.route(`${explorer.url}/events`, async (route) => {
    await changed;
    await route.fulfill({ contentType: "text/event-stream", body: "event: uis\ndata: {}\n\n" }).catch(() => undefined);
  });
  await page.route(`${explorer.url}/uis`, (route) => route.fulfill({ json: { uis: page.uis, writable: false } }));
  const { pathname } = new URL(explorer.url);
  await page.route(
    (url) => url.pathname === pathname,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('data-uis="false"', 'data-uis="true"') });
    },
  );
  await page.goto(explorer.url + link);
  await page.reload();
  await page.getByRole("heading", { name: "UIs", exact: true }).waitFor();
  return page;
}

const verdict = (page, name) => page.locator(".ui-verdict div", { hasText: name }).locator("dd");
const awaitVerdict = (page, name, text) => verdict(page, name).getByText(text, { exact: true }).waitFor();
const host = (page, label) => page.getByLabel("Host").selectOption({ label });

// Waits for the app that shows this number, and returns its frame. The app of another story may still be there, and go meanwhile.
async function awaitData(page, number) {
  const shows = (number) => window.ui?.state.data?.number === number;
  for (const end = Date.now() + 60000; Date.now() < end; ) {
    await awaitState(page, "ready");
    const frame = await appFrame(page);
    if (await frame?.evaluate(shows, number).catch(() => false)) return frame;
    await pause(20);
  }
  return assert.fail(`no app shows ${number}`);
}

test("all stories are shown in both themes and two widths, and a tile opens its story as it shows it", async () => {
  const page = await openUis([COUNT], "#/uis");
  const tiles = page.locator(".ui-tile");
  await until(page, () => document.querySelectorAll(".ui-tile iframe").length === 8);
  for (const [at, number, width, theme] of [[0, 2, 360, "light"], [3, 2, 768, "dark"], [6, "<b>x</b>", 360, "dark"]]) {
    const frame = await (await tiles.nth(at).locator("iframe").elementHandle()).contentFrame();
    await until(frame, (number) => window.ui?.state.data?.number === number, number);
    assert.deepEqual(await frame.evaluate(() => [innerWidth, window.ui.state.theme]), [width, theme]);
  }
  await page.evaluate(axe);
  await assertAccessible(page, "the gallery of the UIs");
  await tiles.nth(2).click();
  const frame = await awaitData(page, 2);
  assert.equal(await frame.evaluate(() => window.ui.state.theme), "dark");
  await until(frame, () => innerWidth <= 360);
  await page.getByRole("link", { name: "All UIs" }).click();
  await until(page, () => document.querySelectorAll(".ui-tile iframe").length === 8);
  assert.equal(await page.locator("iframe").count(), 8);
  assert.deepEqual(page.trouble, []);
});

test("a gallery of many stories runs no more of them than frames are allowed", async () => {
  const stories = Array.from({ length: 20 }, (_, at) => ({ name: `Story ${at}`, data: { number: at } }));
  const page = await openUis([{ ...COUNT, stories }], "#/uis");
  await page.locator(".ui-tile iframe").first().waitFor();
  await page.setViewportSize({ width: 1280, height: 4000 });
  await page.getByText("Runs when another one is scrolled away.").first().waitFor();
  await until(page, () => document.querySelectorAll(".ui-tile iframe").length === 10);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.locator(".ui-tile").last().scrollIntoViewIfNeeded();
  await page.locator(".ui-tile iframe").last().waitFor();
  await until(page, () => document.querySelectorAll(".ui-tile")[79].querySelector("iframe") !== null);
});

test("a story runs in the app host, with a verdict", async () => {
  const page = await openUis([COUNT]);
  const frame = await awaitData(page, 2);
  assert.deepEqual(await frame.evaluate(() => window.ui.state.input), { from: 1, step: 1 });
  await awaitVerdict(page, "Data", "✓");
  await awaitVerdict(page, "Handshake", "✓");
  await awaitVerdict(page, "Script errors", "none");
  await awaitVerdict(page, "Policy violations", "none");
  await page.getByText("count · 3 results, 1 without this UI (the data do not match the schema at `/number`: Must be a number)").waitFor();
  await button(page, "360 px").click();
  await until(frame, () => innerWidth <= 360);
  await page.evaluate(axe);
  await assertAccessible(page, "the screen of the UIs");
  assert.deepEqual(page.trouble, []);
});

test("a link opens a story, whose data are judged by the schema", async () => {
  const page = await openUis([COUNT], "#/uis/count/Not%20a%20number");
  await awaitData(page, "<b>x</b>");
  await awaitVerdict(page, "Data", "/number: Must be a number");
  assert.equal(await page.getByRole("link", { name: "Not a number" }).getAttribute("aria-current"), "page");
  await page.getByRole("link", { name: "Two" }).click();
  await awaitData(page, 2);
  assert.match(page.url(), /#\/uis\/count\/Two$/);
  assert.deepEqual(page.trouble, []);
});

test("the query `uis` opens a story, unless the address has another link", async () => {
  const page = await openUis([COUNT], "?uis=count/Not%20a%20number");
  await awaitData(page, "<b>x</b>");
  assert.match(page.url(), /#\/uis\/count\/Not%20a%20number$/);
  await page.evaluate(() => void (location.hash = "#/server"));
  await page.reload();
  await page.locator("article.home").waitFor();
  await page.locator("#uis-open").waitFor();
  assert.match(page.url(), /#\/server$/);
});

test("a story is tried in other hosts", async () => {
  const page = await openUis([COUNT]);
  await awaitData(page, 2);
  const stateIn = async (label, isReached, ...rest) => {
    await host(page, label);
    await awaitState(page, "ready");
    await page.waitForFunction(() => document.querySelectorAll("iframe.app-frame").length === 1);
    const frame = await appFrame(page);
    await until(frame, isReached, ...rest);
    return frame.evaluate(() => window.ui.state);
  };
  assert.equal((await stateIn("Error", () => window.ui?.state.error)).error, "The tool failed.");
  assert.match((await stateIn("Cancelled", () => window.ui?.state.error)).error, /^Cancelled/);
  assert.equal((await stateIn("Without data", () => window.ui?.state.isLoading === false)).data, null);
  const partial = await stateIn("Partial input", () => window.ui?.state.input.from === 1);
  assert.deepEqual([partial.input, partial.isLoading], [{ from: 1 }, true]);
  assert.deepEqual((await stateIn("MCP-UI (legacy)", () => window.ui?.state.data)).data, { number: 2 });
  assert.equal((await stateIn("Data after 5 s", () => window.ui?.state.input.from === 1)).isLoading, true);
  await awaitData(page, 2);
  assert.deepEqual(page.trouble, []);
});

test("a UI that has changed runs again", async () => {
  const page = await openUis([COUNT]);
  await awaitData(page, 2);
  page.uis = [{ ...COUNT, stories: [{ name: "Two", data: { number: 22 } }] }];
  page.reportChange();
  await page.frameLocator("iframe.app-frame").getByText('{"number":22}').waitFor();
});
