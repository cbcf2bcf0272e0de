// The browsers in which the attacks run. One library drives both and does not emulate window focus.
//
//   CHROMIUM  Chromium (/usr/bin/chromium)
//   FIREFOX   Firefox (/usr/bin/firefox-esr)
//   BROWSERS  the browsers to use ("chromium firefox")
import puppeteer from "puppeteer-core";

const QUIET = ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", ...QUIET];
const FIREFOX_PREFERENCES = {
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "app.update.enabled": false,
};

const LAUNCH = {
  chromium: ({ flags = [], ...options }) =>
    puppeteer.launch({
      browser: "chrome",
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [...CHROMIUM_FLAGS, ...flags],
      ...options,
    }),
  firefox: ({ flags = [], ...options }) =>
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

export function launch(name, options = {}) {
  return LAUNCH[name]({ headless: true, defaultViewport: null, protocolTimeout: 120000, ...options });
}
