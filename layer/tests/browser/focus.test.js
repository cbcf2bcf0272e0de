// The focus after an action that removes its own button.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, focusedName, jsonText, openToolPage, run, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

const open = (name) => openToolPage(browser, explorer.url, name);

async function assertLeads(page, ...steps) {
  for (const [pressed, expected] of steps) {
    await button(page, pressed).first().press("Enter");
    assert.equal(await focusedName(page), expected, pressed);
  }
}

test("in a form, the focus moves to an added field, or to the neighbour of a removed one", async () => {
  const page = await open("orders/create");
  await assertLeads(page, ["Add item", "sku"], ["Add item", "sku"], ["Move item 2 up", "sku"]);
  const items = page.getByRole("textbox", { name: "sku" });
  assert.ok(await items.first().evaluate((input) => input === document.activeElement));
  await assertLeads(page, ["Remove Item 2", "sku"], ["Remove Item 1", "Add item"], ["Clear priority", "priority"]);
  await assertLeads(page, ["Add comments", "text"], ["Clear comments", "Add comments"], ["Add entry", "Key key"], ["Remove key", "Add entry"]);
});

test("after cancelling a call, the focus moves to the Run button", async () => {
  const page = await open("slow");
  await jsonText(page).fill('{"seconds": 30}');
  await page.keyboard.press("Control+Enter");
  await button(page, "Cancel").press("Enter");
  await page.locator(".result", { hasText: "Cancelled" }).waitFor();
  assert.equal(await focusedName(page), "Run");
});

test("history actions move the focus to the History tab, or to the tab they fill", async () => {
  const page = await open("content.text");
  await run(page);
  await page.getByRole("tab", { name: "History" }).click();
  await assertLeads(page, ["Use arguments", "Call"]);
  await page.getByRole("tab", { name: "History" }).click();
  await assertLeads(page, ["Clear this tool's history", "History"]);
});
