// Consent for the requests of an app: which requests need it, for which document, and how often.
import assert from "node:assert/strict";
import { test } from "node:test";
import { calls } from "../fixtures/apps/make.js";
import { button, during, openTool, shared, startBrowser, startExplorer, startWithSettings } from "../support.js";
import { ALLOW, appButton, appFrame, assertMessagesValid, awaitLoads, awaitState, clickConsent, consentDialog, notesOf, openAppPage, runApp } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("apps"));

const called = (name) => calls.filter((call) => call === name).length;

async function open(url = explorer.url) {
  const page = await openAppPage(browser, url);
  const frame = await runApp(page, "probe");
  return { page, frame, ask: (method, params) => frame.evaluate(([method, params]) => request(method, params).catch((problem) => ({ problem: problem.message })), [method, params]) };
}

const callOf = (name) => ["tools/call", { name, arguments: { by: "the app" } }];

test("a read-only tool is called at once, any other needs the user's consent", async () => {
  const { page, frame, ask } = await open();
  const read = await ask(...callOf("server/read"));
  assert.deepEqual(read.structuredContent, { name: "server/read", args: { by: "the app" } });
  assert.equal(await consentDialog(page).count(), 0);

  for (const [choice, expected] of [["Block", 0], ["Allow once", 1], [ALLOW, 2]]) {
    const answered = ask(...callOf("server/write"));
    await consentDialog(page).getByText("server/write").waitFor();
    await consentDialog(page).getByText("ui://fixture/probe").waitFor();
    await clickConsent(page, choice);
    assert.equal((await answered).isError ?? false, choice === "Block");
    assert.equal(called("server/write"), expected, choice);
  }
  await ask(...callOf("server/write"));
  assert.equal(called("server/write"), 3, "no question any more");
  await assertMessagesValid(page, frame);
});

test("consent is given to one document for one tool, until the page is reloaded", async () => {
  const { page, ask } = await open();
  const first = ask(...callOf("server/write"));
  await clickConsent(page, ALLOW);
  await first;
  const before = [called("server/write"), called("server/append")];

  // Another tool needs its own consent.
  const append = ask(...callOf("server/append"));
  await consentDialog(page).getByText("server/append").waitFor();
  await clickConsent(page, "Block");
  assert.equal((await append).isError, true);

  // The same document may be reloaded; another one needs consent.
  await appButton(page, "Reload").click();
  await awaitLoads(page, 2);
  await (await appFrame(page)).evaluate((call) => request(...call), callOf("server/write"));
  assert.deepEqual([called("server/write"), called("server/append")], [before[0] + 1, before[1]]);
  const other = await runApp(page, "many/1");
  other.evaluate((call) => void request(...call), callOf("server/write"));
  await clickConsent(page, "Block");

  await page.reload();
  const again = await runApp(page, "probe");
  again.evaluate((call) => void request(...call), callOf("server/write"));
  await clickConsent(page, "Block");
  assert.equal(called("server/write"), before[0] + 1);
});

test("a destructive tool needs consent for each call, even if it also claims to be read-only", async () => {
  const { page, ask } = await open();
  for (const expected of [1, 2]) {
    const answered = ask(...callOf("server/erase"));
    await consentDialog(page).getByText("may delete or overwrite").waitFor();
    assert.equal(await consentDialog(page).getByRole("button", { name: ALLOW }).count(), 0);
    await clickConsent(page, "Allow once");
    await answered;
    assert.equal(called("server/erase"), expected);
  }
  await openTool(page, "server/erase");
  await button(page, "Run").click();
  await page.getByRole("dialog", { name: "Run this destructive tool?" }).waitFor();
  assert.equal(called("server/erase"), 2);
});

test("a request is shown completely, with invisible characters escaped, before it can be allowed", async () => {
  const { page, ask } = await open();
  const hidden = "\u202egpj.exe\u2066\u200b\u3164\u{e0041}";
  const short = ask("tools/call", { name: "server/write", arguments: { file: hidden } });
  await consentDialog(page).getByText("‹U+202E›gpj.exe‹U+2066›‹U+200B›‹U+3164›‹U+E0041›").waitFor();
  await clickConsent(page, "Block");
  await short;

  const before = called("server/write");
  const long = ask("tools/call", { name: "server/write", arguments: { text: "x".repeat(20000), then: "rm -rf /" } });
  const allow = consentDialog(page).getByRole("button", { name: "Allow once" });
  await consentDialog(page).getByText(/8,0\d\d characters of the arguments are not shown yet/).waitFor();
  await page.waitForTimeout(1000);
  assert.equal(await allow.isEnabled(), false, "nobody has seen it all");
  assert.equal(await consentDialog(page).getByText("rm -rf /").count(), 0);
  await consentDialog(page).getByRole("button", { name: /^Show 8,0\d\d characters more$/ }).click();
  await consentDialog(page).getByText("rm -rf /").waitFor();
  await page.waitForTimeout(1000);
  assert.equal(await allow.isEnabled(), false, "nobody has scrolled to the end");
  await consentDialog(page).getByRole("region", { name: "the arguments" }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await clickConsent(page, "Allow once");
  assert.equal((await long).structuredContent.args.then, "rm -rf /");
  assert.equal(called("server/write"), before + 1);
});

test("one button of the dialog is the main one, and no button stands alone", async () => {
  const { page, ask } = await open();
  const answered = ask(...callOf("server/write"));
  await consentDialog(page).waitFor();
  const names = ["Block all", "Block", "Allow this tool for this app", "Allow once"];
  assert.deepEqual(await consentDialog(page).locator(".dialog-actions button").allInnerTexts(), names);
  assert.deepEqual(await consentDialog(page).locator("button.primary").allInnerTexts(), ["Allow once"]);
  for (const width of [1280, 700, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const rows = await consentDialog(page).locator(".dialog-actions button").evaluateAll((buttons) => Object.values(Object.groupBy(buttons, (button) => Math.round(button.getBoundingClientRect().top))).map((row) => row.length));
    assert.ok(rows.every((count) => count > 1), `${width}: ${rows}`);
  }
  await clickConsent(page, "Block");
  await answered;
});

test("a dismissed consent dialog refuses the request", async () => {
  const { page, ask } = await open();
  const answered = ask(...callOf("server/write"));
  await consentDialog(page).waitFor();
  assert.ok(await button(consentDialog(page), "Block").evaluate((node) => node === document.activeElement));
  await page.keyboard.press("Escape");
  assert.equal((await answered).isError, true);
});

test("an app that the user has blocked is refused without asking", async () => {
  const { page, ask } = await open();
  const first = ask(...callOf("server/write"));
  await clickConsent(page, "Block all");
  assert.equal((await first).isError, true);
  assert.equal((await ask(...callOf("server/write"))).isError, true);
  assert.equal((await ask("ui/open-link", { url: "https://example.com" })).isError, true);
  assert.equal(await consentDialog(page).count(), 0);
  assert.match(await notesOf(page), /blocked all requests/);
});

test("apps can call only tools that are visible to them", async () => {
  const { page, ask } = await open();
  const before = [called("server/app-only"), called("server/model-only")];
  assert.equal((await ask(...callOf("server/app-only"))).structuredContent.name, "server/app-only");
  assert.match((await ask(...callOf("server/model-only"))).problem, /^-32602 .*not visible to apps/);
  assert.deepEqual([called("server/app-only"), called("server/model-only")], [before[0] + 1, before[1]]);
  const { tools } = await ask("tools/list");
  const names = tools.map(({ name }) => name);
  assert.ok(names.includes("server/app-only") && !names.includes("server/model-only"), names.join());
  await page.getByRole("searchbox", { name: "Filter the list" }).fill("server/app");
  await page.locator(".tool-row .badge", { hasText: "app-only" }).waitFor();
});

test("an unlisted tool does not run, even with consent", async () => {
  const { page, ask } = await open();
  const answered = ask(...callOf("server/unlisted"));
  await clickConsent(page, "Allow once");
  assert.match(JSON.stringify(await answered), /Tool not found: server\/unlisted/);
  assert.equal(called("server/unlisted"), 0);
});

test("with `unlisted_tools`, an unlisted tool is called after consent", async (t) => {
  const [unlisted] = await during(t, startWithSettings("apps", { MCP_UI_UNLISTED_TOOLS: true }));
  const { page, ask } = await open(unlisted.url);
  const answered = ask(...callOf("server/unlisted"));
  await clickConsent(page, "Allow once");
  assert.equal((await answered).structuredContent.name, "server/unlisted");
  const unknown = ask(...callOf("server/unknown"));
  await clickConsent(page, "Allow once");
  assert.equal((await unknown).content[0].text, "Unknown tool: server/unknown");
  assert.deepEqual(await ask(...callOf("server/fails")), { content: [{ type: "text", text: "The kitchen is closed." }], isError: true });
  assert.deepEqual(page.trouble, []);
});

test("with execution disabled, apps cannot run tools either", async (t) => {
  const [locked] = await during(t, startExplorer("apps", "--no-execute"));
  const page = await openAppPage(browser, locked.url);
  await page.goto(`${locked.url}#/tools/probe`);
  await button(page, "Open the app").click();
  await awaitState(page, "ready");
  const frame = await appFrame(page);
  const before = called("server/read");
  const problem = await frame.evaluate((call) => request(...call).catch(({ message }) => message), callOf("server/read"));
  assert.match(problem, /Tool execution is disabled/);
  assert.equal(await frame.evaluate(() => "serverTools" in window.host.hostCapabilities), false);
  // The server itself refuses the call, for every caller.
  const response = await fetch(`${locked.url}/tools/server%2Fread/call`, { method: "POST", body: "{}", headers: { "Mcp-Ui-App": "ui://fixture/probe" } });
  assert.equal(response.status, 403);
  assert.equal(called("server/read"), before);
  await assertMessagesValid(page, frame);
});
