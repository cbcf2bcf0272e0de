// Apps on a separate origin (the setting `sandbox_origin`): they have storage there, and no more access to the page than otherwise.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shared, startApart, startBrowser } from "../support.js";
import { tryOfficialApp } from "./official.js";
import { clickConsent, appButton, assertMessagesValid, awaitState, openAppPage, openWatched, runApp, until } from "./support.js";

const [browser, explorer, hostile] = await shared(startBrowser(), startApart("apps"), startApart("hostile-apps"));

test("the official app works", () => tryOfficialApp(browser, explorer.url, { origin: explorer.origin }));

test("storage works, and persists", async () => {
  const page = await openAppPage(browser, explorer.url);
  const frame = await runApp(page, "probe");
  assert.equal(await frame.evaluate(() => window.origin), explorer.origin);
  await frame.evaluate(() => localStorage.setItem("kept", "yes"));
  await assertMessagesValid(page, frame);
  const again = await runApp(page, "many/1");
  assert.equal(await again.evaluate(() => localStorage.getItem("kept")), "yes");
  assert.equal(await again.evaluate(() => new Promise((resolve) => (indexedDB.open("x").onsuccess = () => resolve("opened")))), "opened");
  assert.deepEqual(page.trouble.filter((line) => !line.startsWith(`request: ${explorer.origin}/explorer/sandbox?`)), []);
});

test("a hostile app reaches nothing else there", { timeout: 120000 }, async () => {
  const page = await openWatched(browser, hostile.url, `${hostile.origin}/explorer/sandbox`);
  const frame = await runApp(page, "hostile");
  await until(frame, () => window.attempts.done);
  assert.deepEqual(page.left.filter((request) => !request.startsWith(`GET ${hostile.origin}/explorer/sandbox?`)), []);
  const attempts = await frame.evaluate(() => window.attempts);
  // The window around the app is the sandbox, which has the app's origin and contains nothing.
  for (const name of ["eval", "top document", "top location", "service worker", "camera", "place", "window"]) assert.match(attempts[name], /^refused/, name);
  assert.equal(await page.evaluate(() => window.hacked), undefined);

  const call = frame.evaluate(() => request("tools/call", { name: "server/write", arguments: {} }));
  await clickConsent(page, "Block");
  assert.equal((await call).isError, true);
});

test("an app that leaves its document is removed", async () => {
  const page = await openAppPage(browser, explorer.url);
  const frame = await runApp(page, "probe");
  await frame.evaluate(() => void setTimeout(() => (location = "about:blank"), 0));
  await awaitState(page, "failed");
  await page.getByText("left the app's document").first().waitFor();
  await appButton(page, "Reload").click();
  await awaitState(page, "ready");
});

test("the apps' origin serves only the sandbox", async () => {
  for (const path of ["/explorer", "/explorer/tools"]) assert.equal((await fetch(`${explorer.origin}${path}`)).status, 404, path);
});
