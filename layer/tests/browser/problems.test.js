// Problems of the arguments: at their fields, in the summary beside the button, and before a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, axe, button, focusedName, jsonText, openToolPage, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer, forms] = await shared(startBrowser(), startExplorer(), startExplorer("forms"));

const box = (page, name) => page.getByRole("textbox", { name, exact: true });
const summary = (page) => page.locator(".violations:visible");
const problems = async (page) => (await summary(page).locator("li").allInnerTexts()).map((row) => row.replace(/\s+/g, " "));

function countCalls(page) {
  const calls = [];
  page.on("request", (request) => request.url().endsWith("/call") && calls.push(request.postData()));
  return calls;
}

test("a run with problems leads to the first one, and then runs anyway", async () => {
  const page = await openToolPage(browser, explorer.url, "orders/create");
  const calls = countCalls(page);
  await button(page, "Run").click();
  await button(page, "Run anyway").waitFor();
  assert.equal(await focusedName(page), "name");
  assert.deepEqual(await problems(page), ["customer › name Required", "items Add at least one item"]);
  assert.match(await page.locator("#announcer").innerText(), /2 problems in the arguments/);
  await page.evaluate(axe);
  await assertAccessible(page, "run anyway");
  assert.equal(calls.length, 0);
  await page.waitForTimeout(600);
  await button(page, "Run anyway").click();
  await page.locator(".result").waitFor();
  assert.equal(calls.length, 1);
  // The form is large, so that it has made room for the result.
  await page.getByRole("button", { name: /^Arguments/ }).click();
  await box(page, "name").fill("Ada");
  await button(page, "Run").waitFor();
});

test("by keyboard alone: each entry of the summary leads to its field, and the fixed arguments run", async () => {
  const page = await openToolPage(browser, explorer.url, "echo");
  await page.keyboard.press("Control+Enter");
  await button(page, "Run anyway").waitFor();
  assert.equal(await focusedName(page), "message");
  await summary(page).getByRole("button").focus();
  await page.keyboard.press("Enter");
  assert.equal(await focusedName(page), "message");
  await page.keyboard.type("by keyboard");
  await page.keyboard.press("Control+Enter");
  await page.locator(".result", { hasText: "by keyboard" }).waitFor();
});

test("the summary is in sight wherever the form is scrolled to", async () => {
  const page = await openToolPage(browser, explorer.url, "orders/create");
  await button(page, "Validate").click();
  await summary(page).getByText("2 problems in the arguments").waitFor();
  await page.locator("#announcer", { hasText: "2 problems in the arguments" }).waitFor();
  for (const top of [0, 200, 400]) {
    await page.locator("#tool").evaluate((pane, to) => (pane.scrollTop = to), top);
    const box = await summary(page).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 800, `scrolled to ${top}`);
  }
  await summary(page).getByRole("button", { name: /^items/ }).click();
  assert.equal(await focusedName(page), "Add item");
});

test("errors of a union are at the fields of the chosen branch", async () => {
  const page = await openToolPage(browser, forms.url, "union");
  await button(page, "Validate").click();
  await summary(page).getByText("target").waitFor();
  assert.deepEqual(await problems(page), ["target Required"]);
  await page.getByRole("combobox", { name: "Kind" }).selectOption("By id");
  await summary(page).getByText("floor").waitFor();
  assert.deepEqual(await problems(page), ["target › id Required", "target › area Required", "target › floor Required"]);
  await page.getByRole("combobox", { name: "Kind" }).selectOption("By name");
  await box(page, "name").fill("Ada");
  await summary(page).getByText("At least 4 characters").waitFor();
  assert.deepEqual(await problems(page), ["target › name At least 4 characters"]);
  const described = await box(page, "name").getAttribute("aria-describedby");
  assert.equal(await page.locator(`[id="${described.split(" ").at(-1)}"]`).innerText(), "At least 4 characters");
  assert.deepEqual(page.trouble, []);
});

test("a union of which no kind fits has one error, at its field, that names all kinds", async () => {
  const page = await openToolPage(browser, forms.url, "unions");
  await jsonText(page).fill('{ "amount": { "text": 5 }, "payment": { "kind": "paypal", "number": 5 } }');
  await button(page, "Validate").click();
  await summary(page).getByText("3 problems").waitFor();
  // In the order of the form.
  const expected = ['payment › kind Must be one of "card", "iban", "cash"', "amount Choose one of: string, list of numbers, object with value, unit", "first Required"];
  assert.deepEqual(await problems(page), expected);
  const slot = page.locator(".field", { has: page.locator(".field-head", { hasText: "amount" }) }).locator("p.error");
  assert.equal(await slot.textContent(), "Choose one of: string, list of numbers, object with value, unit");
  assert.deepEqual(page.trouble, []);
});
