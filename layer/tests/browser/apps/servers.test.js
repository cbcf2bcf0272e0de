// Servers with apps that were not made for this page, behind the proxy: each of their buttons is pressed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, startServer } from "../support.js";
import { answerQuestion, appFrame, assertMessagesValid, awaitState, enterApp, openAppPage, question, runApp, until } from "./support.js";

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser.close());

async function withServer(name, test) {
  const server = await startServer(name);
  try {
    const page = await openAppPage(browser, server.url);
    await page.context().route("https://**", (route) => route.fulfill({ body: "Elsewhere" }));
    await test(page, server);
    await page.context().close();
  } finally {
    server.stop();
  }
}

const saidBy = (page) => page.evaluate(() => window.appSaid.filter(({ method }) => method).map(({ id, method }) => ({ id, method })));
const answersTo = (frame, ids) => until(frame, (ids) => ids.every((id) => window.hostSaid.some((message) => message.id === id && message.method === undefined)), ids);

const ALLOW = "Allow this tool for this app";

// Presses a button of the app, which may be moving under the pointer, waits until the app has said what is expected (else,
// anything), gives the user's word where it is asked for, and waits until the app has all its answers.
async function press(page, frame, button, { answer, methods = [] } = {}) {
  const before = (await saidBy(page)).length;
  await button.dispatchEvent("click");
  const hasSaid = ({ before, methods }) => {
    const said = window.appSaid.flatMap(({ method }) => method ?? []).slice(before);
    return said.length > 0 && methods.every((method) => said.includes(method));
  };
  await page.waitForFunction(hasSaid, { before, methods });
  if (answer) await answerQuestion(page, answer);
  const said = (await saidBy(page)).slice(before);
  await answersTo(frame, said.flatMap(({ id }) => id ?? []));
}

test("the smallest server: its app is there, and its buttons work", async () => {
  await withServer("mcp-server-basic-vanillajs", async (page) => {
    const frame = await runApp(page, "get-time");
    await frame.getByText(/\d{4}-\d\d-\d\dT/).first().waitFor();
    const answers = { "Get Server Time": ALLOW, "Open Link": "Block" };
    for (const button of await frame.getByRole("button").all()) await press(page, frame, button, { answer: answers[await button.innerText()] });
    const methods = await assertMessagesValid(page, frame);
    for (const method of ["tools/call", "ui/message", "ui/open-link"]) assert.ok(methods.includes(`answer to ${method}`), `${method} in ${methods}`);
    assert.deepEqual(page.trouble, []);
  });
});

// In an order that ends every display mode in the page itself.
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
].map(([name, methods, answer]) => [name, { methods, answer }]));

test("the debugging server: a button for everything an app can ask", { timeout: 120000 }, async () => {
  await withServer("mcp-server-debug", async (page) => {
    const frame = await runApp(page, "debug-tool");
    // It keeps a log on its server, by a tool that does not say it only reads.
    await answerQuestion(page, ALLOW);
    const names = await frame.locator("button").allInnerTexts();
    assert.deepEqual(names.filter((name) => name !== "Clear").sort(), [...BUTTONS.keys()].sort(), "every button is pressed");

    const opened = page.context().waitForEvent("page");
    for (const [name, expected] of BUTTONS) {
      const pressed = frame.getByRole("button", { name, exact: true });
      // An app changes its display mode only while the user is there.
      if (expected.methods.includes("ui/request-display-mode")) await enterApp(page);
      await press(page, frame, pressed, expected);
      const mode = { Fullscreen: "fullscreen", PiP: "pip", Inline: "inline" }[name];
      if (mode) await page.locator(`.app-stage[data-mode="${mode}"]`).waitFor();
      const height = /^\d+x(\d+)$/.exec(name)?.[1];
      if (height) await page.waitForFunction((height) => document.querySelector("iframe.app-frame").clientHeight === height, Number(height));
    }
    assert.equal((await opened).url(), "https://modelcontextprotocol.io/");

    // Every kind of content a result can have, and an error; the app's choice of them is a list.
    const call = frame.getByRole("button", { name: "Call debug-tool", exact: true });
    for (const type of await frame.locator("#tool-content-type option").evaluateAll((options) => options.map(({ value }) => value))) {
      await frame.locator("#tool-content-type").selectOption(type);
      await press(page, frame, call, { methods: ["tools/call"] });
    }
    await frame.locator("#tool-simulate-error").check();
    await press(page, frame, call, { methods: ["tools/call"] });
    // Its log on the server answers, too, whenever it likes.
    const failed = await frame.evaluate(() => window.hostSaid.filter(({ result }) => result?.isError).length);
    assert.equal(failed, 1);
    assert.equal(await question(page).count(), 0);

    const checked = await assertMessagesValid(page, frame);
    assert.deepEqual(checked.filter((name) => name.startsWith("error")), []);
    assert.deepEqual(page.trouble, []);
  });
});

test("a tool for its app alone is shown as such, and runs by hand", async () => {
  await withServer("mcp-server-debug", async (page, { url }) => {
    const tools = await (await fetch(`${url}/tools`)).json();
    const [{ name }] = tools.filter(({ _meta }) => _meta.ui.visibility?.join() === "app");
    await page.locator(".tool-row", { hasText: name }).getByText("app-only", { exact: true }).waitFor();
    await runApp(page, name);
    await awaitState(page, "ready");
    assert.ok(await appFrame(page));
    await page.locator(".result").getByText("Success", { exact: true }).waitFor();
  });
});
