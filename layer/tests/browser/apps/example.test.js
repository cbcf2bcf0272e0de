// The example app, on the demo: what it does with all that the protocol has.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, startDemo } from "../support.js";
import { answerQuestion, appButton, appFrame, assertMessagesValid, awaitState, enterApp, openAppPage, openInspector, question, runApp, until } from "./support.js";

let browser;
let demo;
before(async () => ([browser, demo] = await Promise.all([startBrowser(), startDemo()])));
after(async () => {
  await browser.close();
  demo.stop();
});

async function open(options) {
  const page = await openAppPage(browser, demo.url, options);
  const frame = await runApp(page, "weather/forecast");
  await frame.locator("#days button").first().waitFor();
  return { page, frame };
}

test("draws what the tool has said, and asks for more", async () => {
  const { page, frame } = await open();
  assert.equal(await frame.locator("#days button").count(), 7);
  await frame.getByRole("button", { name: "Reykjavík" }).click();
  await frame.getByRole("heading", { name: "Reykjavík" }).waitFor();
  await frame.locator("#days button").nth(2).click();
  await frame.getByText("Reykjavík, hour by hour").waitFor();
  assert.equal(await frame.locator("#hours li").count(), 24);
  // Both tools only read: nobody is asked, although one of them is for apps alone.
  assert.equal(await question(page).count(), 0);
  assert.equal(await frame.locator("#trouble").innerText(), "");
  const model = await openInspector(page, "Model");
  await model.getByText("The user looks at day 3 in Reykjavík.").waitFor();
  await assertMessagesValid(page, frame);
  assert.deepEqual(page.trouble, []);
});

test("speaks to the model, and opens a link at the user's word alone", async () => {
  const { page, frame } = await open();
  await enterApp(page);
  await frame.getByRole("button", { name: "Plan a picnic" }).click();
  await frame.getByText("Asked.").waitFor();
  await (await openInspector(page, "Model")).getByText("Which day suits a picnic in Oslo?").waitFor();

  const map = frame.getByRole("button", { name: "Show on the map" });
  await enterApp(page);
  await map.click();
  await question(page).getByText("https://www.openstreetmap.org/#map=11/59.91/10.75").waitFor();
  await answerQuestion(page, "Block");
  await frame.getByText("The map stays closed.").waitFor();
  assert.equal(page.context().pages().length, 1);

  await page.context().route("https://**", (route) => route.fulfill({ body: "A map" }));
  const opened = page.context().waitForEvent("page");
  await enterApp(page);
  await map.click();
  await answerQuestion(page, "Open");
  const tab = await opened;
  assert.equal(new URL(tab.url()).host, "www.openstreetmap.org");
  assert.equal(await tab.evaluate(() => window.opener), null);
});

test("fills the page and comes back, without being loaded again", async () => {
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

test("follows the page's colours, and the language its author tries", async () => {
  const { page, frame } = await open({ colorScheme: "dark", timezoneId: "Asia/Tokyo" });
  const look = () => frame.evaluate(() => [document.documentElement.style.colorScheme, document.documentElement.lang]);
  assert.deepEqual(await look(), ["dark", "en-US"]);
  await page.getByLabel("Locale").fill("pt-BR");
  await page.getByLabel("Locale").press("Enter");
  await frame.locator("html[lang=pt-BR]").waitFor();
  await page.getByRole("group", { name: "Try the app with" }).getByLabel("Theme").selectOption("light");
  await until(frame, () => document.documentElement.style.colorScheme === "light");
  const monday = new Intl.DateTimeFormat("pt-BR", { weekday: "long", timeZone: "Asia/Tokyo" }).format(Date.now());
  await frame.getByRole("button", { name: new RegExp(`^${monday}`) }).waitFor();
});

test("its own tool can be called from outside", async () => {
  const { page, frame } = await open();
  const tools = await openInspector(page, "Tools");
  await tools.getByText("show-day").click();
  await tools.getByRole("button", { name: "Call", exact: true }).click();
  await frame.getByText("Oslo, hour by hour").waitFor();
  await tools.getByText(/hour by hour on/).first().waitFor();
});

test("stays while another tool is looked at, and goes when it is closed", async () => {
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
