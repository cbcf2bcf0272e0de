// Saved calls: named arguments of a tool, kept in the browser, and exchanged as a file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { hostileStrings } from "./fixtures/hostile-strings.js";
import { assertAccessible, axe, button, during, focusedName, jsonText, openPage, openTab, openTool, shared, startBrowser, startExplorer, startWithSettings } from "./support.js";

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

test("all saved calls are exported to a file, which another browser imports", async () => {
  const page = await openSaved();
  await save(page, "mine");
  const download = page.waitForEvent("download");
  await saved(page).getByRole("button", { name: "Export all tools' saved calls" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  assert.deepEqual(JSON.parse(text).calls, [{ tool: "echo", name: "mine", arguments: EXACT }]);

  const other = await openSaved();
  await save(other, "mine");
  await importText(other, exported([...JSON.parse(text).calls, { tool: "slow", name: "of another tool", arguments: "{}" }, { tool: 7 }]));
  await said(other, "Imported: 1 added, 1 replaced, 1 left out.");
  for (const [content, message] of [["{", "The file is not JSON."], ["[]", "another format"], ["x".repeat(1000001), "The file is too large: at most 1.0 MB."], [exported(Array(1001).fill(0)), "The file has 1,001 calls"]]) {
    await importText(other, content);
    await said(other, message);
  }
  await openTool(other, "slow");
  await openTab(other, "History");
  await rows(other).filter({ hasText: "of another tool" }).waitFor();
  assert.deepEqual(other.trouble, []);
});

test("nothing is saved without storage, with credentials, or where the history is off", async (context) => {
  const page = await openSaved();
  await page.evaluate(() => (Storage.prototype.setItem = () => { throw new Error("full"); }));
  await save(page, "lost");
  await said(page, "Not saved: the browser's storage is full or disabled.");
  await button(page, "Access").click();
  await page.getByLabel("Bearer token").fill("one");
  await page.keyboard.press("Enter");
  await openTool(page, "slow");
  await openTool(page, "echo");
  await openTab(page, "History");
  await save(page, "secret");
  await said(page, "Not saved: the call contains a token or header of Access.");
  assert.equal(await rows(page).count(), 0);

  const [off] = await during(context, startWithSettings("mcp", { MCP_UI_HISTORY: false }));
  const other = await openPage(browser, off.url);
  await openTool(other, "echo");
  await openTab(other, "History");
  await other.getByText("History is switched off on this server.").waitFor();
  assert.equal(await saved(other).count(), 0);
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
