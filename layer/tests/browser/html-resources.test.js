// HTML of a server that is not an app: text until somebody wants the page, which then runs in the sandbox of apps, with nobody to talk to.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, test } from "node:test";
import { openWatched, replaceAppSettings, until } from "./apps/support.js";
import { calls } from "./fixtures/apps/make.js";
import { document as report, types } from "./fixtures/html.js";
import { assertAccessible, axe, button, during, focusedName, openPage, openTool, run, shared, startApart, startBrowser, startExplorer } from "./support.js";

const [browser, explorer, hostile] = await shared(startBrowser(), startExplorer("html"), startExplorer("hostile-apps"));
// Browsers may run the documents of several pages in one process.
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

const shown = (page) => page.locator("article.tool:not([hidden])");
const items = (page) => shown(page).locator(".result .items > li");
const frames = (page) => page.locator("iframe.app-frame");
const link = (uri, { url } = explorer) => `${url}#/resources/${encodeURIComponent(uri)}`;
// The errors of the page itself; a frame may log what its policy blocks.
const troubleOf = (page) => page.trouble.filter((line) => line.startsWith("error: ") && !line.includes("/sandbox"));

async function read(uri, { server = explorer, open = openPage, ...options } = {}) {
  const page = await open(browser, server.url, options);
  await page.goto(link(uri, server));
  await items(page).first().waitFor();
  return page;
}

// Shows the HTML of an item as a page, and returns its frame.
async function showPage(page, item = items(page)) {
  await button(item, "Page").click();
  await item.locator("iframe").waitFor();
  const frame = await (await item.locator("iframe").elementHandle()).contentFrame();
  await until(frame, () => document.title !== "App" && document.readyState === "complete");
  return frame;
}

async function assertRendered(page, item) {
  const frame = await showPage(page, item);
  assert.equal(await frame.locator("h1").textContent(), "Überschrift");
  assert.equal(await frame.locator("h1").evaluate((node) => getComputedStyle(node).color), "rgb(1, 2, 3)");
  assert.equal(await frame.locator("#ran").textContent(), "Ran");
  assert.equal(await frame.evaluate(() => document.compatMode), "CSS1Compat");
  assert.equal(await frame.evaluate(() => origin), "null");
  return frame;
}

test("HTML is text first, and a page on demand", async () => {
  const page = await read("html:///text");
  await items(page).getByText("<h1>Überschrift</h1>").waitFor();
  assert.equal(await frames(page).count(), 0);
  assert.equal(await button(items(page), "Raw").getAttribute("aria-pressed"), "true");
  await assertRendered(page);
  await items(page).getByText("Runs without network, tools and access to this page.").waitFor();
  await button(items(page), "Raw").click();
  await items(page).getByText("<h1>Überschrift</h1>").waitFor();
  assert.equal(await frames(page).count(), 0);
  await assertRendered(page);
  assert.deepEqual(page.trouble, []);
});

test("a blob, an embedded resource of a result and one of a prompt are shown as well", async () => {
  const page = await read("html:///blob");
  await items(page).getByText("<h1>Überschrift</h1>").waitFor();
  await assertRendered(page);
  await openTool(page, "report");
  await run(page);
  await assertRendered(page, items(page).nth(1));
  await page.goto(`${explorer.url}#/prompts/explain`);
  await button(shown(page), "Get prompt").click();
  await assertRendered(page, shown(page).locator("li.message"));
  assert.deepEqual(page.trouble, []);
});

test("a document of a megabyte is shown", async () => {
  const page = await read("html:///large");
  const frame = await showPage(page);
  assert.equal(await frame.locator("#end").textContent(), "The end");
  assert.equal(await frame.locator("li").count(), 30_000);
  assert.deepEqual(page.trouble, []);
});

test("no attempt reaches anything outside of the frame, and no message is answered", { timeout: 120000 }, async () => {
  const page = await read("ui://fixture/hostile", { server: hostile, open: openWatched });
  const frame = await showPage(page);
  await frame.evaluate(() => void reach());
  await until(frame, () => window.attempts.done);
  const { done, ...attempts } = await frame.evaluate(() => window.attempts);
  // These throw no exception, but have no effect either, as the list of requests and windows shows.
  const harmless = /^(beacon|dialog|print|blob worker|peer)/;
  assert.deepEqual(
    Object.entries(attempts).filter(([name, result]) => !harmless.test(name) && !result.startsWith("refused")),
    [],
  );
  assert.deepEqual(page.left, [`GET ${hostile.url}/sandbox`]);
  assert.deepEqual(calls, []);
  await items(page)
    .getByText(/^Blocked by the sandbox: /)
    .waitFor();
  // Only forgeries of the sandbox's own messages have an effect, and that is on the frame.
  await frame.evaluate(() => {
    notify("ui/notifications/size-changed", { height: 3000 });
    notify("ui/notifications/initialized");
    void flood(1);
  });
  await until(frame, () => window.attempts.floods === 1);
  assert.deepEqual(await frame.evaluate(() => window.received), []);
  assert.equal(await page.locator("dialog[open]").count(), 0);
  assert.ok((await frames(page).evaluate(({ clientHeight }) => clientHeight)) < 800);
  assert.deepEqual(await page.evaluate(() => [window.hacked, {}.polluted, document.querySelectorAll("main script, body > iframe").length]), [undefined, undefined, 0]);
  assert.deepEqual(troubleOf(page), []);
});

for (const means of ["outside", "explorer", "sandbox", "data", "form", "shell"]) {
  test(`a document that leaves its frame is removed: ${means}`, async () => {
    const page = await read(`ui://fixture/escape/${means}`, { server: hostile, open: openWatched });
    const frame = await showPage(page);
    await frame.evaluate(() => void go()).catch(() => {});
    await items(page).getByText("The frame left the document and was removed.").waitFor();
    assert.equal(await frames(page).count(), 0);
    const own = { outside: "GET https://evil.invalid/left", explorer: `GET ${hostile.url}` }[means];
    assert.deepEqual(
      page.left.filter((request) => request !== own && request !== `GET ${hostile.url}/sandbox`),
      [],
    );
    assert.deepEqual(troubleOf(page), []);
  });
}

test("a document has an opaque origin even where apps have one with storage", async (context) => {
  const [apart] = await during(context, startApart("html"));
  const page = await read("html:///text", { server: apart });
  const frame = await assertRendered(page);
  assert.ok(frame.url().startsWith(`${apart.url}/sandbox`), frame.url());
  assert.equal(
    await frame.evaluate(() => {
      try {
        return localStorage.length;
      } catch ({ name }) {
        return name;
      }
    }),
    "SecurityError",
  );
  assert.deepEqual(page.trouble, []);
});

test("the focus goes into a document by keyboard, and the document cannot take it", async () => {
  const page = await read("html:///focus");
  const choose = button(items(page), "Page");
  const openWithKeyboard = async () => {
    await choose.focus();
    await page.keyboard.press("Enter");
    const frame = await (await items(page).locator("iframe").elementHandle()).contentFrame();
    await until(frame, () => document.getElementById("field"));
    return frame;
  };
  const frame = await openWithKeyboard();
  assert.equal(await focusedName(page), "Page");
  await page.getByRole("searchbox", { name: "Filter the list" }).focus();
  // The page learns of the focus a moment later, so three calls in a row may be one theft.
  await frame.evaluate(() => setInterval(steal, 200));
  await items(page).getByText("The HTML was stopped: it took the keyboard focus although the user had not entered it.").waitFor();
  assert.equal(await focusedName(page), "Filter the list");

  await button(items(page), "Raw").click();
  // A frame without a field would pass the focus on, out of the page.
  await openWithKeyboard();
  for (let steps = 0; steps < 5 && !(await page.evaluate(() => document.activeElement.matches("iframe"))); steps += 1) {
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.activeElement !== document.body);
  }
  assert.equal(await page.evaluate(() => document.activeElement.title), "Resource of item 1, as a page");
  assert.deepEqual(page.trouble, []);
});

for (const scheme of ["light", "dark"]) {
  test(`a document is accessible: ${scheme}`, async () => {
    const page = await read("html:///text", { colorScheme: scheme, bypassCSP: true });
    await page.evaluate(axe);
    const frame = await assertRendered(page);
    await assertAccessible(page, "a document");
    assert.equal(await frame.locator("body").evaluate((body) => getComputedStyle(body).color), "rgb(0, 0, 0)", "black on white, in every theme");
  });
}

test("documents count as open frames, and end when they are taken away", { timeout: 120000 }, async () => {
  const page = await read("html:///many");
  for (let item = 0; item < 10; item += 1) await showPage(page, items(page).nth(item));
  await button(items(page).nth(10), "Page").click();
  await items(page).nth(10).getByText("10 HTML documents are already open, the most that this server allows.").waitFor();
  await button(items(page).nth(0), "Raw").click();
  await button(items(page).nth(10), "Raw").click();
  await showPage(page, items(page).nth(10));
  await button(shown(page), "Read").click();
  await page.waitForFunction(() => !document.querySelector("iframe"));
  await showPage(page, items(page).nth(0));
  assert.deepEqual(page.trouble, []);
});

test("the settings that allow or block apps by hash hold for any HTML", async () => {
  const hash = createHash("sha256").update(report).digest("hex");
  const page = await openPage(browser, explorer.url);
  await replaceAppSettings(page, explorer.url, { block: [hash] });
  await page.goto(link("html:///text"));
  await button(items(page), "Page").click();
  await items(page).getByText(`The HTML is not shown: a setting of the program that serves this page lists its SHA-256, ${hash}.`).waitFor();
  assert.equal(await frames(page).count(), 0);
});

for (const uri of ["html:///types", "html:///blob-types"]) {
  test(`no type makes the page run what it contains: ${uri}`, async () => {
    const page = await read(uri);
    for (let more = button(shown(page), /^Show/); await more.count(); await more.first().click());
    assert.equal(await items(page).count(), types.length);
    const offered = await items(page).evaluateAll((all) => all.map((item) => [...item.querySelectorAll("button")].some(({ textContent }) => textContent === "Page")));
    assert.deepEqual(
      types.filter((_, index) => offered[index]).map(({ mimeType }) => mimeType),
      types.filter(({ isHtml }) => isHtml).map(({ mimeType }) => mimeType),
    );
    const [first] = types.flatMap(({ isHtml }, index) => (isHtml ? [index] : []));
    await button(items(page).nth(first), "Page").click();
    await items(page).nth(first).locator("iframe").waitFor();
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.deepEqual(troubleOf(page), []);
  });
}
