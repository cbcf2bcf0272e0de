// Calls that report while they run, and that ask questions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openClientSettings } from "./calls.js";
import { startLive } from "./fixtures/live.js";
import { assertAccessible, axe, button, openPage, openTab, openTool, openToolPage, run, shared, startBrowser, startOpenUrl } from "./support.js";

const [browser, live, explorer] = await shared(startBrowser(), ...startLiveExplorer());

function startLiveExplorer() {
  const fixture = startLive();
  return [fixture, fixture.then(({ url }) => startOpenUrl(url))];
}

const open = (name) => openToolPage(browser, explorer.url, name);
const result = (page, text) => page.locator(".result:visible", { hasText: text }).waitFor();
const logLines = (page) => page.locator(".log-body li:visible").allInnerTexts();
const round = (page, number) => page.getByRole("region", { name: `Round ${number}`, exact: true });

// Answers the form of a question that has one field.
async function answer(place, field, value) {
  await place.getByRole("textbox", { name: field, exact: true }).fill(value);
  const card = place.locator(".question", { has: place.page().getByRole("textbox", { name: field, exact: true }) });
  await card.locator("button[type=submit]").click();
}

test("shows progress that rises, and the log, while the tool runs", async () => {
  const page = await open("steps");
  await button(page, "Run").click();
  const bar = page.getByRole("progressbar", { name: "Progress" });
  await page.locator(".progress", { hasText: "50 %" }).getByText("writing").waitFor();
  assert.equal(await bar.evaluate((node) => node.position), 0.5);
  await page.locator(".log-body li").nth(3).waitFor();
  assert.match((await logLines(page)).join("\n"), /debug\s+disk\s+opened\s[^]*warning\s[^]*error\s+almost full\s[^]*notifications\/odd/);
  await page.locator(".log-body", { hasText: '{"big":12345678901234567890,"free":"1 %"}' }).waitFor();
  await page.getByRole("combobox", { name: "Level" }).selectOption("warning and above");
  assert.equal((await logLines(page)).length, 3);
  live.release();
  await result(page, "All done.");
  assert.ok(await bar.isHidden());
  assert.equal((await logLines(page)).length, 3);
  assert.deepEqual(page.trouble, []);
});

test("the log stays with the call in the history", async () => {
  const page = await open("steps");
  await button(page, "Run").click();
  await page.locator(".log-body li").nth(3).waitFor();
  live.release();
  await result(page, "All done.");
  await openTool(page, "needsForm");
  await run(page);
  assert.ok(await page.locator(".log").isHidden());
  await openTool(page, "steps");
  await page.reload();
  await openTab(page, "History");
  await button(page, "Show").click();
  await result(page, /from .*\d/);
  assert.equal((await logLines(page)).length, 4);
});

test("Cancel closes the response of the server", async () => {
  const page = await open("forever");
  await button(page, "Run").click();
  await page.locator(".log-body li", { hasText: "started" }).waitFor();
  await button(page, "Cancel").click();
  await result(page, "Cancelled");
  await live.closedEarly("forever");
});

test("notifications without end neither fill the page nor stop it", async () => {
  const page = await open("flood");
  await button(page, "Run").click();
  await page.locator(".log .hint", { hasText: /[\d,]+ older lines were dropped/ }).waitFor();
  await button(page, "Cancel").click();
  await result(page, "Cancelled");
  assert.equal((await logLines(page)).length, 1000);
  await live.closedEarly("flood");
});

test("a state of a megabyte returns as it came", async () => {
  const page = await open("bigState");
  await button(page, "Run").click();
  await answer(round(page, 1), "yes", "y");
  await result(page, "The state is the same.");
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 390]]) {
  test(`every state is accessible, ${colorScheme}, ${width} px wide`, async () => {
    const page = await openPage(browser, explorer.url, { colorScheme, viewport: { width, height: 900 } });
    await page.evaluate(axe);
    const check = (state) => assertAccessible(page, `${state}, ${colorScheme}, ${width}`);
    await openTool(page, "steps");
    const settings = await openClientSettings(page);
    await check("client settings");
    await button(settings, "Close").click();
    await button(page, "Run").click();
    await page.locator(".log-body li").nth(3).waitFor();
    await check("progress and log");
    live.release();
    await result(page, "All done.");
    await check("log with a result");
    await openTool(page, "address");
    await button(page, "Run").click();
    await round(page, 1).waitFor();
    await check("questions");
    await button(page.locator(".run-bar"), "Cancel").click();
    await check("closed questions");
    await openTool(page, "needsPage");
    await run(page);
    await check("advice");
    await openTool(page, "unready");
    await button(page, "Run").click();
    await round(page, 1).waitFor();
    await check("pause");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} px overflow`);
  });
}
