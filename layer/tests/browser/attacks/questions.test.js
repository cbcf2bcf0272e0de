// Consent dialogs that are confirmed before the user has seen them completely.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { calls } from "../fixtures/apps/make.js";
import { obedientApps } from "../fixtures/apps/obedient.js";
import { shared, startExplorer } from "../support.js";
import { inEachBrowser } from "./browsers.js";
import { awaitAnswerable, awaitQuestion, openApp, openPage, tellApp, until } from "./support.js";

const NOWHERE = "http://127.0.0.1:9";

const [explorer] = await shared(startExplorer("obedient-apps"));

inEachBrowser({}, (current) => {
  let page;

  async function open() {
    page = await openPage(current.browser, explorer.url);
    await openApp(page, "break");
  }

  // A double click on the app, whose first click opens the dialog.
  test("a click meant for the app does not follow a link in a consent dialog", async () => {
    await open();
    const contents = [{ type: "resource_link", uri: `${NOWHERE}/${"x".repeat(1900)}`, name: "x" }];
    await tellApp(page, "ask", "ui/download-file", { contents });
    await awaitQuestion(page);
    const before = (await current.browser.pages()).length;
    const { x, y } = await page.evaluate(() => {
      const { left, top, width, height } = document.querySelector("dialog.app-question li button").getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await page.mouse.click(x, y);
    await pause(500);
    assert.equal((await current.browser.pages()).length, before, "a window was opened");
  });

  test("the consent dialog shows the host of an address", async () => {
    await open();
    await tellApp(page, "ask", "ui/open-link", { url: `https://bank.example:${"a".repeat(5000)}@evil.invalid/` });
    const end = Date.now() + 2000;
    while (Date.now() < end) {
      const { text, awake } = await page.evaluate(() => {
        const dialog = document.querySelector("dialog.app-question[open]");
        return { text: dialog?.innerText ?? "", awake: dialog?.querySelector("button.primary")?.disabled === false };
      });
      assert.ok(!awake || text.includes("evil.invalid"), "the address can be opened, and its host was not shown");
      await pause(50);
    }
  });

  test("a name too long for the consent dialog is refused", async () => {
    await open();
    await tellApp(page, "ask", "tools/call", { name: `server/${"x".repeat(300)}/erase`, arguments: {} });
    const isShown = () => page.evaluate(() => document.querySelector("dialog.app-question[open]").innerText.includes("/erase"));
    const { answered } = await until(page, () => window.heard.find((message) => message?.answered));
    assert.match(answered, /more than 200 characters/);
    assert.equal(await page.evaluate(() => document.querySelector("dialog.app-question")), null);
  });

  test("the beginning of a long address must be visible before it can be opened", async () => {
    await open();
    await tellApp(page, "ask", "ui/open-link", { url: `https://evil.invalid/${"a".repeat(1900)}` });
    await awaitQuestion(page);
    await pause(1500);
    const seen = await page.evaluate(() => {
      const { top } = document.querySelector("dialog.app-question[open] .app-reading").getBoundingClientRect();
      return { top: top >= 0, awake: !document.querySelector("dialog.app-question[open] button.primary").disabled };
    });
    assert.ok(seen.top || !seen.awake, "the address can be opened, and its beginning was never in sight");
  });

  test("a consent dialog stays above an app that has just requested another display mode", { timeout: 120000 }, async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      await open();
      // The user interacts with the app.
      await page.click("iframe.app-frame");
      await pause(300);
      await tellApp(page, "askAll", ["ui/request-display-mode", { mode: "fullscreen" }], ["ui/open-link", { url: "https://evil.invalid/" }]);
      await awaitQuestion(page);
      await pause(500);
      assert.equal(await page.evaluate(() => window.lastRaised), "showModal", `try ${tries + 1}`);
      await page.close();
    }
  });

  test("consent for a document does not apply under a policy that loads other scripts", async () => {
    await open();
    const call = ["tools/call", { name: "server/write", arguments: {} }];
    await tellApp(page, "ask", ...call);
    await awaitAnswerable(page);
    await page.evaluate(() => [...document.querySelectorAll("dialog button")].find(({ innerText }) => innerText.startsWith("Allow this tool")).click());
    await until(page, () => window.heard.some((message) => message?.answered));
    const before = calls.length;
    const [content] = obedientApps.resources.find(({ name }) => name === "break").contents;
    content._meta = { ui: { csp: { resourceDomains: ["https://evil.invalid"] } } };
    try {
      await page.evaluate(() => [...document.querySelectorAll(".app-panel button")].find(({ innerText }) => innerText === "Reload").click());
      await until(page, () => window.heard.filter((message) => message?.method === "ui/notifications/initialized").length === 2);
      await tellApp(page, "ask", ...call);
      await pause(1000);
      assert.equal(calls.length, before);
    } finally {
      delete content._meta;
    }
  });

  test("hidden arguments must be scrolled into view before the call can be allowed", async () => {
    await open();
    await tellApp(page, "ask", "tools/call", { name: "server/write", arguments: { lines: Array(300).fill(0), path: "/danger" } });
    await awaitQuestion(page);
    await pause(1500);
    const isAwake = () => page.evaluate(() => !document.querySelector("dialog.app-question[open] button.primary").disabled);
    assert.equal(await isAwake(), false, "nobody has seen the end of the arguments");
    await page.evaluate(() => document.querySelector("dialog.app-question pre").scrollTo(0, 1e6));
    await awaitAnswerable(page);
  });
});
