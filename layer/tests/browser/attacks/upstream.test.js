// A server behind `mcp-ui open` that tries to get a document into the explorer's origin, where it could do everything the page can.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { startEvilUpstream } from "../fixtures/upstream.js";
import { shared, startOpenUrl } from "../support.js";
import { inEachBrowser } from "./browsers.js";
import { until } from "./support.js";

const upstream = await startEvilUpstream();
const [explorer] = await shared(startOpenUrl(upstream.url), upstream);

inEachBrowser({}, (current) => {
  let page;
  let context;
  // A service worker persists in its browser context.
  beforeEach(async () => {
    context = await current.browser.createBrowserContext();
    page = await context.newPage();
  });
  afterEach(() => context.close());

  for (const path of ["/evil", "/explorer/evil", "/explorer/../evil", "/mcp/evil", "/%65vil"]) {
    test(`no document of the server is shown: ${path}`, async () => {
      const response = await page.goto(new URL(path, explorer.url));
      assert.equal(response.status(), 404);
      await assertForeign(page);
    });
  }

  test("the root leads to the explorer", async () => {
    await page.goto(new URL("/", explorer.url));
    assert.equal(page.url(), explorer.url);
    await assertForeign(page);
  });

  test("the MCP endpoint never opens as a document with scripts", async () => {
    await page.goto(new URL("/mcp", explorer.url)).catch(() => {});
    await assertForeign(page);
    await page.goto("data:text/html,<body>");
    for (const enctype of ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      await submit(page, new URL("/mcp", explorer.url).href, enctype === "" ? "get" : "post", enctype);
      await assertForeign(page);
    }
  });

  test("no service worker of the server is registered", async () => {
    for (const from of ["/evil", "/mcp", "/explorer"]) {
      await page.goto(new URL(from, explorer.url)).catch(() => {});
      for (const script of ["/sw.js", "/mcp", "/mcp/sw.js", "/mcp?sw.js", "/explorer/sw.js"]) {
        const result = await page.evaluate(register, script, new URL(explorer.url).origin);
        assert.notEqual(result, "registered", `${script}, from ${from}`);
      }
    }
  });

  test("the explorer itself works", async () => {
    await page.goto(explorer.url);
    await until(page, () => document.querySelector(".tool-row") !== null);
    await assertForeign(page);
  });
});

// Submits a form from a page of another origin, and waits for the response.
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

// A page that was not loaded, or is on another origin, registers nothing here.
async function register(script, origin) {
  if (location.origin !== origin) return "elsewhere";
  try {
    await navigator.serviceWorker.register(script);
    return "registered";
  } catch ({ name }) {
    return name;
  }
}

// Asserts that the page contains nothing from the server, and that none of the server's scripts has run.
async function assertForeign(page) {
  const seen = await page.evaluate(() => {
    const text = document.documentElement.textContent;
    return { hacked: window.hacked ?? document.title === "hacked", shown: text.includes("The upstream was here") };
  });
  assert.deepEqual(seen, { hacked: false, shown: false });
}
