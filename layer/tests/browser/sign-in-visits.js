// The steps of a person at an authorization server that is oidc-provider, in a page that puppeteer drives.
import { until } from "./attacks/support.js";

// Presses what has this label, once it is there.
export function press(page, label, selector = "button") {
  const click = (label, selector) => {
    const shown = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility() && one.textContent.trim() === label);
    shown.at(-1)?.click();
    return shown.length > 0;
  };
  return until(page, click, label, selector);
}

export const shows = (page, text) => until(page, (text) => document.body.innerText.includes(text), text);

// Follows the dialog to the authorization server, in a tab of its own.
export async function visitIn(browser, page, issuer, { isNew = true, isDenied = false } = {}) {
  const opened = new Promise((resolve) => browser.once("targetcreated", (target) => resolve(target.page())));
  await press(page, `Continue at ${issuer}`);
  const tab = await opened;
  if (isDenied) {
    await press(tab, "[ Cancel ]", "a");
  } else {
    if (isNew) {
      await tab.locator("input[name=login]").fill("ada");
      await tab.locator("input[name=password]").fill("any");
      await press(tab, "Sign-in");
    }
    await press(tab, "Continue");
  }
  // Some tabs close themselves, where the browser lets them.
  const closed = new Promise((resolve) => tab.once("close", resolve));
  await Promise.race([closed, shows(tab, "You can close this tab").catch(() => closed)]);
  await tab.close().catch(() => closed);
}
