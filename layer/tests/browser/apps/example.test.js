// The example app in the demo, which uses every part of the protocol.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEMO_AGENT, button, openPage, shared, startBrowser, startDemo, startProgram } from "../support.js";
import { clickConsent, appButton, appFrame, assertMessagesValid, awaitState, enterApp, openAppPage, openInspector, openSwitches, consentDialog, runApp, until } from "./support.js";

const [browser, demo] = await shared(startBrowser(), startDemo());

async function open(options) {
  const page = await openAppPage(browser, demo.url, options);
  const frame = await runApp(page, "weather/forecast");
  await frame.locator("#days button").first().waitFor();
  return { page, frame };
}

test("draws the tool result, and requests more", async () => {
  const { page, frame } = await open();
  assert.equal(await frame.locator("#days button").count(), 7);
  await frame.getByRole("button", { name: "Reykjavík" }).click();
  await frame.getByRole("heading", { name: "Reykjavík" }).waitFor();
  await frame.locator("#days button").nth(2).click();
  await frame.getByText("Reykjavík, hour by hour").waitFor();
  assert.equal(await frame.locator("#hours li").count(), 24);
  // Both tools are read-only, so no consent is needed, although one of them is visible only to apps.
  assert.equal(await consentDialog(page).count(), 0);
  assert.equal(await frame.locator("#trouble").innerText(), "");
  const model = await openInspector(page, "Model");
  await model.getByText("The user looks at day 3 in Reykjavík.").waitFor();
  await assertMessagesValid(page, frame);
  assert.deepEqual(page.trouble, []);
});

test("leaves no warning of the browser in the console", async () => {
  const page = await openAppPage(browser, demo.url);
  const warnings = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  const frame = await runApp(page, "weather/forecast");
  await frame.locator("#days button").first().waitFor();
  assert.deepEqual(warnings, []);
});

test("sends messages to the model, and opens a link only with consent", async () => {
  const { page, frame } = await open();
  await enterApp(page);
  await frame.getByRole("button", { name: "Plan a picnic" }).click();
  await frame.getByText("Asked.").waitFor();
  await (await openInspector(page, "Model")).getByText("Which day suits a picnic in Oslo?").waitFor();

  const map = frame.getByRole("button", { name: "Show on the map" });
  await enterApp(page);
  await map.click();
  await consentDialog(page).getByText("https://www.openstreetmap.org/#map=11/59.91/10.75").waitFor();
  await clickConsent(page, "Block");
  await frame.getByText("The map stays closed.").waitFor();
  assert.equal(page.context().pages().length, 1);

  await page.context().route("https://**", (route) => route.fulfill({ body: "A map" }));
  const opened = page.context().waitForEvent("page");
  await enterApp(page);
  await map.click();
  await clickConsent(page, "Open");
  const tab = await opened;
  assert.equal(new URL(tab.url()).host, "www.openstreetmap.org");
  assert.equal(await tab.evaluate(() => window.opener), null);
});

test("enters and leaves full screen without being reloaded", async () => {
  const { page, frame } = await open();
  await frame.evaluate(() => (window.mark = "the same"));
  await enterApp(page);
  await frame.getByRole("button", { name: "Full screen" }).click();
  await page.locator('.app-stage[data-mode="fullscreen"]').waitFor();
  await frame.getByRole("button", { name: "Leave full screen" }).click();
  await page.locator('.app-stage[data-mode="inline"]').waitFor();
  assert.equal(await frame.evaluate(() => window.mark), "the same");
  await assertMessagesValid(page, frame);
});

test("follows the page's theme and the selected locale", async () => {
  const { page, frame } = await open({ colorScheme: "dark", timezoneId: "Asia/Tokyo" });
  const look = () => frame.evaluate(() => [document.documentElement.style.colorScheme, document.documentElement.lang]);
  assert.deepEqual(await look(), ["dark", "en-US"]);
  const switches = await openSwitches(page);
  await switches.getByLabel("Locale").fill("pt-BR");
  await switches.getByLabel("Locale").press("Enter");
  await frame.locator("html[lang=pt-BR]").waitFor();
  await switches.getByLabel("Theme").selectOption("light");
  await until(frame, () => document.documentElement.style.colorScheme === "light");
  const monday = new Intl.DateTimeFormat("pt-BR", { weekday: "long", timeZone: "Asia/Tokyo" }).format(Date.now());
  await frame.getByRole("button", { name: new RegExp(`^${monday}`) }).waitFor();
});

test("its tool can be called from the page", async () => {
  const { page, frame } = await open();
  const tools = await openInspector(page, "Tools");
  await tools.getByText("show-day").click();
  await button(tools, "Call").click();
  await frame.getByText("Oslo, hour by hour").waitFor();
  await tools.getByText(/hour by hour on/).first().waitFor();
});

test("stays loaded while another tool is shown, and is removed when closed", async () => {
  const { page, frame } = await open();
  await frame.evaluate(() => (window.mark = "the same"));
  await page.goto(`${demo.url}#/tools/greet`);
  await page.getByRole("heading", { name: "Greeting" }).waitFor();
  await page.goto(`${demo.url}#/tools/weather/forecast`);
  assert.equal(await (await appFrame(page)).evaluate(() => window.mark), "the same");
  await appButton(page, "Close").click();
  await awaitState(page, "closed");
  assert.ok(frame.isDetached());
});

test("opens by itself for the calls of an agent, follows them, and the traffic shows them", async (context) => {
  const page = await openPage(browser, demo.url);
  const agent = await startProgram(DEMO_AGENT, [demo.url.replace("/explorer", "/mcp"), "--pause", "1"], /connected to/);
  context.after(() => agent.stop());
  const frame = await appFrame(page);
  for (const city of ["Reykjavík", "Nairobi"]) await frame.getByRole("heading", { name: city }).waitFor();
  await page.getByRole("button", { name: /^Traffic/ }).first().click();
  await page.getByText("demo-agent").first().waitFor();
});
