// Calls that run as tasks, in both forms of MCP: followed with the call, after a reload, left running, and cancelled.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startTaskServer } from "./fixtures/tasks.js";
import { openClientSettings, question, result, submit } from "./calls.js";
import { assertAccessible, axe, button, during, openPage, openTool, shared, startBrowser, startOpenUrl } from "./support.js";

const [browser] = await shared(startBrowser());

async function open(context, tool, options) {
  const server = await startTaskServer(options);
  const [explorer] = await during(context, startOpenUrl(server.url), Promise.resolve(server));
  const page = await openPage(browser, explorer.url);
  await page.locator(".home-side").getByText("MCP revision").waitFor();
  await openTool(page, tool);
  return { page, server, url: explorer.url };
}

const line = (page, text) => page.locator("article.tool:not([hidden]) .task-line", { hasText: text }).waitFor();
const panel = (page) => page.getByRole("region", { name: "Tasks", exact: true });
const row = (page, text) => panel(page).locator("li.task", { hasText: text });
const openPanel = (page) => page.locator("#tasks-open").click();
const text = (value) => ({ content: [{ type: "text", text: value }] });
const called = ({ methods }, name) => methods.filter(([method]) => method === name).map(([, params]) => params);

for (const isOlder of [false, true]) {
  const name = isOlder ? "of an older server" : "of 2026-07-28";

  test(`a task ${name} is followed to its result`, async (context) => {
    const { page, server } = await open(context, "report", { isOlder });
    await button(page, "Run").click();
    await line(page, /Task task-1 · working · Begun · kept until/);
    assert.equal(await page.locator(".task-line").count(), 1, "the panel does not follow it, too");
    assert.match(await page.locator("#tasks-open").textContent(), /Tasks\s+1$/);
    server.set("task-1", { statusMessage: "Halfway" });
    await line(page, "Halfway");
    server.set("task-1", { status: "completed", result: text("The report.") });
    await result(page, "The report.");
    await line(page, "completed");
    await openPanel(page);
    await row(page, "report").locator(".badge", { hasText: "completed" }).waitFor();
    assert.deepEqual(page.trouble, []);
  });

  test(`a task ${name} survives a reload, and asks its question there`, async (context) => {
    const { page, server } = await open(context, "form", { isOlder });
    await button(page, "Run").click();
    await line(page, "working");
    await page.reload();
    await page.locator("#tasks-open", { hasText: "1" }).waitFor();
    server.set("task-1", { status: "input_required", statusMessage: "Colour?" });
    await page.locator("#tasks-open", { hasText: "1 needs an answer" }).waitFor();
    await openPanel(page);
    const card = question(row(page, "form"), "Which colour?");
    await card.getByRole("textbox", { name: "colour" }).fill("blue");
    await page.evaluate(axe);
    await assertAccessible(page, "a question in the panel of tasks");
    await submit(card);
    await row(page, "form").locator(".result", { hasText: "Painted blue." }).waitFor();
    await row(page, "form").locator(".badge", { hasText: "completed" }).waitFor();
    assert.equal(called(server, "tools/call").length, 1, "the call is not repeated");
  });

  test(`a task ${name} can be cancelled`, async (context) => {
    const { page, server } = await open(context, "report", { isOlder });
    await button(page, "Run").click();
    await line(page, "working");
    await button(page, "Cancel").click();
    await result(page, "Cancelled");
    await line(page, "cancelled");
    assert.equal(called(server, "tasks/cancel").length, 1);
  });

  test(`a task ${name} that is left running goes on in the panel`, async (context) => {
    const { page, server } = await open(context, "report", { isOlder });
    await button(page, "Run").click();
    await line(page, "working");
    await button(page, "Run in background").click();
    await result(page, "Left running; see Tasks");
    assert.ok(await button(page, "Run").isEnabled());
    await openPanel(page);
    await row(page, "report").locator(".task-line", { hasText: "working" }).waitFor();
    server.set("task-1", { status: "failed", statusMessage: "Out of paper", error: { code: -32000, message: "No paper" } });
    await row(page, "report").locator(".result", { hasText: "No paper" }).waitFor();
    await button(row(page, "report"), "Forget").click();
    await row(page, "report").waitFor({ state: "detached" });
    await button(page, "Close").click();
    assert.deepEqual(await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("mcp-explorer tasks")).map(([, value]) => value)), ["[]"]);
  });
}

test("the person chooses whether a tool of an older server runs as a task", async (context) => {
  const { page, server } = await open(context, "choice", { isOlder: true });
  await button(page, "Run").click();
  await result(page, "choice ran at once.");
  await page.getByRole("checkbox", { name: "Run as a task" }).check();
  await button(page, "Run").click();
  await line(page, "working");
  assert.deepEqual(
    called(server, "tools/call").map(({ task }) => task),
    [undefined, { ttl: 3600000 }],
  );
  await openTool(page, "plain");
  assert.ok(await page.getByRole("checkbox", { name: "Run as a task" }).isHidden());
});

test("the server's own list of tasks is added to the panel", async (context) => {
  const { page } = await open(context, "report", { isOlder: true });
  await button(page, "Run").click();
  await line(page, "working");
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await openTool(page, "report");
  await button(page, "Run").click();
  await line(page, "Task task-2");
  await openPanel(page);
  await button(page, "Find tasks on the server").click();
  await panel(page).getByText("The server lists 2 tasks.").waitFor();
  await row(page, "task-1").waitFor();
});

test("without the capability, the page offers no tasks, and calls run at once", async (context) => {
  const { page, server } = await open(context, "report");
  const settings = await openClientSettings(page);
  await settings.getByRole("checkbox", { name: /^tasks/ }).uncheck();
  await button(settings, "Close").click();
  await button(page, "Run").click();
  await result(page, "report ran at once.");
  assert.ok(await page.locator("#tasks-open").isHidden());
  assert.equal(called(server, "tools/call")[0]._meta["io.modelcontextprotocol/clientCapabilities"].extensions["io.modelcontextprotocol/tasks"], undefined);
});

test("the log level is sent with a call, and set before it in a session", async (context) => {
  for (const isOlder of [false, true]) {
    const { page, server } = await open(context, "plain", { isOlder });
    const settings = await openClientSettings(page);
    await settings.getByRole("combobox", { name: "Log level" }).selectOption("warning");
    await button(settings, "Close").click();
    await button(page, "Run").click();
    await result(page, "plain ran at once.");
    const [{ _meta }] = called(server, "tools/call");
    assert.equal(_meta["io.modelcontextprotocol/logLevel"], "warning");
    assert.deepEqual(
      called(server, "logging/setLevel").map(({ level }) => level),
      isOlder ? ["warning"] : [],
    );
  }
});
