// Every tool of the reference server, which is made with the TypeScript SDK and speaks the revisions with sessions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, logLines, question, result, setClient, submit } from "./calls.js";
import { button, listed, openPage, openTool, openToolPage, shared, startBrowser, startServer } from "./support.js";

const [browser, everything] = await shared(startBrowser(), startServer("mcp-server-everything", "streamableHttp"));

// Arguments for the tools of the reference server that ask nothing, with a text of the result.
const PLAIN = [
  ["echo", { message: "Hello, Ada" }, "Echo: Hello, Ada"],
  ["get-annotated-message", { messageType: "success", includeImage: true }, "Operation completed successfully"],
  ["get-env", {}, "PATH"],
  ["get-resource-links", { count: 3 }, "demo://resource/dynamic/"],
  ["get-resource-reference", { resourceType: "Text", resourceId: 2 }, "demo://resource/dynamic/text/2"],
  ["get-structured-content", { location: "Chicago" }, "Light rain"],
  ["get-sum", { a: 19, b: 23 }, "The sum of 19 and 23 is 42."],
  ["get-tiny-image", {}, "The image above is the MCP logo."],
  ["gzip-file-as-resource", { name: "ada.gz", data: "data:text/plain,Ada", outputType: "resource" }, "demo://resource/session/ada.gz"],
  ["toggle-subscriber-updates", {}, "Started simulated resource updated notifications"],
];
// The tools that ask or report, each of which has a test below.
const ASKING = [
  "get-roots-list",
  "simulate-research-query",
  "toggle-simulated-logging",
  "trigger-elicitation-request",
  "trigger-elicitation-request-async",
  "trigger-long-running-operation",
  "trigger-sampling-request",
  "trigger-sampling-request-async",
  "trigger-url-elicitation",
];
// The tools that are registered only for clients that can answer their questions.
const FOR_CAPABLE_CLIENTS = ["get-roots-list", "trigger-elicitation-request", "trigger-elicitation-request-async", "trigger-sampling-request", "trigger-sampling-request-async", "trigger-url-elicitation"];

const open = (tool) => openToolPage(browser, everything.url, tool);
const ROOTS = "asks for your roots";

// Lists the tools with the capabilities and revision that the page sends.
async function listedFor(page, header) {
  const response = await page.request.get(`${everything.url}/tools`, { headers: { "Mcp-Ui-Client": header } });
  return (await response.json()).map(({ name }) => name).sort();
}

test("the list of tools depends on the capabilities, and follows them", async () => {
  const page = await openPage(browser, everything.url);
  await listed(page, "19 tools, ");
  await openTool(page, "echo");
  const requests = [];
  page.on("request", (request) => request.url() === `${everything.url}/tools` && requests.push(request));
  await setClient(page, { capabilities: [] });
  await listed(page, "13 tools, ");
  assert.deepEqual(await listedFor(page, requests.at(-1).headers()["mcp-ui-client"]), all().filter((name) => !FOR_CAPABLE_CLIENTS.includes(name)));
  assert.deepEqual(page.trouble, []);
});

function all() {
  return [...PLAIN.map(([name]) => name), ...ASKING].sort();
}

test("tools that ask nothing run with arguments", async () => {
  const page = await openPage(browser, everything.url);
  for (const [tool, args, text] of PLAIN) {
    await openTool(page, tool);
    await call(page, args);
    await result(page, text);
    await page.locator(".result:visible").getByText("Success", { exact: true }).waitFor();
  }
  assert.deepEqual(page.trouble, []);
});

test("a long operation shows its progress", async () => {
  const page = await open("trigger-long-running-operation");
  await call(page, { duration: 4, steps: 2 });
  const bar = page.getByRole("progressbar", { name: "Progress" });
  await page.waitForFunction(() => {
    const progress = document.querySelector("article.tool:not([hidden]) .progress");
    return progress.innerText.includes("50 %") && progress.querySelector("progress").position === 0.5;
  });
  await result(page, "Long running operation completed. Duration: 4 seconds, Steps: 2.");
  assert.ok(await bar.isHidden());
});

test("the server gets the roots that the user enters", async () => {
  const page = await open("get-roots-list");
  await button(page, "Run").click();
  // The server asks when a session is new, too.
  while (await asksForRoots(page)) {
    const card = question(page, ROOTS).first();
    if ((await card.getByRole("textbox").count()) === 0) await card.getByRole("button", { name: "Add root" }).click();
    await card.getByRole("textbox", { name: "URI of the root" }).fill("file:///home/ada/engine");
    await card.getByRole("textbox", { name: "Name of the root" }).fill("Engine");
    await submit(card);
    await page.locator(".question", { hasText: "Sent: " }).first().waitFor();
  }
  await result(page, /Current MCP Roots \(1 total\)[^]*1\. Engine\s+URI: file:\/\/\/home\/ada\/engine/);
  assert.deepEqual(page.trouble, []);
});

async function asksForRoots(page) {
  const card = question(page, ROOTS).first();
  await card.or(page.locator(".result:visible")).first().waitFor();
  return card.isVisible();
}

test("a form with every kind of field is answered", async () => {
  const page = await open("trigger-elicitation-request");
  await button(page, "Run").click();
  const card = question(page, "Please provide inputs");
  const text = (name, value) => card.getByRole("textbox", { name, exact: true }).fill(value);
  const pick = (group, name) => card.getByRole("radiogroup", { name: group, exact: true }).getByRole("radio", { name, exact: true }).check();
  await text("String", "Ada Lovelace");
  await pick("Boolean", "Yes");
  await text("String with default", "It was a bright cold day.");
  await text("String with email format", "ada@example.org");
  await text("String with uri format", "https://example.org/ada");
  await card.getByLabel("String with date format", { exact: true }).fill("1815-12-10");
  await text("Integer", "7");
  await text("Number in range 1-1000", "2.50");
  await card.getByRole("combobox", { name: "Untitled Single Select Enum" }).selectOption("Joey");
  const instruments = card.getByRole("group", { name: "Untitled Multiple Select Enum" });
  await instruments.getByRole("checkbox", { name: "Guitar" }).uncheck();
  await instruments.getByRole("checkbox", { name: "Piano" }).check();
  await instruments.getByRole("checkbox", { name: "Bass" }).check();
  await pick("Titled Single Select Enum", "Wonder Woman");
  await card.getByRole("group", { name: "Titled Multiple Select Enum", exact: true }).getByRole("checkbox", { name: "Trout" }).check();
  await pick("Legacy Titled Single Select Enum", "Birds");
  await submit(card);
  await result(page, "User provided the requested information!");
  const content = {
    name: "Ada Lovelace",
    check: true,
    firstLine: "It was a bright cold day.",
    email: "ada@example.org",
    homepage: "https://example.org/ada",
    birthdate: "1815-12-10",
    integer: 7,
    number: 2.5,
    untitledSingleSelectEnum: "Joey",
    untitledMultipleSelectEnum: ["Piano", "Bass"],
    titledSingleSelectEnum: "hero-3",
    titledMultipleSelectEnum: ["fish-1", "fish-3"],
    legacyTitledEnum: "pet-3",
  };
  const shown = await page.locator(".result:visible").innerText();
  const [received] = /\{\s*"action"[^]*\n\}/.exec(shown) ?? assert.fail(shown);
  assert.deepEqual(JSON.parse(received), { action: "accept", content });
  assert.deepEqual(page.trouble, []);
});

test("an address is opened before the call goes on", async () => {
  const page = await open("trigger-url-elicitation");
  await page.context().route("https://example.org/**", (route) => route.fulfill({ body: "signed in" }));
  await call(page, { url: "https://example.org/sign-in", message: "Please sign in." });
  const card = question(page, "https://example.org/sign-in");
  const [opened] = await Promise.all([page.context().waitForEvent("page"), card.getByRole("button", { name: "Open", exact: true }).click()]);
  await opened.close();
  await submit(card);
  await result(page, "User completed the URL elicitation flow.");
});

test("an address that must be visited first is opened, and the tool is run again", async () => {
  const page = await open("trigger-url-elicitation");
  await page.context().route(/example\.org|modelcontextprotocol\.io/, (route) => route.fulfill({ body: "done" }));
  await call(page, { url: "https://example.org/sign-in", errorPath: true });
  const card = question(page.locator(".advice"), "https://modelcontextprotocol.io");
  const [opened] = await Promise.all([page.context().waitForEvent("page"), card.getByRole("button", { name: "Open", exact: true }).click()]);
  await opened.close();
  await submit(card);
  await button(page, "Run again").click();
  await question(page, "https://example.org/sign-in").getByRole("button", { name: "Decline" }).click();
  await result(page, "User declined to open the URL");
});

test("the user answers in place of a model", async () => {
  const page = await open("trigger-sampling-request");
  await call(page, { prompt: "Who wrote the first program?", maxTokens: 20 });
  const card = question(page, "Who wrote the first program?");
  await card.waitFor();
  const background = () => button(page, "Run").evaluate((node) => getComputedStyle(node).backgroundColor);
  const underPointer = await background();
  await page.mouse.move(0, 0);
  assert.equal(underPointer, await background(), "the button looks disabled while it is, even under the pointer that pressed it");
  await card.getByRole("textbox", { name: "Your answer" }).fill("Ada Lovelace did.");
  await submit(card);
  await result(page, /LLM sampling result:[^]*"text": "Ada Lovelace did\."/);
  assert.deepEqual(page.trouble, []);
});

test("log lines of the server's own stream appear while a call waits", async () => {
  const page = await open("toggle-simulated-logging");
  await button(page, "Run").click();
  await result(page, "Started simulated, random-leveled logging");
  await openTool(page, "trigger-sampling-request");
  await call(page, { prompt: "Wait." });
  await page.locator(".log-body li:visible", { hasText: /level.message - SessionId/i }).first().waitFor();
  await question(page, "Wait.").getByRole("button", { name: "Decline" }).click();
  await page.locator(".result:visible").waitFor();
  assert.ok((await logLines(page)).length > 0, "the log stays with the result");
  await openTool(page, "toggle-simulated-logging");
  await button(page, "Run").click();
  await result(page, "Stopped simulated logging");
});

test("a tool that runs only as a task is followed to its report", async () => {
  const page = await open("simulate-research-query");
  await call(page, { topic: "engines" });
  await page.locator(".task-line", { hasText: "Gathering sources" }).waitFor();
  await result(page, "Research Report: engines");
  await page.locator(".task-line", { hasText: "completed" }).waitFor();
  assert.deepEqual(page.trouble, []);
});

test("a task asks its question when it comes to it", async () => {
  const page = await open("simulate-research-query");
  await call(page, { topic: "python", ambiguous: true });
  const card = question(page, "could have multiple interpretations");
  await card.getByRole("radio", { name: "Monty Python comedy group" }).check();
  await submit(card);
  await result(page, "Research Report: python (comedy)");
});

test("a question that the server asks as a task is polled until it is answered", async () => {
  const page = await open("trigger-elicitation-request-async");
  await button(page, "Run").click();
  const form = question(page, "async task demo");
  await form.getByRole("textbox", { name: "Your Name" }).fill("Ada");
  await submit(form);
  await result(page, /\[COMPLETED\] User provided the requested information![^]*Name: Ada/);
  await openTool(page, "trigger-sampling-request-async");
  await call(page, { prompt: "Who wrote the first program?" });
  const card = question(page, "Who wrote the first program?");
  await card.getByRole("textbox", { name: "Your answer" }).fill("Ada Lovelace did.");
  await submit(card);
  await result(page, /\[COMPLETED\][^]*Ada Lovelace did\./);
  assert.deepEqual(page.trouble, []);
});
