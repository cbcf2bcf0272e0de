// Results with embedded apps, as in MCP-UI before MCP Apps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { legacyPage } from "../fixtures/apps/legacy.js";
import { openTool, run, shared, startBrowser, startExplorer } from "../support.js";
import { clickConsent, appFrame, awaitState, openAppPage, openInspector, consentDialog, runApp, until } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("legacy-apps"));

const say = (frame, type, payload, messageId) => frame.evaluate(([type, payload, messageId]) => window.parent.postMessage({ type, payload, messageId }, "*"), [type, payload, messageId]);
const responseTo = (frame, messageId) => until(frame, (id) => window.heard.find(({ type, messageId }) => type === "ui-message-response" && messageId === id), messageId);

test("HTML embedded in a result is shown with it, and receives its data", async () => {
  const page = await openAppPage(browser, explorer.url);
  const frame = await runApp(page, "raw");
  await frame.getByText('"name":"raw"').waitFor();
  await page.waitForFunction(() => document.querySelector("iframe.app-frame").clientHeight === 222);
  await page.locator(".result:visible").getByText("raw for those without").waitFor();
  assert.deepEqual(page.trouble, []);
});

test("each message of the older protocol takes effect and gets a response", async () => {
  const page = await openAppPage(browser, explorer.url);
  const frame = await runApp(page, "raw");
  // Such an app is considered ready once its document has been written to the frame.
  await until(frame, () => window.heard);

  await say(frame, "tool", { toolName: "read", params: {} }, "1");
  assert.equal((await responseTo(frame, "1")).payload.response.content[0].text, "read");
  await say(frame, "tool", { toolName: "write", params: {} }, "2");
  await clickConsent(page, "Allow once");
  assert.equal((await responseTo(frame, "2")).payload.response.content[0].text, "written");

  await say(frame, "prompt", { prompt: "A prompt" }, "3");
  await say(frame, "intent", { intent: "book", params: { seats: 2 } }, "4");
  await say(frame, "notify", { message: "A notice" }, "5");
  for (const id of ["3", "4", "5"]) assert.ok(!(await responseTo(frame, id)).payload.error, id);
  const model = await openInspector(page, "Model");
  await model.getByText("A prompt").waitFor();
  await model.getByText(/Intent: book/).waitFor();

  await say(frame, "link", { url: "https://example.com/" }, "6");
  await consentDialog(page).getByText("https://example.com/").waitFor();
  await clickConsent(page, "Block");
  await say(frame, "link", { url: "javascript:alert(1)" }, "7");
  assert.ok((await responseTo(frame, "7")).payload.error);
  assert.equal(await consentDialog(page).count(), 0);

  await say(frame, "ui-request-render-data", undefined, "8");
  await until(frame, () => window.heard.some(({ type, messageId }) => type === "ui-lifecycle-iframe-render-data" && messageId === "8"));
  const heard = await frame.evaluate(() => window.heard.filter(({ type }) => type === "ui-message-received").map(({ messageId }) => messageId));
  assert.deepEqual(heard, ["1", "2", "3", "4", "5", "6", "7"]);
  assert.deepEqual(page.trouble, []);
});

test("a page of another site is loaded after consent, in a frame inside the sandbox", async () => {
  const page = await openAppPage(browser, explorer.url);
  let requests = 0;
  await page.route("https://external.example/**", (route) => {
    requests += 1;
    return route.fulfill({ contentType: "text/html", body: legacyPage });
  });
  await openTool(page, "external");
  await run(page);
  const load = page.getByRole("button", { name: /^Load from external\.example/ });
  await load.waitFor();
  assert.equal(requests, 0);
  await load.click();
  await awaitState(page, "ready");
  const site = await (await (await appFrame(page)).locator("iframe").elementHandle()).contentFrame();
  await site.getByText('"name":"external"').waitFor();
  assert.deepEqual(await site.evaluate(() => [location.origin, window.origin]), ["https://external.example", "null"]);
  assert.ok(page.trouble.every((line) => line.startsWith("request: https://external.example/")), page.trouble.join());
});

test("a script for Remote DOM is reported as not supported", async () => {
  const page = await openAppPage(browser, explorer.url);
  await runApp(page, "remote", "failed");
  await page.getByText(/Remote DOM, which is not supported/).first().waitFor();
  await page.locator(".result:visible").getByText("ui-text").first().waitFor();
});

test("the library's adapter, which uses both protocols at once, becomes ready", async () => {
  const page = await openAppPage(browser, explorer.url);
  const frame = await runApp(page, "adapted");
  await until(frame, () => window.hostMessages?.length > 0);
  assert.deepEqual(page.trouble, []);
});

test("several apps in one result are all shown", async () => {
  const page = await openAppPage(browser, explorer.url);
  await runApp(page, "two");
  await page.locator("iframe.app-frame").nth(1).waitFor();
  for (const index of [0, 1]) await (await appFrame(page, index)).getByText(/No data|\{\}/).waitFor();
});
