// The console of a server that `mcp-ui open` runs: its lines, the state of the process, and its restart.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { call, result } from "./calls.js";
import { assertAccessible, axe, button, during, focusedName, openPage, openTool, shared, startBrowser, startExplorer, startOpen } from "./support.js";

const SERVER = fileURLToPath(new URL("fixtures/noisy.js", import.meta.url));
const [browser, steady] = await shared(startBrowser(), startNoisy());

function startNoisy() {
  return startOpen(process.execPath, SERVER);
}

function consoleOf(page) {
  return page.getByRole("region", { name: "Console", exact: true });
}

function consoleButton(page) {
  return page.locator("#console-open");
}

function row(page, text) {
  return page.getByRole("option").filter({ hasText: text });
}

function status(page, text) {
  return page.locator(".process-text", { hasText: text }).waitFor();
}

async function openConsole(page) {
  await consoleButton(page).click();
  await consoleOf(page).waitFor();
}

// Runs a tool of the server, and waits for its end.
async function runTool(page, name, args = {}) {
  await openTool(page, name);
  await call(page, args);
  await page.locator("article.tool:not([hidden]) .result").waitFor();
}

// The name of the tool that only this process has.
function startedTool(page) {
  return page.locator(".tool-name", { hasText: "started-" }).innerText();
}

test("the console has the output of the process, and marks what is not MCP", async () => {
  const page = await openPage(browser, steady.url);
  await runTool(page, "stderr", { text: "a line on stderr" });
  assert.doesNotMatch(await page.locator(".result-head").textContent(), /HTTP/);
  await runTool(page, "print", { text: "Server ready on port 3000" });
  await openConsole(page);
  await row(page, "was started as process").waitFor();
  assert.match(await row(page, "a line on stderr").innerText(), /^\d\d:\d\d:\d\d\.\d{3}\s+stderr\s+a line on stderr$/);
  await row(page, "writes text to stdout that is not MCP").waitFor();
  const printed = row(page, "Server ready on port 3000");
  assert.match(await printed.innerText(), /not MCP/);
  await printed.click();
  const detail = page.getByRole("region", { name: "The selected line" });
  assert.match(await detail.innerText(), /Stdout is for messages only.*Write it to stderr/);
  assert.deepEqual(page.trouble, []);
});

test("unseen problems are counted at the button, and nothing moves", async () => {
  const page = await openPage(browser, steady.url);
  await openConsole(page);
  await button(consoleOf(page), "Close").click();
  await openTool(page, "stderr");
  const box = () => consoleButton(page).boundingBox();
  const before = await box();
  await runTool(page, "stderr", { text: "ValueError: no such city" });
  await page.getByRole("button", { name: "Console 1 unseen problem", exact: true }).waitFor();
  assert.deepEqual(await box(), before);
  await openConsole(page);
  assert.equal(await consoleButton(page).innerText(), "Console");
  await runTool(page, "stderr", { text: "TypeError: seen at once" });
  await row(page, "seen at once").waitFor();
  assert.equal(await consoleButton(page).innerText(), "Console");
});

test("hostile text is shown, and does nothing", async () => {
  const page = await openPage(browser, steady.url);
  await runTool(page, "hostile");
  await openConsole(page);
  const hostile = row(page, "txt.exe").last();
  const text = await hostile.locator("bdi").innerText();
  assert.equal(text, "red ‹U+202E›txt.exe‹U+202C› <img src=x onerror=alert(1)> ‹U+2028›next ‹‹U+200B››");
  assert.equal(await consoleOf(page).locator("img, a, script").count(), 0);
  assert.deepEqual(page.trouble, []);
});

test("lines are filtered by words and by level, and copied", async () => {
  const page = await openPage(browser, steady.url, { permissions: ["clipboard-read", "clipboard-write"] });
  await runTool(page, "stderr", { text: "apple one\napple Error two\npear three" });
  await openConsole(page);
  await consoleOf(page).getByRole("searchbox", { name: "Filter the console" }).fill("APPLE");
  await consoleOf(page).getByText(/^2 of \d+ lines$/).waitFor();
  await consoleOf(page).getByRole("combobox", { name: "Lines to show" }).selectOption("Errors");
  await consoleOf(page).getByText(/^1 of \d+ lines$/).waitFor();
  await button(consoleOf(page), "Copy").click();
  await button(consoleOf(page), "Copied").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\S+Z stderr: apple Error two$/);
});

test("twenty thousand lines: few are in the document, the lost ones are a gap, and the end is followed until the reader scrolls", async (context) => {
  const [explorer] = await during(context, startNoisy());
  const page = await openPage(browser, explorer.url);
  await openConsole(page);
  await runTool(page, "lines", { count: 20000 });
  await row(page, "line 19999 of the flood").waitFor();
  await consoleOf(page).getByText("10,000 lines", { exact: true }).waitFor();
  assert.ok((await page.getByRole("option").count()) < 60);

  const lines = page.getByRole("listbox", { name: "Console lines" });
  await lines.evaluate((list) => (list.scrollTop = list.scrollHeight / 2));
  await page.getByRole("button", { name: "Follow the end", pressed: false }).waitFor();
  // The rows that are read stay where they are, although older ones are dropped.
  const top = () =>
    lines.evaluate((list) => {
      const { top } = list.getBoundingClientRect();
      const row = [...list.querySelectorAll("[role=option]")].find((row) => row.getBoundingClientRect().bottom > top + 1);
      return `${row.querySelector("bdi").textContent} at ${Math.round(row.getBoundingClientRect().top - top)}`;
    });
  const before = await top();
  assert.match(before, /^line \d+ of the flood/);
  await runTool(page, "lines", { count: 100 });
  // The list has as many lines as before, so the numbers of its first row tell that it has changed.
  await page.waitForFunction((name) => document.querySelector(name).ariaSetSize === "10001", "[role=option]");
  await page.waitForTimeout(300);
  assert.equal(await top(), before);
  await button(page, "Follow the end").click();
  await row(page, "line 99 of the flood").waitFor();

  await lines.press("Home");
  await row(page, "lines are missing").waitFor();
  const filter = consoleOf(page).getByRole("searchbox");
  await filter.fill("19999");
  await row(page, "line 19999 of the flood").waitFor();
  assert.equal(await page.locator(".console-row[data-source=stderr]").count(), 1);
  assert.deepEqual(page.trouble, []);
});

test("a crash is said with its reason, the process is started again, and the tools are loaded again", async (context) => {
  const [explorer] = await during(context, startNoisy());
  const page = await openPage(browser, explorer.url);
  await status(page, "Running since");
  const first = await startedTool(page);
  await runTool(page, "stderr", { text: "GET /weather 200" });
  await runTool(page, "crash");
  await result(page, "The server exited with code 3. It will be restarted in 1 s.");
  assert.doesNotMatch(await page.locator(".result .failure").textContent(), /GET|stderr/);
  assert.match(await page.locator(".result p.hint").textContent(), /^Last lines of stderr:\n(.*\n)*GET \/weather 200/);
  await page.waitForFunction((name) => !document.querySelector("#list").textContent.includes(name), first);
  await page.locator(".tool-name", { hasText: "started-" }).waitFor();
  assert.notEqual(await startedTool(page), first);
  await status(page, "Running since");
  assert.equal(await page.getByRole("button", { name: /^Console \d unseen problems?$/ }).count(), 1);
  await openConsole(page);
  await row(page, "The server exited with code 3. It will be restarted in 1 s.").waitFor();

  await runTool(page, "die");
  await row(page, "The server was terminated by SIGKILL.").waitFor();
  assert.deepEqual(page.trouble, []);
});

test("a server that has exited stays down, says why, and starts on request", async (context) => {
  const [explorer] = await during(context, startNoisy());
  const page = await openPage(browser, explorer.url);
  await status(page, "Running since");
  const first = await startedTool(page);
  await runTool(page, "stderr", { text: "last words" });
  await runTool(page, "exit");
  await status(page, "The server exited with code 0. It exited with code 0, so it is not restarted automatically.");
  await page.locator(".process-last", { hasText: "last words" }).waitFor();
  await openConsole(page);
  assert.match(await page.getByRole("region", { name: "The end of stderr" }).innerText(), /last words$/);
  await button(page, "Start now").click();
  await status(page, "Running since");
  await page.waitForFunction((name) => !document.querySelector("#list").textContent.includes(name), first);

  const second = await page.locator(".tool-name", { hasText: "started-" }).innerText();
  await button(page, "Restart").click();
  await page.waitForFunction((name) => !document.querySelector("#list").textContent.includes(name), second);
  await row(page, "It is being restarted on request.").waitFor();
  assert.deepEqual(page.trouble, []);
});

test("a page that was away gets the lines it missed, once", async () => {
  const page = await openPage(browser, steady.url);
  await openConsole(page);
  await runTool(page, "stderr", { text: "before the interruption" });
  await row(page, "before the interruption").waitFor();
  const hide = (state) =>
    page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/console"));
  await hide("hidden");
  await ended;
  await runTool(page, "stderr", { text: "during the interruption" });
  const resumed = page.waitForRequest((request) => request.url().endsWith("/console"));
  await hide("visible");
  assert.match((await resumed).headers()["last-event-id"], /^[0-9a-f]{32}-\d+$/);
  await row(page, "during the interruption").waitFor();
  assert.equal(await row(page, "before the interruption").count(), 1);
});

test("the end of mcp-ui is said", async () => {
  const explorer = await startNoisy();
  const page = await openPage(browser, explorer.url);
  await status(page, "Running since");
  await explorer.stop();
  await status(page, "Console disconnected.");
  assert.equal(await button(page, "Restart").count(), 0);
});

test("a server that the explorer does not run has no console, and gets no request for one", async (context) => {
  const [explorer] = await during(context, startExplorer());
  const page = await openPage(browser, explorer.url);
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.reload();
  await page.locator(".tool-row").first().waitFor();
  assert.equal(await page.locator(".host, #console-open").count(), 0);
  assert.deepEqual(
    requests.filter((path) => /console|restart/.test(path)),
    [],
  );
});

test("when the tools cannot be listed, the steps to the server say why", async (context) => {
  const [explorer] = await during(context, startNoisy());
  const page = await openPage(browser, explorer.url);
  await status(page, "Running since");
  await runTool(page, "exit");
  await status(page, "The server exited with code 0.");
  await button(page, "Reload").click();
  await button(page, "Find out why").click();
  const dialog = page.getByRole("dialog", { name: "Connection check" });
  await dialog.getByText("Everything works now.").waitFor();
  assert.deepEqual(await dialog.locator("strong").allInnerTexts(), ["Command", "Start", "Revision", "Tools", "Output", "Newest"]);
  await page.evaluate(axe);
  await assertAccessible(page, "doctor");
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/doctor.png` });
  await button(dialog, "Close").click();
  await page.locator("dialog.doctor").waitFor({ state: "detached" });
  assert.deepEqual(page.trouble, []);
});

test("everything by keyboard only", async () => {
  const page = await openPage(browser, steady.url);
  await runTool(page, "print", { text: "printed for the keyboard" });
  await consoleButton(page).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "Console lines");
  await row(page, "printed for the keyboard").waitFor();
  await page.keyboard.press("End");
  await page.locator("[role=option][aria-selected=true]", { hasText: "printed for the keyboard" }).waitFor();
  const named = await page.evaluate(() => document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).textContent);
  assert.match(named, /printed for the keyboard/);
  await page.keyboard.press("ArrowUp");
  await page.locator("[role=option][aria-selected=true]", { hasText: "printed for the keyboard" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("region", { name: "The selected line" }).count(), 0);
  await page.keyboard.press("Escape");
  assert.equal(await consoleOf(page).count(), 0);
  assert.match(await focusedName(page), /^Console/);
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 390]]) {
  test(`axe finds nothing, ${colorScheme}, ${width} px wide`, async (context) => {
    const [explorer] = await during(context, startNoisy());
    const page = await openPage(browser, explorer.url, { colorScheme, viewport: { width, height: 844 } });
    const shot = (name) => process.env.SCREENSHOTS && page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}-${colorScheme}-${width}.png` });
    await page.evaluate(axe);
    const check = async (state) => {
      await assertAccessible(page, `${state}, ${colorScheme}, ${width}`);
      await shot(state);
    };
    await status(page, "Running since");
    await check("running");
    await runTool(page, "stderr", { text: "GET /weather?city=Oslo 200 in 12 ms\nWARN the cache is cold\nError: no such city: Atlantis" });
    await runTool(page, "print");
    await runTool(page, "hostile");
    await check("problems");
    await openConsole(page);
    await check("console");
    await row(page, "Server ready on port 3000").click();
    await check("line");
    await runTool(page, "stderr", { text: "Error: the variable API_KEY is missing" });
    await runTool(page, "exit");
    await status(page, "The server exited with code 0.");
    await check("down");
    await page.keyboard.press("Escape");
    await button(consoleOf(page), "Close").click();
    await check("closed");
  });
}
