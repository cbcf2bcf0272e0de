// An app that takes the keyboard focus by itself. Real keys in a real window show which document receives them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { shared, startExplorer } from "../support.js";
import { inEachBrowser } from "./browsers.js";
import { onScreen, startScreen } from "./screen.js";
import { FILTER, FRAME, awaitDialog, awaitState, openAppFrame, openPage, stateOf, until, valueOf } from "./support.js";

// Longer than the time for which thefts are not counted after a dialog has been opened.
const DIALOG_GRACE_MS = 600;
const SETTLED_MS = 1000;

const [explorer, screen] = await shared(startExplorer("attack-apps"), startScreen());

inEachBrowser({ screen }, (current) => {
  let page;
  let frame;

  async function open() {
    page = await openPage(current.browser, explorer.url, { viewport: null });
    frame = await openAppFrame(page, "keyboard");
    await page.bringToFront();
  }

  // The focus and the mouse are in a field of the page.
  async function settleIn(selector) {
    await screen.click(await onScreen(page, selector));
    await until(page, (selector) => document.hasFocus() && document.activeElement.matches(selector), selector);
  }

  // The mouse moves out of the app, and the page has noticed: on a busy machine, this move and the next one may become one.
  async function moveOut() {
    await screen.move(await onScreen(page, FILTER));
    await until(page, (selector) => document.querySelector(selector).matches(":hover"), FILTER);
  }

  const keysOfApp = () => page.evaluate(() => window.heard.map(({ key }) => key ?? "").join(""));
  const hasFocus = () => document.hasFocus() && document.activeElement.id === "field";
  const take = () => frame.evaluate(() => void window.attack.take());

  async function assertTypesIntoApp(text) {
    const before = await keysOfApp();
    await screen.type(text);
    await until(page, (expected) => window.heard.map(({ key }) => key ?? "").join("") === expected, before + text);
  }

  async function assertMayTakeFocus(text) {
    await take();
    await until(frame, hasFocus);
    await assertTypesIntoApp(text);
    await pause(500);
    assert.equal(await frame.evaluate(hasFocus), true);
    assert.equal(await stateOf(page), "ready");
  }

  test("focus taken by an app is restored, and typed text stays in the page", async () => {
    await open();
    await settleIn(FILTER);
    await screen.type("key");
    await until(page, (selector) => document.querySelector(selector).value === "key", FILTER);
    await take();
    await until(page, (selector) => document.activeElement.matches(selector), FILTER);
    await screen.type("board");
    await until(page, (selector) => document.querySelector(selector).value === "keyboard", FILTER);
    assert.equal(await keysOfApp(), "");
    assert.equal(await stateOf(page), "ready");
  });

  test("an app that repeatedly takes the focus is stopped, and the reason is shown", async () => {
    await open();
    await settleIn(FILTER);
    await frame.evaluate(() => void window.attack.keep());
    await awaitState(page, "failed");
    assert.match(await page.evaluate(() => document.getElementById("tool").innerText), /keyboard/);
    await until(page, (selector) => document.activeElement.matches(selector), FILTER);
    await screen.type("still here");
    await until(page, (selector) => document.querySelector(selector).value === "still here", FILTER);
    assert.equal(await page.evaluate(() => document.querySelectorAll("iframe").length), 0);
  });

  // Keys in transit while the app takes the focus are tested in `keyboard-races.test.js`. Firefox does not give the focus to an app
  // that is hidden under a dialog; Chromium does, and there the page stops the app.
  test("a token typed into its dialog goes nowhere else, whatever an app does", async () => {
    await open();
    await screen.click(await onScreen(page, "#access-open"));
    await awaitDialog(page, "#access");
    await until(page, () => document.activeElement.id === "token");
    await pause(DIALOG_GRACE_MS);
    await screen.type("secret");
    await until(page, () => document.getElementById("token").value === "secret");
    await frame.evaluate(() => void window.attack.keep());
    await pause(SETTLED_MS);
    await until(page, () => document.hasFocus() && document.activeElement.id === "token");
    await screen.type("token");
    await until(page, () => document.getElementById("token").value === "secrettoken");
    assert.equal(await keysOfApp(), "");
  });

  test("a click into a field of the app gives it the focus permanently", async () => {
    await open();
    await settleIn(FILTER);
    await screen.click(await onScreen(page, FRAME));
    await take();
    await assertTypesIntoApp("first");
    await pause(1000);
    await assertTypesIntoApp("later");
    // The mouse may leave the app.
    await moveOut();
    await pause(300);
    await take();
    await assertTypesIntoApp("away");
    assert.equal(await valueOf(page, FILTER), "");
    await settleIn(FILTER);
    await screen.type("back");
    await until(page, (selector) => document.querySelector(selector).value === "back", FILTER);
    assert.equal(await stateOf(page), "ready");
  });

  test("an app that moved under the pointer may have the focus once the pointer moves inside it", async () => {
    await open();
    const centre = await onScreen(page, FRAME);
    await page.close();
    page = await openPage(current.browser, explorer.url, { viewport: null });
    await page.bringToFront();
    await settleIn(FILTER);
    await screen.move(centre);
    frame = await openAppFrame(page, "keyboard");
    await screen.press();
    await pause(500);
    assert.equal(await stateOf(page), "ready");
    // The page cannot distinguish this click from an app that has moved under the pointer, unless the pointer came from outside.
    await moveOut();
    await screen.click(await onScreen(page, FRAME));
    await pause(300);
    await assertMayTakeFocus("here");
  });

  test("an app under the pointer may take the focus", async () => {
    await open();
    await settleIn(FILTER);
    await screen.move(await onScreen(page, FRAME));
    await pause(300);
    await assertMayTakeFocus("mine");
  });

  test("Tab moves the focus into the app and out of it", async () => {
    await open();
    await settleIn(FILTER);
    // The last focusable element before the frame.
    await page.evaluate((selector) => {
      const frame = document.querySelector(selector);
      const others = [...document.querySelectorAll("button, input, summary, [tabindex='0']")];
      const reachable = others.filter((node) => node.checkVisibility() && !node.disabled);
      reachable.findLast((node) => frame.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING).focus();
    }, FRAME);
    for (let presses = 0; presses < 4 && !(await frame.evaluate(hasFocus)); presses += 1) {
      await screen.key("Tab");
      await pause(300);
    }
    assert.equal(await frame.evaluate(hasFocus), true);
    await assertTypesIntoApp("tabbed");
    await pause(1000);
    assert.equal(await frame.evaluate(hasFocus), true);
    await screen.key("shift+Tab");
    await until(page, (selector) => !document.activeElement.matches(selector), FRAME);
    assert.equal(await stateOf(page), "ready");
  });

  test("an app that has the focus regains it when its page becomes active again", async () => {
    await open();
    await screen.click(await onScreen(page, FRAME));
    await take();
    await assertTypesIntoApp("one");
    await moveOut();
    const window = await screen.activeWindow();
    const context = await current.browser.createBrowserContext();
    const other = await context.newPage();
    await other.bringToFront();
    await until(page, () => !document.hasFocus());
    await screen.activate(window);
    // The other page may be a tab of the same window.
    if (await page.evaluate(() => document.hidden)) await page.bringToFront();
    await until(page, () => document.hasFocus());
    await pause(500);
    await assertTypesIntoApp("two");
    await context.close();
    assert.equal(await stateOf(page), "ready");
  });
});
