// Agents with the official SDKs, and one that starts its server through `mcp-ui wrap`, in the panel of the traffic while they work.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AGENTS, startAgent } from "./fixtures/agents/start.js";
import { OPEN, openPage, shared, startBrowser, startProgram } from "./support.js";

const SERVER = fileURLToPath(new URL("../../../host-runner/tests/children/server.py", import.meta.url));
const GROWING = fileURLToPath(new URL("fixtures/growing.js", import.meta.url));
const CLIENTS = { Rust: "rmcp", Python: "mcp", TypeScript: "agent" };

const sockets = await mkdtemp(join(tmpdir(), "mcp-ui-traffic-"));
const env = { XDG_RUNTIME_DIR: sockets };
const [browser] = await shared(startBrowser());

const panel = (page) => page.getByRole("region", { name: "Traffic", exact: true });
const rows = (page, text) => panel(page).getByRole("listbox", { name: "Operations" }).getByRole("option").filter({ hasText: text });
const filter = (page, text) => panel(page).getByRole("searchbox", { name: "Filter the traffic" }).fill(text);

async function openTraffic(context, ...flags) {
  const command = ["open", "--no-open", "--port", "0", ...flags, "--", "python3", SERVER];
  const explorer = await startProgram(OPEN, command, /MCP UI: (\S+)/, { env, isNoisy: true });
  context.after(() => explorer.stop());
  const page = await openPage(browser, explorer.match[1]);
  await page.locator("#traffic-open").click();
  await panel(page).getByText("Live").first().waitFor();
  return [explorer, page];
}

test.after(() => rm(sockets, { recursive: true, force: true }));

test("agents with three SDKs are seen while they work, each under its name", async (context) => {
  const [explorer, page] = await openTraffic(context);
  const agents = await Promise.all(Object.values(AGENTS).map((program) => startAgent(context, explorer, program)));
  for (const [language, client] of Object.entries(CLIENTS)) {
    await filter(page, `client:${client} tool:echo`);
    const called = panel(page).getByRole("region", { name: "Details" }).getByText(`${language} `).first();
    // On a busy machine, the rows are those of the filter before for a while.
    for (let attempt = 0; attempt < 10 && !(await called.isVisible()); attempt += 1) {
      await rows(page, "echo").first().click();
      await called.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    assert.ok(await called.isVisible(), language);
  }
  for (const { stop } of agents) assert.ok((await stop()) > 0);
  assert.deepEqual(page.trouble, []);
});

// Starts a server through `mcp-ui wrap`, and returns the function that sends it messages.
async function startWrapped(context, explorer, ...command) {
  const wrapped = spawn(OPEN, ["wrap", "--", ...command], { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...env } });
  context.after(() => wrapped.kill());
  while (!explorer.printed().includes("An agent started")) await pause(20);
  return (message) => wrapped.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

test("the traffic of another server is hidden, and counted where it is shown", async (context) => {
  const [explorer, page] = await openTraffic(context);
  const send = await startWrapped(context, explorer, process.execPath, GROWING);
  send({ id: 1, method: "tools/call", params: { name: "plain", arguments: {} } });
  const others = panel(page).getByLabel(/^Show other servers/);
  // The call, and the notification, which belongs to no operation.
  await panel(page).getByLabel("Show other servers (2)").waitFor();
  assert.equal(await rows(page, "plain").count(), 0);
  const badge = page.locator("#traffic-open .dock-badge");
  const before = Number(await badge.textContent());
  await others.check();
  await rows(page, "plain").waitFor();
  await page.waitForFunction(([badge, count]) => badge.textContent === count, [await badge.elementHandle(), String(before + 1)]);
  assert.deepEqual(page.trouble, []);
});

test("a server that an agent starts through `mcp-ui wrap` is a session of its own", async (context) => {
  const [explorer, page] = await openTraffic(context);
  const send = await startWrapped(context, explorer, "python3", SERVER);
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "stdio agent", version: "1" } } });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name: "echo", arguments: { message: "over stdio", password: "hunter2" } } });
  await filter(page, 'client:"stdio agent"');
  await rows(page, "echo").first().click();
  const details = panel(page).getByRole("region", { name: "Details" });
  await details.getByText("over stdio").first().waitFor();
  await details.getByText("[redacted]").first().waitFor();
  assert.ok(!(await page.content()).includes("hunter2"));
  assert.deepEqual(page.trouble, []);
});
