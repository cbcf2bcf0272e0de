// Tokens, additional headers, themes, server settings, and the page without JavaScript.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKEN } from "./fixtures/server.js";
import { button, during, openPage, openTool, run, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

test("a list that requires a token says so, and loads once the token is entered", async (context) => {
  const [{ url }] = await during(context, startExplorer("token"));
  const page = await openPage(browser, `${url}#/tools/echo`);
  await page.getByText("The server requires a token").waitFor();
  await page.locator("#list-note").getByRole("button", { name: "Enter a token" }).click();
  const field = page.getByLabel("Bearer token");
  assert.equal(await field.getAttribute("type"), "password");
  await field.fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("The server requires a token").waitFor();
  await page.getByRole("button", { name: "Access" }).click();
  await field.fill(TOKEN);
  await page.getByRole("button", { name: "Reveal" }).click();
  assert.equal(await field.getAttribute("type"), "text");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.locator(".tool-row").first().waitFor();
  await page.getByRole("heading", { name: "Echo" }).waitFor();
  await run(page);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie]));
  assert.ok(kept.includes("echo") && !kept.includes(TOKEN), "the token is stored nowhere");
  assert.deepEqual(page.trouble, []);
});

test("additional headers are sent with every request, and invalid ones are reported", async () => {
  const page = await openPage(browser, explorer.url);
  await page.getByRole("button", { name: "Access" }).click();
  await page.getByRole("button", { name: "Add a header" }).click();
  await page.getByLabel("Header name").fill("bad name");
  await page.getByLabel("Header value").fill("acme");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("This cannot be sent as a header").waitFor();
  await page.getByLabel("Header name").fill("X-Tenant");
  const request = page.waitForRequest((sent) => sent.url().endsWith("/tools") && sent.headers()["x-tenant"] === "acme");
  await page.keyboard.press("Enter");
  await request;
});

test("with execution disabled, the page says so and still validates", async (context) => {
  const [{ url }] = await during(context, startExplorer("mcp", "--no-execute"));
  const page = await openPage(browser, url);
  await openTool(page, "echo");
  assert.equal(await button(page, "Run").count(), 0);
  await page.getByText("Running tools is switched off on this server.").waitFor();
  await page.getByRole("button", { name: "Validate" }).click();
  await page.getByText(/problems? in the arguments/).waitFor();
  await page.keyboard.press("Control+Enter");
  assert.equal(await page.locator(".result, .run-bar *").count(), 0);
});

test("applies the title, theme and history settings of the server", async (context) => {
  const [{ url }] = await during(context, startExplorer("mcp", "--title", "Tools <b>& more</b>", "--theme", "dark", "--no-history"));
  const page = await openPage(browser, url, { colorScheme: "light" });
  await page.getByRole("heading", { name: "Tools <b>& more</b>" }).waitFor();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await background(), "rgb(22, 24, 29)");
  await openTool(page, "echo");
  await run(page);
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("disabled the call history").waitFor();
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
  await page.locator("#list-note .failure").waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  const other = await openPage(browser, empty.url);
  await other.getByText("The server offers no tools.").waitFor();
});

test("without JavaScript, a notice explains what is needed", async () => {
  const page = await openPage(browser, explorer.url, { javaScriptEnabled: false });
  assert.match(await page.locator("noscript p").innerText(), /needs JavaScript/);
  assert.ok(await page.locator("noscript p").isVisible());
});

test("the document stays within its size limit and contains no external address", async () => {
  const plain = await fetch(explorer.url, { headers: { "accept-encoding": "identity" } });
  const html = await plain.text();
  assert.ok(Buffer.byteLength(html) <= 240000, `${Buffer.byteLength(html)} bytes`);
  const { headers } = await fetch(explorer.url, { headers: { "accept-encoding": "gzip" } });
  assert.equal(headers.get("content-encoding"), "gzip");
  assert.ok(Number(headers.get("content-length")) <= 80000, `${headers.get("content-length")} bytes compressed`);
  // Preact's code contains the URLs of XML namespaces, which are never requested.
  const namespaces = /http:\/\/www\.w3\.org\/(1999\/xhtml|2000\/svg|1998\/Math\/MathML)\b/g;
  // Shown beside a field for an address.
  const example = "https://example.com/";
  assert.ok(!/https?:\/\//.test(html.replace(namespaces, "").replace(example, "")), "no absolute address");
  assert.ok(!/ style=| on\w+="/.test(html.replace(/<script[^]*<\/script>/, "")), "no inline style or handler");
  assert.ok(!/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/.test(html));
});
