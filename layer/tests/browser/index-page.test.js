// The index page of `mcp-ui open --config`, with configuration files as the agents write them.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { call, result } from "./calls.js";
import { startFixture, TOKEN } from "./fixtures/server.js";
import { assertAccessible, axe, during, openPage, openTool, shared, startBrowser, startConfig } from "./support.js";
import { state } from "./traffic-panel.js";

const SERVER = fileURLToPath(new URL("../../../host-runner/tests/children/server.py", import.meta.url));
const SECRET = "open-sesame";

const [browser, fixture] = await shared(startBrowser(), startFixture());
const atUrl = `${fixture.origin}/token`;

// The files, by the path at which each agent looks for them. Each has a server "local" with a command, and a server "remote"
// that answers only if its header has the token.
const FILES = {
  "claude_desktop_config.json": JSON.stringify({
    globalShortcut: "Ctrl+Space",
    mcpServers: {
      local: { command: "python3", args: [SERVER], env: { API_KEY: SECRET } },
      remote: { type: "http", url: atUrl, headers: { Authorization: `Bearer ${TOKEN}` } },
    },
  }),
  ".mcp.json": JSON.stringify({
    mcpServers: {
      local: { type: "stdio", command: "${PYTHON_OF_TEST:-python3}", args: [SERVER], env: { API_KEY: "${SECRET_OF_TEST}" } },
      remote: { type: "http", url: atUrl, headers: { Authorization: "Bearer ${TOKEN_OF_TEST}" } },
    },
  }),
  ".cursor/mcp.json": JSON.stringify({
    mcpServers: {
      local: { command: "python3", args: [SERVER], env: { API_KEY: "${env:SECRET_OF_TEST}" }, envFile: ".env" },
      remote: { url: atUrl, headers: { Authorization: "Bearer ${env:TOKEN_OF_TEST}" } },
    },
  }),
  ".vscode/mcp.json": `{
    // The inputs are asked for at the start.
    "inputs": [
      { "type": "promptString", "id": "key", "description": "API key", "password": true },
      { "type": "promptString", "id": "token", "description": "Token", "password": true },
    ],
    "servers": {
      "local": {
        "type": "stdio",
        "command": "python3",
        "args": ["\${workspaceFolder}/server.py"],
        "env": { "API_KEY": "\${input:key}" },
      },
      /* A server at a URL. */
      "remote": { "type": "http", "url": "${atUrl}", "headers": { "Authorization": "Bearer \${input:token}" } },
    },
  }`,
};
const ENVIRONMENT = { SECRET_OF_TEST: SECRET, TOKEN_OF_TEST: TOKEN };
const ANSWERS = `${SECRET}\n${TOKEN}\n`;

// Writes a file into a new folder that also has the server of the tests, and opens it.
function startFile(context, name, text) {
  const folder = mkdtempSync(join(tmpdir(), "mcp-ui-test-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  writeFileSync(join(folder, "server.py"), `import runpy\nrunpy.run_path(${JSON.stringify(SERVER)}, run_name="__main__")\n`);
  return during(context, startConfig(path, { env: ENVIRONMENT, input: ANSWERS }));
}

// Opens a tool of the explorer that a link leads to. Its page must have taken the token from the address first.
async function openToolBehindLink(page, name) {
  await page.locator(".tool-row").first().waitFor();
  await openTool(page, name);
}

// Waits until a server is ready, and its tools are counted.
async function isReady(page, name) {
  await item(page, name).getByText("Ready").waitFor();
  await item(page, name).getByText(/^\d+ tools$/).waitFor();
}

const item = (page, name) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

for (const [name, text] of Object.entries(FILES)) {
  test(`the servers of ${name} are listed, opened and called`, async (context) => {
    const [open] = await startFile(context, name, text);
    const page = await openPage(browser, open.url);
    assert.equal(new URL(page.url()).hash, "", "the code leaves the address");
    for (const server of ["local", "remote"]) await isReady(page, server);
    const index = await page.content();

    await page.getByRole("link", { name: "local", exact: true }).click();
    await openToolBehindLink(page, "echo");
    await call(page, { message: "hello" });
    await result(page, '"hello"');
    const explorer = await page.content();

    await page.goto(open.url.split("#")[0]);
    await page.getByRole("link", { name: "remote", exact: true }).click();
    await openToolBehindLink(page, "content.text");
    await call(page, {});
    await result(page, "One line.");

    for (const [place, text] of [["index", index], ["explorer", explorer], ["terminal", open.printed()]]) {
      assert.ok(!text.includes(SECRET) && !text.includes(TOKEN), `the ${place} has a secret`);
    }
    assert.deepEqual(page.trouble, []);
  });
}

const MIXED = JSON.stringify({
  mcpServers: {
    good: { command: "python3", args: [SERVER], autoApprove: ["echo"] },
    "no <b>configuration</b>": { command: "python3", args: [SERVER, "--fault", "exits at once"] },
    missing: { command: "no-such-program" },
    off: { command: "python3", args: [SERVER], disabled: true },
  },
});

test("the index page says how each server does, and follows it", async (context) => {
  const [open] = await startFile(context, "mcp.json", MIXED);
  const page = await openPage(browser, open.url);
  await isReady(page, "good");
  await item(page, "good").getByText("Not used by mcp-ui: autoApprove").waitFor();
  await item(page, "no <b>configuration</b>").getByText("The server exited with code 7").waitFor();
  await item(page, "no <b>configuration</b>").getByText("no configuration").waitFor();
  await item(page, "missing").getByText("no-such-program cannot be started: it is not in PATH").waitFor();
  await item(page, "off").getByText("Disabled in the file").waitFor();
  assert.equal(await item(page, "off").getByRole("link").count(), 0);

  // A server that cannot be started can be started again.
  await item(page, "missing").getByRole("button", { name: "Start again" }).click();
  await item(page, "missing").getByText("no-such-program cannot be started").waitFor();

  // A link in a new tab brings the token along.
  const [tab] = await Promise.all([page.context().waitForEvent("page"), page.getByRole("link", { name: "good" }).click({ modifiers: ["ControlOrMeta"] })]);
  await openToolBehindLink(tab, "exit");
  await call(tab, { code: 0 });
  await item(page, "good").getByText("The server exited with code 0").waitFor();
  // Its explorer leads back to all servers.
  await tab.getByRole("link", { name: "Servers" }).click();
  await item(tab, "good").waitFor();
  assert.deepEqual(page.trouble, []);
});

for (const colorScheme of ["light", "dark"]) {
  test(`the index page is accessible and fits a phone, ${colorScheme}`, async (context) => {
    const [open] = await startFile(context, "mcp.json", MIXED);
    const page = await openPage(browser, open.url, { colorScheme, bypassCSP: true, viewport: { width: 390, height: 844 } });
    await page.evaluate(axe);
    await isReady(page, "good");
    await item(page, "no <b>configuration</b>").getByText("Failed").waitFor();
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/index-${colorScheme}.png` });
    await assertAccessible(page, "the list");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is cut off");
  });
}

test("without the token, the index page names no server and says what to open", async (context) => {
  const [open] = await startFile(context, "mcp.json", MIXED);
  const page = await openPage(browser, open.url.split("#")[0]);
  await page.getByText("The page's token is missing or from an earlier start. Open the latest URL that mcp-ui has printed").waitFor();
  assert.equal(await page.getByRole("listitem").count(), 0);
  await page.goto(open.url);
  await item(page, "good").waitFor();
});

const SEVEN = [1, 2, 3, 4, 5, 6, 7].map((number) => `server-${number}`);
const seven = () => JSON.stringify({ mcpServers: Object.fromEntries(SEVEN.map((name) => [name, { command: "python3", args: [SERVER] }])) });

async function callEcho(page, message) {
  await openToolBehindLink(page, "echo");
  await call(page, { message });
  await result(page, message);
}

test("seven servers are used in one tab, one after the other", async (context) => {
  const [open] = await startFile(context, ".mcp.json", seven());
  const page = await openPage(browser, open.url);
  for (const name of SEVEN) {
    await page.getByRole("link", { name, exact: true }).click();
    await callEcho(page, name);
    await page.goto(new URL("/", page.url()).href);
  }
  await page.goBack();
  await page.waitForURL(/server-7/);
  await callEcho(page, "once more");
});

test("seven servers are used in seven tabs at once", async (context) => {
  const [open] = await startFile(context, ".mcp.json", seven());
  const index = await openPage(browser, open.url);
  const links = await Promise.all(SEVEN.map((name) => index.getByRole("link", { name, exact: true }).getAttribute("href")));
  const tabs = [];
  for (const link of links) {
    const tab = await index.context().newPage();
    await tab.goto(new URL(link, index.url()).href);
    tabs.push(tab);
  }
  for (const [at, tab] of tabs.entries()) await callEcho(tab, SEVEN[at]);
  for (const tab of [tabs[0], tabs.at(-1)]) {
    await tab.bringToFront();
    await tab.evaluate(() => dispatchEvent(new Event("focus")));
    await tab.locator("#traffic-open").click();
    await state(tab).getByText("Live").waitFor();
  }
});
