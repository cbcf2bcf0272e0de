// Apps that want to reach this machine or its network: the user sees the addresses and must agree first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, axe, openTool, shared, startBrowser, startExplorer } from "../support.js";
import { appButton, awaitLoads, awaitState, notesOf, openAppPage, runApp } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("apps"));

const router = { directive: "connect-src", value: "http://192.168.0.1", reason: "It is a private address." };
const machine = { directive: "connect-src", value: "http://localhost:9000", reason: "It is this machine." };

// Opens a page whose server warns of these addresses, which a test can change later.
async function openWarned(...warnings) {
  const page = await openAppPage(browser, explorer.url);
  page.warnings = warnings;
  await page.route("**/sandbox/policy", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), warnings: page.warnings } });
  });
  return page;
}

const frames = (page) => page.locator("iframe.app-frame").count();

test("an app that wants to reach this machine or its network is loaded after consent", async () => {
  const page = await openWarned(router, machine);
  await runApp(page, "probe", "offered");
  await page.getByText("The app wants to reach addresses on this machine or its network:").waitFor();
  for (const { value, reason } of [router, machine]) {
    await page.getByText(value, { exact: true }).waitFor();
    await page.getByText(reason).first().waitFor();
  }
  assert.equal(await frames(page), 0);
  await page.evaluate(axe);
  await assertAccessible(page, "warned");
  await page.getByRole("button", { name: "Load anyway" }).press("Enter");
  await awaitState(page, "ready");
  assert.match(await notesOf(page), /192\.168\.0\.1[^]*private address/);
  assert.deepEqual(page.trouble, []);
});

test("consent applies to the document and its addresses until the page is reloaded", async () => {
  const page = await openWarned(router);
  await runApp(page, "probe", "offered");
  await page.getByRole("button", { name: "Load anyway" }).click();
  await awaitState(page, "ready");
  await awaitLoads(page, 1);
  await appButton(page, "Reload").click();
  await awaitLoads(page, 2);

  // Additional addresses, or another document, need consent again.
  page.warnings = [router, machine];
  await appButton(page, "Reload").click();
  await awaitState(page, "offered");
  page.warnings = [router];
  await runApp(page, "blob", "offered");
  await openTool(page, "probe");
  await appButton(page, "Reload").click();
  await awaitLoads(page, 3);

  await page.reload();
  await runApp(page, "probe", "offered");
  assert.equal(await frames(page), 0);
});

test("addresses are shown as text", async () => {
  const page = await openWarned({ directive: "connect-src", value: "<img src=x onerror=window.hacked=1>\u202e", reason: "<b>private</b>" });
  await runApp(page, "probe", "offered");
  await page.getByText("<img src=x onerror=window.hacked=1>‹U+202E›").first().waitFor();
  assert.equal(await page.evaluate(() => window.hacked), undefined);
});

test("the server reports which addresses are local", async () => {
  const page = await openAppPage(browser, explorer.url);
  await runApp(page, "local", "offered");
  const offer = page.locator(".app-mount:visible");
  assert.match(await offer.innerText(), /192\.168\.0\.1:8080/);
  assert.doesNotMatch(await offer.innerText(), /api\.example\.com/);
  await page.getByRole("button", { name: "Load anyway" }).click();
  await awaitState(page, "ready");
});
