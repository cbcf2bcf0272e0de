// The UIs of a catalog, added to servers that have none, in hosts of other libraries.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { openHost, startHosts } from "./fixtures/hosts/serve.js";
import { DATABASES, during, shared, startBrowser, startUis, startUisFor, startUisInNewest, tokensOf } from "./support.js";

const HOSTILE = "<img src=x onerror=alert(1)>.txt";
const PROGRAM = fileURLToPath(new URL("node_modules/.bin/mcp-server-filesystem", import.meta.url));

// Starts the filesystem server as npm has it, for a folder with two files.
async function startFilesystem() {
  const folder = mkdtempSync(join(tmpdir(), "mcp-ui-files-"));
  writeFileSync(join(folder, "notes.md"), "# Notes\n\nSee <b>src</b>.\n");
  writeFileSync(join(folder, HOSTILE), "");
  const { url, stop } = await startUis("examples/filesystem-uis/uis", process.execPath, PROGRAM, folder);
  return { url, folder, stop: () => stop().then(() => rmSync(folder, { recursive: true })) };
}

const [browser, filesystem, databases, elsewhere] = await shared(startBrowser(), startFilesystem(), startUisInNewest("examples/databases/uis", DATABASES), startHosts());
const [filesystemHosts, databasesHosts] = await shared(startHosts(filesystem.url), startHosts(databases.url));

const mcpRequests = ({ seen }) => seen.filter(({ method, path }) => method === "POST" && path === "/mcp");

test("a host of 2025-11-25 shows UIs that the server on npm does not have", async () => {
  const page = await openHost(browser, filesystemHosts.origin, "client");
  const frame = page.frameLocator("iframe");
  const revision = "2025-11-25";
  const tree = await page.evaluate((options) => window.show(options), { revision, name: "directory_tree", input: { path: filesystem.folder } });
  assert.match(tree.uri, /^ui:\/\/directory-tree\/[0-9a-f]{8}$/);
  assert.deepEqual({ ...tree, uri: "" }, { revision, server: "secure-filesystem-server", uri: "", mimeType: "text/html;profile=mcp-app" });
  await frame.getByText("2 files in 0 folders").waitFor();
  assert.equal(await frame.getByRole("heading").textContent(), filesystem.folder);
  assert.deepEqual((await frame.locator(".name").allTextContents()).sort(), [HOSTILE, "notes.md"]);

  await page.evaluate((options) => window.show(options), { revision, name: "read_text_file", input: { path: join(filesystem.folder, "notes.md") } });
  await frame.getByText("3 lines").waitFor();
  assert.deepEqual(await frame.getByRole("listitem").allTextContents(), ["# Notes", "", "See <b>src</b>."]);
  const revisions = mcpRequests(filesystemHosts).map((headers) => headers["mcp-protocol-version"]);
  assert.deepEqual([...new Set(revisions)], [undefined, revision], "only `initialize` is sent before the revision is known");
  assert.deepEqual(page.trouble, []);
});

test("a host of 2026-07-28 shows a UI that the server does not have, which calls its tool", async () => {
  const page = await openHost(browser, databasesHosts.origin, "client");
  const frame = page.frameLocator("iframe");
  const revision = "2026-07-28";
  const shown = await page.evaluate((options) => window.show(options), { revision, name: "list-databases" });
  assert.deepEqual([shown.revision, shown.server, shown.mimeType], [revision, "databases", "text/html;profile=mcp-app"]);
  await frame.getByText("6 databases, 3.4 GB").waitFor();
  const second = page.waitForResponse((response) => response.request().headers()["mcp-method"] === "tools/call");
  await frame.getByRole("button", { name: "Refresh" }).click();
  await second;
  await frame.locator("button:enabled").waitFor();
  assert.equal(await frame.getByRole("listitem").count(), 6);

  const requests = mcpRequests(databasesHosts);
  assert.deepEqual(
    requests.map((headers) => [headers["mcp-method"], headers["mcp-name"]]),
    [
      ["server/discover", undefined],
      ["tools/list", undefined],
      ["resources/read", shown.uri],
      ["tools/call", "list-databases"],
      ["tools/call", "list-databases"],
    ],
  );
  assert.ok(requests.every((headers) => headers["mcp-protocol-version"] === revision && !headers["mcp-session-id"]));
  assert.deepEqual(page.trouble, []);
});

const databasesOf = (...names) => ({ databases: names.map((name) => ({ name, size: 4096 })), totalCount: names.length });

test("the older library's host shows a hosted UI from the explorer's origin", async () => {
  const page = await openHost(browser, databasesHosts.origin, "older");
  const url = `${databasesHosts.origin}/explorer/ui/list-databases`;
  await page.evaluate((options) => window.show(options), { url, data: databasesOf("shop") });
  const shown = page.frameLocator("iframe");
  await shown.getByText("1 database, 4.1 kB").waitFor();
  const frame = await (await page.locator("iframe").elementHandle()).contentFrame();
  assert.equal(frame.url(), `${url}?waitForRenderData=true`);
  assert.equal(await frame.evaluate(() => window.origin), "null", "it cannot act for the explorer");

  await page.evaluate((options) => window.show(options), { url, data: databasesOf("shop", "stock") });
  await shown.getByRole("button", { name: "Refresh" }).click();
  await shown.getByText("2 databases, 8.2 kB").waitFor();
  const heard = await page.evaluate(() => window.heard.map(({ type, payload }) => [type, payload]));
  assert.deepEqual(heard, [["tool", { toolName: "list-databases", params: {} }]]);
  assert.deepEqual(page.trouble, []);
});

test("a page of another origin may not frame a hosted UI by default", async () => {
  const page = await openHost(browser, elsewhere.origin, "older");
  const refusal = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors 'self'"));
  await page.evaluate((options) => window.show(options), { url: `${databases.url}/ui/list-databases`, data: databasesOf("shop") });
  await refusal;
  assert.equal(await page.frameLocator("iframe").getByRole("listitem").count(), 0);
});

test("a client without MCP Apps gets the address of the UI, which only its page may show", async (context) => {
  const [open] = await during(context, startUisFor(elsewhere.origin, "examples/databases/uis", DATABASES));
  const [explorer] = open.url.split("#");
  const { agents: token } = await tokensOf(open.url);
  const client = new Client({ name: "older", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const headers = { "mcp-ui-token": token };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", explorer), { requestInit: { headers } }));
  context.after(() => client.close());
  const { content } = await client.callTool({ name: "list-databases" });
  const { mimeType, text: url, _meta } = content.at(-1).resource;
  assert.deepEqual([mimeType, new URL(url).pathname], ["text/uri-list", "/explorer/ui/list-databases"]);

  const page = await openHost(browser, elsewhere.origin, "older");
  await page.evaluate((options) => window.show(options), { url, data: _meta["mcpui.dev/ui-initial-render-data"] });
  const shown = page.frameLocator("iframe");
  await shown.getByText("6 databases, 3.4 GB").waitFor();
  assert.equal(await shown.getByRole("listitem").count(), 6);
  assert.deepEqual(page.trouble, []);
  const tools = await fetch(`${explorer}/tools`, { headers: { origin: elsewhere.origin } });
  assert.equal(tools.status, 403, "nothing else is open to that page");

  const other = await openHost(browser, filesystemHosts.origin, "older");
  const refusal = other.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await other.evaluate((options) => window.show(options), { url, data: databasesOf("shop") });
  await refusal;
});
