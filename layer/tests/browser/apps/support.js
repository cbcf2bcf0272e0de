// Shared by the tests of apps: runs an app in its frame, and validates every message to it against the official schema.
import { Ajv2020 } from "ajv/dist/2020.js";
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { button, openPage, openTool } from "../support.js";

const schema = createRequire(import.meta.url)("@modelcontextprotocol/ext-apps/schema.json");
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
// Each definition is a separate schema with the definitions that it references.
for (const [name, definition] of Object.entries(schema.$defs)) ajv.addSchema(withoutContradiction(definition), name);

// The container dimensions are an `allOf` of a height and a width object, each closed to the other's members, so that no value
// with both is valid. Without `additionalProperties` they still check the types.
function withoutContradiction(definition) {
  return JSON.parse(JSON.stringify(definition), (key, value) => {
    if (key === "allOf") for (const { anyOf } of value) for (const one of anyOf) delete one.additionalProperties;
    return value;
  });
}

// The notifications and requests of the host, and its responses. All others belong to MCP itself.
const HOST_MESSAGES = new Map([
  ["ui/notifications/tool-input", "McpUiToolInputNotification"],
  ["ui/notifications/tool-input-partial", "McpUiToolInputPartialNotification"],
  ["ui/notifications/tool-result", "McpUiToolResultNotification"],
  ["ui/notifications/tool-cancelled", "McpUiToolCancelledNotification"],
  ["ui/notifications/host-context-changed", "McpUiHostContextChangedNotification"],
  ["ui/resource-teardown", "McpUiResourceTeardownRequest"],
]);
const RESPONSES = new Map([
  ["ui/initialize", "McpUiInitializeResult"],
  ["ui/open-link", "McpUiOpenLinkResult"],
  ["ui/message", "McpUiMessageResult"],
  ["ui/download-file", "McpUiDownloadFileResult"],
  ["ui/request-display-mode", "McpUiRequestDisplayModeResult"],
]);
const OF_MCP = ["ping", "tools/list", "tools/call", "resources/read", "resources/list", "resources/templates/list", "ui/update-model-context"];

// Opens a page that records the messages of apps, and whose frames record the messages they receive. Listeners are lost when the
// sandbox becomes the app, so the recording one is added again with the app's listeners. `appSettings` replaces settings that the
// server gives the page.
export async function openAppPage(browser, url, { appSettings, ...options } = {}) {
  const page = await openPage(browser, url, options);
  if (appSettings) await replaceAppSettings(page, url, appSettings);
  await page.evaluate(() => {
    window.appMessages = [];
    addEventListener("message", ({ data }) => window.appMessages.push(data));
  });
  await recordHostMessages(page);
  return page;
}

// Has the frames of a page record the messages they receive, in `hostMessages`, with the times of their arrival, in `hostTimes`.
export function recordHostMessages(page) {
  return page.addInitScript(() => {
    if (window === top) return;
    window.hostMessages = [];
    window.hostTimes = [];
    const keep = ({ source, data }) => {
      if (source !== parent) return;
      window.hostMessages.push(data);
      window.hostTimes.push(Date.now());
    };
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      if (type === "message" && (this ?? window) === window) addEventListener.call(window, "message", keep);
      return addEventListener.call(this ?? window, type, ...rest);
    };
  });
}

// Loads the page again, with other settings for apps in its `data-apps` attribute.
export async function replaceAppSettings(page, url, settings) {
  const replaced = (_, text) => `data-apps="${JSON.stringify({ ...JSON.parse(text.replaceAll("&quot;", '"')), ...settings }).replaceAll('"', "&quot;")}"`;
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/data-apps="([^"]*)"/, replaced) });
  });
  await page.reload();
}

// Runs a tool, and returns the frame of its app once it has reached the state.
export async function runApp(page, tool, state = "ready") {
  await openTool(page, tool);
  await button(page, "Run").click();
  await awaitState(page, state);
  return state === "ready" ? appFrame(page) : undefined;
}

// Waits until the visible app has reached the state. Apps of other tools stay loaded but hidden.
export async function awaitState(page, state) {
  try {
    await page.locator(`.app-state[data-state="${state}"]:visible`).first().waitFor();
  } catch (problem) {
    const shown = await page.locator("#tool").innerText();
    throw new Error(`The app does not reach the state ${state}. The page says:\n${shown}`, { cause: problem });
  }
}

// Waits until that many apps have been initialized since the page was opened. Each reload counts.
export function awaitLoads(page, count) {
  return page.waitForFunction((count) => window.appMessages.filter(({ method }) => method === "ui/notifications/initialized").length === count, count);
}

// Returns the frame in which the app runs: the inner one if apps have a separate origin. It is not displayed while a dialog is
// open.
export async function appFrame(page, index = 0) {
  const frame = await (await page.locator(".app-panel:visible iframe.app-frame").nth(index).elementHandle()).contentFrame();
  const isNested = await page.evaluate(() => JSON.parse(document.documentElement.dataset.apps).sandboxOrigin !== "");
  return isNested ? frame.childFrames()[0] : frame;
}

// Moves the focus into the app by keyboard, because an emulated pointer hovers over no frame. An app of another process takes the
// focus later, and would lose it to the next press of Tab: so every press waits until the focus has moved.
export async function enterApp(page) {
  await page
    .getByRole("button", { name: /^(Reload|Back to the page)$/ })
    .and(page.locator(".app-panel:visible *"))
    .last()
    .focus();
  const isInside = () => page.evaluate(() => document.activeElement.matches("iframe.app-frame"));
  for (let steps = 0; steps < 30 && !(await isInside()); steps += 1) {
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press("Tab");
    await page.waitForFunction((before) => document.activeElement !== before, before, { timeout: 1000 }).catch(() => undefined);
  }
  assert.ok(await isInside(), "Tab leads into the app");
}

// Waits for a condition in a frame, and returns its value. Polls from here, because a hidden frame is not rendered and is throttled.
export async function until(frame, condition, argument) {
  const end = Date.now() + 60000;
  while (Date.now() < end) {
    const value = await frame.evaluate(condition, argument);
    if (value) return value;
    await pause(20);
  }
  const received = await frame.evaluate(() => JSON.stringify(window.hostMessages?.map(({ method, id }) => method ?? id)));
  return assert.fail(`timed out waiting for: ${condition}\nThe app received: ${received}`);
}

// Opens the inspector at one of its tabs, and returns the panel.
export async function openInspector(page, part) {
  const inspector = page.locator(".app-inspector:visible").first();
  if (!(await inspector.evaluate((details) => details.open))) await inspector.locator("summary").first().click();
  const tab = inspector.getByRole("tab", { name: new RegExp(`^${part}`) });
  await tab.click();
  return inspector.getByRole("tabpanel").filter({ visible: true });
}

// Shows the settings that can be tried on the app, and returns their group.
export async function openSwitches(page) {
  const toggle = page.locator(".app-panel:visible").getByRole("button", { name: /^Try with…/ });
  await toggle.click();
  assert.equal(await toggle.getAttribute("aria-expanded"), "true");
  return page.getByRole("group", { name: "Try the app with" });
}

// The consent dialog of an app's request. Its buttons are enabled only after a moment.
export function consentDialog(page) {
  return page.locator("dialog.app-question");
}

// The choice that also allows all further calls.
export const ALLOW = "Allow this tool for this app";

export async function clickConsent(page, choice) {
  await button(consentDialog(page), choice).click();
  await consentDialog(page).waitFor({ state: "detached" });
}

export function appButton(page, name) {
  return button(page.locator(".app-panel:visible"), name);
}

export async function notesOf(page) {
  return (await openInspector(page, "Notes")).innerText();
}

function assertValid(name, value, message) {
  const validate = ajv.getSchema(name);
  assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(message).slice(0, 2000)}`);
}

// Validates all messages to an app against the schema, and returns the names of those checked.
export async function assertMessagesValid(page, frame) {
  const [sent, requested] = [await frame.evaluate(() => window.hostMessages), await page.evaluate(() => window.appMessages)];
  const methods = new Map(requested.filter(({ id, method }) => id !== undefined && method).map(({ id, method }) => [id, method]));
  const messages = sent.filter(({ method }) => method !== "ui/notifications/sandbox-resource-ready");
  assert.ok(messages.length > 0, "the app was sent nothing");
  return messages.map((message) => checkedMessage(message, methods));
}

function checkedMessage(message, methods) {
  const { jsonrpc, id, method, ...rest } = message;
  assert.equal(jsonrpc, "2.0", JSON.stringify(message));
  if (method !== undefined) {
    assert.ok(HOST_MESSAGES.has(method) || OF_MCP.includes(method), `the host sends ${method}`);
    if (HOST_MESSAGES.has(method)) assertValid(HOST_MESSAGES.get(method), { method, ...rest }, message);
    return method;
  }
  const request = methods.get(id);
  assert.ok(request, `a response to no request: ${JSON.stringify(message)}`);
  assert.equal(Object.keys(rest).length, 1, JSON.stringify(message));
  if (rest.error) {
    assert.ok(Number.isInteger(rest.error.code) && typeof rest.error.message === "string", JSON.stringify(message));
    return `error of ${request}`;
  }
  if (RESPONSES.has(request)) assertValid(RESPONSES.get(request), rest.result, message);
  else assert.equal(typeof rest.result, "object", JSON.stringify(message));
  return `response to ${request}`;
}

// Opens a page that records, in `left`, the requests of frames that no policy blocked, and opened windows, downloads and dialogs.
export async function openWatched(browser, url, sandboxUrl = `${url}/sandbox`) {
  const page = await openAppPage(browser, url);
  page.left = [];
  page.on("dialog", (dialog) => (page.left.push(`dialog ${dialog.message()}`), dialog.dismiss()));
  page.on("download", (download) => page.left.push(`download ${download.url()}`));
  page.context().on("page", (opened) => page.left.push(`window ${opened.url()}`));
  await page.context().route("**", (route) => {
    const request = route.request();
    const isPages = !request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isPages) return route.continue();
    page.left.push(`${request.method()} ${request.url()}`);
    return request.url().startsWith(sandboxUrl) || request.url().startsWith(url) ? route.continue() : route.abort();
  });
  await recordLongTasks(page);
  return page;
}

// Chromium reports tasks that blocked the page for more than 50 ms.
export function recordLongTasks(page) {
  return page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });
}

// Returns the durations of the recorded tasks, in milliseconds.
export async function longTasks(page) {
  return (await page.evaluate(() => window.longTasks)).join(", ") || "none";
}
