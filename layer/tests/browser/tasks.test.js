// Calls that run as tasks, in both forms of MCP: followed with the call, and after a reload.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startTaskServer } from "./fixtures/tasks.js";
import { question, result, submit } from "./calls.js";
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

test("a task is followed to its result", async (context) => {
  const { page, server } = await open(context, "report");
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

test("a task of an older server survives a reload, and asks its question there", async (context) => {
  const { page, server } = await open(context, "form", { isOlder: true });
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
