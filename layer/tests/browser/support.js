// Starts servers, explorers in front of them and a headless Chromium, stops them after the tests, and drives the page.
//
//   MCP_UI_OPEN   the program with the command `open` (target/debug/mcp-ui of this repository)
//   MCP_UI_EXPLORER   the binary of the explorer with any settings (target/debug/examples/explorer)
//   MCP_UI_DEMO   the binary of the demo (target/debug/demo)
//   MCP_UI_RESERVATION   the binary of the example whose tool asks questions (target/debug/reservation)
//   MCP_UI_DATABASES   the binary of the example whose tool has no UI of its own (target/debug/databases)
//   MCP_UI_WORKBENCH   the binary of the example over stdio, with apps, prompts and completion (target/debug/workbench)
//   MCP_UI_AGENT   the binary of the agent with the official Rust SDK (target/debug/examples/agent)
//   MCP_UI_PYTHON   the Python that has FastMCP and OpenTelemetry's SDK (target/python/bin/python)
//   HEADLESS_SHELL   Chromium without an interface of its own (/usr/bin/chromium-headless-shell)
//   CHROMIUM      Chromium for tests in real windows (/usr/bin/chromium)
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { after, afterEach } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { startFixture } from "./fixtures/server.js";

const built = (name) => path(`../../../target/${name}`);
export const OPEN = process.env.MCP_UI_OPEN ?? built("debug/mcp-ui");
export const EXPLORER = process.env.MCP_UI_EXPLORER ?? built("debug/examples/explorer");
export const DEMO = process.env.MCP_UI_DEMO ?? built("debug/demo");
// In the same folder as the demo.
export const DEMO_AGENT = DEMO.replace(/demo$/, "demo-agent");
const RESERVATION = process.env.MCP_UI_RESERVATION ?? built("debug/reservation");
export const DATABASES = process.env.MCP_UI_DATABASES ?? built("debug/databases");
const WORKBENCH = process.env.MCP_UI_WORKBENCH ?? built("debug/workbench");
export const SIGNING_IN = process.env.MCP_UI_SIGNING_IN ?? built("debug/signing-in");
export const REPLICAS = process.env.MCP_UI_REPLICAS ?? built("debug/example-replicas");
export const AGENT = process.env.MCP_UI_AGENT ?? built("debug/examples/agent");
export const PYTHON = process.env.MCP_UI_PYTHON ?? built("python/bin/python");
// For examples that take no other variables of this name.
export const NO_VARIABLES = Object.fromEntries(Object.keys(process.env).filter((name) => name.startsWith("MCP_UI_")).map((name) => [name, undefined]));
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/explorer/;
export const HEADLESS_SHELL = process.env.HEADLESS_SHELL ?? "/usr/bin/chromium-headless-shell";
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

// Waits for the programs that all tests of a file use, and stops them after the last test, in the given order:
// `const [browser, explorer] = await shared(startBrowser(), startExplorer("apps"))`. Must precede the tests, because
// the test runner considers a file finished when all tests that it knows so far have ended.
export function shared(...starting) {
  return during({ after }, ...starting);
}

// Does the same as `shared` for one test, given its context.
export async function during(context, ...starting) {
  context.after(() => stopAll(starting));
  try {
    return await Promise.all(starting);
  } catch (problem) {
    // If a program does not start, the test runner ends the file at once, without its hooks.
    await stopAll(starting);
    throw problem;
  }
}

async function stopAll(starting) {
  for (const { value } of await Promise.allSettled(starting)) await (value?.stop ?? value?.close)?.call(value);
}

// Starts `mcp-ui open` for one of the fixture's sets of tools.
export function startExplorer(set, ...flags) {
  return startWithFixture(set, (url) => startOpenUrl(url, ...flags));
}

// Starts an explorer for one of the fixture's sets of tools, with settings such as `{ MCP_UI_THEME: "dark" }`. Tools run.
export function startWithSettings(set, settings) {
  return startWithFixture(set, (url) => startConfigured(url, 0, settings));
}

async function startWithFixture(set = "mcp", start) {
  const fixture = await startFixture();
  const explorer = await start(`${fixture.origin}/${set}`);
  return { url: explorer.url, stop: () => (fixture.stop(), explorer.stop()) };
}

// Starts an explorer whose apps have a separate origin. The two origins differ only in the port, so that both belong to
// one site, and browsers do not block storage in frames.
export async function startApart(set) {
  const fixture = await startFixture();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const start = (port) => startConfigured(`${fixture.origin}/${set}`, port, { MCP_UI_SANDBOX_ORIGIN: origin });
  const [explorer, apps] = await Promise.all([start(0), start(port)]);
  return { origin, url: explorer.url, stop: () => Promise.all([explorer, apps, fixture].map(({ stop }) => stop())) };
}

// Starts `mcp-ui open` for the MCP server at a URL, without a token.
export async function startOpenUrl(upstream, ...flags) {
  const port = flags.includes("--port") ? [] : ["--port", "0"];
  const { match, stop } = await startProgram(OPEN, ["open", upstream, "--no-open", "--no-token", ...port, ...flags], ADDRESS, { isNoisy: true });
  return { url: match[0], stop };
}

// Does the same with a token, as `startOpen` does for a command.
export async function startOpenWithToken(upstream, ...flags) {
  const address = withCode(ADDRESS);
  return atNewest(address, await startProgram(OPEN, ["open", upstream, "--no-open", ...flags], address, { isNoisy: true }));
}

// Starts an explorer for the MCP server at a URL, with settings that `mcp-ui open` does not have.
async function startConfigured(upstream, port, settings) {
  const pairs = Object.entries({ MCP_UI_ALLOW_EXECUTE: true, ...settings }).map(([name, value]) => `${name}=${value}`);
  const { match, stop } = await startProgram(EXPLORER, [String(port), upstream, ...pairs], ADDRESS);
  return { url: match[0], stop };
}

// Starts an explorer in front of a server from npm, given the name of its program and its flags.
export async function startServer(name, ...flags) {
  const port = await freePort();
  const program = ["--require", path("fixtures/loopback.cjs"), path(`node_modules/.bin/${name}`), ...flags];
  const server = await startProgram(process.execPath, program, /listening/, { env: { PORT: String(port) }, isNoisy: true });
  return startInFront(server, `http://127.0.0.1:${port}/mcp`);
}

// Starts an explorer in front of a server made with FastMCP, given the name of its program.
export async function startFastMcp(program = "server") {
  const server = await startProgram(PYTHON, [path(`fixtures/fastmcp/${program}.py`)], /running on (http:\/\/127\.0\.0\.1:\d+)/, { isNoisy: true });
  return startInFront(server, `${server.match[1]}/mcp`);
}

async function startInFront(server, upstream) {
  try {
    const explorer = await startOpenUrl(upstream);
    return { url: explorer.url, upstream, stop: () => Promise.all([explorer.stop(), server.stop()]) };
  } catch (problem) {
    await server.stop();
    throw problem;
  }
}

function path(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}

// Returns a port that is free, and that the system gives to nobody who asks for any: those begin at 32,768.
export async function freePort() {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    const probe = createServer();
    const isFree = await new Promise((resolve) => probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true)));
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

// Starts `mcp-ui open` for a command. The URL has a code in its fragment that works once; each reading of `url` returns the newest one.
export function startOpen(...command) {
  return startOpenWith([], command);
}

// Does the same with flags. With `--no-token`, there is no token.
export async function startOpenWith(flags, command) {
  const address = flags.includes("--no-token") ? ADDRESS : withCode(ADDRESS);
  const port = flags.includes("--port") ? [] : ["--port", "0"];
  return atNewest(address, await startProgram(OPEN, ["open", "--no-open", ...port, ...flags, "--", ...command], address, { isNoisy: true }));
}

const withCode = (address) => new RegExp(`${address.source}#code=[0-9a-f]{32}`);

function atNewest(address, { printed, pid, stop }) {
  const url = () => [...printed().matchAll(new RegExp(address.source, "g"))].at(-1)[0];
  return {
    get url() {
      return url();
    },
    printed,
    pid,
    stop,
  };
}

// Exchanges the code of an address for the tokens of the page and of agents.
export async function tokensOf(url) {
  const response = await fetch(new URL("/start", url), { method: "POST", headers: { "Mcp-Ui-Code": url.split("#code=")[1] } });
  assert.equal(response.status, 200);
  return response.json();
}

// Starts `mcp-ui open` for a command, without a token, with the UIs of a folder of this repository.
export function startUis(folder, ...command) {
  return startOpenWith(["--no-token", "--ui", path(`../../../${folder}`)], command);
}

// Does the same for a server that is to run in the newest revision.
export function startUisInNewest(folder, ...command) {
  return startOpenWith(["--no-token", "--protocol", "2026-07-28", "--ui", path(`../../../${folder}`)], command);
}

// Does the same with a token, and with pages of another origin that may show the UIs, in clients that do not announce MCP Apps.
export function startUisFor(host, folder, ...command) {
  return startOpenWith(["--protocol", "2026-07-28", "--ui", path(`../../../${folder}`), "--ui-host", host, "--older-clients"], command);
}

// Starts `mcp-ui open` for the servers of a configuration file, whose inputs are answered by the lines of `input`. The URL is that of the
// index page, with a code in its fragment.
export async function startConfig(file, settings) {
  const address = withCode(/http:\/\/127\.0\.0\.1:\d+\//);
  return atNewest(address, await startProgram(OPEN, ["open", "--no-open", "--port", "0", "--config", file], address, { ...settings, isNoisy: true }));
}

// Starts the demo: the explorer around a server of the official Rust SDK.
export function startDemo() {
  return startExample(DEMO);
}

// Starts a server of the official Rust SDK whose tool asks questions in rounds, with the explorer around it.
export function startReservation() {
  return startExample(RESERVATION);
}

// Starts `mcp-ui open` for a server of the official Rust SDK over stdio.
export function startWorkbench() {
  return startOpen(WORKBENCH);
}

async function startExample(program, ...flags) {
  const { match, stop } = await startProgram(program, ["--port", "0", ...flags], ADDRESS);
  return { url: match[0], stop };
}

// Starts a replica of the demo's server, with the Redis server of another replica, or with one of its own.
export async function startReplica(other) {
  if (other) return startExample(REPLICAS, "--redis", other.redis);
  // The two lines are read from two pipes, in any order.
  const expected = new RegExp(`(?=[^]*?(${ADDRESS.source}))(?=[^]*? --redis (redis://[0-9.:]+)\\n)`);
  const { match, stop } = await startProgram(REPLICAS, ["--port", "0"], expected, { isNoisy: true });
  return { url: match[1], redis: match[2], stop };
}

// Starts a program and waits for the expected output. `stop` returns a promise that resolves when it has ended. Errors of a noisy
// program, which writes all that it does to standard error, are shown only if it does not start. `printed` returns all output so far. With
// the input `null`, standard input stays open, and `write` adds to it.
export async function startProgram(program, flags, expected, { env = {}, input = "", isNoisy = false } = {}) {
  const child = spawn(program, flags, { stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, ...env } });
  child.stdin.on("error", () => {});
  if (input !== null) child.stdin.end(input);
  if (!isNoisy) child.stderr.pipe(process.stderr, { end: false });
  let printed = "";
  const match = await new Promise((resolve, reject) => {
    const read = (data) => {
      printed += data;
      const match = expected.exec(printed);
      if (match) resolve(match);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`${program} ended with ${code}: ${printed}`)));
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return { match, pid: child.pid, write: (text) => child.stdin.write(text), printed: () => printed, stop: (signal) => (child.kill(signal), ended) };
}

let running;
let ending;

// Starts a browser whose contexts are closed after each test. A stopped browser stays for a moment, so that the next test or file that
// runs in this process can use it.
export async function startBrowser() {
  clearTimeout(ending);
  if (!running?.isConnected()) running = await chromium.launch({ executablePath: HEADLESS_SHELL, args: CHROMIUM_FLAGS });
  const browser = running;
  const closeContexts = () => Promise.all(browser.contexts().map((context) => context.close()));
  const close = () => {
    running = undefined;
    return browser.close();
  };
  browser.stop = async () => {
    await closeContexts();
    ending = setTimeout(close, 1000);
  };
  afterEach(closeContexts);
  return browser;
}

// Opens a page in a new context and records, in `trouble`, what must not happen in any test: script errors, policy violations, and
// requests to other origins than the explorer's.
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const trouble = [];
  const origin = new URL(url).origin;
  page.on("pageerror", (error) => trouble.push(`error: ${error.stack}`));
  page.on("console", (message) => /Content Security Policy|Refused to/.test(message.text()) && trouble.push(`policy: ${message.text()}`));
  page.on("request", (request) => !request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()) && trouble.push(`request: ${request.url()}`));
  page.trouble = trouble;
  await page.goto(url);
  return page;
}

// Opens a tool as a link to it would.
export async function openTool(page, name, query = "") {
  await page.evaluate((hash) => {
    if (decodeURIComponent(location.hash) === decodeURIComponent(hash)) return undefined;
    return new Promise((resolve) => {
      addEventListener("hashchange", resolve, { once: true });
      location.hash = hash;
    });
  }, `#/tools/${name.split("/").map(encodeURIComponent).join("/")}${query}`);
  await page.locator("article.tool:not([hidden]) .call").waitFor();
}

// Opens a tool in a new page.
export async function openToolPage(browser, url, name, query) {
  const page = await openPage(browser, url);
  await openTool(page, name, query);
  return page;
}

// Opens one of the tabs of a tool or of a result.
export function openTab(page, name) {
  return page.getByRole("tab", { name, exact: true }).click();
}

// Waits until the list has these numbers of items, such as "1 tool, 7 resources".
export function listed(page, words) {
  return page.waitForFunction((words) => [...document.querySelectorAll("#kinds button")].map(({ textContent }) => textContent).join(", ").includes(words), words);
}

export function button(page, name) {
  return page.getByRole("button", { name, exact: true });
}

export function jsonText(page) {
  return page.getByRole("textbox", { name: "JSON", exact: true });
}

export async function run(page) {
  await button(page, "Run").click();
  await page.locator(".result:visible").waitFor();
}

// Returns the accessible name of the focused element.
export function focusedName(page) {
  return page.evaluate(() => {
    const { activeElement: node } = document;
    return node.getAttribute("aria-label") ?? node.labels?.[0]?.innerText ?? (node === document.body ? "nothing" : node.innerText);
  });
}

// The script of axe-core, which must run in a page before that page can be checked.
export const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Asserts that axe-core finds no violations. Frames are not checked, because their content comes from elsewhere. Each state that is
// checked in a wide window in dark colours is checked in light ones, too, where the document is the same: only its colours are new.
export async function assertAccessible(page, state, rules = {}) {
  const violations = await page.evaluate(async (rules) => {
    const isDark = matchMedia("(prefers-color-scheme: dark) and (min-width: 1000px)").matches;
    const runOnly = isDark ? { runOnly: ["color-contrast", "link-in-text-block"] } : { rules };
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], iframes: false, ...runOnly });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 200)} ${node.any[0]?.message ?? ""}`).slice(0, 3).join(" | ")}`);
  }, rules);
  assert.deepEqual(violations, [], state);
}
