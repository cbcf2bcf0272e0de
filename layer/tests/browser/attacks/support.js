// Shared by the attacks: a page with an app that attacks on command, and checks of what is visible.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { PNG } from "pngjs";

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
export const FRAME = "iframe.app-frame";
export const FILTER = "#filter";

// Waits for a condition in a page or a frame, and returns its value.
export async function until(target, condition, ...rest) {
  const end = Date.now() + 30000;
  let problem;
  while (Date.now() < end) {
    try {
      const value = await target.evaluate(condition, ...rest);
      if (value) return value;
    } catch (error) {
      // The document may be replaced while the condition runs.
      problem = error;
    }
    await pause(30);
  }
  const reason = problem ? `\n${problem.message}` : "";
  return assert.fail(`timed out waiting for: ${condition}${reason}`);
}

// Opens a new page of the explorer. `prepare` runs in it before the page's script.
export async function openPage(browser, url, { viewport = DESKTOP, prepare } = {}) {
  const page = await browser.newPage();
  if (viewport) await page.setViewport(viewport);
  await page.evaluateOnNewDocument(keepHistory);
  if (prepare) await page.evaluateOnNewDocument(prepare);
  await page.goto(url);
  return page;
}

// Records, in every window, the received messages and the order of elements in the top layer.
function keepHistory() {
  window.heard = [];
  addEventListener("message", ({ data }) => window.heard.push(data));
  window.raised = [];
  for (const [type, name] of [[HTMLElement, "showPopover"], [HTMLDialogElement, "showModal"]]) {
    const raise = type.prototype[name];
    type.prototype[name] = function (...rest) {
      window.raised.push(this);
      window.lastRaised = name;
      return raise.apply(this, rest);
    };
  }
}

// Opens a tool's app without running the tool.
export async function openApp(page, tool) {
  await page.evaluate((hash) => void (location.hash = hash), `#/tools/${tool.split("/").map(encodeURIComponent).join("/")}`);
  await pressButton(page, "Open the app");
  await awaitState(page, "ready");
}

// Opens an app like `openApp`, and returns its frame. Evaluating code there gives the app user activation.
export async function openAppFrame(page, tool) {
  await openApp(page, tool);
  return appFrame(page);
}

// Makes the visible app run an attack, with a message: evaluating code in its frame would give the app user activation.
export function tellApp(page, attack, ...args) {
  return page.evaluate((message, selector) => {
    const frame = [...document.querySelectorAll(selector)].find((frame) => frame.checkVisibility()) ?? document.querySelector(selector);
    const { contentWindow } = frame;
    // If apps have a separate origin, the app is in a nested frame.
    (contentWindow.length > 0 ? contentWindow[0] : contentWindow).postMessage(message, "*");
  }, { attack, args }, FRAME);
}

async function appFrame(page) {
  for (const end = Date.now() + 30000; Date.now() < end; await pause(30)) {
    for (const frame of page.frames()) {
      if (await frame.evaluate(() => "attack" in window && "host" in window).catch(() => false)) return frame;
    }
  }
  return assert.fail("no frame has an app in it");
}

// Presses a button of the page as soon as it exists.
export function pressButton(page, name) {
  return until(page, (name) => {
    const isMeant = (button) => button.innerText.trim() === name && button.checkVisibility() && !button.disabled;
    const button = [...document.querySelectorAll("button")].find(isMeant);
    button?.click();
    return button !== undefined;
  }, name);
}

export function valueOf(page, selector) {
  return page.evaluate((selector) => document.querySelector(selector).value, selector);
}

export function stateOf(page) {
  return page.evaluate(() => {
    const states = [...document.querySelectorAll(".app-state")];
    return states.find((state) => state.checkVisibility())?.dataset.state;
  });
}

export async function awaitState(page, state) {
  try {
    const isShown = (state) => [...document.querySelectorAll(`.app-state[data-state="${state}"]`)].some((shown) => shown.checkVisibility());
    await until(page, isShown, state);
  } catch {
    const shown = await page.evaluate(() => document.getElementById("tool").innerText);
    assert.fail(`The app does not reach the state ${state}. The page says:\n${shown}`);
  }
}

export function awaitDialog(page, selector) {
  return until(page, (selector) => document.querySelector(`${selector}[open]`) !== null, selector);
}

export function awaitQuestion(page) {
  return awaitDialog(page, "dialog.app-question");
}

// The buttons of a consent dialog are enabled only after a moment.
export function awaitAnswerable(page) {
  return until(page, () => document.querySelector("dialog.app-question[open] button.primary:enabled") !== null);
}

export function awaitNoDialog(page) {
  return until(page, () => document.querySelector("dialog[open]") === null);
}

// The names and centres of the open dialog's buttons.
export function buttonsOfDialog(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("dialog[open] button")].map((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return { name: button.innerText.trim(), disabled: button.disabled, x: left + width / 2, y: top + height / 2 };
    }),
  );
}

export async function clickInDialog(page, name) {
  const { x, y } = (await buttonsOfDialog(page)).find((button) => button.name === name);
  await page.mouse.click(x, y);
}

// Returns whether each point has the colour, and how many pixels of the page have it.
export async function lookAt(page, points, colour) {
  const { width, data } = PNG.sync.read(Buffer.from(await page.screenshot()));
  const [red, green, blue] = colour;
  const hasColour = (at) => data[at] === red && data[at + 1] === green && data[at + 2] === blue;
  let pixels = 0;
  for (let at = 0; at < data.length; at += 4) if (hasColour(at)) pixels += 1;
  return { pixels, covered: points.map(({ x, y }) => hasColour((Math.round(y) * width + Math.round(x)) * 4)) };
}
