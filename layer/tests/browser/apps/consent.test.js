// What an app may have done for it: by whom, for whom, and how often the user is asked.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { calls } from "../fixtures/apps/make.js";
import { openTool, startBrowser, startExplorer } from "../support.js";
import { answerQuestion, appButton, appFrame, assertMessagesValid, awaitState, notesOf, openAppPage, question, runApp } from "./support.js";

let browser;
let explorer;
before(async () => ([browser, explorer] = await Promise.all([startBrowser(), startExplorer("apps")])));
after(async () => {
  await browser.close();
  explorer.stop();
});

const ALLOW = "Allow this tool for this app";
const called = (name) => calls.filter((call) => call === name).length;

async function open(url = explorer.url) {
  const page = await openAppPage(browser, url);
  const frame = await runApp(page, "probe");
  return { page, frame, ask: (method, params) => frame.evaluate(([method, params]) => request(method, params).catch((problem) => ({ problem: problem.message })), [method, params]) };
}

const callOf = (name) => ["tools/call", { name, arguments: { by: "the app" } }];

test("a tool that only reads is called at once, any other with the user's consent", async () => {
  const { page, frame, ask } = await open();
  const read = await ask(...callOf("server/read"));
  assert.deepEqual(read.structuredContent, { name: "server/read", args: { by: "the app" } });
  assert.equal(await question(page).count(), 0);

  for (const [answer, expected] of [["Block", 0], ["Allow once", 1], [ALLOW, 2]]) {
    const answered = ask(...callOf("server/write"));
    await question(page).getByText("server/write").waitFor();
    await question(page).getByText("ui://fixture/probe").waitFor();
    await answerQuestion(page, answer);
    assert.equal((await answered).isError ?? false, answer === "Block");
    assert.equal(called("server/write"), expected, answer);
  }
  await ask(...callOf("server/write"));
  assert.equal(called("server/write"), 3, "no question any more");
  await assertMessagesValid(page, frame);
});

test("consent is given to one document for one tool, until the page is reloaded", async () => {
  const { page, ask } = await open();
  const first = ask(...callOf("server/write"));
  await answerQuestion(page, ALLOW);
  await first;
  const before = [called("server/write"), called("server/append")];

  // Another tool is asked for by itself.
  const append = ask(...callOf("server/append"));
  await question(page).getByText("server/append").waitFor();
  await answerQuestion(page, "Block");
  assert.equal((await append).isError, true);

  // The same document may be loaded again; another one has to ask.
  await appButton(page, "Reload").click();
  await page.waitForFunction(() => window.appSaid.filter(({ method }) => method === "ui/notifications/initialized").length === 2);
  await (await appFrame(page)).evaluate((call) => request(...call), callOf("server/write"));
  assert.deepEqual([called("server/write"), called("server/append")], [before[0] + 1, before[1]]);
  const other = await runApp(page, "many/1");
  other.evaluate((call) => void request(...call), callOf("server/write"));
  await answerQuestion(page, "Block");

  await page.reload();
  const again = await runApp(page, "probe");
  again.evaluate((call) => void request(...call), callOf("server/write"));
  await answerQuestion(page, "Block");
  assert.equal(called("server/write"), before[0] + 1);
});

test("a tool that may destroy something asks every time, whatever else it says", async () => {
  const { page, ask } = await open();
  for (const expected of [1, 2]) {
    const answered = ask(...callOf("server/erase"));
    await question(page).getByText("may delete or overwrite").waitFor();
    assert.equal(await question(page).getByRole("button", { name: ALLOW }).count(), 0);
    await answerQuestion(page, "Allow once");
    await answered;
    assert.equal(called("server/erase"), expected);
  }
  await openTool(page, "server/erase");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog", { name: "Run a destructive tool?" }).waitFor();
  assert.equal(called("server/erase"), 2);
});

test("what is asked for is spelled out, and shown whole before it can be allowed", async () => {
  const { page, ask } = await open();
  const hidden = "\u202egpj.exe\u2066\u200b\u3164\u{e0041}";
  const short = ask("tools/call", { name: "server/write", arguments: { file: hidden } });
  await question(page).getByText("‹U+202E›gpj.exe‹U+2066›‹U+200B›‹U+3164›‹U+E0041›").waitFor();
  await answerQuestion(page, "Block");
  await short;

  const before = called("server/write");
  const long = ask("tools/call", { name: "server/write", arguments: { text: "x".repeat(20000), then: "rm -rf /" } });
  const allow = question(page).getByRole("button", { name: "Allow once" });
  await question(page).getByText(/8,0\d\d characters of the arguments are not shown yet/).waitFor();
  await page.waitForTimeout(1000);
  assert.equal(await allow.isEnabled(), false, "nobody has seen it all");
  assert.equal(await question(page).getByText("rm -rf /").count(), 0);
  await question(page).getByRole("button", { name: /^Show 8,0\d\d characters more$/ }).click();
  await question(page).getByText("rm -rf /").waitFor();
  await page.waitForTimeout(1000);
  assert.equal(await allow.isEnabled(), false, "nobody has scrolled to the end");
  await question(page).getByRole("region", { name: "the arguments" }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await answerQuestion(page, "Allow once");
  assert.equal((await long).structuredContent.args.then, "rm -rf /");
  assert.equal(called("server/write"), before + 1);
});

test("a question that is waved away is refused", async () => {
  const { page, ask } = await open();
  const answered = ask(...callOf("server/write"));
  await question(page).waitFor();
  assert.ok(await question(page).getByRole("button", { name: "Block", exact: true }).evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Escape");
  assert.equal((await answered).isError, true);
});

test("who is refused once and for all is not heard again", async () => {
  const { page, ask } = await open();
  const first = ask(...callOf("server/write"));
  await answerQuestion(page, "Block all");
  assert.equal((await first).isError, true);
  assert.equal((await ask(...callOf("server/write"))).isError, true);
  assert.equal((await ask("ui/open-link", { url: "https://example.com" })).isError, true);
  assert.equal(await question(page).count(), 0);
  assert.match(await notesOf(page), /blocked all requests/);
});

test("tools are called by those they are for", async () => {
  const { page, ask } = await open();
  const before = [called("server/app-only"), called("server/model-only")];
  assert.equal((await ask(...callOf("server/app-only"))).structuredContent.name, "server/app-only");
  assert.match((await ask(...callOf("server/model-only"))).problem, /^-32602 .*not visible to apps/);
  assert.deepEqual([called("server/app-only"), called("server/model-only")], [before[0] + 1, before[1]]);
  const { tools } = await ask("tools/list");
  const names = tools.map(({ name }) => name);
  assert.ok(names.includes("server/app-only") && !names.includes("server/model-only"), names.join());
  await page.getByRole("searchbox", { name: "Filter the tools" }).fill("server/app");
  await page.locator(".tool-row .badge", { hasText: "app-only" }).waitFor();
});

test("a tool that no list has does not run, whatever the user says", async () => {
  const { page, ask } = await open();
  const answered = ask(...callOf("server/unlisted"));
  await answerQuestion(page, "Allow once");
  assert.match(JSON.stringify(await answered), /Tool not found: server\/unlisted/);
  assert.equal(called("server/unlisted"), 0);
});

test("with --unlisted-tools, a tool that no list has is left to the server, at the user's word", async (t) => {
  const unlisted = await startExplorer("apps", "--unlisted-tools");
  t.after(() => unlisted.stop());
  const { page, ask } = await open(unlisted.url);
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
