// The controls of a form: formats, files, texts of one line, examples, and schemas of any size.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, axe, button, focusedName, jsonText, openToolPage, run, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("forms"));

const open = (name, query) => openToolPage(browser, explorer.url, name, query);
const box = (page, name) => page.getByRole("textbox", { name, exact: true });
const sent = async (page) => JSON.parse(await jsonText(page).inputValue());

test("dates and times have pickers, which write the formats of JSON Schema", async () => {
  const page = await open("controls");
  await page.getByLabel("day", { exact: true }).fill("2026-02-28");
  assert.equal((await sent(page)).day, "2026-02-28");
  await box(page, "hour").fill("09:30:00Z");
  assert.equal((await sent(page)).hour, "09:30:00Z");
  await page.locator("input[type=datetime-local]").evaluate((picker) => {
    picker.value = "2026-02-28T09:30";
    picker.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const { moment } = await sent(page);
  assert.match(moment, /^2026-02-28T09:30:00(Z|[+-]\d\d:\d\d)$/);
  assert.equal(await box(page, "moment").inputValue(), moment);
  await box(page, "moment").fill("2026-02-28T09:30:00.25+14:00");
  assert.equal((await sent(page)).moment, "2026-02-28T09:30:00.25+14:00");
  assert.equal(await box(page, "mail").getAttribute("inputmode"), "email");
  assert.equal(await box(page, "site").getAttribute("inputmode"), "url");
  assert.equal(await page.getByLabel("secret", { exact: true }).getAttribute("type"), "password");
  assert.deepEqual(page.trouble, []);
});

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

test("examples are one click away", async () => {
  const page = await open("controls");
  await button(page, "Use the example 20").click();
  await button(page, "Use the example one").click();
  assert.deepEqual(await sent(page), { line: "one", size: 20 });
  assert.equal(await box(page, "size").inputValue(), "20");
  await box(page, "anything").fill('{"any": [1.0]}');
  assert.match(await jsonText(page).inputValue(), /"anything": \{"any": \[1\.0\]\}/);
});

test("members are written in the schema's order, whatever the order in which they are filled in", async () => {
  const page = await open("controls");
  await box(page, "size").fill("7");
  await box(page, "mail").fill("a@b");
  await box(page, "line").fill("x");
  await page.getByLabel("day", { exact: true }).fill("2026-01-01");
  assert.deepEqual(Object.keys(await sent(page)), ["day", "mail", "line", "size"]);
  await jsonText(page).fill('{"zebra": 1, "size": 8}');
  await box(page, "line").fill("y");
  assert.deepEqual(Object.keys(await sent(page)), ["line", "zebra", "size"]);
});

test("optional arguments beyond the first ones are folded, with what is filled in", async () => {
  const page = await open("optional");
  const more = page.getByText("More arguments (28, 1 filled in)");
  assert.deepEqual(await sent(page), { p30: "d30" });
  assert.equal(await box(page, "p11").count(), 1);
  assert.equal(await box(page, "p12").count(), 0);
  assert.equal(await box(page, "last").count(), 1);
  await more.click();
  assert.equal(await box(page, "p30").inputValue(), "d30");
  await box(page, "p39").fill("x");
  await button(page, "Clear p30").click();
  assert.equal(await box(page, "p39").inputValue(), "x");
  assert.deepEqual(Object.keys(await sent(page)), ["p39"]);
  await page.evaluate(axe);
  await assertAccessible(page, "more arguments");
});

test("an error in a folded field unfolds it", async () => {
  const page = await open("optional", `?arguments=${encodeURIComponent('{"p38": 7, "last": "ok"}')}`);
  assert.equal(await box(page, "p38").count(), 0);
  await button(page, "Run").click();
  await button(page, "Run anyway").waitFor();
  assert.equal(await focusedName(page), "p38");
});

test("a tool without arguments leaves their room to the result", async () => {
  const page = await open("nothing");
  await page.getByText("This tool takes no arguments.").waitFor();
  assert.equal(await jsonText(page).isVisible(), false);
  await run(page);
  await page.getByText("Send arguments anyway").click();
  await jsonText(page).fill("{");
  await page.getByText("Send arguments anyway").click();
  await button(page, "Run").click();
  assert.ok(await jsonText(page).evaluate((area) => area === document.activeElement));
});

test("a form of 1,000 properties is drawn in pages", async () => {
  const page = await open("required");
  await box(page, "p999").fill("last");
  assert.equal(await page.locator(".field").count(), 14);
  await page.getByText("More arguments (986)").click();
  await button(page, "Show more (936 left)").click();
  assert.equal(await page.locator(".field").count(), 114);
  await page.evaluate(() => (location.hash = "#/tools/all%20required"));
  await page.getByRole("heading", { name: "all required" }).waitFor();
  assert.equal(await page.locator("article.tool:not([hidden]) .field").count(), 50);
  await button(page, "Run").click();
  await page.locator(".violations").getByText(/problems in the arguments/).waitFor();
  assert.equal(await focusedName(page), "p0");
  assert.deepEqual(page.trouble, []);
});

test("deep, branching and enormous schemas are drawn within bounds", async () => {
  const page = await open("deep");
  await jsonText(page).waitFor();
  assert.match(await jsonText(page).inputValue(), /"inner"/);
  assert.ok((await page.locator(".field").count()) < 40);
  const wide = await open("branching");
  const drawn = await wide.locator(".field").count();
  assert.ok(drawn > 30 && drawn < 1000, `${drawn} fields`);
  await wide.getByText("Show the fields").last().click();
  assert.ok((await wide.locator(".field").count()) < 3000);
  const options = await open("options");
  await options.getByRole("combobox", { name: "one" }).selectOption("option 999");
  await options.getByText("19,000 more options: edit the JSON to choose them.").waitFor();
  await jsonText(options).fill('{"one": "option 19999"}');
  assert.equal(await options.getByRole("combobox", { name: "one" }).locator("option:checked").innerText(), "option 19999");
});
