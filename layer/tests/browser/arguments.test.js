// Filling in arguments: the form and the JSON text, the prefill, and validation.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, focusedName, jsonText, openTool, openToolPage, run, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

const open = (name, query) => openToolPage(browser, explorer.url, name, query);
const click = (page, name) => button(page, name).click();
const box = (page, name) => page.getByRole("textbox", { name, exact: true });
const text = (page) => jsonText(page).inputValue();
const echoed = async (page) => {
  await run(page);
  const format = button(page, "Format").last();
  if ((await format.getAttribute("aria-pressed")) === "true") await format.click();
  return page.getByRole("region", { name: "Text of item 1" }).innerText();
};

test("starts with exactly the required keys, each with its default or null", async () => {
  const page = await open("orders/create");
  assert.equal(await text(page), '{\n  "customer": null,\n  "items": null,\n  "account": 9007199254740993,\n  "version": null\n}');
  await openTool(page, "odd names");
  assert.equal(await text(page), '{\n  "__proto__": "p",\n  "constructor": 0,\n  "hasOwnProperty": false,\n  "a/b~c": null\n}');
  await openTool(page, "wide");
  assert.equal(await text(page), "{}");
});

test("the form fills in every kind of value", async () => {
  const page = await open("orders/create");
  await click(page, "Fill in the object");
  await box(page, "name").fill('Ada "the first"\nLovelace');
  await click(page, "Add email");
  await page.getByLabel("email", { exact: true }).fill("ada@example.org");
  await click(page, "Fill in the list");
  await click(page, "Add an item");
  await page.getByRole("combobox", { name: "sku" }).fill("A-1");
  await click(page, "Add an item");
  await page.getByRole("combobox", { name: "sku" }).last().fill("B-2");
  await click(page, "Move item 2 up");
  await click(page, "Set it");
  await click(page, "Add payment");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("Invoice");
  await box(page, "days").fill("45");
  await click(page, "Add labels");
  await click(page, "Add an entry");
  await box(page, "Key key").fill("colour");
  await page.keyboard.press("Tab");
  await box(page, "Value of colour").fill("red");
  await click(page, "Add priority");
  await page.getByRole("combobox", { name: "priority" }).selectOption("high");
  await click(page, "Add express");
  await page.getByRole("radio", { name: "true" }).check();
  await click(page, "Add due");
  await page.getByLabel("due", { exact: true }).fill("2026-02-28");
  await click(page, "Add note");
  await box(page, "note").fill("Ring twice");
  await box(page, "account").fill("12345678901234567890");
  assert.equal(
    (await text(page)).replace(/\s+/g, " "),
    '{ "customer": { "name": "Ada \\"the first\\"\\nLovelace", "email": "ada@example.org" }, "items": [ { "sku": "B-2", "count": 1 }, { "sku": "A-1", "count": 1 } ], ' +
      '"account": 12345678901234567890, "version": 2, "payment": { "kind": "invoice", "days": 45 }, "labels": { "colour": "red" }, "priority": "high", "express": true, "due": "2026-02-28", "note": "Ring twice" }',
  );
  await click(page, "Validate");
  await page.getByText("The arguments are valid.").waitFor();
  await click(page, "Remove note");
  await click(page, "Remove Item 1");
  assert.ok(!/note|B-2/.test(await text(page)));
  assert.deepEqual(page.trouble, []);
});

test("the form preserves what it does not edit: numbers, order, spaces, unknown keys", async () => {
  const page = await open("echo");
  const written = '{ "z" : 1.0,  "times": 1e2,\n\t"extra": {"b":12345678901234567890,"a":[]}, "message" :"hi" }';
  await jsonText(page).fill(written);
  await box(page, "message").fill("hello");
  assert.equal(await text(page), written.replace('"hi"', '"hello"'));
  assert.equal(await echoed(page), written.replace('"hi"', '"hello"'));
});

test("the form is hidden while the text is invalid, and returns once it is valid", async () => {
  const page = await open("echo");
  await jsonText(page).fill('{"message": "a" "times": 1}');
  await page.getByText('Expected "," or "}", found "\\"" at line 1, column 17').waitFor();
  assert.equal(await box(page, "message").count(), 0);
  await jsonText(page).fill('{"message": "b", "times": 12345678901234567890}');
  assert.equal(await box(page, "message").inputValue(), "b");
  assert.equal(await box(page, "times").inputValue(), "12345678901234567890");
});

test("values that do not fit the schema are edited as JSON in place", async () => {
  const page = await open("echo");
  await jsonText(page).fill('{"message": {"deep": [1.0]}, "times": 1}');
  assert.equal(await box(page, "message").inputValue(), '{"deep": [1.0]}');
  await page.getByText("the schema expects the type string").waitFor();
  await box(page, "message").fill('{"deep": [2.50]}');
  assert.equal(await text(page), '{"message": {"deep": [2.50]}, "times": 1}');
});

test("texts are kept exactly as written, whatever a browser would change", async () => {
  const page = await open("orders/create", `?arguments=${encodeURIComponent('{"customer": {"name": "a\\r\\nb", "email": ""}}')}`);
  const email = page.getByLabel("email", { exact: true });
  for (const written of ["hans@müller.de", "x "]) {
    await email.fill(written);
    assert.equal(await text(page), `{"customer": {"name": "a\\r\\nb", "email": "${written}"}}`);
  }
  await box(page, "name").press("Control+End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("!");
  assert.match(await text(page), /"name": "a\\r\\nb!"/);
});

test("null can be set and unset", async () => {
  const page = await open("orders/create");
  await click(page, "Add note");
  await box(page, "note").fill("x");
  await click(page, "note is null");
  assert.match(await text(page), /"note": null/);
  await box(page, "note").fill("y");
  assert.match(await text(page), /"note": "y"/);
  await click(page, "Add weight");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("string");
  await box(page, "Value").fill("heavy");
  assert.match(await text(page), /"weight": "heavy"/);
});

test("a number field rejects letters, and reports the error only once it is left", async () => {
  const page = await open("echo");
  await page.evaluate(() => {
    window.validity = [];
    addEventListener("invalid", ({ target }) => window.validity.push(target.validationMessage), { capture: true });
  });
  const times = box(page, "times");
  const validity = () => page.evaluate(() => window.validity.splice(0));
  await times.fill("");
  await page.keyboard.type("-1.5e-3");
  assert.match(await text(page), /"times": -1\.5e-3\n/);
  await times.fill("many");
  assert.deepEqual(await validity(), []);
  assert.match(await text(page), /"times": -1\.5e-3\n/);
  const note = page.getByText("This is not a number.");
  assert.equal(await note.count(), 0);
  await page.keyboard.press("Tab");
  await note.waitFor();
  assert.equal(await focusedName(page), "Add loud");
  await click(page, "Run");
  assert.deepEqual(await validity(), ["This is not a number."]);
  assert.equal(await focusedName(page), "times");
  assert.equal(await page.locator(".result").count(), 0);
  await times.fill("1");
  await page.keyboard.press("Tab");
  assert.equal(await note.count(), 0);
});

test("an in-place JSON field with invalid JSON is focused and explained", async () => {
  const page = await open("echo", `?arguments=${encodeURIComponent('{"message": [], "times": 1}')}`);
  await box(page, "message").fill("[");
  await click(page, "Run");
  assert.deepEqual(await page.evaluate(() => [document.activeElement.value, document.activeElement.validationMessage]), ["[", "This is not JSON yet."]);
  assert.equal(await page.locator(".result").count(), 0);
});

test("recursive schemas can be opened to any depth", async () => {
  const page = await open("orders/create");
  await click(page, "Add comments");
  await click(page, "Add text");
  await click(page, "Add replies");
  await click(page, "Add an item");
  await click(page, "Add replies");
  assert.match((await text(page)).replace(/\s+/g, ""), /"comments":\{"text":"","replies":\[\{"replies":\[\]\}\]\}/);
});

test("errors appear at their field and in a list that links to it, and disappear once fixed", async () => {
  const page = await open("orders/create");
  await click(page, "Fill in the object");
  await click(page, "Validate");
  await page.getByText(/problems in the arguments/).waitFor();
  const name = box(page, "name");
  assert.equal(await name.getAttribute("aria-invalid"), "true");
  const described = await name.getAttribute("aria-describedby");
  assert.match(await page.locator(`[id="${described.split(" ").at(-1)}"]`).innerText(), /\w/);
  await page.getByRole("button", { name: /\/customer\/name/ }).click();
  assert.equal(await name.evaluate((node) => node === document.activeElement), true);
  await name.fill("Ada");
  await page.getByRole("button", { name: /\/customer\/name/ }).waitFor({ state: "detached" });
  assert.equal(await name.getAttribute("aria-invalid"), null);
  await click(page, "Reset");
  assert.equal(await page.locator(".violations").innerText(), "");
});

test("the schema is shown as an outline, with the raw schema in the author's order on demand", async () => {
  const page = await open("orders/create");
  await page.getByRole("tab", { name: "Schema" }).click();
  const outline = await page.locator(".outline").first().innerText();
  for (const words of ["customer", "Who orders.", "list of objects", "Always", "9007199254740993", "high", "string or null", "map of strings"]) assert.ok(outline.includes(words), words);
  await page.getByText("Raw schema").first().click();
  const raw = await page.getByRole("region", { name: "Input, raw" }).textContent();
  assert.ok(raw.includes("9007199254740993") && raw.indexOf('"customer"') < raw.indexOf('"items"'));
});

test("arguments that cannot be checked are not called wrong, and a long list of errors says that it is cut", async () => {
  const page = await open("orders/create");
  const violation = (index) => ({ path: `/items/${index}`, message: "Must be a string", keyword: "type" });
  let errors = [{ path: "", message: "The schema is too complex.", keyword: "schema" }];
  await page.route("**/validate", (route) => route.fulfill({ json: { valid: false, errors } }));
  await click(page, "Validate");
  await page.locator(".violations").getByText("The schema is too complex.", { exact: true }).waitFor();
  assert.equal(await page.getByText(/in the arguments/).count(), 0);
  errors = Array.from({ length: 340 }, (_, index) => violation(index));
  await click(page, "Validate");
  await page.getByText("340 problems in the arguments; the first 100 are shown").waitFor();
  assert.equal(await page.locator(".violations li").count(), 100);
});
