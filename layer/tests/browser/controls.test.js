// The controls of a form: files, texts of one line, folded fields, and choices of any size.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, axe, button, focusedName, jsonText, openToolPage, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("forms"));

const open = (name, query) => openToolPage(browser, explorer.url, name, query);
const box = (page, name) => page.getByRole("textbox", { name, exact: true });
const sent = async (page) => JSON.parse(await jsonText(page).inputValue());

test("a file is sent as base64", async () => {
  const page = await open("controls");
  const choose = async (buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await button(page, "Choose a file").click();
    await (await chooser).setFiles({ name: "data.bin", mimeType: "application/x-thing", buffer });
  };
  await choose(Buffer.from([0, 255, 13, 10]));
  await page.getByText("data.bin · 4 bytes").waitFor();
  assert.equal((await sent(page)).bytes, "AP8NCg==");
  assert.equal(await box(page, "bytes").inputValue(), "AP8NCg==");
  await choose(Buffer.alloc(30000, 7));
  await page.getByText("data.bin · 30.0 kB").waitFor();
  assert.deepEqual(Buffer.from((await sent(page)).bytes, "base64"), Buffer.alloc(30000, 7));
  await box(page, "bytes").fill("AAAA");
  assert.equal((await sent(page)).bytes, "AAAA");
});

test("a text has one line, and grows with pasted lines and with Shift and Enter", async () => {
  const page = await open("controls");
  const line = box(page, "line");
  const rows = () => line.evaluate((area) => area.rows);
  await line.pressSequentially("first");
  await line.press("Enter");
  assert.deepEqual([await rows(), (await sent(page)).line], [1, "first"]);
  await line.press("Shift+Enter");
  await line.pressSequentially("second");
  await line.press("Enter");
  assert.deepEqual([await rows(), (await sent(page)).line], [3, "first\nsecond\n"]);
  await line.fill("");
  assert.deepEqual([await rows(), (await sent(page)).line], [1, undefined]);
  await line.evaluate((area) => {
    area.focus();
    document.execCommand("insertText", false, "a\nb\nc");
  });
  assert.deepEqual([await rows(), (await sent(page)).line], [3, "a\nb\nc"]);
});

test("an error in a folded field unfolds it", async () => {
  const page = await open("optional", `?arguments=${encodeURIComponent('{"p38": 7, "last": "ok"}')}`);
  assert.equal(await box(page, "p38").count(), 0);
  await button(page, "Run").click();
  await button(page, "Run anyway").waitFor();
  assert.equal(await focusedName(page), "p38");
  await page.evaluate(axe);
  await assertAccessible(page, "more arguments");
});

test("an enormous choice shows its first options, and any that the JSON has", async () => {
  const page = await open("options");
  const choice = page.getByRole("combobox", { name: "one" });
  await choice.selectOption("option 999");
  await page.getByText("19,000 more options: edit the JSON to choose them.").waitFor();
  await jsonText(page).fill('{"one": "option 19999"}');
  assert.equal(await choice.locator("option:checked").innerText(), "option 19999");
});
