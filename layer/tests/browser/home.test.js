// The server's home: what it says about itself, how other clients connect, the last calls, and what was left out.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { promisify } from "node:util";
import { hostileStrings } from "./fixtures/hostile-strings.js";
import { assertAccessible, axe, button, during, focusedName, jsonText, openPage, openTool, run, shared, startBrowser, startDemo, startExplorer, startOpen, startServer, startWithSettings, tokensOf } from "./support.js";

const SERVER = fileURLToPath(new URL("../../../host-runner/tests/children/server.py", import.meta.url));
const PIXEL = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const NARROW = { viewport: { width: 360, height: 740 } };
const [browser, explorer] = await shared(startBrowser(), startExplorer());

const home = (page) => page.locator(".home");
const part = (page, title) => page.locator(".home-part", { has: page.getByRole("heading", { name: title, exact: true }) });
const titleLink = (page) => page.locator("h1").getByRole("link");
const shown = async (page, title) => (await part(page, title).innerText()).replace(/\s+/g, " ");
const card = (page, client) => page.locator(".client", { has: page.getByText(client, { exact: true }) });
// The text for a client, which is folded at first.
async function opened(page, client) {
  const text = page.getByRole("region", { name: `Configuration for ${client}` });
  if (!(await text.isVisible())) await card(page, client).locator("summary").click();
  return text.innerText();
}

async function ready(page) {
  await page.locator(".home:not([aria-busy])").waitFor({ state: "attached" });
  return page;
}

// A page with this response of the server endpoint.
async function openWith(answer, { hash = "", ...options } = {}) {
  const page = await openPage(browser, `${explorer.url}${hash}`, options);
  await page.route("**/explorer/server", (route) => route.fulfill(typeof answer === "string" ? { body: answer } : { json: answer }));
  await page.reload();
  return ready(page);
}

const described = {
  protocolVersion: "2026-07-28",
  supportedVersions: ["2025-11-25", "2026-07-28"],
  serverInfo: { name: "weather", title: "Weather of the world", version: "1.2.0", description: "Sun and rain.", websiteUrl: "https://weather.example/docs", icons: [{ src: "https://weather.example/icon.png" }, { src: PIXEL }] },
  capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: false }, logging: {}, "example.com/own": { depth: 2 }, extensions: { "io.modelcontextprotocol/ui": {} } },
  instructions: "# Use\n\nAsk for a **city** first.",
  mcpEndpoint: "../mcp",
  excludedTools: [{ name: "broken", index: 2, reason: "“inputSchema” is a number." }],
};

test("a server of the official Rust SDK is introduced, and the curl command reaches it", async (context) => {
  const [demo] = await during(context, startDemo());
  const page = await ready(await openPage(browser, demo.url));
  await page.getByRole("heading", { name: "Demo tools", level: 2 }).waitFor();
  assert.equal(await page.title(), "Demo tools");
  assert.equal(await titleLink(page).innerText(), "Demo tools");
  assert.match(await shown(page, "Instructions"), /weather\/forecast/);
  assert.match(await shown(page, "About the server"), /MCP revision 2026-07-28 .*Tools 16, of which 8 read-only, 1 destructive, 2 with an app Capabilities Resources Tools/);
  const { stdout } = await promisify(execFile)("sh", ["-c", `${await opened(page, "curl")} --silent`]);
  assert.ok(/"name":\s*"greet"/.test(stdout), stdout.slice(0, 500));
  assert.deepEqual(page.trouble, []);
});

test("a server with sessions, from npm, is introduced by its handshake, over HTTP and as a child", async (context) => {
  const program = fileURLToPath(new URL("node_modules/.bin/mcp-server-everything", import.meta.url));
  for (const started of await during(context, startServer("mcp-server-everything", "streamableHttp"), startOpen(program))) {
    const page = await ready(await openPage(browser, started.url));
    await page.getByRole("heading", { name: "Everything Reference Server", level: 2 }).waitFor();
    assert.equal(await page.title(), "Everything Reference Server");
    const about = await shown(page, "About the server");
    for (const words of ["MCP revision 2025-11-25", "Tools (list can change)", "Resources (subscriptions, list can change)", "Logging", "Completion of arguments"]) assert.ok(about.includes(words), about);
    await part(page, "Instructions").getByRole("heading", { name: /Cross-Feature/ }).waitFor({ state: "attached" });
    assert.deepEqual(page.trouble, []);
  }
});

test("configurations have the token of agents, not that of the page, and the curl command works with it", async (context) => {
  const [started] = await during(context, startOpen("python3", SERVER));
  const tokens = await tokensOf(started.url);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const page = await ready(await openPage(browser, started.url));
  for (const client of ["Claude Code", "Claude Desktop", "Cursor", "VS Code", "curl"]) {
    const text = await opened(page, client);
    assert.ok(/mcp-ui-token/i.test(text) && text.includes(tokens.agents) && !text.includes(tokens.page), text);
  }
  assert.ok(!(await page.content()).includes(tokens.page));
  const command = await opened(page, "curl");
  const { stdout } = await promisify(execFile)("sh", ["-c", `${command} --silent`]);
  assert.ok(stdout.includes('"serverInfo"'), stdout);
});

test("how to connect is one click away at the top of the home", async () => {
  const page = await openWith(described, { viewport: { width: 1280, height: 300 } });
  await button(page, "Connect a client").click();
  await page.waitForFunction(() => document.activeElement?.closest(".client")?.textContent.startsWith("Claude Code"));
  const { y } = await card(page, "Claude Code").boundingBox();
  assert.ok(y > 0 && y < 300, `at ${y}`);
});

test("the keys are those of the person's computer", async () => {
  for (const [platform, key] of [["MacIntel", "⌘"], ["Linux x86_64", "Ctrl"]]) {
    const page = await browser.newPage();
    await page.addInitScript((platform) => Object.defineProperty(navigator, "platform", { value: platform }), platform);
    await page.goto(explorer.url);
    await button(page, "Help").click();
    assert.equal(await page.locator("#help dt", { hasText: "K" }).innerText(), `${key} K`);
  }
});

test("agents that call now are on the home", async (context) => {
  const [demo] = await during(context, startDemo());
  const page = await ready(await openPage(browser, demo.url));
  await page.getByRole("button", { name: "No agent has called in the last minute." }).waitFor();
  const call = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": { name: "an agent", version: "1" }, "io.modelcontextprotocol/clientCapabilities": {} } } };
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
  const { status } = await fetch(new URL("/mcp", demo.url), { method: "POST", headers, body: JSON.stringify(call) });
  assert.equal(status, 200);
  await page.getByRole("button", { name: "1 request in the last minute an agent 1" }).click();
  await page.getByRole("region", { name: "Traffic", exact: true }).getByText("tools/list").first().waitFor();
  assert.deepEqual(page.trouble, []);
});

test("a configured title stays, and the home has the server's name", async (context) => {
  const [configured] = await during(context, startWithSettings("mcp", { MCP_UI_TITLE: "MCP UI" }));
  const page = await ready(await openPage(browser, configured.url));
  await page.getByRole("heading", { name: "fixture", level: 2 }).waitFor();
  assert.deepEqual([await page.title(), await titleLink(page).innerText()], ["MCP UI", "MCP UI"]);
});

test("the title leads back to the home, by keyboard, and the tool's link does not run anything", async () => {
  const page = await openWith(described);
  await openTool(page, "echo");
  assert.equal(await page.title(), "echo · Weather of the world");
  assert.equal(await home(page).count(), 0);
  await titleLink(page).focus();
  await page.keyboard.press("Enter");
  await home(page).waitFor();
  assert.ok(page.url().endsWith("#/server"));
  assert.equal(await titleLink(page).getAttribute("aria-current"), "page");
  await card(page, "Claude Code").getByRole("button", { name: "Copy" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Configuration for Claude Code" }).waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await focusedName(page), "Configuration for Claude Code");
  await page.goBack();
  await page.getByRole("heading", { name: "Echo" }).waitFor();
});

test("the last calls of all tools are listed, and open with arguments and result", async () => {
  const page = await openWith(described);
  await openTool(page, "echo");
  for (const message of ["first", "second"]) {
    await jsonText(page).fill(JSON.stringify({ message, times: 1 }));
    await run(page);
    await page.locator(".result:visible", { hasText: message }).waitFor();
  }
  await page.goto(`${explorer.url}#/server`);
  const calls = part(page, "Last calls").getByRole("listitem");
  assert.match((await calls.nth(1).innerText()).replace(/\s+/g, " "), /echo Success .*first/);
  assert.equal(await calls.count(), 2);
  let sent = 0;
  page.on("request", (request) => (sent += request.method() === "POST" && /call$/.test(request.url())));
  await calls.nth(1).getByRole("link", { name: "echo" }).click();
  await page.locator(".result:visible", { hasText: "first" }).waitFor();
  assert.match(await jsonText(page).inputValue(), /first/);
  assert.equal(sent, 0);

  await page.reload();
  await page.goto(`${explorer.url}#/`);
  await calls.nth(0).getByRole("link", { name: "echo" }).click();
  await page.locator(".result:visible", { hasText: "second" }).waitFor();
  assert.match(await jsonText(page).inputValue(), /second/);
  assert.equal(sent, 0);
});

test("on a narrow screen, a link opens the home, and Back the list", async () => {
  const page = await openWith(described, { hash: "#/server", ...NARROW });
  await page.getByRole("heading", { name: "Weather of the world", level: 2 }).waitFor();
  assert.equal(await page.locator("#list").isVisible(), false);
  await home(page).getByRole("link", { name: /^Show the \d+ tools$/ }).click();
  await page.locator(".tool-row").first().waitFor();
  assert.equal(await home(page).isVisible(), false);
  await titleLink(page).click();
  await home(page).waitFor();
  await page.getByRole("button", { name: "Back to the list of tools" }).click();
  await page.locator(".tool-row").first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "home-link");
});

test("long instructions are folded until they are asked for", async () => {
  const instructions = Array.from({ length: 200 }, (_, line) => `Line ${line}.`).join("\n\n");
  const page = await openWith({ ...described, instructions });
  const height = () => part(page, "Instructions").evaluate((node) => node.offsetHeight);
  assert.ok((await height()) < 450);
  await part(page, "Instructions").getByRole("button", { name: "More" }).click();
  assert.ok((await height()) > 2000);
  await page.getByText("Line 199.").waitFor();
});

test("long hostile texts fit into a wide and a narrow window", async () => {
  const page = await openPage(browser, `${explorer.url}#/server`);
  let answer;
  await page.route("**/explorer/server", (route) => route.fulfill({ json: answer }));
  for (const [index, text] of hostileStrings.filter(({ length }) => length > 60).entries()) {
    const serverInfo = { name: text, title: text, version: text, description: text, websiteUrl: text, icons: [{ src: text }, { src: "https://evil.invalid/i.png" }] };
    const mark = `mark-${index}`;
    const capabilities = { tools: { listChanged: text, [text]: text }, [text]: { [text]: text }, [mark]: {}, extensions: { [text]: text }, experimental: { [text]: {} } };
    const excludedTools = [{ name: text, index: 0, reason: text }];
    answer = { protocolVersion: text, supportedVersions: [text], serverInfo, capabilities, instructions: `${text}\n\n${text}`, mcpEndpoint: "../mcp", excludedTools };
    await page.locator("#reload").click();
    await part(page, "About the server").getByText(mark, { exact: true }).waitFor();
    for (const viewport of [NARROW.viewport, { width: 1280, height: 800 }]) {
      await page.setViewportSize(viewport);
      const state = await page.evaluate(() => ({
        hacked: window.hacked ?? {}.polluted ?? {}.hacked ?? null,
        sticking: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        inPane: document.getElementById("tool").scrollWidth - document.getElementById("tool").clientWidth,
      }));
      assert.deepEqual(state, { hacked: null, sticking: 0, inPane: 0 }, text.slice(0, 80));
    }
    assert.deepEqual(page.trouble, [], text.slice(0, 80));
  }
});

test("the home of a server whose tools cannot be listed is accessible", async () => {
  const page = await openPage(browser, explorer.url);
  await page.route("**/explorer/tools", (route) => route.fulfill({ status: 502, json: { error: "Away." } }));
  await page.reload();
  await home(page).getByText("Couldn’t load the tools.").waitFor();
  await page.evaluate(axe);
  await assertAccessible(page, "unknown");
  assert.deepEqual(page.trouble, []);
});

for (const colorScheme of ["light", "dark"]) {
  test(`the home is accessible, ${colorScheme}`, async () => {
    for (const options of [NARROW, { viewport: { width: 1280, height: 800 } }]) {
      const page = await openWith(described, { ...options, colorScheme, hash: "#/server" });
      await page.evaluate(axe);
      for (const client of ["curl", "VS Code"]) {
        await opened(page, client);
        await assertAccessible(page, client);
      }
    }
  });
}
