// The browsers that the attacks are tried in. One library drives both, and leaves the focus of windows as it is.
//
//   CHROMIUM  Chromium (/usr/bin/chromium)
//   FIREFOX   Firefox (/usr/bin/firefox-esr)
//   BROWSERS  the ones to try ("chromium firefox")
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
