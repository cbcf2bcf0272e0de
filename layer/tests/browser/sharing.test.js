// Links, the call history, and results that are shared.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { button, jsonText, openPage, openTab, openTool, run, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

const odd = "grüße/日本語 \"quoted\" & 'single'";

test("a link opens the tool with its arguments, and runs nothing", async () => {
  const page = await openPage(browser, `${explorer.url}#/tools/orders/delete?arguments=${encodeURIComponent('{"id": 12345678901234567890}')}`);
  let calls = 0;
  page.on("request", (request) => (calls += request.url().endsWith("/call")));
  await page.getByRole("heading", { name: "Delete an order" }).waitFor();
  assert.equal(await jsonText(page).inputValue(), '{"id": 12345678901234567890}');
  await page.waitForTimeout(200);
  assert.equal(calls, 0);
  assert.equal(await page.getByRole("dialog").count(), 0);
});

test("the URL follows the arguments, and restores them", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, odd);
  await page.getByText("Send arguments anyway").click();
  await jsonText(page).fill('{"x": "a&b=c#d?e/ü"}');
  await page.waitForFunction(() => location.hash.includes("arguments="));
  const again = await openPage(browser, page.url());
  await again.getByRole("heading", { name: "Names in any script" }).waitFor();
  assert.equal(await jsonText(again).inputValue(), '{"x": "a&b=c#d?e/ü"}');
  await again.getByRole("tab", { name: "Code" }).click();
  await run(page);
  assert.match(await page.locator(".result").innerText(), /a&b=c#d\?e\/ü/);
});

test("works with back and forward", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "echo");
  await jsonText(page).fill('{"message": "first", "times": 1}');
  await page.waitForFunction(() => location.hash.includes("first"));
  await openTool(page, "slow");
  await page.goBack();
  await page.getByRole("heading", { name: "Echo" }).waitFor();
  assert.equal(await jsonText(page).inputValue(), '{"message": "first", "times": 1}');
  await page.goForward();
  await page.getByRole("heading", { name: "slow" }).waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByText("Pick a tool to try it").waitFor();
});

test("the latest arguments are restored after going back", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "echo");
  await jsonText(page).fill('{"message": "first", "times": 1}');
  await page.waitForFunction(() => location.hash.includes("first"));
  await jsonText(page).evaluate((area) => {
    area.value = area.value.replace("first", "first and more");
    area.dispatchEvent(new Event("input"));
    location.hash = "#/tools/slow";
  });
  await page.getByRole("heading", { name: "slow" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Echo" }).waitFor();
  assert.equal(await jsonText(page).inputValue(), '{"message": "first and more", "times": 1}');
  await page.waitForFunction(() => location.hash.includes("more"));
});

test("going back restores the scroll position of the tool", async () => {
  const page = await openPage(browser, explorer.url, { viewport: { width: 1280, height: 300 } });
  await openTool(page, "echo");
  const top = () => page.evaluate(() => document.getElementById("tool").scrollTop);
  await page.evaluate(() => (document.getElementById("tool").scrollTop = 60));
  await openTool(page, "slow");
  assert.equal(await top(), 0);
  await page.goBack();
  await page.getByRole("heading", { name: "Echo" }).waitFor();
  assert.equal(await top(), 60);
});

test("copies a link that restores tool and arguments", async () => {
  const page = await openPage(browser, explorer.url, { permissions: ["clipboard-read", "clipboard-write"] });
  await openTool(page, "echo");
  await jsonText(page).fill('{"message": "shared", "times": 2}');
  await button(page, "Copy link").click();
  await page.locator("#announcer", { hasText: "Copied" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("heading", { name: "Echo" }).waitFor();
  assert.equal(await jsonText(page).inputValue(), '{"message": "shared", "times": 2}');
});

test("remembers the last calls, to show and repeat, until they are cleared", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "echo");
  await jsonText(page).fill('{"message": "remember me", "times": 1.0}');
  await run(page);
  await openTool(page, "fails");
  await run(page);
  await page.reload();
  await openTool(page, "echo");
  await openTab(page, "History");
  const calls = page.locator(".calls li");
  const listed = (count) => page.waitForFunction((wanted) => document.querySelectorAll(".calls li").length === wanted, count);
  await listed(1);
  assert.match(await calls.first().innerText(), /Success\s+HTTP 200[^]*"times": 1\.0/);
  await button(page, "Show").click();
  await page.locator(".result", { hasText: /from .*\d[^]*remember me/ }).waitFor();
  await openTab(page, "History");
  await button(page, "Use arguments").click();
  assert.equal(await jsonText(page).inputValue(), '{"message": "remember me", "times": 1.0}');
  await openTab(page, "History");
  await button(page, "Run again").click();
  await page.locator(".result:not(:has-text('from '))").waitFor();
  await openTab(page, "History");
  await listed(2);
  await button(page, "Clear this tool's history").click();
  await page.getByText("No calls yet.").waitFor();
  await openTool(page, "fails");
  await openTab(page, "History");
  await button(page, "Clear all history").click();
  await page.getByText("No calls yet.").waitFor();
});

test("a result is shared as a file, as an image, and as a link to its call", async () => {
  const page = await openPage(browser, explorer.url, { permissions: ["clipboard-read", "clipboard-write"] });
  await openTool(page, "echo");
  await jsonText(page).fill('{"message": "Grüezi", "times": 2}');
  await run(page);
  await page.locator("summary", { hasText: "Share" }).click();
  const saved = async (label) => {
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, label).click()]);
    return [download.suggestedFilename(), await readFile(await download.path())];
  };
  const [file, json] = await saved("Save as file");
  assert.equal(file, "echo.json");
  const shared = JSON.parse(json);
  assert.deepEqual([shared.tool, shared.arguments.message], ["echo", "Grüezi"]);
  assert.match(JSON.stringify(shared.response), /Grüezi/);
  const [image, png] = await saved("Save as image");
  assert.equal(image, "echo.png");
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.equal(png.readUInt32BE(16), 1920, "the width in pixels");
  await button(page.locator(".share"), "Copy link").click();
  await page.locator("#announcer", { hasText: "Copied the link" }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#\/tools\/echo\?arguments=/);
  assert.deepEqual(page.trouble, []);
});
