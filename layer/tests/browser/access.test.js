// Tokens, additional headers, themes, server settings, and the page without JavaScript.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKEN, startFixture } from "./fixtures/server.js";
import { button, during, freePort, openPage, openTool, run, shared, startBrowser, startExplorer, startOpenUrl, startWithSettings } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

test("a list that requires a token says so, and loads once the token is entered", async (context) => {
  const [{ url }] = await during(context, startExplorer("token"));
  const page = await openPage(browser, `${url}#/tools/echo`);
  await page.locator("#list-note").getByText("Sign-in needed").waitFor();
  await page.locator("#list-note").getByRole("button", { name: "Use a token" }).click();
  const field = page.getByLabel("Bearer token");
  assert.equal(await field.getAttribute("type"), "password");
  await field.fill("wrong");
  await page.keyboard.press("Enter");
  await page.locator("#list-note").getByText("Your token was refused").waitFor();
  await page.getByRole("button", { name: "Access" }).click();
  await field.fill(TOKEN);
  await page.getByRole("button", { name: "Reveal" }).click();
  assert.equal(await field.getAttribute("type"), "text");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.locator(".tool-row").first().waitFor();
  await page.getByRole("textbox", { name: "message" }).fill("hi");
  await run(page);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie]));
  assert.ok(kept.includes("echo") && !kept.includes(TOKEN), "the token is stored nowhere");
  assert.deepEqual(page.trouble, []);
});

test("additional headers are sent with every request, and invalid ones are reported", async () => {
  const page = await openPage(browser, explorer.url);
  await page.getByRole("button", { name: "Access" }).click();
  await page.getByRole("button", { name: "Add header" }).click();
  await page.getByLabel("Header name").fill("bad name");
  await page.getByLabel("Header value").fill("acme");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Not a valid header").waitFor();
  await page.getByLabel("Header name").fill("X-Tenant");
  const request = page.waitForRequest((sent) => sent.url().endsWith("/tools") && sent.headers()["mcp-ui-access"] !== undefined);
  await page.keyboard.press("Enter");
  const headers = await (await request).allHeaders();
  assert.ok(!JSON.stringify(headers).includes("acme"), "the value is sealed");
  await page.getByRole("button", { name: "Access ✓" }).click();
  await page.getByText("Sent with each request: X-Tenant.").waitFor();
});

test("without a key, the headers are sent as they are entered", async (context) => {
  const [{ url }] = await during(context, startWithSettings("mcp", {}));
  const page = await openPage(browser, url);
  await page.getByRole("button", { name: "Access" }).click();
  await page.getByLabel("Bearer token").fill("acme");
  const request = page.waitForRequest((sent) => sent.url().endsWith("/tools") && sent.headers()["authorization"] === "Bearer acme");
  await page.keyboard.press("Enter");
  await request;
});

test("after a restart, the page asks for the credentials again", async (context) => {
  const [server] = await during(context, startFixture());
  const port = String(await freePort());
  const first = await startOpenUrl(`${server.origin}/token`, "--port", port);
  const page = await openPage(browser, first.url);
  await page.getByRole("button", { name: "Access" }).click();
  await page.getByLabel("Bearer token").fill(TOKEN);
  await page.keyboard.press("Enter");
  await page.locator(".tool-row").first().waitFor();
  await first.stop();
  // From here on, the page tries by itself, with several requests at once. Only the first one loses the credentials.
  await page.getByRole("button", { name: "Reload", exact: true }).click();
  await page.getByRole("button", { name: "Try now" }).waitFor();
  await during(context, startOpenUrl(`${server.origin}/token`, "--port", port));
  await page.getByText("Enter them under “Access” again").first().waitFor();
  await page.getByRole("button", { name: "Access", exact: true }).waitFor();
  assert.deepEqual(page.trouble, []);
});

test("with execution disabled, the page says so and still validates", async (context) => {
  const [{ url }] = await during(context, startExplorer("mcp", "--no-execute"));
  const page = await openPage(browser, url);
  await openTool(page, "echo");
  assert.equal(await button(page, "Run").count(), 0);
  await page.getByText("This server does not allow tools to run.").waitFor();
  await page.getByRole("button", { name: "Validate" }).click();
  await page.locator(".violations").getByText(/problems? in the arguments/).waitFor();
  await page.keyboard.press("Control+Enter");
  assert.equal(await page.locator(".result, .run-bar *").count(), 0);
});

test("applies the title, theme and history settings of the server", async (context) => {
  const [{ url }] = await during(context, startWithSettings("mcp", { MCP_UI_TITLE: "Tools <b>& more</b>", MCP_UI_THEME: "dark", MCP_UI_HISTORY: false }));
  const page = await openPage(browser, url, { colorScheme: "light" });
  await page.getByRole("heading", { name: "Tools <b>& more</b>", level: 1 }).waitFor();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await background(), "rgb(22, 24, 29)");
  await openTool(page, "content.text");
  await run(page);
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("History is switched off").waitFor();
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
});

test("follows the system theme live, unless the user has chosen one", async () => {
  const page = await openPage(browser, explorer.url, { colorScheme: "light" });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await background(), "rgb(255, 255, 255)");
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await background(), "rgb(22, 24, 29)");
  await page.getByRole("button", { name: "Colours: auto" }).click();
  assert.equal(await background(), "rgb(255, 255, 255)");
  await page.reload();
  await page.getByRole("button", { name: "Colours: light" }).waitFor();
});

test("reloads the tools without losing the arguments", async () => {
  const page = await openPage(browser, explorer.url);
  await openTool(page, "echo");
  await page.getByRole("textbox", { name: "message" }).fill("keep me");
  const listed = page.waitForResponse((response) => response.url().endsWith("/tools"));
  const described = page.waitForResponse((response) => response.url().endsWith("/tools/echo"));
  await page.getByRole("button", { name: "Reload" }).click();
  await Promise.all([listed, described]);
  await page.getByRole("textbox", { name: "message" }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "message" }).inputValue(), "keep me");
});

test("a server that is not an MCP server, or has no tools, is reported as such", async (context) => {
  const [broken, empty] = await during(context, startExplorer("broken"), startExplorer("empty"));
  const page = await openPage(browser, broken.url);
  await page.locator("#outage").getByText(/^There is no MCP endpoint at/).waitFor();
  await page.getByRole("button", { name: "Try now" }).waitFor();
  const other = await openPage(browser, empty.url);
  await other.getByText("This server has no tools.").waitFor();
});

test("without JavaScript, a notice explains what is needed", async () => {
  const page = await openPage(browser, explorer.url, { javaScriptEnabled: false });
  assert.match(await page.locator("noscript p").innerText(), /needs JavaScript/);
  assert.ok(await page.locator("noscript p").isVisible());
});

// The document has the list; the rest of the script is loaded when the list is painted, and when the traffic is opened.
const SIZES = [
  { path: "", plain: 160000, compressed: 52000 },
  { path: "/later.js", plain: 416500, compressed: 147500 },
  { path: "/traffic.js", plain: 70000, compressed: 24500 },
];

test("the page stays within its size limits and contains no external address", async () => {
  const texts = await Promise.all(SIZES.map(async ({ path, plain, compressed }) => {
    const text = await (await fetch(explorer.url + path, { headers: { "accept-encoding": "identity" } })).text();
    assert.ok(Buffer.byteLength(text) <= plain, `${path}: ${Buffer.byteLength(text)} bytes`);
    const { headers } = await fetch(explorer.url + path, { headers: { "accept-encoding": "gzip" } });
    assert.equal(headers.get("content-encoding"), "gzip");
    assert.ok(Number(headers.get("content-length")) <= compressed, `${path}: ${headers.get("content-length")} bytes compressed`);
    return text;
  }));
  const [html] = texts;
  const page = texts.join("");
  // Preact's code contains the URLs of XML namespaces, which are never requested.
  const namespaces = /http:\/\/www\.w3\.org\/(1999\/xhtml|2000\/svg|1998\/Math\/MathML)\b/g;
  // Shown beside a field for an address, put before the address of a link that has no scheme, and the origin of requests in HAR files.
  const examples = /https:\/\/example\.com\/|"http:\/\/"|"http:\/\/localhost"/g;
  assert.ok(!/https?:\/\//.test(page.replace(namespaces, "").replace(examples, "")), "no absolute address");
  assert.ok(!/ style=| on\w+="/.test(html.replace(/<script[^]*<\/script>/, "")), "no inline style or handler");
  assert.ok(!/outerHTML|insertAdjacentHTML|document\.write|\beval\(/.test(page));
  // Preact writes HTML for one attribute, which the page forbids and no view names.
  const uses = texts.map((text) => [/\.innerHTML\b/g, /\bdangerouslySetInnerHTML\b/g].map((use) => text.match(use)?.length ?? 0));
  assert.deepEqual(uses, [[2, 3], [0, 0], [0, 0]], "in Preact and the guard alone");
});
