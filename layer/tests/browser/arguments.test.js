// Filling in arguments: the form and the JSON text.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  button,
  focusedName,
  jsonText,
  openPage,
  openTool,
  openToolPage,
  run,
  shared,
  startBrowser,
  startExplorer,
} from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

const open = (name, query) => openToolPage(browser, explorer.url, name, query);
const click = (page, name) => button(page, name).click();
const kind = (page, name) =>
  page
    .getByRole("group", { name: `Value of ${name}` })
    .getByRole("combobox", { name: "Kind" });
const box = (page, name) => page.getByRole("textbox", { name, exact: true });
const text = (page) => jsonText(page).inputValue();
const echoed = async (page) => {
  await run(page);
  await button(page.locator(".result"), "Raw").click();
  return page.getByRole("region", { name: "Text of item 1" }).innerText();
};

test("the form fills in every kind of value", async () => {
  const page = await open("orders/create");
  await box(page, "name").fill('Ada "the first"\nLovelace');
  await page.getByLabel("email", { exact: true }).fill("ada@example.org");
  const items = page.getByRole("group", { name: "Value of items" });
  await button(items, "Add item").click();
  await box(page, "sku").fill("A-1");
  await button(items, "Add item").click();
  await button(page, "Use the example B-2").last().click();
  await click(page, "Move item 2 up");
  await kind(page, "payment").selectOption("Invoice");
  await box(page, "days").fill("45");
  await click(page, "Add entry");
  await box(page, "Key key").fill("colour");
  await page.keyboard.press("Tab");
  await box(page, "Value of colour").fill("red");
  await page.getByRole("combobox", { name: "priority" }).selectOption("high");
  await page.getByRole("radio", { name: "true" }).check();
  await page.getByLabel("due", { exact: true }).fill("2026-02-28");
  await box(page, "note").fill("Ring twice");
  await box(page, "account").fill("12345678901234567890");
  assert.equal(
    (await text(page)).replace(/\s+/g, " "),
    '{ "customer": { "name": "Ada \\"the first\\"\\nLovelace", "email": "ada@example.org" }, "items": [ { "sku": "B-2", "count": 1 }, { "sku": "A-1", "count": 1 } ], ' +
      '"payment": { "kind": "invoice", "days": 45 }, "labels": { "colour": "red" }, "note": "Ring twice", "account": 12345678901234567890, "priority": "high", "version": 2, "express": true, "due": "2026-02-28" }',
  );
  await click(page, "Validate");
  await page.locator("#announcer", { hasText: "The arguments are valid." }).waitFor();
  await page.locator(".violations").getByText("The arguments are valid.").waitFor();
  await click(page, "Clear note");
  await click(page, "Remove Item 1");
  assert.ok(!/note|B-2/.test(await text(page)));
  assert.deepEqual(page.trouble, []);
});

test("the form preserves what it does not edit: numbers, order, spaces, unknown keys", async () => {
  const page = await open("echo");
  const written =
    '{ "z" : 1.0,  "times": 1e0,\n\t"extra": {"b":12345678901234567890,"a":[]}, "message" :"hi" }';
  await jsonText(page).fill(written);
  await box(page, "message").fill("hello");
  assert.equal(await text(page), written.replace('"hi"', '"hello"'));
  assert.equal(await echoed(page), written.replace('"hi"', '"hello"'));
});

test("texts are kept exactly as written, whatever a browser would change", async () => {
  const page = await open(
    "orders/create",
    `?arguments=${encodeURIComponent('{"customer": {"name": "a\\r\\nb", "email": ""}}')}`,
  );
  const email = page.getByLabel("email", { exact: true });
  for (const written of ["hans@müller.de", "x "]) {
    await email.fill(written);
    assert.equal(
      await text(page),
      `{"customer": {"name": "a\\r\\nb", "email": "${written}"}}`,
    );
  }
  await box(page, "name").press("Control+End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("!");
  assert.match(await text(page), /"name": "a\\r\\nb!"/);
});

test("a number field rejects letters, and reports the error only once it is left", async () => {
  const page = await open("echo");
  await page.evaluate(() => {
    window.validity = [];
    addEventListener(
      "invalid",
      ({ target }) => window.validity.push(target.validationMessage),
      { capture: true },
    );
  });
  const times = box(page, "times");
  const validity = () => page.evaluate(() => window.validity.splice(0));
  await times.fill("");
  await page.keyboard.type("-1.5e-3");
  assert.match(await text(page), /"times": -1\.5e-3\n/);
  await times.fill("many");
  assert.deepEqual(await validity(), []);
  assert.doesNotMatch(
    await text(page),
    /"times"/,
    "the number before is not sent in its place",
  );
  const note = page.getByText("Must be a number");
  assert.equal(await note.count(), 0);
  await page.keyboard.press("Tab");
  await note.waitFor();
  assert.equal(await focusedName(page), "not sent");
  await click(page, "Run");
  assert.deepEqual(await validity(), ["Must be a number"]);
  assert.equal(await focusedName(page), "times");
  assert.equal(await page.locator(".result").count(), 0);
  await times.fill("1");
  await page.keyboard.press("Tab");
  assert.equal(await note.count(), 0);
});

test("the JSON takes clicks on its text, and the selection of all of it", async () => {
  const page = await open("echo");
  const area = page.getByRole("textbox", { name: "JSON", exact: true });
  await area.evaluate((node) => (node.value = ""));
  await area.fill('{\n  "message": "one",\n  "times": 1\n}');
  await page.locator("h2").first().click();
  const line = page.locator(".code-editor .code-line").nth(1);
  const { x, y, height } = await line.boundingBox();
  await page.mouse.click(x + 20, y + height / 2);
  assert.equal(await focusedName(page), "JSON");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type('{"message": "two"}');
  assert.equal(await text(page), '{"message": "two"}');
});

test("an in-place JSON field with invalid JSON is focused and explained", async () => {
  const page = await open(
    "echo",
    `?arguments=${encodeURIComponent('{"message": [], "times": 1}')}`,
  );
  await box(page, "message").fill("[");
  await click(page, "Run");
  assert.deepEqual(
    await page.evaluate(() => [
      document.activeElement.value,
      document.activeElement.validationMessage,
    ]),
    ["[", "Not valid JSON yet."],
  );
  assert.equal(await page.locator(".result").count(), 0);
});

test("a low window, as at a zoom of 200 %, shows the first field of a tool", async () => {
  const page = await openPage(browser, explorer.url, {
    viewport: { width: 640, height: 360 },
  });
  await openTool(page, "echo");
  const field = await box(page, "message").boundingBox();
  const actions = await page.locator(".actions").boundingBox();
  assert.ok(
    field.y > 0 && field.y + field.height <= actions.y + 1,
    `the field ends at ${field.y + field.height}, the buttons begin at ${actions.y}`,
  );
});

test("in a low window, nothing covers what has the focus", async () => {
  const page = await openPage(browser, explorer.url, {
    viewport: { width: 640, height: 360 },
  });
  await openTool(page, "echo");
  await box(page, "message").focus();
  for (let step = 0; step < 15; step += 1) {
    const covering = await page.evaluate(() => {
      const focused = document.activeElement;
      const { x, y, width, height } = focused.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return focused === document.body || focused.contains(top) ? "" : `${focused.outerHTML.slice(0, 80)}: ${top?.outerHTML.slice(0, 80)}`;
    });
    assert.equal(covering, "");
    await page.keyboard.press("Tab");
  }
});
