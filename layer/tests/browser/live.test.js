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

test("two rounds of questions, and back to the first one with other answers", async () => {
  const page = await open("address");
  await button(page, "Run").click();
  await page.getByText("Waiting for 2 answers").waitFor();
  await answer(round(page, 1), "city", "Oslo");
  await round(page, 1).getByText("1 answer to submit").waitFor();
  await answer(round(page, 1), "zone", "west");
  await round(page, 2).getByText("Which street in Oslo, west?").waitFor();
  await answer(round(page, 2), "street", "Storgata 1");
  await result(page, "Storgata 1, Oslo");
  await button(page, "Back to round 1").click();
  assert.equal(await round(page, 2).count(), 0);
  assert.equal(await round(page, 1).getByRole("textbox", { name: "zone", exact: true }).inputValue(), "west");
  await answer(round(page, 1), "city", "Bergen");
  await round(page, 1).locator(".question", { hasText: "Which zone?" }).locator("button[type=submit]").click();
  await round(page, 2).getByText("Which street in Bergen, west?").waitFor();
  await answer(round(page, 2), "street", "Bryggen 2");
  await result(page, "Bryggen 2, Bergen");
  assert.deepEqual(page.trouble, []);
});

test("a state of a megabyte returns as it came", async () => {
  const page = await open("bigState");
  await button(page, "Run").click();
  await answer(round(page, 1), "yes", "y");
  await result(page, "The state is the same.");
});

test("a capability that is switched off can be allowed from the error", async () => {
  const page = await open("needsForm");
  const settings = await openClientSettings(page);
  for (const name of [/^elicitation by form/, /^elicitation by URL/, /^roots/, /^sampling The/, /^tasks/]) await settings.getByRole("checkbox", { name }).uncheck();
  await button(settings, "Close").click();
  await run(page);
  await result(page, "JSON-RPC error -32021");
  await button(page, "Allow elicitation by form and run again").click();
  await result(page, 'Allowed: {"elicitation":{"form":{}},"extensions"');
  const isAllowed = async () => (await openClientSettings(page)).getByRole("checkbox", { name: /^elicitation by form/ }).isChecked();
  assert.ok(await isAllowed());
  await page.reload();
  assert.ok(await isAllowed());
});

test("what the client offers is sent as it is chosen", async () => {
  const page = await open("needsForm");
  const sent = async () => {
    const [request] = await Promise.all([page.waitForRequest("**/rpc/tools/call"), button(page, "Run").click()]);
    await page.locator(".result:visible").waitFor();
    return request.postData();
  };
  const tasks = '"tasks":{"list":{},"cancel":{},"requests":{"elicitation":{"create":{}},"sampling":{"createMessage":{}}}},"extensions":{"io.modelcontextprotocol/tasks":{}}';
  const all = `"capabilities":{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{},${tasks}}}`;
  assert.equal(await sent(), `{"params":{"name":"needsForm","arguments":{}},${all}`);
  const settings = await openClientSettings(page);
  await settings.getByRole("checkbox", { name: /^sampling with tools/ }).check();
  await settings.getByRole("radio", { name: /^older/ }).check();
  await button(settings, "Close").click();
  assert.match(await sent(), /"sampling":\{"tools":\{\}\},"roots":\{\},"tasks":[^]*\},"revision":"older"\}$/);
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
