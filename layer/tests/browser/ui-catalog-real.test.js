// UIs of a folder for the reference server, which is not changed: `mcp-ui open --ui DIR --write`.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { appFrame, awaitState, until } from "./apps/support.js";
import { call, result } from "./calls.js";
import { connectAgent } from "./fixtures/agents/start.js";
import { assertAccessible, axe, button, openPage, openTool, shared, startBrowser, startOpenWith } from "./support.js";

const TOOL = "get-structured-content";
const CHICAGO = { temperature: 36, conditions: "Light rain / drizzle", humidity: 82 };
const UI = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Weather</title>
<p id="shown"></p><script src="runtime.js"></script>
<script>mcpUi().subscribe(({ data }) => (document.getElementById("shown").textContent = data ? "It is " + data.temperature + " degrees" : ""))</script></html>`;
// Los Angeles has 73 degrees.
const SETTINGS = { title: "Weather", tools: [TOOL], schema: { type: "object", properties: { temperature: { type: "number", maximum: 60 } }, required: ["temperature"] } };

const folder = mkdtempSync(join(tmpdir(), "mcp-ui-uis-"));
after(() => rmSync(folder, { recursive: true }));
await mkdir(join(folder, "weather", "stories"), { recursive: true });
await writeFile(join(folder, "weather", "ui.html"), UI);
await writeFile(join(folder, "weather", "ui.json"), JSON.stringify(SETTINGS));
await writeFile(join(folder, "weather", "stories", "Mild.json"), JSON.stringify({ data: { temperature: 20 } }));

const server = ["node", "node_modules/.bin/mcp-server-everything", "stdio"];
const openWith = (...flags) => startOpenWith(flags, server);
const [browser, writable, fixed, plain] = await shared(startBrowser(), openWith("--ui", folder, "--write", "--watch"), openWith("--ui", folder, "--no-token"), openWith());

// Opens the tool, and counts the requests that concern the catalog.
async function openWeather({ url }) {
  const page = await openPage(browser, url);
  page.asked = [];
  page.on("request", (request) => /\/explorer\/uis/.test(request.url()) && page.asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.locator(".tool-row").first().waitFor();
  await openTool(page, TOOL);
  return page;
}

async function awaitApp(page, text) {
  await awaitState(page, "ready");
  await until(await appFrame(page), (text) => document.getElementById("shown")?.textContent === text, text);
}

const noUi = (page) => page.getByRole("alert").filter({ hasText: "No UI:" });
const save = (place) => button(place, "Save as story");

test("a result that fits is shown with the UI, and one that does not as text with the reason", async () => {
  const page = await openWeather(fixed);
  await call(page, { location: "Los Angeles" });
  await noUi(page).waitFor();
  assert.equal(await noUi(page).textContent(), "No UI: the data do not match the schema at /temperature: Must be at most 60.");
  await result(page, "Sunny");
  assert.equal(await page.locator(".app-panel:visible").count(), 0);
  assert.equal(await save(page).count(), 0, "the catalog is not writable");
  await page.evaluate(axe);
  await assertAccessible(page, "a result without its UI");

  await call(page, { location: "Chicago" });
  await awaitApp(page, "It is 36 degrees");
  assert.equal(await noUi(page).count(), 0);
  assert.deepEqual(page.asked, ["GET /explorer/uis", "POST /explorer/uis/weather/check", "POST /explorer/uis/weather/check"]);
  assert.deepEqual(page.trouble, []);
});

test("a UI that is open is not shown the data of an agent that do not fit", async (context) => {
  const agent = await connectAgent(context, writable);
  const page = await openWeather(writable);
  await call(page, { location: "Chicago" });
  await awaitApp(page, "It is 36 degrees");
  const strip = page.getByRole("group", { name: "Calls of agents" });
  await strip.getByText("Live").waitFor();
  await agent.callTool({ name: TOOL, arguments: { location: "Los Angeles" } });
  await strip.getByText("No UI: the data do not match the schema at /temperature: Must be at most 60.").waitFor();
  assert.doesNotMatch(await (await appFrame(page)).evaluate(() => document.body.innerText), /73/);
  await agent.callTool({ name: TOOL, arguments: { location: "New York" } });
  await awaitApp(page, "It is 33 degrees");
  assert.deepEqual(page.trouble, []);
});

test("the UI is shown if its data cannot be checked", async () => {
  const page = await openWeather(fixed);
  await page.route("**/uis/weather/check", (route) => route.abort());
  await call(page, { location: "Los Angeles" });
  await awaitApp(page, "It is 73 degrees");
  assert.equal(await noUi(page).count(), 0);
});

test("a server without UIs is asked nothing about them", async () => {
  const page = await openWeather(plain);
  await call(page, { location: "Chicago" });
  await result(page, "Light rain");
  assert.deepEqual(page.asked, []);
});

test("a result is saved as a story, which the screen of the UIs shows", async () => {
  const page = await openWeather(writable);
  await call(page, { location: "Chicago" });
  await awaitApp(page, "It is 36 degrees");
  const view = page.locator(".result:visible");
  await save(view).click();
  const name = view.getByRole("textbox", { name: "Name of the story" });
  for (const [given, reason] of [
    ["Mild", /^There is already a story with this name\./],
    ["a/b", /The name of a story must have 1 to 64 letters/],
  ]) {
    await name.fill(given);
    await name.press("Enter");
    await view.getByRole("status").filter({ hasText: reason }).waitFor();
    assert.equal(await name.getAttribute("aria-invalid"), "true");
  }
  await page.evaluate(axe);
  await assertAccessible(page, "a story that cannot be saved");
  await name.fill("Rain in Chicago");
  await button(view, "Save").click();
  const link = view.getByRole("link", { name: "Rain in Chicago" });
  await link.waitFor();
  assert.ok(await save(view).evaluate((node) => node === document.activeElement));
  const saved = JSON.parse(readFileSync(join(folder, "weather", "stories", "Rain in Chicago.json"), "utf8"));
  assert.deepEqual(saved, { data: CHICAGO, arguments: { location: "Chicago" } });
  await link.click();
  await page.getByRole("link", { name: "Rain in Chicago", exact: true }).and(page.locator("[aria-current=page]")).waitFor();
  await awaitApp(page, "It is 36 degrees");
  assert.deepEqual(page.trouble, []);
});

test("a recorded result is saved as a story", async () => {
  const page = await openWeather(writable);
  await call(page, { location: "New York" });
  await awaitApp(page, "It is 33 degrees");
  await page.locator("#traffic-open").click();
  await page.getByRole("checkbox", { name: /^Show this page’s requests/ }).check();
  await page.getByRole("listbox", { name: "Operations" }).getByRole("option", { name: TOOL }).last().click();
  const actions = page.locator(".traffic-actions");
  await save(actions).click();
  await actions.getByRole("textbox", { name: "Name of the story" }).fill("New York");
  await button(actions, "Save").click();
  await actions.getByRole("link", { name: "New York" }).waitFor();
  assert.ok(readdirSync(join(folder, "weather", "stories")).includes("New York.json"));
  assert.deepEqual(page.trouble, []);
});

// Opens a story by the gallery.
async function openMild(page) {
  await page.locator("#uis-open").click();
  await page.getByRole("link", { name: "Mild", exact: true }).click();
  await awaitApp(page, "It is 20 degrees");
}

test("the stories are exported for Storybook, and shown by the exported file", async () => {
  const page = await openWeather(fixed);
  await openMild(page);
  const downloading = page.waitForEvent("download");
  await button(page, "Export as Storybook").click();
  const download = await downloading;
  assert.equal(download.suggestedFilename(), "weather.stories.js");
  const script = `${readFileSync(await download.path(), "utf8")}\ndocument.body.append(show(Mild.args));`;
  const { origin } = new URL(fixed.url);
  await page.route(`${origin}/storybook`, (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><body><script type="module">${script}</script>` }));
  await page.goto(`${origin}/storybook`);
  await page.frameLocator("iframe[sandbox]").getByText("It is 20 degrees").waitFor();
});

test("a story that changes in its file is shown at once, in every tab", async () => {
  const pages = [];
  for (const place of [writable, writable]) {
    const page = await openWeather(place);
    pages.push(page);
    await openMild(page);
    page.asked.length = 0;
  }
  await writeFile(join(folder, "weather", "stories", "Mild.json"), JSON.stringify({ data: { temperature: 21 } }));
  for (const page of pages) {
    await page.frameLocator("iframe.app-frame").getByText("It is 21 degrees").waitFor();
    assert.ok(page.asked.length <= 3, `the catalog is not polled: ${page.asked}`);
    assert.deepEqual(page.trouble, []);
  }
});
