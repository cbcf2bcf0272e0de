// An app that covers a dialog of the page, so that a click on the app confirms the dialog. While a dialog is open, apps are hidden.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { APP_COLOUR } from "../fixtures/apps/attacks.js";
import { calls } from "../fixtures/apps/make.js";
import { shared, startExplorer } from "../support.js";
import { inEachBrowser } from "./browsers.js";
import { DESKTOP, PHONE, awaitAnswerable, awaitDialog, awaitNoDialog, awaitQuestion, buttonsOfDialog, clickInDialog, lookAt, openAppFrame, openPage, pressButton, stateOf, until } from "./support.js";

const isAllowing = ({ name }) => name.startsWith("Allow");

const [explorer] = await shared(startExplorer("attack-apps"));

inEachBrowser({}, (current) => {
  afterEach(() => (calls.length = 0));

  for (const [viewport, mode] of [[DESKTOP, "fullscreen"], [DESKTOP, "pip"], [PHONE, "fullscreen"], [PHONE, "pip"]]) {
    for (const order of ["question, then mode", "mode, then question", "both at once"]) {
      test(`a consent dialog can be seen and confirmed only by the user: ${mode}, ${order}, ${viewport.width} pixels`, async () => {
        const page = await openPage(current.browser, explorer.url, { viewport });
        const frame = await openAppFrame(page, "cover");
        const mark = await frame.evaluate(() => window.mark);
        // An app that the user interacts with has more permissions.
        await page.click(".app-mount iframe");
        await frame.evaluate((order, mode) => void window.attack[order](mode), order, mode);
        await awaitQuestion(page);
        await clickWhatIsSeen(page);
        await assertPaused(page);
        await clickInDialog(page, "Block");
        await awaitNoDialog(page);
        assert.equal((await until(frame, () => window.result)).isError, true);
        await assertShown(page, frame, mark);
        assert.deepEqual(calls, []);
      });
    }
  }

  for (const [dialog, open, close] of [
    ["#access", (page) => page.click("#access-open"), "Cancel"],
    ["#help", (page) => page.keyboard.press("?"), "Close"],
    ["#confirm", (page) => pressButton(page, "Run"), "Cancel"],
  ]) {
    for (const [viewport, mode] of [[DESKTOP, "fullscreen"], [PHONE, "pip"]]) {
      test(`a dialog of the page stays above the app: ${dialog}, ${mode}, ${viewport.width} pixels`, async () => {
        const page = await openPage(current.browser, explorer.url, { viewport });
        const frame = await openAppFrame(page, "cover/destructive");
        const mark = await frame.evaluate(() => window.mark);
        await page.evaluate(() => document.activeElement.blur());
        await open(page);
        await awaitDialog(page, dialog);
        await frame.evaluate((mode) => void window.attack.mode(mode), mode);
        await until(page, () => window.heard.filter(({ method }) => method === "ui/request-display-mode").length >= 5);
        await assertPaused(page);
        await clickInDialog(page, close);
        await awaitNoDialog(page);
        await assertShown(page, frame, mark);
      });
    }
  }

  test("buttons that allow something are enabled only after the page has been visible for a while", async () => {
    const page = await openPage(current.browser, explorer.url, { prepare: makeHideable });
    const frame = await openAppFrame(page, "cover");
    await page.evaluate(() => window.hide(true));
    await frame.evaluate(() => void window.attack.call());
    await awaitQuestion(page);
    // The pause is longer than the time for which the buttons of a new dialog are disabled in a visible page.
    await pause(1000);
    const states = await page.evaluate(() => {
      window.hide(false);
      const buttons = [...document.querySelectorAll("dialog[open] button")];
      return buttons.map(({ innerText, disabled }) => ({ name: innerText.trim(), disabled }));
    });
    for (const { name, disabled } of states) assert.equal(disabled, isAllowing({ name }), name);
    await until(page, () => [...document.querySelectorAll("dialog[open] button")].every(({ disabled }) => !disabled));
    await clickInDialog(page, "Allow once");
    await until(frame, () => window.result);
    assert.deepEqual(calls, ["server/write"]);
  });
});

// Makes the page's visibility controllable, as if it were behind another tab.
function makeHideable() {
  let hidden = false;
  Object.defineProperty(document, "hidden", { get: () => hidden });
  Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") });
  window.hide = (wanted) => {
    hidden = wanted;
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  };
}

// Clicks each button of the dialog that allows something and is covered by the app: first when the dialog opens, and
// again when its buttons are enabled.
async function clickWhatIsSeen(page) {
  for (const isReady of [false, true]) {
    if (isReady) await awaitAnswerable(page);
    const allowing = (await buttonsOfDialog(page)).filter(isAllowing);
    const { covered } = await lookAt(page, allowing, APP_COLOUR);
    for (const [index, { x, y }] of allowing.entries()) if (covered[index]) await page.mouse.click(x, y);
    if (covered.some(Boolean)) await pause(300);
    assert.deepEqual(calls, [], "a click on the app allowed it to call a tool");
  }
}

// Asserts that a dialog is open and no app is visible.
async function assertPaused(page) {
  const buttons = await buttonsOfDialog(page);
  const seen = await page.evaluate((buttons) => {
    const dialog = document.querySelector("dialog[open]");
    const mounts = [...document.querySelectorAll(".app-mount")];
    const leaves = [...document.querySelectorAll("body *")].filter((node) => node.childElementCount === 0);
    return {
      displays: mounts.map((mount) => getComputedStyle(mount).display),
      paused: leaves.some((node) => node.innerText?.includes("Paused") && node.checkVisibility()),
      uncovered: buttons.map(({ x, y }) => dialog.contains(document.elementsFromPoint(x, y)[0])),
      topmost: window.raised.filter((node) => node.matches(":popover-open, dialog[open]")).at(-1) === dialog,
    };
  }, buttons);
  assert.deepEqual(seen, { displays: ["none"], paused: true, uncovered: buttons.map(() => true), topmost: true });
  assert.equal((await lookAt(page, buttons, APP_COLOUR)).pixels, 0, "the app is to be seen");
}

// Asserts that no dialog is open and the app is visible and unchanged.
async function assertShown(page, frame, mark) {
  await until(page, () => [...document.querySelectorAll(".app-mount")].every((mount) => mount.checkVisibility()));
  assert.equal(await page.evaluate(() => document.getElementById("tool").innerText.includes("Paused")), false);
  assert.equal(await frame.evaluate(() => window.mark), mark, "the app was loaded anew");
  assert.equal(await stateOf(page), "ready");
}
