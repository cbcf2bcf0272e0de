// A call of an agent that changes the view under the pointer, so that a click meant for one tool would run another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { call } from "../fixtures/traffic.js";
import { shared, startWithSettings } from "../support.js";
import { startRecords } from "../traffic-panel.js";
import { inEachBrowser } from "./browsers.js";
import { openPage, until } from "./support.js";

const [explorer] = await shared(startWithSettings("apps", {}));

const agentCall = (city) => call({ name: "probe", client: "claude", params: { name: "probe", arguments: { city } }, result: { content: [{ type: "text", text: city }] } });

inEachBrowser({}, (current) => {
  test("runs nothing, and is not even made while a button is pointed at", async (context) => {
    const fixture = await startRecords(context, explorer);
    const page = await openPage(current.browser, fixture.url);
    const problems = [];
    page.on("pageerror", (problem) => problems.push(String(problem)));
    await until(page, () => document.querySelector(".tool-row") !== null);
    await page.evaluate(() => document.getElementById("traffic-open").click());
    await until(page, () => [...document.querySelectorAll("label")].some((label) => label.innerText.includes("Open apps automatically")));
    await page.evaluate(() => {
      const label = [...document.querySelectorAll("label")].find((label) => label.innerText.includes("Open apps automatically"));
      label.querySelector("input").click();
      document.activeElement.blur();
    });
    await page.evaluate(() => void (location.hash = "#/tools/official"));
    const isOpen = (name) => until(page, (name) => location.hash.startsWith(`#/tools/${name}`) && document.querySelector("article.tool:not([hidden]) .actions .primary")?.checkVisibility(), name);
    await isOpen("official");
    const runs = () => page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /tools\/(call|\w+\/call)$|rpc\/tools\/call/.test(name)).length);
    const centre = () =>
      page.evaluate(() => {
        const { left, top, width, height } = document.querySelector("article.tool:not([hidden]) .actions .primary").getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      });
    const [x, y] = await centre();
    await page.mouse.move(x, y);
    fixture.add(...agentCall("Bern"));
    await until(page, () => [...document.querySelectorAll("button")].some((button) => button.innerText === "Open its app" && button.checkVisibility()));
    assert.equal(await page.evaluate(() => location.hash.startsWith("#/tools/official")), true);

    await page.mouse.move(5, 5);
    fixture.add(...agentCall("Rome"));
    await isOpen("probe");
    // Within the moment after the switch, and then without a movement.
    // The view may just be drawn again.
    await until(page, () => {
      const run = document.querySelector("article.tool:not([hidden]) .actions .primary");
      run?.click();
      return run !== null;
    });
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    assert.equal(await runs(), 0);
    await pause(600);
    await page.mouse.move(...(await centre()));
    await page.mouse.down();
    await page.mouse.up();
    await until(page, () => document.querySelector("article.tool:not([hidden]) .result") !== null);
    assert.equal(await runs(), 1);
    assert.deepEqual(problems, []);
  });
});
