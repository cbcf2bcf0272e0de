// A hostile app reaches nothing outside its frame; the page stays usable and reports the attempts.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { calls } from "../fixtures/apps/make.js";
import { button, openTool, shared, startBrowser, startExplorer } from "../support.js";
import { appButton, awaitState, consentDialog, longTasks, notesOf, openInspector, openWatched, runApp, until } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("hostile-apps"));
// Browsers may run the apps of several pages in one process.
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

// Errors and blocked requests inside the frame are expected; those of the page are not.
function assertUnharmed(page) {
  const ours = page.trouble.filter((line) => line.startsWith("error: ") && !line.includes("/sandbox"));
  assert.deepEqual(ours, []);
  return page.evaluate(() => [window.hacked, {}.polluted, document.querySelectorAll("main script, body > iframe").length, window.closed]).then((seen) => assert.deepEqual(seen, [undefined, undefined, 0, false]));
}

const sandbox = () => `GET ${explorer.url}/sandbox`;

test("no attempt reaches anything outside the frame", { timeout: 120000 }, async (context) => {
  const page = await openWatched(browser, explorer.url);
  const frame = await runApp(page, "hostile");
  await until(frame, () => window.attempts.done);
  assert.deepEqual(page.left, [sandbox()]);
  assert.deepEqual(calls, []);
  const { done, ...attempts } = await frame.evaluate(() => window.attempts);
  const allowed = Object.entries(attempts).filter(([, result]) => !result.startsWith("refused"));
  context.diagnostic(`${Object.keys(attempts).length} attempts; those without an exception: ${allowed.map((pair) => pair.join(" = ")).join("; ")}`);
  // Attempts that throw no exception have no effect either, as the list of requests and windows shows. An app can
  // create offers of peer connections, because no policy of a browser forbids it.
  const harmless = /^(beacon|dialog|print|blob worker|peer)/;
  assert.deepEqual(allowed.filter(([name]) => !harmless.test(name)), []);
  const policy = await openInspector(page, "Policy");
  assert.match(await policy.innerText(), /connect-src blocked/);
  await assertUnharmed(page);
});

test("forged messages are refused and do not affect the page", { timeout: 120000 }, async (context) => {
  const page = await openWatched(browser, explorer.url);
  const frame = await runApp(page, "hostile");
  await frame.evaluate(() => void forge());
  await until(frame, () => window.attempts.forged);
  const attempts = Object.entries(await frame.evaluate(() => window.attempts));
  for (const [name, result] of attempts.filter(([name]) => /^(another|link|download|read|message|context)/.test(name))) assert.match(result, /^refused/, name);
  assert.equal(attempts.find(([name]) => name === "mode")[1], "inline");
  assert.deepEqual(calls, []);
  assert.equal(await consentDialog(page).count(), 0);
  const height = await page.locator("iframe.app-frame").evaluate(({ clientHeight }) => clientHeight);
  assert.ok(height >= 40 && height <= 4000, `${height}`);
  const notes = await notesOf(page);
  for (const note of [/Only addresses of http, https and mailto/, /neither JSON-RPC 2\.0/, /id is neither/, /height beyond/]) assert.match(notes, note);
  await openInspector(page, "Timeline");
  await openTool(page, "server/write");
  await page.getByRole("heading", { name: "server/write" }).waitFor();
  context.diagnostic(`long tasks, in ms: ${await longTasks(page)}`);
  await assertUnharmed(page);
});

test("a flood of messages is limited, and the page stays usable", { timeout: 120000 }, async (context) => {
  const page = await openWatched(browser, explorer.url);
  const frame = await runApp(page, "hostile");
  await openInspector(page, "Timeline");
  await page.evaluate(() => (window.longTasks.length = 0));
  await frame.evaluate(() => void flood(2).then(() => flood(2, 1000, { jsonrpc: "2.0", method: "ping" })));
  await page.getByRole("searchbox", { name: "Filter the list" }).fill("model");
  await page.locator(".tool-row", { hasText: "model-only" }).waitFor();
  await page.getByRole("searchbox", { name: "Filter the list" }).fill("");
  await until(frame, () => window.attempts.floods === 2);
  assert.match(await notesOf(page), /exceeds the message rate limit/);
  context.diagnostic(`long tasks in four seconds of flood, in ms: ${await longTasks(page)}`);
  await assertUnharmed(page);
});

for (const means of ["outside", "explorer", "sandbox", "data", "form", "download", "shell"]) {
  test(`an app that leaves its document is removed: ${means}`, async () => {
    const page = await openWatched(browser, explorer.url);
    const frame = await runApp(page, `escape/${means}`);
    await frame.evaluate(() => void go()).catch(() => {});
    await awaitState(page, "failed");
    await page.getByText("left the app's document").first().waitFor();
    assert.equal(await page.locator("iframe").count(), 0);
    // The only request is the navigation of the frame itself.
    const own = { outside: "GET https://evil.invalid/left", explorer: `GET ${explorer.url}`, download: `GET ${new URL("/x", explorer.url)}`, sandbox: sandbox() }[means];
    assert.deepEqual(page.left.filter((request) => request !== own && request !== sandbox()), []);
    await appButton(page, "Reload").click();
    await awaitState(page, "ready");
    await assertUnharmed(page);
  });
}

test("an app that navigates away before it has sent a message", async () => {
  const page = await openWatched(browser, explorer.url);
  await runApp(page, "escape/meta", "failed");
  await page.getByText("left the app's document").first().waitFor();
  await assertUnharmed(page);
});

test("an app in an endless loop does not block the page", async () => {
  const page = await openWatched(browser, explorer.url);
  await runApp(page, "busy");
  await page.waitForTimeout(500);
  await openTool(page, "server/write");
  await button(page, "Run").click();
  await page.locator(".result:visible").waitFor();
  await openTool(page, "busy");
  await appButton(page, "Close").click();
  await awaitState(page, "closed");
  assert.equal(await page.locator("iframe").count(), 0);
});
