// Third-party servers with apps, behind `mcp-ui open`: each of their buttons is pressed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, during, shared, startBrowser, startServer } from "../support.js";
import { ALLOW, appFrame, assertMessagesValid, awaitState, clickConsent, consentDialog, enterApp, openAppPage, runApp, until } from "./support.js";

const [browser] = await shared(startBrowser());

// Starts a server for one test, and returns its address with a page of its explorer.
async function open(context, name) {
  const [{ url }] = await during(context, startServer(name));
  const page = await openAppPage(browser, url);
  context.after(() => page.context().close());
  await page.context().route("https://**", (route) => route.fulfill({ body: "Elsewhere" }));
  return { page, url };
}

const requestsOf = (page) => page.evaluate(() => window.appMessages.filter(({ method }) => method).map(({ id, method }) => ({ id, method })));
const responsesTo = (frame, ids) => until(frame, (ids) => ids.every((id) => window.hostMessages.some((message) => message.id === id && message.method === undefined)), ids);

// Presses a control of the app, which may be moving under the pointer, and waits until the app has sent the expected
// methods, or any message if none is given. Then chooses `choice` in the consent dialog, if given, and waits until the
// app has all its responses.
async function press(page, frame, control, { choice, methods = [] } = {}) {
  const before = (await requestsOf(page)).length;
  await control.dispatchEvent("click");
  const hasSent = ({ before, methods }) => {
    const sent = window.appMessages.flatMap(({ method }) => method ?? []).slice(before);
    return sent.length > 0 && methods.every((method) => sent.includes(method));
  };
  await page.waitForFunction(hasSent, { before, methods });
  if (choice) await clickConsent(page, choice);
  const sent = (await requestsOf(page)).slice(before);
  await responsesTo(frame, sent.flatMap(({ id }) => id ?? []));
}

test("the smallest server: its app opens, and its buttons work", async (context) => {
  const { page } = await open(context, "mcp-server-basic-vanillajs");
  const frame = await runApp(page, "get-time");
  await frame.getByText(/\d{4}-\d\d-\d\dT/).first().waitFor();
  const choices = { "Get Server Time": ALLOW, "Open Link": "Block" };
  for (const control of await frame.getByRole("button").all()) await press(page, frame, control, { choice: choices[await control.innerText()] });
  const methods = await assertMessagesValid(page, frame);
  for (const method of ["tools/call", "ui/message", "ui/open-link"]) assert.ok(methods.includes(`response to ${method}`), `${method} in ${methods}`);
  assert.deepEqual(page.trouble, []);
});

// Ordered so that each display mode is followed by inline mode.
const BUTTONS = new Map([
  ["Send Text", ["ui/message"]],
  ["Send Test Image", ["ui/message"]],
  ["debug", ["notifications/message"]],
  ["info", ["notifications/message"]],
  ["warning", ["notifications/message"]],
  ["error", ["notifications/message"]],
  ["Update (Text)", ["ui/update-model-context"]],
  ["Update (Structured)", ["ui/update-model-context"]],
  ["Update (Image)", ["ui/update-model-context"]],
  ["Fullscreen", ["ui/request-display-mode"]],
  ["PiP", ["ui/request-display-mode"]],
  ["Inline", ["ui/request-display-mode"]],
  ["Open Link", ["ui/open-link"], "Open"],
  ["200x100", ["ui/notifications/size-changed"]],
  ["400x300", ["ui/notifications/size-changed"]],
  ["800x600", ["ui/notifications/size-changed"]],
  ["Call debug-tool", ["tools/call"], ALLOW],
  ["Call debug-refresh", ["tools/call"], ALLOW],
].map(([name, methods, choice]) => [name, { methods, choice }]));

test("the debugging server: a button for every request of an app", { timeout: 120000 }, async (context) => {
  const { page } = await open(context, "mcp-server-debug");
  const frame = await runApp(page, "debug-tool");
  // The app keeps a log on its server, with a tool that is not marked as read-only.
  await clickConsent(page, ALLOW);
  const names = await frame.locator("button").allInnerTexts();
  assert.deepEqual(names.filter((name) => name !== "Clear").sort(), [...BUTTONS.keys()].sort(), "every button is pressed");

  const opened = page.context().waitForEvent("page");
  for (const [name, expected] of BUTTONS) {
    const pressed = button(frame, name);
    // An app can change its display mode only while the user interacts with it.
    if (expected.methods.includes("ui/request-display-mode")) await enterApp(page);
    await press(page, frame, pressed, expected);
    const mode = { Fullscreen: "fullscreen", PiP: "pip", Inline: "inline" }[name];
    if (mode) await page.locator(`.app-stage[data-mode="${mode}"]`).waitFor();
    const height = /^\d+x(\d+)$/.exec(name)?.[1];
    if (height) await page.waitForFunction((height) => document.querySelector("iframe.app-frame").clientHeight === height, Number(height));
  }
  assert.equal((await opened).url(), "https://modelcontextprotocol.io/");

  // Every kind of content of a result, and an error, selected from a list in the app.
  const call = button(frame, "Call debug-tool");
  for (const type of await frame.locator("#tool-content-type option").evaluateAll((options) => options.map(({ value }) => value))) {
    await frame.locator("#tool-content-type").selectOption(type);
    await press(page, frame, call, { methods: ["tools/call"] });
  }
  await frame.locator("#tool-simulate-error").check();
  await press(page, frame, call, { methods: ["tools/call"] });
  // The results without an error are not counted, because those of the app's log may arrive at any time.
  const failed = await frame.evaluate(() => window.hostMessages.filter(({ result }) => result?.isError).length);
  assert.equal(failed, 1);
  assert.equal(await consentDialog(page).count(), 0);

  const checked = await assertMessagesValid(page, frame);
  assert.deepEqual(checked.filter((name) => name.startsWith("error")), []);
  assert.deepEqual(page.trouble, []);
});

test("an app-only tool is marked as such, and can be run by hand", async (context) => {
  const { page, url } = await open(context, "mcp-server-debug");
  const tools = await (await fetch(`${url}/tools`)).json();
  const [{ name }] = tools.filter(({ _meta }) => _meta.ui.visibility?.join() === "app");
  await page.locator(".tool-row", { hasText: name }).getByText("app-only", { exact: true }).waitFor();
  await runApp(page, name);
  await awaitState(page, "ready");
  assert.ok(await appFrame(page));
  await page.locator(".result").getByText("Success", { exact: true }).waitFor();
});
