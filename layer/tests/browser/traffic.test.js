// The panel of the traffic: what MCP clients send to the server, as it happens and from files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { awaitState, openAppPage, until as untilIn, appFrame } from "./apps/support.js";
import { hostileStrings } from "./fixtures/hostile-strings.js";
import { call } from "./fixtures/traffic.js";
import { assertAccessible, axe, button, openPage, shared, startBrowser, startWithSettings } from "./support.js";
import { details, openTraffic, panel, row, rows, startRecords, state } from "./traffic-panel.js";

const [browser, explorer, apps] = await shared(startBrowser(), startWithSettings("mcp", {}), startWithSettings("apps", {}));

const filter = (page) => panel(page).getByRole("searchbox", { name: "Filter the traffic" });
const tab = (page, name) => details(page).getByRole("tab", { name, exact: true });

const start = (context, { of = explorer, ...options } = {}) => startRecords(context, of, options);
const open = (...options) => openTraffic(browser, ...options);

// Waits for a condition of the fixture.
async function until(condition) {
  for (let tries = 0; !condition(); tries += 1) {
    assert.ok(tries < 1500, String(condition));
    await pause(20);
  }
}

test("the panel lists the operations, follows them once it has been opened, and shows one in full", async (context) => {
  const fixture = await start(context);
  fixture.add(...call({ name: "first" }), ...call({ name: "mine", explorer: true }), ...call({ name: "broken", error: { code: -32602, message: "no such argument" } }));
  // The home shows the calls of agents, and follows them.
  const page = await openPage(browser, `${fixture.url}#/tools/echo`);
  await page.locator("#traffic-open:visible").waitFor();
  assert.match(await page.locator("#traffic-open").getAttribute("title"), /Recording MCP traffic of all clients/);
  await page.locator(".tool-row").first().waitFor();
  assert.equal(fixture.asked.length, 0, "no stream before the panel is opened");
  await page.locator("#traffic-open").click();
  await row(page, "first").waitFor();
  await panel(page).getByText("Recording MCP traffic of all clients").waitFor();
  assert.equal(await row(page, "mine").count(), 0);
  await panel(page).getByLabel("Show this page’s requests (1)").check();
  await row(page, "mine").getByText("explorer", { exact: true }).waitFor();
  assert.match(await row(page, "broken").textContent(), /tools\/call.*agent 1\.0.*Error -32602.*12 ms/);
  const [request, response] = call({ name: "live", result: { content: [{ type: "text", text: "a precise answer" }] } });
  fixture.add(request);
  await row(page, "live").getByText("Open").waitFor();
  await row(page, "live").click();
  await details(page).getByText("No answer yet.").waitFor();
  fixture.add(response);
  await row(page, "live").getByText("Done").waitFor();
  await details(page).getByText("a precise answer").waitFor();
  await tab(page, "Raw").click();
  await details(page).getByText('"method":"tools/call"').waitFor();
  await tab(page, "Timing").click();
  await details(page).getByText("First byte").waitFor();
  await tab(page, "Headers").click();
  await details(page).getByText("mcp-method").waitFor();
  await details(page).getByText("HTTP 200").waitFor();
  await row(page, "first").click();
  await details(page).getByText("POST /mcp").waitFor();
  await page.evaluate(axe);
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme });
    await assertAccessible(page, `the panel, ${theme}`);
  }
  await page.keyboard.press("Escape");
  await details(page).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "hidden" });
  assert.deepEqual(page.trouble, []);
});

test("a page that was hidden for long follows nothing until it is shown", async (context) => {
  const fixture = await start(context);
  const page = await openPage(browser, fixture.url);
  await page.clock.install();
  await page.reload();
  await page.locator("#traffic-open").click();
  await state(page).getByText("Live").waitFor();
  const setVisibility = (visibility) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, visibility);
  await setVisibility("hidden");
  await page.clock.fastForward("04:00");
  assert.equal(fixture.streams.size, 1);
  await page.clock.fastForward("01:01");
  await until(() => fixture.streams.size === 0);
  await state(page).getByText("Paused while the page was hidden").waitFor();
  fixture.add(...call({ name: "unseen" }));
  await setVisibility("visible");
  await page.clock.runFor(1000);
  await row(page, "unseen").waitFor();
});

test("the app of a tool is opened with the recorded data, without a call", async (context) => {
  const fixture = await start(context, { of: apps });
  fixture.add(...call({ name: "probe", params: { name: "probe", arguments: { city: "Recorded" } }, result: { content: [{ type: "text", text: "from the record" }] } }));
  const page = await openAppPage(browser, fixture.url);
  const calls = [];
  page.on("request", (request) => request.url().endsWith("/rpc/tools/call") && calls.push(request.url()));
  await page.locator("#traffic-open").click();
  await row(page, "probe").click();
  await button(details(page), "Open its app").click();
  await awaitState(page, "ready");
  const frame = await appFrame(page);
  const message = (method) => untilIn(frame, (method) => window.hostMessages.find((one) => one.method === method), method);
  assert.deepEqual((await message("ui/notifications/tool-input")).params.arguments, { city: "Recorded" });
  assert.equal((await message("ui/notifications/tool-result")).params.content[0].text, "from the record");
  await page.locator(".result:visible").getByText("from the record").waitFor();
  assert.deepEqual(calls, []);
});

test("two tabs share one stream, and the other one takes over", async (context) => {
  const fixture = await start(context);
  fixture.add(...call({ name: "early" }));
  const first = await open(fixture);
  await row(first, "early").waitFor();
  const second = await first.context().newPage();
  await second.goto(fixture.url);
  await second.locator("#traffic-open").click();
  await row(second, "early").waitFor();
  fixture.add(...call({ name: "shared" }));
  await row(second, "shared").waitFor();
  await row(first, "shared").waitFor();
  assert.equal(fixture.asked.length, 1);
  await first.close();
  await until(() => fixture.asked.length === 2);
  fixture.add(...call({ name: "late" }));
  await row(second, "late").waitFor();
  assert.equal(await rows(second).count(), 3);
  assert.equal(fixture.asked[1].after, "4");
});

test("hostile records are shown as text", async (context) => {
  const fixture = await start(context, { scope: "own" });
  for (const text of hostileStrings) {
    const about = { client: text, session: text, caller: text, revision: text, note: text, redacted: [text] };
    const [request, response] = call({ method: text, name: text, params: { name: text, arguments: { [text]: text } }, result: { [text]: text }, id: text, ...about });
    fixture.add({ ...request, client: { name: text, version: text }, http: { method: text, path: text, headers: { [text]: text } } }, response);
  }
  fixture.write("event: record\nid: x\ndata: {\n\n");
  fixture.write('event: record\nid: 999999\ndata: {"at":"now","kind":[]}\n\n');
  const page = await open(fixture);
  await panel(page).getByText("Recording MCP traffic of your own calls").waitFor();
  const list = panel(page).getByRole("listbox", { name: "Operations" });
  await rows(page).first().waitFor();
  await list.focus();
  await page.keyboard.press("Home");
  for (const name of ["Messages", "Raw", "Timing", "Headers", /^Notes/]) {
    await details(page).getByRole("tab", { name }).click();
    await list.focus();
    for (let index = 0; index < 12; index += 1) await page.keyboard.press("ArrowDown");
  }
  await button(panel(page), "Timeline").click();
  await panel(page).locator(".waterfall-bar").first().waitFor();
  for (const text of hostileStrings.slice(0, 20)) await filter(page).fill(text);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.deepEqual(page.trouble, []);
});

test("10,000 records stay within bounds, few rows are in the document, and the filter is in the address", async (context) => {
  const fixture = await start(context);
  fixture.add(...Array.from({ length: 5200 }, (_, index) => call({ id: index, name: `tool_${index}` })).flat());
  const page = await open(fixture);
  await row(page, "tool_5199").waitFor();
  await panel(page).getByText("5,000 rows").waitFor();
  assert.ok((await rows(page).count()) < 80);
  await filter(page).fill("tool:tool_4777");
  await row(page, "tool_4777").waitFor();
  assert.equal(await rows(page).count(), 1);
  await page.waitForFunction(() => new URL(location.href).searchParams.get("traffic") === "tool:tool_4777");
  await page.reload();
  await row(page, "tool_4777").waitFor();
  assert.equal(await rows(page).count(), 1);
  assert.equal(await filter(page).inputValue(), "tool:tool_4777");
});

test("the panel works by keyboard, and on a narrow screen", async (context) => {
  const fixture = await start(context);
  fixture.add(...call({ name: "one" }), ...call({ name: "two", client: "other" }));
  const page = await open(fixture, { viewport: { width: 360, height: 740 } });
  const list = panel(page).getByRole("listbox", { name: "Operations" });
  await row(page, "two").waitFor();
  await list.focus();
  await page.keyboard.press("ArrowUp");
  await details(page).getByText("two").first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.classList.contains("traffic-detail"));
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement.getAttribute("role") === "listbox");
  await button(panel(page), "Timeline").click();
  const waterfall = panel(page).getByRole("listbox", { name: "Operations by time" });
  await waterfall.focus();
  // From the call of the other client, over the name of its lane, to that of the first.
  await page.keyboard.press("ArrowUp");
  await details(page).getByText("one").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await details(page).getByText("two").first().waitFor();
  const lengthOf = () => waterfall.evaluate((list) => list.scrollWidth);
  const before = await lengthOf();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await page.waitForFunction((before) => document.querySelector(".traffic-waterfall .row-list").scrollWidth > 2 * before, before);
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await page.waitForFunction((before) => document.querySelector(".traffic-waterfall .row-list").scrollWidth === before, before);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.evaluate(axe);
  await assertAccessible(page, "the timeline on a narrow screen");
});
