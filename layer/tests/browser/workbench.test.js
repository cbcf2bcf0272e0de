// An example over stdio as its author would try it: apps whose input can be edited, prompts, and a template with completion.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible, axe, button, listed, openPage, openTool, shared, startBrowser, startWorkbench } from "./support.js";
import { appFrame, assertMessagesValid, awaitState, clickConsent, consentDialog, enterApp, openAppPage, runApp, until } from "./apps/support.js";

const [browser, workbench] = await shared(startBrowser(), startWorkbench());

const TOOLS = ["regex_test", "qr_code", "text_diff"];
const filter = (page) => page.getByRole("searchbox", { name: "Filter the list" });
const shown = (page) => page.locator("article.tool:not([hidden])");
const contents = (page) => shown(page).locator(".result .items > li");

async function open(options) {
  const page = await openAppPage(browser, workbench.url, options);
  await page.locator(".group-row").first().waitFor();
  return page;
}

// Runs a tool with the defaults of its schema, and returns its app with the focus.
async function openApp(page, tool) {
  const frame = await runApp(page, tool);
  await status(frame, { regex_test: "3 matches", qr_code: "Version 3, 29 × 29 modules", text_diff: "2 lines removed, 3 lines added" }[tool]);
  await enterApp(page);
  return frame;
}

function status(frame, text) {
  return frame.getByRole("status").getByText(text, { exact: true }).waitFor();
}

// The app has shown the result of every call, and the server was asked without a question to the user.
async function finish(page, frame) {
  assert.equal(await consentDialog(page).count(), 0);
  await assertMessagesValid(page, frame);
  assert.deepEqual(page.trouble, []);
}

test("a regular expression is tested while pattern, flags and text are edited", async () => {
  const page = await open();
  const frame = await openApp(page, "regex_test");
  const marks = frame.locator("mark");
  assert.deepEqual(await marks.allTextContents(), ["2024-02-29", "2025-11-03", "2026-01-15"]);
  assert.deepEqual(await frame.getByRole("columnheader").allTextContents(), ["Position", "Match", "year", "month", "day"]);

  const pattern = frame.getByLabel("Pattern");
  await pattern.fill("(re)?NOV");
  await status(frame, "No match");
  await frame.getByLabel("Ignore case").check();
  await status(frame, "1 match");
  assert.deepEqual(await marks.allTextContents(), ["Renov"]);

  await frame.getByLabel("Text").fill("☕ nova\nRENOVATE");
  await status(frame, "2 matches");
  assert.deepEqual(await frame.getByRole("row").last().getByRole("cell").allTextContents(), ["Select 7–12", "RENOV", "RE"]);
  await frame.getByRole("button", { name: "Select 7–12" }).click();
  assert.equal(await frame.evaluate(() => getSelection().toString()), "RENOV");

  await pattern.fill("(re");
  await frame.getByText("The pattern is invalid: unclosed group.").waitFor();
  assert.equal(await pattern.getAttribute("aria-invalid"), "true");
  assert.equal(await marks.count(), 0);
  await pattern.fill("☕");
  await status(frame, "1 match");
  assert.equal(await pattern.getAttribute("aria-invalid"), "false");
  await finish(page, frame);
});

test("a QR code follows its text and level, and is saved with consent", async () => {
  const page = await open();
  const frame = await openApp(page, "qr_code");
  await frame.getByRole("img", { name: "QR code of https://modelcontextprotocol.io" }).waitFor();
  await frame.getByLabel("High, 30 %").check();
  await status(frame, "Version 4, 33 × 33 modules");

  await frame.getByLabel("Text").fill("");
  await frame.getByText("There is no text to encode.").waitFor();
  assert.equal(await frame.getByRole("img").count(), 0);
  await frame.getByLabel("Text").fill("Grüße 🎉");
  await frame.getByRole("img", { name: "QR code of Grüße 🎉" }).waitFor();
  await finish(page, frame);

  for (const [name, file, begin] of [
    ["Save as SVG", "qr-code.svg", "<svg "],
    ["Save as PNG", "qr-code.png", "\x89PNG"],
  ]) {
    await frame.getByRole("button", { name }).click();
    const saved = page.waitForEvent("download");
    await clickConsent(page, "Save");
    const download = await saved;
    assert.equal(download.suggestedFilename(), file);
    assert.equal(readFileSync(await download.path(), "latin1").slice(0, begin.length), begin);
    await status(frame, `Saved as ${file}`);
  }
  await assertMessagesValid(page, frame);
});

test("a diff follows both texts, by lines, words and characters", async () => {
  const page = await open();
  const frame = await openApp(page, "text_diff");
  const rows = () => frame.getByRole("row").evaluateAll((rows) => rows.map(({ cells }) => Array.from(cells, (cell) => cell.textContent).join("|")));
  assert.deepEqual((await rows()).slice(0, 3), [
    "Before|After",
    "1|−Removed: Preheat the oven to 180 °C.|1|+Added: Preheat the oven to 200 °C.",
    "2|Mix flour, sugar and butter.|2|Mix flour, sugar and butter.",
  ]);

  await frame.getByLabel("Before", { exact: true }).fill("one two\nthree");
  await frame.getByLabel("After", { exact: true }).fill("one 2\nthree");
  await status(frame, "1 line removed, 1 line added");
  await frame.getByLabel("Words").check();
  await status(frame, "1 word removed, 1 word added");
  assert.equal(await frame.locator("del").textContent(), "two");
  assert.equal(await frame.locator("ins").textContent(), "2");
  await frame.getByLabel("Characters").check();
  await status(frame, "3 characters removed, 1 character added");

  await frame.getByLabel("Side by side").uncheck();
  assert.deepEqual((await rows()).slice(1), ["1||−Removed: one two", "|1|+Added: one 2", "2|2|three"]);
  await frame.getByLabel("After", { exact: true }).fill("one two\nthree");
  await status(frame, "The texts are the same.");
  await finish(page, frame);
});

for (const [colorScheme, width] of [
  ["light", 1280],
  ["dark", 1280],
  ["dark", 360],
]) {
  test(`page and apps are accessible, ${colorScheme}, ${width} px wide`, { timeout: 120000 }, async () => {
    const page = await open({ colorScheme, bypassCSP: true, viewport: { width, height: 900 } });
    await page.evaluate(axe);
    for (const tool of TOOLS) {
      const frame = await openApp(page, tool);
      await assertAccessible(page, `the page with ${tool}`);
      await frame.evaluate(axe);
      await assertAccessible(frame, tool);
      const looks = await frame.evaluate(() => [document.documentElement.style.colorScheme, document.documentElement.scrollWidth <= innerWidth]);
      assert.deepEqual(looks, [colorScheme, true]);
    }
    assert.deepEqual(page.trouble, []);
  });
}

test("before a run, an app has the arguments of the page's form", async () => {
  const page = await open();
  await openTool(page, "qr_code");
  await shown(page).getByLabel("text", { exact: true }).fill("From the form");
  await button(page, "Open the app").click();
  await awaitState(page, "ready");
  const frame = await appFrame(page);
  await until(frame, () => document.querySelector("textarea").value === "From the form");
  await status(frame, "Waiting for the result…");
});

test("invalid arguments are an error of the tool, in words", async () => {
  const page = await open();
  await openTool(page, "regex_test", `?arguments=${encodeURIComponent(JSON.stringify({ pattern: "a{2,1}", text: "aa" }))}`);
  await button(page, "Run").click();
  await shown(page).locator(".result").getByText("The pattern is invalid: invalid repetition count range").first().waitFor();
});

test("a template is completed with the names of patterns, and a prompt with the patterns", async () => {
  const page = await openPage(browser, workbench.url);
  await listed(page, "3 tools, 10 resources, 1 template, 2 prompts");
  await filter(page).fill("well-known");
  await page.keyboard.press("Enter");
  const name = shown(page).getByLabel("name", { exact: true });
  await name.fill("iso");
  await suggested(page, ["iso-date", "iso-time"]);
  await name.fill("semver");
  await shown(page).getByText("workbench://patterns/semver").first().waitFor();
  await button(page, "Read").click();
  await contents(page).getByText("1.4.0-rc.1").waitFor();

  await filter(page).fill("explain_regex");
  await page.keyboard.press("Enter");
  const pattern = shown(page).getByLabel("pattern", { exact: true });
  await pattern.fill("#");
  await suggested(page, ["#(?:[0-9a-fA-F]{3}){1,2}"]);
  await button(page, "Get prompt").click();
  await contents(page).getByText("Explain this regular expression part by part:").waitFor();
  assert.deepEqual(page.trouble, []);
});

// Waits for the values that complete the first field.
async function suggested(page, values) {
  const list = shown(page).locator("datalist").first();
  await list.locator(`option[value="${values.at(-1)}"]`).waitFor({ state: "attached" });
  assert.deepEqual(await list.evaluate(({ options }) => Array.from(options, ({ value }) => value)), values);
}
