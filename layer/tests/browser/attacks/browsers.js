// The browsers in which the attacks run. One library drives both and does not emulate window focus.
//
//   CHROMIUM  Chromium in a real window (/usr/bin/chromium)
//   HEADLESS_SHELL  Chromium without one (/usr/bin/chromium-headless-shell)
//   FIREFOX   Firefox (/usr/bin/firefox-esr)
//   BROWSERS  the browsers to use ("chromium firefox")
import { after, afterEach, before, describe } from "node:test";
import puppeteer from "puppeteer-core";
import { CHROMIUM, CHROMIUM_FLAGS, HEADLESS_SHELL } from "../support.js";

const FIREFOX_PREFERENCES = {
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "app.update.enabled": false,
};

const LAUNCH = {
  chromium: ({ flags, headless, ...options }) =>
    puppeteer.launch({
      browser: "chrome",
      headless: headless ? "shell" : false,
      executablePath: headless ? HEADLESS_SHELL : CHROMIUM,
      args: [...CHROMIUM_FLAGS, ...flags],
      ...options,
    }),
  firefox: ({ flags, ...options }) =>
    puppeteer.launch({
      browser: "firefox",
      protocol: "webDriverBiDi",
      executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
      extraPrefsFirefox: FIREFOX_PREFERENCES,
      args: flags,
      ...options,
    }),
};

export const BROWSERS = (process.env.BROWSERS ?? "chromium firefox").split(" ");

const IN_WINDOW = { chromium: ["--window-position=0,0", "--window-size=1300,950"], firefox: ["--width=1300", "--height=950"] };

// Starts a browser, in a real window if there is a screen for it.
export function launch(name, { screen, flags = [], ...options } = {}) {
  const shown = screen ? { headless: false, env: screen.env, flags: [...IN_WINDOW[name], ...flags] } : { headless: true, flags };
  return LAUNCH[name]({ defaultViewport: null, protocolTimeout: 120000, ...shown, ...options });
}

// Declares the tests of a file once for each browser. While they run, `current.browser` is that browser; its pages are closed after
// each test.
export function inEachBrowser(options, declare) {
  for (const name of BROWSERS) {
    describe(name, () => {
      const current = { name };
      before(async () => (current.browser = await launch(name, options)));
      after(() => current.browser.close());
      // The first page stays, because a browser without pages would end.
      afterEach(async () => Promise.all((await current.browser.pages()).slice(1).map((page) => page.close())));
      declare(current);
    });
  }
}
