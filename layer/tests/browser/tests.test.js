// Calls become tests: from a result, from the history and from the traffic of an agent, and the panel that runs them.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { assertAccessible, axe, button, during, openPage, openTab, openTool, run, shared, startBrowser, startExplorer, startOpenWith } from "./support.js";
import { details, row } from "./traffic-panel.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

// A server whose tool `total` fails until its source says otherwise. Each run of tests starts it again.
const SERVER = `
import { createInterface } from "node:readline";
const isMended = false;
const tool = (name) => ({ name, description: "Adds.", inputSchema: { type: "object" } });
const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "adder", version: "1" } }),
  "tools/list": () => ({ tools: [tool("total"), tool("now")] }),
  "tools/call": ({ name, arguments: { values = [] } }) =>
    name === "now" ? said("It is now.", { count: 1, takenAt: Date.now() })
    : isMended ? said("Done.", { total: values.reduce((sum, value) => sum + value, 0) })
    : { ...said("Cannot add."), isError: true },
};
const said = (text, structuredContent) => ({ content: [{ type: "text", text }], ...(structuredContent && { structuredContent }) });
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const made = results[method]?.(params);
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(made ? { result: made } : { error: { code: -32601, message: "No." } }) }));
}
`;

// A project with the server and a file of tests, opened in the page.
async function startProject(context, text, ...flags) {
  const folder = mkdtempSync(join(tmpdir(), "mcp-ui-tests-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const [server, file] = [join(folder, "server.mjs"), join(folder, "adder.mcp-ui.yaml")];
  writeFileSync(server, SERVER);
  if (text !== undefined) writeFileSync(file, text);
  const [opened] = await during(context, startOpenWith(["--no-token", "--tests", file, ...flags], [process.execPath, server]));
  return {
    url: opened.url,
    file: () => readFileSync(file, "utf8"),
    snapshot: (name) => join(folder, "__snapshots__/adder.mcp-ui", `${name}.json`),
    mend: () => writeFileSync(server, SERVER.replace("isMended = false", "isMended = true")),
  };
}

const dialog = (page) => page.getByRole("dialog", { name: "Add to tests" });
const preview = (page) => dialog(page).getByRole("region", { name: "The test" });
const panel = (page) => page.getByRole("region", { name: "Tests", exact: true });
const testRow = (page, name) => panel(page).locator("li.task", { hasText: name });

async function openTests(page) {
  await page.locator("#tests-open").click();
  await panel(page).waitFor();
}

// Calls a tool as an agent does, on the endpoint beside the page.
async function callAsAgent(url, name, args) {
  const post = async (message, headers) => {
    const response = await fetch(new URL("/mcp", url), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
    await response.text();
    return response.headers.get("mcp-session-id");
  };
  const clientInfo = { name: "an agent", version: "1" };
  const session = await post({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } });
  const headers = { ...(session && { "mcp-session-id": session }), "mcp-protocol-version": "2025-11-25" };
  await post({ method: "notifications/initialized" }, headers);
  await post({ id: 2, method: "tools/call", params: { name, arguments: args } }, headers);
}

test("a call of an agent that fails becomes a test, which is red until the server is mended", async (context) => {
  const project = await startProject(context, undefined, "--write");
  const page = await openPage(browser, project.url);
  await callAsAgent(project.url, "total", { values: [1, 2] });
  await page.locator("#traffic-open").click();
  await row(page, "total").click();
  await details(page).getByRole("button", { name: "Add to tests" }).click();
  await dialog(page).getByLabel("Name").fill("adds for the agent");
  assert.equal(await dialog(page).getByRole("checkbox").isChecked(), false, "the error is not what is wanted");
  await dialog(page).getByRole("button", { name: /^Write to / }).click();
  await dialog(page).getByText(/^Added to /).waitFor();
  assert.equal(project.file(), 'tests:\n- name: adds for the agent\n  call: total\n  args: {"values":[1,2]}\n');
  await page.keyboard.press("Escape");
  await openTests(page);
  await button(panel(page), "Run all").click();
  await testRow(page, "adds for the agent").getByText("Failed").waitFor();
  assert.match(await testRow(page, "adds for the agent").innerText(), /The tool reports an error: Cannot add\./);
  assert.equal(await page.locator("#tests-open").innerText().then((text) => text.replace(/\s+/g, " ").trim()), "Tests 1 failed");
  project.mend();
  await button(testRow(page, "adds for the agent"), "Run").click();
  await testRow(page, "adds for the agent").getByText("Passed").waitFor();
  assert.deepEqual(page.trouble, []);
});

test("expected and actual stand side by side, and a snapshot is accepted", async (context) => {
  const text = [
    "tests:",
    "- {name: counts, call: now, expect: {structured: {count: 2}}}",
    "- {name: as before, call: now, ignore: [$..takenAt], expect: {snapshot: true}}",
    "- {name: misspelt, call: nwo}",
    "",
  ].join("\n");
  const project = await startProject(context, text, "--write");
  const page = await openPage(browser, project.url);
  await openTests(page);
  await button(panel(page), "Run all").click();
  const counts = testRow(page, "counts");
  await counts.getByText("Failed").waitFor();
  assert.match(await counts.innerText(), /structured\.count[^]*Expected\s+2[^]*Actual\s+1/);
  assert.equal(await button(counts, "Accept").count(), 0, "a person wrote what is expected");
  await testRow(page, "misspelt").getByText("The server lists no tool \"nwo\". Did you mean \"now\"?").waitFor();
  await button(testRow(page, "as before"), "Accept").click();
  await testRow(page, "as before").getByText("Passed").waitFor();
  assert.ok(existsSync(project.snapshot("as before")));
  await page.evaluate(axe);
  await assertAccessible(page, "tests");
  assert.deepEqual(page.trouble, []);
});

test("a page that may not write offers the file", async (context) => {
  const project = await startProject(context, "tests:\n- {call: now}\n");
  const page = await openPage(browser, project.url);
  await openTool(page, "now");
  await run(page);
  await button(page, "Add to tests").click();
  await preview(page).getByText('structured: {"count":1}').waitFor();
  assert.equal(await dialog(page).getByRole("button", { name: /^Write to / }).count(), 0);
  const [download] = await Promise.all([page.waitForEvent("download"), dialog(page).getByRole("button", { name: "Save as file" }).click()]);
  assert.equal(download.suggestedFilename(), "call.mcp-ui.yaml");
  assert.equal(readFileSync(await download.path(), "utf8"), 'tests:\n- name: now\n  call: now\n  expect:\n    structured: {"count":1}\n');
  const refused = await page.evaluate(() => fetch("/tests", { method: "POST", body: JSON.stringify({ add: { test: "- {call: a}" } }) }).then(async (response) => [response.status, await response.text()]));
  assert.equal(refused[0], 422);
  assert.match(refused[1], /To allow it, start `mcp-ui open` with --write\./);
});

test("what would break the file is not written", async (context) => {
  const text = "tests:\n- {name: now, call: now}\nlock: mcp-ui.lock\n";
  const project = await startProject(context, text, "--write");
  const page = await openPage(browser, project.url);
  await openTool(page, "now");
  await run(page);
  await button(page, "Add to tests").click();
  await dialog(page).getByRole("button", { name: /^Write to / }).click();
  await dialog(page).getByText(/The test was not added|Paste the test into the list yourself/).waitFor();
  assert.equal(project.file(), text);
});

test("without a file of tests, results and the history offer a test to save", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "echo", `?arguments=${encodeURIComponent('{"message":"${HOME} é","times":1}')}`);
  await run(page);
  assert.equal(await page.locator("#tests-open").count(), 0);
  await openTab(page, "History");
  await button(page.locator("ol.calls"), "Add to tests").click();
  await preview(page).getByText('args: {"message":"$${HOME} é","times":1}').waitFor();
  await page.evaluate(axe);
  await assertAccessible(page, "add to tests");
  assert.deepEqual(page.trouble, []);
});
