// What the tests of apps share: an app brought to life in its frame, and every message to it held against the official schema.
import { Ajv2020 } from "ajv/dist/2020.js";
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { openPage, openTool } from "../support.js";

const schema = createRequire(import.meta.url)("@modelcontextprotocol/ext-apps/schema.json");
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
// Each definition is a schema of its own, with definitions that its references mean.
for (const [name, definition] of Object.entries(schema.$defs)) ajv.addSchema(withoutContradiction(definition), name);

// The container's dimensions are the intersection of a height's and a width's object, each closed to the other: no value with both
// would fit. Opened, they still fix the types.
function withoutContradiction(definition) {
  return JSON.parse(JSON.stringify(definition), (key, value) => {
    if (key === "allOf") for (const { anyOf } of value) for (const one of anyOf) delete one.additionalProperties;
    return value;
  });
}

// What the host tells and asks, and what it answers. The rest belongs to MCP itself.
const TOLD = new Map([
  ["ui/notifications/tool-input", "McpUiToolInputNotification"],
  ["ui/notifications/tool-input-partial", "McpUiToolInputPartialNotification"],
  ["ui/notifications/tool-result", "McpUiToolResultNotification"],
  ["ui/notifications/tool-cancelled", "McpUiToolCancelledNotification"],
  ["ui/notifications/host-context-changed", "McpUiHostContextChangedNotification"],
  ["ui/resource-teardown", "McpUiResourceTeardownRequest"],
]);
const ANSWERED = new Map([
  ["ui/initialize", "McpUiInitializeResult"],
  ["ui/open-link", "McpUiOpenLinkResult"],
  ["ui/message", "McpUiMessageResult"],
  ["ui/download-file", "McpUiDownloadFileResult"],
  ["ui/request-display-mode", "McpUiRequestDisplayModeResult"],
]);
const OF_MCP = ["ping", "tools/list", "tools/call", "resources/read", "resources/list", "resources/templates/list", "ui/update-model-context"];

// A page that keeps what apps send to it, and frames that keep what is sent to them. Listeners vanish when the sandbox becomes the
// app: the one that keeps is added again with the app's own.
export async function openAppPage(browser, url, options) {
  const page = await openPage(browser, url, options);
  await page.evaluate(() => {
    window.appSaid = [];
    addEventListener("message", ({ data }) => window.appSaid.push(data));
  });
  await page.addInitScript(() => {
    if (window === top) return;
    window.hostSaid = [];
    const keep = ({ source, data }) => source === parent && window.hostSaid.push(data);
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      if (type === "message" && (this ?? window) === window) addEventListener.call(window, "message", keep);
      return addEventListener.call(this ?? window, type, ...rest);
    };
  });
  return page;
}

// Runs a tool, and gives the frame of its app once it has come as far as is said.
export async function runApp(page, tool, state = "ready") {
  await openTool(page, tool);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await awaitState(page, state);
  return state === "ready" ? appFrame(page) : undefined;
}

// Apps of other tools live on, out of sight.
export async function awaitState(page, state) {
  try {
    await page.locator(`.app-state[data-state="${state}"]:visible`).first().waitFor();
  } catch (problem) {
    const shown = await page.locator("#tool").innerText();
    throw new Error(`The app does not come to be ${state}. The page says:\n${shown}`, { cause: problem });
  }
}

// The frame in which the app itself runs: the one within, where apps have an origin of their own. It is not displayed while a dialog is
// open.
export async function appFrame(page, index = 0) {
  const frame = await (await page.locator(".app-panel:visible iframe.app-frame").nth(index).elementHandle()).contentFrame();
  const isHeld = await page.evaluate(() => JSON.parse(document.documentElement.dataset.apps).sandboxOrigin !== "");
  return isHeld ? frame.childFrames()[0] : frame;
}

// Goes into the app as a user of the keyboard does. (A pointer that is emulated hovers over no frame.)
export async function enterApp(page) {
  await page.getByRole("button", { name: /^(Reload|Back to the page)$/ }).and(page.locator(".app-panel:visible *")).last().focus();
  const isInside = () => page.evaluate(() => document.activeElement.matches("iframe.app-frame"));
  for (let steps = 0; steps < 30 && !(await isInside()); steps += 1) await page.keyboard.press("Tab");
  assert.ok(await isInside(), "Tab leads into the app");
}

// Waits for something in a frame, and gives it. A frame that is out of sight draws nothing and is slow to wake: it is asked from here.
export async function until(frame, condition, argument) {
  const end = Date.now() + 60000;
  while (Date.now() < end) {
    const value = await frame.evaluate(condition, argument);
    if (value) return value;
    await pause(20);
  }
  const told = await frame.evaluate(() => JSON.stringify(window.hostSaid?.map(({ method, id }) => method ?? id)));
  return assert.fail(`in vain: ${condition}\nThe app was sent: ${told}`);
}

// A part of what is shown behind the app, brought to the front.
export async function openInspector(page, part) {
  const inspector = page.locator(".app-inspector:visible").first();
  if (!(await inspector.evaluate((details) => details.open))) await inspector.locator("summary").first().click();
  const tab = inspector.getByRole("tab", { name: new RegExp(`^${part}`) });
  await tab.click();
  return inspector.getByRole("tabpanel").filter({ visible: true });
}

// The dialog in which an app's request waits for the user. Its answers can be given only a moment after it has come up.
export function question(page) {
  return page.locator("dialog.app-question");
}

export async function answerQuestion(page, answer) {
  await question(page).getByRole("button", { name: answer, exact: true }).click();
  await question(page).waitFor({ state: "detached" });
}

export function appButton(page, name) {
  return page.locator(".app-panel:visible").getByRole("button", { name, exact: true });
}

export async function notesOf(page) {
  return (await openInspector(page, "Notes")).innerText();
}

function assertValid(name, value, message) {
  const validate = ajv.getSchema(name);
  assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(message).slice(0, 2000)}`);
}

// Holds all that an app was sent against the schema, and gives the names of what was checked.
export async function assertMessagesValid(page, frame) {
  const [sent, asked] = [await frame.evaluate(() => window.hostSaid), await page.evaluate(() => window.appSaid)];
  const methods = new Map(asked.filter(({ id, method }) => id !== undefined && method).map(({ id, method }) => [id, method]));
  const messages = sent.filter(({ method }) => method !== "ui/notifications/sandbox-resource-ready");
  assert.ok(messages.length > 0, "the app was sent nothing");
  return messages.map((message) => checkedMessage(message, methods));
}

function checkedMessage(message, methods) {
  const { jsonrpc, id, method, ...rest } = message;
  assert.equal(jsonrpc, "2.0", JSON.stringify(message));
  if (method !== undefined) {
    assert.ok(TOLD.has(method) || OF_MCP.includes(method), `the host sends ${method}`);
    if (TOLD.has(method)) assertValid(TOLD.get(method), { method, ...rest }, message);
    return method;
  }
  const answered = methods.get(id);
  assert.ok(answered, `an answer to nothing: ${JSON.stringify(message)}`);
  assert.equal(Object.keys(rest).length, 1, JSON.stringify(message));
  if (rest.error) {
    assert.ok(Number.isInteger(rest.error.code) && typeof rest.error.message === "string", JSON.stringify(message));
    return `error of ${answered}`;
  }
  if (ANSWERED.has(answered)) assertValid(ANSWERED.get(answered), rest.result, message);
  else assert.equal(typeof rest.result, "object", JSON.stringify(message));
  return `answer to ${answered}`;
}

// A page with a list of the requests that frames have made, which are those that no policy stopped, and of what opened or asked.
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
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });
  return page;
}
