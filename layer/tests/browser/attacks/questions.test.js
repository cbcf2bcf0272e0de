// Questions that are answered, or acted upon, before the user has seen them in full.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startExplorer } from "../support.js";
import { awakeQuestion, openApp, openPage, openQuestion, tellApp, until } from "./commands.js";
import { BROWSERS, launch } from "./browsers.js";

const NOWHERE = "http://127.0.0.1:9";

let explorer;
before(async () => (explorer = await startExplorer("obedient-apps")));
after(() => explorer.stop());

for (const name of BROWSERS) {
  describe(name, () => {
    let browser;
    let page;
    before(async () => (browser = await launch(name, { defaultViewport: { width: 1280, height: 800 } })));
    after(() => browser.close());
    afterEach(async () => Promise.all((await browser.pages()).slice(1).map((page) => page.close())));

    async function open() {
      page = await openPage(browser, explorer.url);
      await openApp(page, "break");
    }

    // A double click on the app, whose first half makes the question come up.
    test("a link in a question is not followed by a click that was meant for the app", async () => {
      await open();
      const contents = [{ type: "resource_link", uri: `${NOWHERE}/${"x".repeat(3500)}`, name: "x" }];
      await tellApp(page, "ask", "ui/download-file", { contents });
      await openQuestion(page);
      const before = (await browser.pages()).length;
      const { x, y } = await page.evaluate(() => {
        const { left, right } = document.querySelector("dialog.app-question a").getBoundingClientRect();
        return { x: (left + right) / 2, y: innerHeight / 2 };
      });
      await page.mouse.click(x, y);
      await pause(500);
      assert.equal((await browser.pages()).length, before, "a window was opened");
    });

    test("the host of an address is in what the question shows", async () => {
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

    test("a name is in what the question shows, to its end", async () => {
      await open();
      await tellApp(page, "ask", "tools/call", { name: `server/${"x".repeat(300)}/erase`, arguments: {} });
      const isShown = () => page.evaluate(() => document.querySelector("dialog.app-question[open]").innerText.includes("/erase"));
      await openQuestion(page);
      await pause(1000);
      const awake = await page.evaluate(() => document.querySelector("dialog.app-question[open] button.primary")?.disabled === false);
      assert.ok(!awake || (await isShown()), "the call can be allowed, and the end of the tool's name was not shown");
    });

    test("the beginning of a long address has been in sight before it can be opened", async () => {
      await open();
      await tellApp(page, "ask", "ui/open-link", { url: `https://evil.invalid/${"a".repeat(3500)}` });
      await openQuestion(page);
      await pause(1500);
      const seen = await page.evaluate(() => {
        const { top } = document.querySelector("dialog.app-question[open] .app-address").getBoundingClientRect();
        return { top: top >= 0, awake: !document.querySelector("dialog.app-question[open] button.primary").disabled };
      });
      assert.ok(seen.top || !seen.awake, "the address can be opened, and its beginning was never in sight");
    });

    test("a double click on the app does not press a button of the page that the app scrolls there in between", async () => {
      await open();
      const sent = [];
      page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
      await tellApp(page, "grow", 3000);
      await until(page, () => document.querySelector("iframe.app-frame").clientHeight > 2000);
      // The app knows the page, and so how far its buttons are from its frame.
      const look = () => page.evaluate(() => {
        const middle = (node) => [node.getBoundingClientRect()].map(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))[0];
        const run = middle([...document.querySelectorAll("button")].find((button) => button.innerText === "Run" && button.checkVisibility()));
        return { run, top: document.querySelector("iframe.app-frame").getBoundingClientRect().top, bottom: document.getElementById("tool").getBoundingClientRect().bottom };
      });
      const { run, top, bottom } = await look();
      const y = 330;
      await tellApp(page, "scrollAtPress", Math.round(bottom - (y + top - run.y)) - 21);
      await pause(300);
      assert.ok((await look()).run.y < 0, "the app is all that is in sight");
      await page.mouse.click(run.x, y);
      await pause(100);
      assert.ok(Math.abs((await look()).run.y - y) < 10, "the button is under the pointer");
      await page.mouse.click(run.x, y);
      await pause(500);
      assert.deepEqual(sent.filter((path) => path.endsWith("/call")), []);
    });

    test("arguments below the edge of their box are seen before the call can be allowed", async () => {
      await open();
      await tellApp(page, "ask", "tools/call", { name: "server/write", arguments: { lines: Array(300).fill(0), path: "/danger" } });
      await openQuestion(page);
      await pause(1500);
      const isAwake = () => page.evaluate(() => !document.querySelector("dialog.app-question[open] button.primary").disabled);
      assert.equal(await isAwake(), false, "nobody has seen the end of the arguments");
      await page.evaluate(() => document.querySelector("dialog.app-question pre").scrollTo(0, 1e6));
      await awakeQuestion(page);
      await until(page, () => true);
    });
  });
}
