// The settings that can be tried on an app, and the resulting notifications.
import assert from "node:assert/strict";
import { test } from "node:test";
import { focusedName, shared, startBrowser, startExplorer } from "../support.js";
import { appButton, appFrame, assertMessagesValid, awaitLoads, awaitState, enterApp, openAppPage, openInspector, openSwitches, runApp, until } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("apps"));

async function open(tool = "probe", options) {
  const page = await openAppPage(browser, explorer.url, options);
  const frame = await runApp(page, tool);
  return { page, frame, switches: await openSwitches(page) };
}

const contexts = (frame) => frame.evaluate(() => window.received.filter(({ method }) => method === "ui/notifications/host-context-changed").map(({ params }) => params));
const awaitContext = (frame, name, value) => until(frame, ([name, value]) => window.received.findLast(({ method, params }) => method === "ui/notifications/host-context-changed" && name in params)?.params[name] === value, [name, value]);

test("theme, locale and width reach the app when changed, and nothing else does", async () => {
  const { page, frame, switches } = await open();
  await switches.getByLabel("Theme").selectOption("dark");
  await awaitContext(frame, "theme", "dark");
  // The app is notified at once, and the page redrawn at the next frame.
  await page.waitForFunction(() => getComputedStyle(document.querySelector("iframe.app-frame")).colorScheme === "dark");
  await switches.getByLabel("Locale").fill("ar-EG");
  await page.keyboard.press("Enter");
  await awaitContext(frame, "locale", "ar-EG");
  await switches.getByLabel("Width").fill("400");
  await page.keyboard.press("Enter");
  await until(frame, () => innerWidth > 350 && innerWidth <= 400);
  await until(frame, () => window.received.findLast(({ params }) => params?.containerDimensions)?.params.containerDimensions.width <= 400);
  assert.ok((await contexts(frame)).every((context) => Object.keys(context).length <= 2));
  await assertMessagesValid(page, frame);
  assert.deepEqual(page.trouble, []);
});

test("an invalid locale is refused", async () => {
  const { page, frame, switches } = await open();
  await switches.getByLabel("Locale").fill("not a locale");
  await page.keyboard.press("Enter");
  assert.equal(await switches.getByLabel("Locale").getAttribute("aria-invalid"), "true");
  assert.deepEqual((await contexts(frame)).filter(({ locale }) => locale), []);
});

test("the app gets the page's colours, and their changes", async () => {
  const { page, frame } = await open("probe", { colorScheme: "dark" });
  assert.equal(await frame.evaluate(() => window.host.hostContext.theme), "dark");
  const before = await frame.evaluate(() => window.host.hostContext.styles.variables["--color-text-primary"]);
  await page.emulateMedia({ colorScheme: "light" });
  await awaitContext(frame, "theme", "light");
  assert.ok(before);
  await page.getByRole("button", { name: "Auto" }).click();
  await page.locator("html[data-theme]").waitFor();
  await awaitContext(frame, "theme", await page.locator("html").getAttribute("data-theme"));
});

test("every display mode can be entered by button and left by keyboard", async () => {
  const { page, frame } = await open();
  await frame.evaluate(() => (window.mark = "the same"));
  const stage = page.locator(".app-stage");
  await appButton(page, "Full screen").click();
  await awaitContext(frame, "displayMode", "fullscreen");
  const { width, height } = page.viewportSize();
  const box = await stage.boundingBox();
  assert.ok(box.width >= width - 20 && box.height >= height - 20, JSON.stringify(box));
  await page.keyboard.press("Escape");
  await awaitContext(frame, "displayMode", "inline");

  await appButton(page, "Picture in picture").click();
  await awaitContext(frame, "displayMode", "pip");
  assert.ok((await stage.boundingBox()).width < width / 2);
  await page.getByRole("button", { name: "Bring it back" }).click();
  await awaitContext(frame, "displayMode", "inline");
  assert.equal(await frame.evaluate(() => window.mark), "the same");
  await assertMessagesValid(page, frame);
});

test("after closing an app, the focus moves to the button that reopens it", async () => {
  const { page } = await open();
  await appButton(page, "Close").press("Enter");
  await awaitState(page, "closed");
  assert.equal(await focusedName(page), "Reload");
});

test("an app always gets the current display mode in the response", async () => {
  const { page, frame } = await open("odd/version");
  const ask = (mode) => frame.evaluate((mode) => request("ui/request-display-mode", { mode }), mode);
  assert.deepEqual(await ask("fullscreen"), { mode: "inline" }, "nobody is there");
  await frame.evaluate(() => document.body.append(document.createElement("button")));
  await enterApp(page);
  assert.deepEqual(await ask("fullscreen"), { mode: "fullscreen" });
  assert.deepEqual(await ask("window"), { mode: "fullscreen" });
  assert.deepEqual(await ask("inline"), { mode: "inline" });
  await assertMessagesValid(page, frame);
});

test("the height follows the content, within limits and without feedback loops", async () => {
  const { page, frame } = await open();
  const height = () => page.locator("iframe.app-frame").evaluate(({ clientHeight }) => clientHeight);
  const size = async (height) => {
    // Once the host responds, it has processed the earlier messages.
    await frame.evaluate((height) => (notify("ui/notifications/size-changed", { width: 100, height }), request("ping", {})), height);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };
  await size(500);
  assert.equal(await height(), 500);
  await size(503);
  assert.equal(await height(), 500, "a few pixels are not worth a change");
  await size(1e9);
  assert.equal(await height(), 4000);
  await size(1);
  assert.equal(await height(), 40);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
});

test("a relaxed policy reloads the app and allows only blob: and data: in addition", async () => {
  const { page, switches } = await open("domains");
  const policyText = async () => (await openInspector(page, "Policy")).innerText();
  assert.doesNotMatch(await policyText(), /blob:/);
  await switches.getByLabel("Relaxed policy").check();
  await awaitLoads(page, 2);
  assert.match(await policyText(), /img-src data: blob: https:\/\/\*\.cdn\.example\.com/);
  const frame = await appFrame(page);
  await frame.evaluate(() => new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])))).catch(() => {});
  assert.deepEqual(await frame.evaluate(() => fetch("https://undeclared.example.com").catch(({ name }) => name)), "TypeError");
});

test("permissions are granted by the user, one by one", async () => {
  const { page } = await open("permissions");
  const frame = page.locator("iframe.app-frame");
  assert.equal((await frame.getAttribute("allow")) ?? "", "");
  const requested = page.getByRole("group", { name: "It asks for" });
  assert.deepEqual(await requested.getByRole("checkbox").evaluateAll((boxes) => boxes.map(({ value }) => value)), ["camera", "clipboardWrite"]);
  await requested.getByLabel("clipboard-write").check();
  await awaitLoads(page, 2);
  assert.equal(await frame.getAttribute("allow"), "clipboard-write");
  assert.deepEqual(await (await appFrame(page)).evaluate(() => window.host.hostCapabilities.sandbox.permissions), { clipboardWrite: {} });
});
