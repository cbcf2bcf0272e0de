// Sign-in in the page that a service serves itself: the example on axum, with oidc-provider as its authorization server.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BROWSERS, launch } from "./attacks/browsers.js";
import { startProxy } from "./fixtures/sign-in/proxy.js";
import { press, shows, visitIn } from "./sign-in-visits.js";
import { NO_VARIABLES, SIGNING_IN, during, freePort, startProgram } from "./support.js";

const SCOPES = "greetings:read greetings:write";
const KEY = "07".repeat(32);

function startIssuer(port, resource, seconds = 3600) {
  const program = fileURLToPath(new URL("fixtures/sign-in/issuer.js", import.meta.url));
  return startProgram(process.execPath, [program, port, resource, SCOPES, seconds].map(String), /listening at/, { isNoisy: true });
}

function startGreeter(port, issuer, flags = [], variables = {}) {
  const all = ["--port", String(port), "--issuer", `http://${issuer}`, ...flags];
  return startProgram(SIGNING_IN, all, /MCP UI:/, { env: { ...NO_VARIABLES, ...variables } });
}

// Starts one instance, at its own address.
async function startService({ seconds, variables } = {}) {
  const [port, issuerPort] = [await freePort(), await freePort()];
  const issuer = `127.0.0.1:${issuerPort}`;
  const programs = await Promise.all([startIssuer(issuerPort, `http://127.0.0.1:${port}/mcp`, seconds), startGreeter(port, issuer, [], variables)]);
  return { url: `http://127.0.0.1:${port}/explorer`, issuer, stop: () => Promise.all(programs.map((program) => program.stop())) };
}

// Starts two instances behind a proxy that ends TLS and strips a path.
async function startReplicas(seconds) {
  const [port, issuerPort, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const [address, issuer] = [`https://localhost:${port}/svc`, `127.0.0.1:${issuerPort}`];
  const replica = (port) => startGreeter(port, issuer, ["--public", address], { MCP_UI_ANSWER_KEY: KEY });
  const proxy = startProxy(port, "/svc", ports.map((port) => `http://127.0.0.1:${port}`));
  const programs = await Promise.all([startIssuer(issuerPort, `${address}/mcp`, seconds), ...ports.map(replica), proxy]);
  return { url: `${address}/explorer`, issuer, stop: () => Promise.all(programs.map((program) => program.stop())) };
}

async function open(browser, url) {
  const page = await browser.newPage();
  page.trouble = [];
  page.on("pageerror", (error) => page.trouble.push(String(error)));
  page.on("console", (message) => /Content.Security.Policy/.test(message.text()) && page.trouble.push(message.text()));
  await page.goto(url);
  return page;
}

async function runTool(page, name, values) {
  await press(page, name, ".tool-row *");
  await page.locator("article.tool:not([hidden]) .json-text").fill(JSON.stringify(values));
  await press(page, "Run");
}

// Declines, signs in, calls, allows more for a call, and signs out. Returns the number of renewals of the token.
async function goThrough(browser, { url, issuer }, pause = 0) {
  const page = await open(browser, url);
  let renewals = 0;
  page.on("request", (request) => (renewals += request.url().endsWith("/authorization/refresh") ? 1 : 0));
  await press(page, "Sign in");
  await visitIn(browser, page, issuer, { isDenied: true });
  await shows(page, "access_denied");
  await press(page, "Try again");
  await visitIn(browser, page, issuer);
  await runTool(page, "greet", { name: "Ada" });
  await shows(page, "Hello, Ada!");

  await new Promise((resolve) => setTimeout(resolve, pause));
  await runTool(page, "rename", { from: "Ada", to: "Grace" });
  await shows(page, "The call goes on afterwards");
  await press(page, "Sign in", ".advice button");
  await visitIn(browser, page, issuer, { isNew: false });
  await shows(page, "Hello from Ada, now Grace!");

  await press(page, "Signed in");
  await shows(page, "Scopes: ");
  await press(page, "Sign out");
  await shows(page, "Sign-in needed");
  assert.deepEqual(page.trouble, []);
  return renewals;
}

for (const name of BROWSERS) {
  test(`a person declines, signs in, allows more and signs out in ${name}`, async (context) => {
    const [browser, service] = await during(context, launch(name), startService());
    await goThrough(browser, service);
  });

  test(`two instances behind a proxy with a path and TLS serve one sign-in in ${name}`, async (context) => {
    const [browser, service] = await during(context, launch(name, { acceptInsecureCerts: true }), startReplicas(2));
    assert.ok((await goThrough(browser, service, 1500)) > 0, "the token is renewed meanwhile");
  });

  test(`a token is renewed before it expires in ${name}`, async (context) => {
    const [browser, service] = await during(context, launch(name), startService({ seconds: 4 }));
    const page = await open(browser, service.url);
    const renewals = [];
    page.on("request", (request) => request.url().endsWith("/authorization/refresh") && renewals.push(request));
    await press(page, "Sign in");
    await visitIn(browser, page, service.issuer);
    for (const person of ["Ada", "Grace", "Mary"]) {
      await new Promise((resolve) => setTimeout(resolve, 2500));
      await runTool(page, "greet", { name: person });
      await shows(page, `Hello, ${person}!`);
    }
    assert.ok(renewals.length >= 2, `renewed ${renewals.length} times`);
  });

  test(`two tabs sign in at once, each for itself, in ${name}`, async (context) => {
    const [browser, service] = await during(context, launch(name), startService());
    const [first, second] = [await open(browser, service.url), await open(browser, service.url)];
    await press(first, "Sign in");
    await press(second, "Sign in");
    await shows(second, "Continue at");
    await visitIn(browser, first, service.issuer);
    await shows(first, "greet");
    await shows(second, "Waiting for you to come back");
    await visitIn(browser, second, service.issuer, { isNew: false });
    await runTool(second, "greet", { name: "Ada" });
    await shows(second, "Hello, Ada!");
  });

  test(`an answer that no page waits for is of no use in ${name}`, async (context) => {
    const [browser, service] = await during(context, launch(name), startService());
    const page = await open(browser, service.url);
    await press(page, "Sign in");
    await shows(page, "Continue at");
    const tab = await open(browser, `${service.url}/authorization/callback?code=stolen&state=another`);
    await shows(tab, "No page waits for this sign-in");
    assert.equal(new URL(tab.url()).search, "");
    await shows(page, "Waiting for you to come back");
    assert.deepEqual(tab.trouble, []);
  });

  test(`a page in a frame of another site is opened in a tab to sign in, in ${name}`, async (context) => {
    const outer = createServer((request, response) => response.writeHead(200, { "content-type": "text/html" }).end(`<iframe src="${service.url}" width="1000" height="800"></iframe>`));
    await new Promise((resolve) => outer.listen(0, "127.0.0.1", resolve));
    context.after(() => outer.close());
    const origin = `http://localhost:${outer.address().port}`;
    const [browser, service] = await during(context, launch(name), startService({ variables: { MCP_UI_FRAME_ANCESTORS: origin } }));
    const page = await open(browser, origin);
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    await press(frame, "Sign in");
    await shows(frame, "Open it in a tab of its own");
  });
}

test("the page of a service on another machine needs HTTPS to sign in", async (context) => {
  const [port, issuerPort] = [await freePort(), await freePort()];
  const host = `service.example:${port}`;
  const flags = ["--host-resolver-rules=MAP service.example 127.0.0.1"];
  const starting = [launch("chromium", { flags }), startIssuer(issuerPort, `http://${host}/mcp`), startGreeter(port, `127.0.0.1:${issuerPort}`, [], { MCP_UI_HOSTS: host })];
  const [browser] = await during(context, ...starting);
  const page = await open(browser, `http://${host}/explorer`);
  await press(page, "Sign in");
  await shows(page, "does not use HTTPS, and is not on this machine");
});
