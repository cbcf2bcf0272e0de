// Shared by these attacks: a page with apps that execute commands from the page's window.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

export async function until(page, condition, ...rest) {
  let problem;
  for (const end = Date.now() + 30000; Date.now() < end; await pause(30)) {
    try {
      const value = await page.evaluate(condition, ...rest);
      if (value) return value;
    } catch (error) {
      // The document may be replaced while the condition runs.
      problem = error;
    }
  }
  return assert.fail(`timed out waiting for: ${condition}\n${problem?.message ?? ""}`);
}

// Opens a page that records the messages of apps.
export async function openPage(browser, url) {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    window.heard = [];
    addEventListener("message", ({ data }) => window.heard.push(data));
  });
  await page.goto(url);
  return page;
}

export async function openApp(page, tool) {
  await page.evaluate((tool) => void (location.hash = `#/tools/${tool}`), tool);
  await until(page, () => {
    const button = [...document.querySelectorAll("button")].find((button) => button.innerText === "Open the app" && button.checkVisibility());
    button?.click();
    return button !== undefined;
  });
  await until(page, () => [...document.querySelectorAll('.app-state[data-state="ready"]')].some((state) => state.checkVisibility()));
}

// Makes the visible app run an attack, without the user activation that evaluating code in its frame would give.
export function tellApp(page, attack, ...args) {
  return page.evaluate((message) => {
    const frame = [...document.querySelectorAll("iframe.app-frame")].find((frame) => frame.checkVisibility()) ?? document.querySelector("iframe.app-frame");
    const { contentWindow } = frame;
    // If apps have a separate origin, the app is in a nested frame.
    (contentWindow.length > 0 ? contentWindow[0] : contentWindow).postMessage(message, "*");
  }, { attack, args });
}

export const stolenKeys = (page) => page.evaluate(() => window.heard.map((message) => message?.stolen ?? "").join(""));

export const openQuestion = (page) => until(page, () => document.querySelector("dialog.app-question[open]") !== null);

export const awakeQuestion = (page) => until(page, () => document.querySelector("dialog.app-question[open] button.primary:enabled") !== null);
