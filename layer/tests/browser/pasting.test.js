// The JSON of the arguments: its colours and line numbers, and what people paste into it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, axe, button, jsonText, openToolPage, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

const open = () => openToolPage(browser, explorer.url, "echo");
const text = (page) => jsonText(page).inputValue();

// Pastes as a person would, with the text at the selection.
function paste(page, pasted) {
  return jsonText(page).evaluate((area, content) => {
    area.focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", content);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    if (area.dispatchEvent(event)) document.execCommand("insertText", false, content);
  }, pasted);
}

test("arguments of another tool are taken, and named as such until the JSON is changed", async () => {
  const page = await open();
  await paste(page, '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get-sum","arguments":{"a":1}}}');
  const note = page.getByText("Taken from a call of get-sum, which is another tool.");
  await note.waitFor();
  assert.deepEqual(JSON.parse(await text(page)), { a: 1 });
  await jsonText(page).fill("{}");
  await note.waitFor({ state: "detached" });
});

test("a part is pasted as it is, and can be repaired", async () => {
  const page = await open();
  await jsonText(page).fill('{"message": }');
  await jsonText(page).evaluate((area) => area.setSelectionRange(12, 12));
  await paste(page, "'part',");
  assert.equal(await text(page), "{\"message\": 'part',}");
  const errors = page.locator(".error:visible");
  assert.deepEqual(await errors.allInnerTexts(), ['Expected a value, found "\'" at line 1, column 13']);
  await button(page, "Repair").click();
  assert.deepEqual(JSON.parse(await text(page)), { message: "part" });
  assert.equal(await errors.count(), 0);
  await jsonText(page).fill("{what is this");
  assert.equal(await button(page, "Repair").count(), 0);
});

test("the JSON has colours and a number for each line, at the places of its text", async () => {
  const page = await open();
  await jsonText(page).fill(`{\n  "message": "${"long ".repeat(60)}",\n\n  "times": -1.5e3, "loud": true\n}`);
  const lines = page.locator(".code-line");
  assert.equal(await lines.count(), 5);
  assert.deepEqual(await page.locator(".json-key").allInnerTexts(), ['"message"', '"times"', '"loud"']);
  assert.deepEqual([await page.locator(".json-number").innerText(), await page.locator(".json-word").innerText()], ["-1.5e3", "true"]);
  const heights = await page.locator(".code-editor").evaluate((editor) => ["pre", "textarea"].map((name) => editor.querySelector(name).scrollHeight));
  assert.ok(Math.abs(heights[0] - heights[1]) <= 1, heights.join());
  const plain = `{"message": "${"x".repeat(40000)}"}`;
  await jsonText(page).fill(plain);
  assert.equal(await lines.count(), 0);
  assert.equal(await text(page), plain);
  await jsonText(page).fill('{"message": "<img src=x onerror=alert(1)>"}');
  assert.equal(await page.locator(".code-editor img").count(), 0);
  await page.evaluate(axe);
  await assertAccessible(page, "colours");
});
