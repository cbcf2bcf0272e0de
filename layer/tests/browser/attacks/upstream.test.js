// A server behind the proxy that wants a document of its own in the explorer's origin, where it could do all that the page can.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { startEvilUpstream } from "../fixtures/upstream.js";
import { startProxy } from "../support.js";
import { BROWSERS, launch } from "./browsers.js";
import { until } from "./support.js";

let upstream;
let explorer;
before(async () => {
  upstream = await startEvilUpstream();
  explorer = await startProxy(upstream.url);
});
after(() => [explorer, upstream].forEach(({ stop }) => stop()));

for (const name of BROWSERS) {
  describe(name, () => {
    let browser;
    let page;
    let context;
    before(async () => {
      browser = await launch(name);
    });
    after(() => browser.close());
    // A service worker stays with its context.
    beforeEach(async () => {
      context = await browser.createBrowserContext();
      page = await context.newPage();
    });
    afterEach(() => context.close());

    for (const path of ["/evil", "/", "/explorer/evil", "/explorer/../evil", "/mcp/evil", "/%65vil"]) {
      test(`there is no document of the server's: ${path}`, async () => {
        const response = await page.goto(new URL(path, explorer.url));
        assert.equal(response.status(), 404);
        await assertForeign(page);
      });
    }

    test("the MCP endpoint is no document with scripts, however it is opened", async () => {
      await page.goto(new URL("/mcp", explorer.url)).catch(() => {});
      await assertForeign(page);
      await page.goto("data:text/html,<body>");
      for (const enctype of ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
        await submit(page, new URL("/mcp", explorer.url).href, enctype === "" ? "get" : "post", enctype);
        await assertForeign(page);
      }
    });

    test("no service worker of the server's comes between", async () => {
      for (const from of ["/evil", "/mcp", "/explorer"]) {
        await page.goto(new URL(from, explorer.url)).catch(() => {});
        for (const script of ["/sw.js", "/mcp", "/mcp/sw.js", "/mcp?sw.js", "/explorer/sw.js"]) {
          const outcome = await page.evaluate(register, script, new URL(explorer.url).origin);
          assert.notEqual(outcome, "registered", `${script}, from ${from}`);
        }
      }
    });

    test("the explorer itself is there", async () => {
      await page.goto(explorer.url);
      await until(page, () => document.querySelector(".tool-row") !== null);
      await assertForeign(page);
    });
  });
}

// Sends a form from a page of another origin, and waits until its answer is there.
async function submit(page, action, method, enctype) {
  await page.goto("data:text/html,<body>");
  const arrived = page.waitForResponse((response) => response.url().startsWith(action), { timeout: 10000 });
  await page.evaluate((action, method, enctype) => {
    const form = Object.assign(document.createElement("form"), { action, method, enctype });
    form.append(Object.assign(document.createElement("input"), { name: "x", value: "1" }));
    document.body.append(form);
    form.submit();
  }, action, method, enctype);
  await arrived.catch(() => {});
  await page.waitForFunction(() => document.readyState === "complete");
}

// A page that came to be nowhere, or elsewhere, registers nothing here.
async function register(script, origin) {
  if (location.origin !== origin) return "elsewhere";
  try {
    await navigator.serviceWorker.register(script);
    return "registered";
  } catch ({ name }) {
    return name;
  }
}

// Nothing of the server's own is in the page, and no script of it has run.
async function assertForeign(page) {
  const seen = await page.evaluate(() => {
    const text = document.documentElement.textContent;
    return { hacked: window.hacked ?? document.title === "hacked", shown: text.includes("The upstream was here") };
  });
  assert.deepEqual(seen, { hacked: false, shown: false });
}
