// Filling in arguments: the form and the JSON text, the prefill, and validation.
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

test("starts with the declared defaults in the schema's order, and with required objects and lists", async () => {
  const page = await open("orders/create");
  assert.equal(
    await text(page),
    '{\n  "customer": {},\n  "items": [],\n  "account": 9007199254740993,\n  "priority": "normal",\n  "version": 2,\n  "express": false\n}',
  );
  await openTool(page, "odd names");
  assert.equal(
    await text(page),
    '{\n  "__proto__": "p",\n  "constructor": 0,\n  "hasOwnProperty": false\n}',
  );
  await box(page, "a/b~c").fill("x");
  assert.equal(
    await text(page),
    '{\n  "__proto__": "p",\n  "constructor": 0,\n  "hasOwnProperty": false,\n  "a/b~c": "x"\n}',
  );
  await openTool(page, "wide");
  assert.equal(await text(page), "{}");
});

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

test("the form stays, but cannot be used, while the text is invalid", async () => {
  const page = await open("echo");
  await jsonText(page).fill('{"message": "a" "times": 1}');
  await page
    .getByText('Expected "," or "}", found "\\"" at line 1, column 17')
    .waitFor();
  await page.getByText("Fix the JSON to use the form").waitFor();
  assert.ok(
    await page
      .locator("textarea:visible")
      .first()
      .evaluate((field) => field.closest("[inert]") !== null),
  );
  await click(page, "Validate");
  assert.ok(
    await jsonText(page).evaluate((area) => area === document.activeElement),
  );
  assert.equal(await page.locator(".violations").innerText(), "");
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

test("a text is not sent, empty or null, and its field says which", async () => {
  const page = await open("orders/create");
  const note = box(page, "note");
  const state = async () => [
    await note.getAttribute("placeholder"),
    JSON.parse(await text(page)).note,
  ];
  assert.deepEqual(await state(), ["not sent", undefined]);
  await note.fill("x");
  assert.deepEqual(JSON.parse(await text(page)).note, "x");
  await note.fill("");
  assert.deepEqual(await state(), ["not sent", undefined]);
  await click(page, "note is empty");
  assert.deepEqual(await state(), ["empty text", ""]);
  assert.equal(
    await button(page, "note is empty").getAttribute("aria-pressed"),
    "true",
  );
  await click(page, "note is null");
  assert.deepEqual(await state(), ["null", null]);
  await note.fill("y");
  assert.match(await text(page), /"note": "y"/);
  await click(page, "Clear note");
  assert.deepEqual(await state(), ["not sent", undefined]);
});

test("a number, a truth value, a choice, a list and an object can be not sent", async () => {
  const page = await open("orders/create");
  const before = await text(page);
  const sent = async (key) => key in JSON.parse(await text(page));
  await page.getByRole("radio", { name: "not sent" }).check();
  await page
    .getByRole("combobox", { name: "priority" })
    .selectOption("not sent");
  assert.deepEqual(
    [await sent("express"), await sent("priority")],
    [false, false],
  );
  await click(page, "Add comments");
  assert.deepEqual(JSON.parse(await text(page)).comments, {});
  await page.getByRole("group", { name: "Value of replies" }).hover();
  await click(page, "replies is empty");
  assert.deepEqual(JSON.parse(await text(page)).comments, { replies: [] });
  await click(page, "Clear replies");
  await click(page, "Clear comments");
  await box(page, "account").fill("");
  assert.deepEqual(
    [await sent("comments"), await sent("account")],
    [false, false],
  );
  assert.equal(
    await box(page, "account").getAttribute("placeholder"),
    "9007199254740993",
  );
  await click(page, "Reset");
  assert.equal(await text(page), before);
  await kind(page, "weight").selectOption("string");
  assert.equal(await sent("weight"), false);
  await box(page, "Value").fill("heavy");
  assert.match(await text(page), /"weight": "heavy"/);
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

test("recursive schemas can be opened to any depth", async () => {
  const page = await open("orders/create");
  await click(page, "Add comments");
  const replies = page.getByRole("group", { name: "Value of replies" });
  await button(replies.last(), "Add item").click();
  await button(replies.last(), "Add item").click();
  assert.match(
    (await text(page)).replace(/\s+/g, ""),
    /"comments":\{"replies":\[\{"replies":\[\{\}\]\}\]\}/,
  );
});

test("errors appear at their field and in a list that links to it, and disappear once fixed", async () => {
  const page = await open("orders/create");
  await click(page, "Validate");
  await page.locator(".violations").getByText(/problems in the arguments/).waitFor();
  const name = box(page, "name");
  assert.equal(await name.getAttribute("aria-invalid"), "true");
  const described = await name.getAttribute("aria-describedby");
  assert.match(
    await page.locator(`[id="${described.split(" ").at(-1)}"]`).innerText(),
    /\w/,
  );
  await page.getByRole("button", { name: /customer › name/ }).click();
  assert.equal(
    await name.evaluate((node) => node === document.activeElement),
    true,
  );
  await name.fill("Ada");
  await page
    .getByRole("button", { name: /customer › name/ })
    .waitFor({ state: "detached" });
  assert.equal(await name.getAttribute("aria-invalid"), null);
  await click(page, "Reset");
  assert.equal(await page.locator(".violations").innerText(), "");
});

test("the schema is shown as an outline, with the raw schema in the author's order on demand", async () => {
  const page = await open("orders/create");
  await page.getByRole("tab", { name: "Schema" }).click();
  const outline = await page.locator(".outline").first().innerText();
  for (const words of [
    "customer",
    "Who orders.",
    "list of objects",
    "Always",
    "9007199254740993",
    "high",
    "string or null",
    "map of strings",
  ])
    assert.ok(outline.includes(words), words);
  await page.getByText("Raw schema").first().click();
  const raw = await page
    .getByRole("region", { name: "Input, raw" })
    .textContent();
  assert.ok(
    raw.includes("9007199254740993") &&
      raw.indexOf('"customer"') < raw.indexOf('"items"'),
  );
});

test("arguments that cannot be checked are not called wrong, and a long list of errors says that it is cut", async () => {
  const page = await open("orders/create");
  const violation = (index) => ({
    path: `/items/${index}`,
    message: "Must be a string",
    keyword: "type",
  });
  let errors = [
    { path: "", message: "The schema is too complex.", keyword: "schema" },
  ];
  await page.route("**/validate", (route) =>
    route.fulfill({ json: { valid: false, errors } }),
  );
  await box(page, "name").fill("Ada");
  await click(page, "Validate");
  await page
    .locator(".violations")
    .getByText("The schema is too complex.", { exact: true })
    .waitFor();
  assert.equal(await page.getByText(/in the arguments/).count(), 0);
  errors = Array.from({ length: 340 }, (_, index) => violation(index));
  await click(page, "Validate");
  await page.locator(".violations").getByText("340 problems in the arguments; the first 100 are shown")
    .waitFor();
  assert.equal(await page.locator(".violations li").count(), 100);
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
