// Saved calls: named arguments of a tool, kept in the browser, and exchanged as a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileStrings } from "./fixtures/hostile-strings.js";
import { assertAccessible, axe, button, focusedName, jsonText, openPage, openTab, openTool, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());
const EXACT = '{ "message": "one", "times": 1.0 }';

const saved = (page) => page.getByRole("region", { name: "Saved calls" });
const rows = (page) => saved(page).getByRole("listitem");
const said = (page, text) => saved(page).getByRole("status").filter({ hasText: text }).waitFor();
const file = (text) => ({ name: "calls.json", mimeType: "application/json", buffer: Buffer.from(text) });
const exported = (calls) => JSON.stringify({ format: "mcp-explorer saved calls", version: 1, calls });

async function openSaved(options = {}) {
  const page = await openPage(browser, explorer.url, options);
  await openTool(page, "echo");
  await jsonText(page).fill(EXACT);
  await openTab(page, "History");
  return page;
}

async function save(page, name) {
  await saved(page).getByRole("textbox", { name: "Name of the call" }).fill(name);
  await page.keyboard.press("Enter");
}

const importText = (page, text) => saved(page).locator("input[type=file]").setInputFiles(file(text));

test("a call is saved, filled in exactly after a reload, replaced on request, deleted and restored", async () => {
  const page = await openSaved();
  await save(page, " ");
  await said(page, "Give the call a name.");
  await save(page, "second");
  await said(page, "Saved “second”.");
  await save(page, "first");
  await page.reload();
  await openTool(page, "echo", "?arguments=%7B%7D");
  await openTab(page, "History");
  assert.deepEqual((await rows(page).locator("strong").allInnerTexts()).map((name) => name.trim()), ["first", "second"]);
  await rows(page).first().getByRole("button", { name: "Fill in" }).click();
  assert.equal(await jsonText(page).inputValue(), EXACT);

  await jsonText(page).fill('{"message": "other"}');
  await openTab(page, "History");
  await save(page, "first");
  await said(page, "“first” exists already.");
  assert.match(await rows(page).first().innerText(), /1\.0/);
  await saved(page).getByRole("button", { name: "Replace" }).click();
  await said(page, "Replaced “first”.");
  assert.match(await rows(page).first().innerText(), /other/);
  await button(page, "Undo").click();
  await said(page, "Undone.");
  assert.match(await rows(page).first().innerText(), /1\.0/);

  await rows(page).first().getByRole("button", { name: "Delete" }).click();
  await said(page, "Deleted “first”.");
  assert.equal(await focusedName(page), "Undo");
  await page.keyboard.press("Enter");
  await rows(page).nth(1).waitFor();
  await openTool(page, "slow");
  await openTab(page, "History");
  assert.equal(await rows(page).count(), 0);
  assert.deepEqual(page.trouble, []);
});

test("a hostile file is only shown, 360 px wide", async () => {
  const page = await openSaved({ viewport: { width: 360, height: 740 } });
  const calls = hostileStrings.map((text) => ({ tool: "echo", name: text.slice(0, 100), arguments: text, [text]: text }));
  await importText(page, exported([...calls, { tool: "__proto__", name: "constructor", arguments: "{}" }]).replace('"calls"', '"__proto__":{"polluted":1},"calls"'));
  await said(page, /^Imported: \d+ added/);
  const state = await page.evaluate(() => ({
    hacked: window.hacked ?? {}.polluted ?? null,
    sticking: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    inPane: document.getElementById("tool").scrollWidth - document.getElementById("tool").clientWidth,
    strangers: document.querySelectorAll(".saved-calls :not(h3, div, input, button, p, bdi, ul, li, strong, span, code)").length,
  }));
  assert.deepEqual(state, { hacked: null, sticking: 0, inPane: 0, strangers: 0 });
  assert.ok(!/[\u200b\u202e\u2066\u0007]/.test(await saved(page).innerText()));
  assert.deepEqual(page.trouble, []);
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 360]]) {
  test(`saved calls are accessible, ${colorScheme}, ${width} px wide`, async () => {
    const page = await openSaved({ colorScheme, viewport: { width, height: 800 } });
    await page.evaluate(axe);
    await save(page, "");
    await assertAccessible(page, "problem");
    await save(page, "a call");
    await said(page, "Saved “a call”.");
    await assertAccessible(page, "saved");
  });
}
