// What an app may have done for it: by whom, for whom, and how often the user is asked.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { calls } from "../fixtures/apps/make.js";
import { startBrowser, startExplorer } from "../support.js";
import { answerQuestion, appButton, appFrame, assertMessagesValid, awaitState, notesOf, openAppPage, question, runApp } from "./support.js";

let browser;
let explorer;
before(async () => ([browser, explorer] = await Promise.all([startBrowser(), startExplorer("apps")])));
after(async () => {
  await browser.close();
  explorer.stop();
});

const called = (name) => calls.filter((call) => call === name).length;

async function open(url = explorer.url) {
  const page = await openAppPage(browser, url);
  const frame = await runApp(page, "probe");
  return { page, frame, ask: (method, params) => frame.evaluate(([method, params]) => request(method, params).catch((problem) => ({ problem: problem.message })), [method, params]) };
}

const callOf = (name) => ["tools/call", { name, arguments: { by: "the app" } }];

test("a tool that only reads is called at once, any other at the user's word", async () => {
  const { page, frame, ask } = await open();
  const read = await ask(...callOf("server/read"));
  assert.deepEqual(read.structuredContent, { name: "server/read", args: { by: "the app" } });
  assert.equal(await question(page).count(), 0);

  for (const [answer, expected] of [["Refuse", 0], ["Allow once", 1], ["Allow for this app", 2]]) {
    const answered = ask(...callOf("server/write"));
    await question(page).getByText("server/write").waitFor();
    await question(page).getByText("ui://fixture/probe").waitFor();
    await answerQuestion(page, answer);
    assert.equal((await answered).isError ?? false, answer === "Refuse");
    assert.equal(called("server/write"), expected, answer);
  }
  await ask(...callOf("server/write"));
  assert.equal(called("server/write"), 3, "no question any more");
  await assertMessagesValid(page, frame);

  // The word holds for the app as it is, loaded again too, and for no other one.
  await appButton(page, "Reload").click();
  await page.waitForFunction(() => window.appSaid.filter(({ method }) => method === "ui/notifications/initialized").length === 2);
  await (await appFrame(page)).evaluate((call) => request(...call), callOf("server/write"));
  assert.equal(called("server/write"), 4);
  const other = await runApp(page, "many/1");
  other.evaluate((call) => void request(...call), callOf("server/write"));
  await question(page).waitFor();
  await answerQuestion(page, "Refuse");
  assert.equal(called("server/write"), 4);
  assert.deepEqual(page.trouble, []);
});

test("a question that is waved away is refused", async () => {
  const { page, ask } = await open();
  const answered = ask(...callOf("server/write"));
  await question(page).waitFor();
  assert.ok(await question(page).getByRole("button", { name: "Refuse", exact: true }).evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Escape");
  assert.equal((await answered).isError, true);
});

test("who is refused once and for all is not heard again", async () => {
  const { page, ask } = await open();
  const first = ask(...callOf("server/write"));
  await answerQuestion(page, "Refuse, and ask no more");
  assert.equal((await first).isError, true);
  assert.equal((await ask(...callOf("server/write"))).isError, true);
  assert.equal((await ask("ui/open-link", { url: "https://example.com" })).isError, true);
  assert.equal(await question(page).count(), 0);
  assert.match(await notesOf(page), /refused without a question/);
});

test("tools are called by those they are for", async () => {
  const { page, ask } = await open();
  const before = [called("server/app-only"), called("server/model-only")];
  assert.equal((await ask(...callOf("server/app-only"))).structuredContent.name, "server/app-only");
  assert.match((await ask(...callOf("server/model-only"))).problem, /^-32602 .*not for apps/);
  assert.deepEqual([called("server/app-only"), called("server/model-only")], [before[0] + 1, before[1]]);
  const { tools } = await ask("tools/list");
  const names = tools.map(({ name }) => name);
  assert.ok(names.includes("server/app-only") && !names.includes("server/model-only"), names.join());
  await page.getByRole("searchbox", { name: "Filter the tools" }).fill("server/app");
  await page.locator(".tool-row .badge", { hasText: "app-only" }).waitFor();
});

test("a tool that no list has is left to the server, at the user's word", async () => {
  const { page, ask } = await open();
  const answered = ask(...callOf("server/unlisted"));
  await answerQuestion(page, "Allow once");
  assert.equal((await answered).structuredContent.name, "server/unlisted");
  const unknown = ask(...callOf("server/unknown"));
  await answerQuestion(page, "Allow once");
  assert.equal((await unknown).content[0].text, "Unknown tool: server/unknown");
  assert.deepEqual(await ask(...callOf("server/fails")), { content: [{ type: "text", text: "The kitchen is closed." }], isError: true });
  assert.deepEqual(page.trouble, []);
});

test("where running tools is switched off, apps cannot either", async () => {
  const locked = await startExplorer("apps", "--no-execute");
  try {
    const page = await openAppPage(browser, locked.url);
    await page.goto(`${locked.url}#/tools/probe`);
    await page.getByRole("button", { name: "Open the app", exact: true }).click();
    await awaitState(page, "ready");
    const frame = await appFrame(page);
    const before = called("server/read");
    const problem = await frame.evaluate((call) => request(...call).catch(({ message }) => message), callOf("server/read"));
    assert.match(problem, /Tool execution is disabled/);
    assert.equal(await frame.evaluate(() => "serverTools" in window.host.hostCapabilities), false);
    // That is the server's word, whoever asks.
    const response = await fetch(`${locked.url}/tools/server%2Fread/call`, { method: "POST", body: "{}", headers: { "Mcp-Ui-App": "ui://fixture/probe" } });
    assert.equal(response.status, 403);
    assert.equal(called("server/read"), before);
    await assertMessagesValid(page, frame);
  } finally {
    locked.stop();
  }
});
