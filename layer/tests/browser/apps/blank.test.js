// Apps that stay blank: the page explains each possible reason.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shared, startBrowser, startExplorer } from "../support.js";
import { appButton, appFrame, awaitState, notesOf, openAppPage, openInspector, runApp } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("apps"));

// The page warns after a second, not half a minute.
const IMPATIENT = { appSettings: { initializeSeconds: 1 } };

// The tool, and the reason that is shown.
const FAILING = [
  ["blank/type", /text\/plain.*text\/html;profile=mcp-app/],
  ["blank/missing", /not found/i],
  ["blank/empty", /empty/],
  ["blank/nothing", /no contents/],
  ["blank/base64", /not base64/],
  ["blank/neither", /neither text nor a blob/],
  ["blank/too-large", /too large: .*5/],
  ["blank/no-ui-uri", /https:\/\/example\.com\/app\.html.*not a ui:\/\/ URI/],
];

test("a resource that is not a valid app is not shown, and the reason is", async () => {
  const page = await openAppPage(browser, explorer.url, IMPATIENT);
  for (const [tool, reason] of FAILING) {
    await runApp(page, tool, "failed");
    const failure = await page.locator(".app-panel:visible .failure").innerText();
    assert.match(failure, reason, tool);
    assert.equal(await page.locator("iframe").count(), 0, tool);
    await page.locator(".result:visible").getByText("Success", { exact: true }).waitFor();
  }
  assert.deepEqual(page.trouble, []);
});

const WAITING = [
  ["blank/silent", "waiting", /never sent ui\/initialize/],
  ["blank/broken", "waiting", /broken on purpose/],
  ["blank/blocked", "waiting", /script-src.*https:\/\/cdn\.example\.com/],
  ["blank/half", "initializing", /never sent ui\/notifications\/initialized/],
];

test("an app that does not connect stays visible, and the page explains what is missing", async () => {
  const page = await openAppPage(browser, explorer.url, IMPATIENT);
  for (const [tool, state, reason] of WAITING) {
    await runApp(page, tool, state);
    await page.locator(".app-panel:visible .failure", { hasText: reason }).waitFor();
    assert.ok(await appFrame(page), tool);
  }
  // One script fails and the policy blocks another one, as expected.
  assert.deepEqual(page.trouble.filter((line) => !/broken on purpose|cdn\.example\.com/.test(line)), []);
});

test("a checklist is shown after a while, with the known facts", async () => {
  const page = await openAppPage(browser, explorer.url, IMPATIENT);
  await runApp(page, "blank/broken", "waiting");
  const checks = page.locator(".app-checks");
  await checks.getByText("Worth checking").waitFor();
  assert.match(await checks.locator("li.bad").allInnerTexts().then((texts) => texts.join()), /The script connects.*without errors: 1 error so far/);
  assert.match(await checks.locator("li.good").allInnerTexts().then((texts) => texts.join()), /policy lets it load/);
});

// Unusual apps that are shown all the same, with notes.
const ODD = [
  ["blob", []],
  ["quoted-type", []],
  ["listed-meta", [/taken from the list of resources/]],
  ["permissions", [/Unknown permission .telepathy./]],
  ["odd/several", [/2 contents/]],
  ["odd/meta", [/dedicated domain/]],
  ["odd/older-link", [/ui\/resourceUri.*older name/]],
  ["odd/older-type", [/text\/html\+mcp.*outdated/]],
  ["odd/version", [/1999-01-01.*2026-01-26/]],
  ["odd/draft", [/begins with .initialize.*draft/]],
  ["odd/schema", [/input schema/]],
  ["odd/not-meta", []],
  ["odd/title", []],
];

test("an unusual app is shown with notes", { timeout: 120000 }, async () => {
  const page = await openAppPage(browser, explorer.url, IMPATIENT);
  for (const [tool, expected] of ODD) {
    const frame = await runApp(page, tool);
    assert.equal(await frame.getByRole("heading").innerText(), "Probe", tool);
    const notes = await notesOf(page);
    for (const note of expected) assert.match(notes, note, tool);
    if (expected.length === 0) assert.match(notes, /No notes/, tool);
    await appButton(page, "Close").click();
    await awaitState(page, "closed");
  }
  assert.deepEqual(page.trouble, []);
});

test("a blob is read as UTF-8", async () => {
  const page = await openAppPage(browser, explorer.url, IMPATIENT);
  const frame = await runApp(page, "blob");
  await frame.getByText("Grüße, 日本語").waitFor();
});

test("domains are checked one by one, and refused ones are shown with the reason", async () => {
  const page = await openAppPage(browser, explorer.url, IMPATIENT);
  const frame = await runApp(page, "odd/domains");
  const policy = await openInspector(page, "Policy");
  const verdicts = await policy.getByRole("row").allInnerTexts();
  for (const refused of ['"*"', "'self'", "https://a.example b.example", "7", "https://a.example"]) assert.ok(verdicts.some((row) => row.includes(refused) && /refused/.test(row)), `${refused} in ${verdicts}`);
  for (const allowed of ["https://api.example.com", "https://base.example.com"]) assert.ok(verdicts.some((row) => row.includes(allowed) && /allowed/.test(row)), allowed);
  assert.match(await policy.innerText(), /connect-src https:\/\/api\.example\.com/);
  const approved = await frame.evaluate(() => window.host.hostCapabilities.sandbox.csp);
  assert.deepEqual(approved, { connectDomains: ["https://api.example.com"], resourceDomains: [], frameDomains: [], baseUriDomains: ["https://base.example.com"] });
});

test("the source of the app's document can be read unchanged", async () => {
  const page = await openAppPage(browser, explorer.url, IMPATIENT);
  await runApp(page, "blank/silent", "waiting");
  await awaitState(page, "waiting");
  const source = await openInspector(page, "Source");
  await source.getByText("Nothing here connects.").first().waitFor();
  assert.match(await source.innerText(), /SHA-256 [0-9a-f]{64}/);
});
