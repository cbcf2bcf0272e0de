// The main path of the page in Firefox, driven over WebDriver BiDi. The other tests of the page run in Chromium.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "./attacks/support.js";
import { launch } from "./attacks/browsers.js";
import { startLive } from "./fixtures/live.js";
import { shared, startDemo, startOpenUrl } from "./support.js";

const live = startLive();
const [firefox, demo, , asking] = await shared(launch("firefox"), startDemo(), live, live.then(({ url }) => startOpenUrl(url)));

const LIGHT = "rgb(255, 255, 255)";
const DARK = "rgb(22, 24, 29)";

// Opens a page that records script errors and what its policy forbids.
async function openPage(url) {
  const page = await firefox.newPage();
  page.setDefaultTimeout(30000);
  await page.setViewport({ width: 1280, height: 900 });
  page.trouble = [];
  page.on("pageerror", (error) => page.trouble.push(String(error)));
  page.on("console", (message) => /Content.Security.Policy/.test(message.text()) && page.trouble.push(message.text()));
  await page.goto(url);
  return page;
}

const press = (page, name) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
const field = (page, name) => page.locator(`::-p-aria([name="${name}"][role="textbox"])`);

async function openTool(page, name) {
  await page.locator(`.tool-row ::-p-text(${name})`).click();
  await page.locator("article.tool:not([hidden]) .actions").wait();
}

// Waits until the visible result has a text.
function awaitResult(page, text) {
  const isShown = (text) => [...document.querySelectorAll(".result")].some((node) => node.checkVisibility() && node.innerText.includes(text));
  return until(page, isShown, text);
}

// Submits the form of the question that has this field.
function answer(page, name) {
  const submit = (name) => {
    const card = [...document.querySelectorAll(".question:has(fieldset:enabled)")].find((card) => card.textContent.includes(name));
    card?.querySelector("button[type=submit]").click();
    return card !== undefined;
  };
  return until(page, submit, name);
}

function screenshot(page, name) {
  return process.env.SCREENSHOTS && page.screenshot({ path: `${process.env.SCREENSHOTS}/firefox-${name}.png` });
}

test("the tools are listed and found, and one is run from its form", async () => {
  const page = await openPage(demo.url);
  await page.locator(".tool-row").wait();
  assert.ok((await page.$$(".tool-row")).length >= 12);
  await page.locator("#filter").fill("greet");
  await until(page, () => document.querySelectorAll(".tool-row").length === 1);
  await openTool(page, "greet");
  await field(page, "name").fill("Ada");
  await screenshot(page, "form");
  await press(page, "Run");
  await awaitResult(page, "Success");
  await awaitResult(page, "Ada");
  await screenshot(page, "result");
  assert.deepEqual(page.trouble, []);
});

test("an app shows the result of its tool, and calls another one", async () => {
  const page = await openPage(demo.url);
  await openTool(page, "forecast");
  await press(page, "Run");
  await awaitResult(page, "Success");
  const frame = await page.waitForFrame(async (frame) => (await frame.$$("#days button").catch(() => [])).length === 7);
  await frame.locator("#days button:nth-of-type(3)").click();
  await until(frame, () => document.querySelectorAll("#hours li").length === 24);
  await screenshot(page, "app");
  assert.deepEqual(page.trouble, []);
});

test("a question is answered during a call", async () => {
  const page = await openPage(asking.url);
  await openTool(page, "address");
  await press(page, "Run");
  await field(page, "city").fill("Oslo");
  await screenshot(page, "question");
  await answer(page, "city");
  await field(page, "zone").fill("west");
  await answer(page, "zone");
  await field(page, "street").fill("Storgata 1");
  await answer(page, "street");
  await awaitResult(page, "Storgata 1, Oslo");
  assert.deepEqual(page.trouble, []);
});

test("the colours follow the choice of the user", async () => {
  const page = await openPage(demo.url);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await press(page, "Colours: auto");
  assert.equal(await background(), DARK);
  await page.reload();
  assert.equal(await background(), DARK);
  await screenshot(page, "dark");
  await press(page, "Colours: dark");
  assert.equal(await background(), LIGHT);
});
