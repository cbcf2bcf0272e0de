// Apps that take the keyboard focus while the user types elsewhere. Real keys in a real window show which document receives them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { during, shared, startExplorer } from "../support.js";
import { BROWSERS, inEachBrowser, launch } from "./browsers.js";
import { onScreen, startScreen } from "./screen.js";
import { FILTER, FRAME, openApp, openPage, tellApp, until, valueOf } from "./support.js";

// The delay between two keys.
const FAST_TYPIST_MS = 60;
const TEXT = "abcdefghijklmnopqrstuvwxyz".repeat(2);

const [explorer, screen] = await shared(startExplorer("obedient-apps"), startScreen());
const stolenKeys = (page) => page.evaluate(() => window.heard.map((message) => message?.stolen ?? "").join(""));

// Opens the app in a window, with the pointer in a corner.
async function openIn(browser) {
  const page = await openPage(browser, explorer.url, { viewport: null });
  await openApp(page, "break");
  await page.bringToFront();
  await screen.move({ x: 5, y: 5 });
  return page;
}

inEachBrowser({ screen }, (current) => {
  let page;
  const open = async () => void (page = await openIn(current.browser));

  const clickOn = async (selector) => screen.click(await onScreen(page, selector));

  // A single key in transit while the focus moves cannot be recalled, but the rest of the text can be protected.
  const most = 10;
  const mostlyKept = async () => assert.ok((await stolenKeys(page)).length <= most, `the app got ${JSON.stringify(await stolenKeys(page))}`);

  test("a double click on the app does not press a button of the page that the app scrolls there in between", async () => {
    await open();
    const sent = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
    await tellApp(page, "grow", 3000);
    await until(page, () => document.querySelector("iframe.app-frame").clientHeight > 2000);
    // The app knows the layout of the page, and so the distance of its buttons from the frame.
    const look = () =>
      page.evaluate(() => {
        const run = [...document.querySelectorAll("button")].find((button) => button.innerText === "Run" && button.checkVisibility());
        const { left, top, width, height } = run.getBoundingClientRect();
        const frame = document.querySelector("iframe.app-frame").getBoundingClientRect();
        const bottom = document.getElementById("tool").getBoundingClientRect().bottom;
        const edge = { x: window.mozInnerScreenX ?? screenX, y: window.mozInnerScreenY ?? screenY + outerHeight - innerHeight };
        return { run: { x: left + width / 2, y: top + height / 2 }, top: frame.top, bottom, edge };
      });
    const { run, top, bottom, edge } = await look();
    const y = 330;
    await tellApp(page, "scrollAtPress", Math.round(bottom - (y + top - run.y)) - 21);
    await until(page, () => document.querySelector("iframe.app-frame").getBoundingClientRect().top < 100);
    await screen.click({ x: edge.x + run.x, y: edge.y + y });
    await pause(100);
    // At once: on a busy machine, a look would make it another click.
    await screen.press();
    assert.ok(Math.abs((await look()).run.y - y) < 10, "the button is under the pointer");
    await pause(500);
    assert.deepEqual(sent.filter((path) => path.endsWith("/call")), []);
  });

  for (const attack of ["take", "keep"]) {
    test(`focus taken during typing is restored permanently: ${attack}`, async () => {
      await open();
      await clickOn(FILTER);
      const typing = screen.type(TEXT, FAST_TYPIST_MS);
      await pause(250);
      await tellApp(page, attack);
      await typing;
      await pause(500);
      await mostlyKept();
    });
  }

  test("an app that repeatedly takes the focus does not receive a token typed into the Access dialog", async () => {
    await open();
    await clickOn("#access-open");
    await until(page, () => document.activeElement.id === "token");
    const typing = screen.type(TEXT, FAST_TYPIST_MS);
    await pause(250);
    await tellApp(page, "keep");
    await typing;
    await pause(500);
    await mostlyKept();
  });

  test("a hidden app cannot have the keyboard focus", async () => {
    await open();
    await clickOn(FRAME);
    await tellApp(page, "take");
    await screen.type("in");
    await until(page, () => window.heard.some((message) => message?.stolen === "n"));
    await screen.move({ x: 5, y: 5 });
    await page.evaluate(() => history.back());
    await until(page, () => !document.querySelector("iframe.app-frame").checkVisibility());
    await pause(500);
    await screen.type("/secret");
    await pause(500);
    assert.equal(await stolenKeys(page), "in");
  });

  test("a Tab from one field of the page to the next does not let an app take the focus", async () => {
    await open();
    await clickOn(FILTER);
    await screen.key("Tab");
    await screen.key("shift+Tab");
    await tellApp(page, "take");
    await pause(400);
    await screen.type("secret");
    await pause(300);
    await mostlyKept();
    await until(page, (selector) => document.activeElement.matches(selector), FILTER);
  });

  test("an app that grows under the pointer has not been entered", async () => {
    await open();
    await tellApp(page, "grow", 60);
    await until(page, () => document.querySelector("iframe.app-frame").clientHeight < 80);
    await clickOn(FILTER);
    const { x, y } = await page.evaluate(() => {
      const { left, bottom } = document.querySelector("iframe.app-frame").getBoundingClientRect();
      return { x: left + (window.mozInnerScreenX ?? screenX) + 200, y: bottom + (window.mozInnerScreenY ?? screenY + outerHeight - innerHeight) + 60 };
    });
    await screen.move({ x, y });
    await tellApp(page, "grow", 800);
    await until(page, () => document.querySelector("iframe.app-frame").matches(":hover"));
    await tellApp(page, "ask", "ui/request-display-mode", { mode: "fullscreen" });
    const { answered } = await until(page, () => window.heard.find((message) => message?.answered));
    assert.deepEqual(answered, { mode: "inline" });
    await tellApp(page, "take");
    await pause(300);
    await screen.type("secret");
    await pause(300);
    await mostlyKept();
    assert.match(await valueOf(page, FILTER), /cret$/);
  });
});

test("on a touch screen, a pause in typing is not treated as a touch", { skip: !BROWSERS.includes("chromium") }, async (context) => {
  const [browser] = await during(context, launch("chromium", { screen, flags: ["--blink-settings=availablePointerTypes=6"] }));
  const page = await openIn(browser);
  assert.ok(await page.evaluate(() => matchMedia("(any-pointer: coarse)").matches));
  await screen.click(await onScreen(page, FILTER));
  await page.evaluate(() => document.querySelector("#filter").addEventListener("input", () => setTimeout(() => frames[0].postMessage({ attack: "take" }, "*"), 1500), { once: true }));
  await screen.type("x");
  await pause(2000);
  await screen.type("secret");
  await pause(300);
  const stolen = await stolenKeys(page);
  assert.ok(stolen.length <= 3, `the app got ${JSON.stringify(stolen)}`);
});
