// Resources that are watched, and apps that are told of changed lists.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { openAppPage, runApp, until as untilIn } from "./apps/support.js";
import { app } from "./fixtures/apps/make.js";
import { probe } from "./fixtures/apps/probe.js";
import { startChanging } from "./fixtures/changing.js";
import { hostileStrings } from "./fixtures/hostile-strings.js";
import { assertAccessible, axe, button, during, openPage, shared, startBrowser, startOpenUrl } from "./support.js";

const [browser] = await shared(startBrowser());

const NOTE = "note:///a";
const OTHER = "note:///b";
const WATCHABLE = { tools: {}, resources: { subscribe: true } };
const TOOL = { name: "plain", inputSchema: { type: "object", properties: {} } };
const resources = () => ({ [NOTE]: "one", [OTHER]: "other" });

const shown = (page) => page.locator("article.tool:not([hidden])");
const contents = (page) => shown(page).locator(".result .items > li");
const watch = (page) => shown(page).getByRole("button", { name: "Watch", exact: true });
const note = (page) => shown(page).locator(".watch");
const updated = (page) => note(page).getByText(/^Updated at /);

async function start(context, options) {
  const server = await startChanging([TOOL], { capabilities: WATCHABLE, resources: resources(), ...options });
  const [explorer] = await during(context, startOpenUrl(server.url), Promise.resolve(server));
  return { server, url: explorer.url };
}

async function open(context, options, uri = NOTE) {
  const { server, url } = await start(context, options);
  const page = await openPage(browser, `${url}#/resources/${encodeURIComponent(uri)}`);
  await contents(page).first().waitFor();
  return { page, server, url };
}

function show(page, uri) {
  return page.evaluate((hash) => (location.hash = hash), `#/resources/${encodeURIComponent(uri)}`);
}

async function startWatching(page) {
  await watch(page).click();
  await note(page).getByText("The server reports updates of this resource.").waitFor();
  assert.equal(await watch(page).getAttribute("aria-pressed"), "true");
}

// Waits for a condition of the server.
async function until(condition) {
  for (let tries = 0; !condition(); tries += 1) {
    assert.ok(tries < 1500, String(condition));
    await pause(20);
  }
}

for (const [name, options] of [
  ["the newest revision", {}],
  ["an older revision", { isOlder: true, hasStream: true }],
]) {
  test(`a watched resource says when it was updated, and is read again on demand, ${name}`, async (context) => {
    const { page, server } = await open(context, options);
    assert.deepEqual(server.subscribed(), []);
    await startWatching(page);
    assert.deepEqual(server.subscribed(), [NOTE]);
    const top = () => shown(page).locator(".result").boundingBox();
    const before = await top();
    server.setResource(NOTE, "two");
    server.update(OTHER);
    server.update(NOTE);
    await updated(page).waitFor();
    assert.deepEqual(await top(), before, "nothing moves");
    await contents(page).getByText("one", { exact: true }).waitFor();
    await button(page, "Read again").click();
    await contents(page).getByText("two", { exact: true }).waitFor();
    await updated(page).waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Read");
    await watch(page).click();
    await note(page).getByText("The server reports").waitFor({ state: "detached" });
    await until(() => server.subscribed().length === 0 && server.streams.size === 0);
    await startWatching(page);
    await page.reload();
    await contents(page).getByText("two", { exact: true }).waitFor();
    assert.equal(await watch(page).getAttribute("aria-pressed"), "false");
    await until(() => server.streams.size === 0);
    assert.deepEqual(page.trouble, []);
  });
}

test("hostile addresses and messages of a real stream are only shown", async (context) => {
  const all = Object.fromEntries(hostileStrings.map((uri, index) => [uri, `text ${index}`]));
  const { page, server } = await open(context, { resources: { [NOTE]: "one", ...all }, refused: hostileStrings.filter((_, index) => index % 2 > 0) });
  await startWatching(page);
  for (const uri of hostileStrings.slice(0, 4)) {
    await show(page, uri);
    await contents(page).first().waitFor();
    await watch(page).click();
  }
  for (const string of hostileStrings) {
    for (const method of ["notifications/resources/updated", "notifications/message", "notifications/tasks", string])
      server.tell(method, { uri: string, data: string, taskId: string, [string]: string });
  }
  await page.reload();
  await show(page, NOTE);
  await startWatching(page);
  for (const string of hostileStrings) server.tell("notifications/resources/updated", { uri: string, [string]: string });
  server.update(NOTE);
  await updated(page).waitFor();
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.deepEqual(page.trouble, []);
});

for (const [colorScheme, width] of [
  ["light", 1280],
  ["dark", 360],
]) {
  test(`watching is accessible, ${colorScheme}, ${width} px wide`, async (context) => {
    const { url, server } = await start(context, { isOlder: true, hasStream: true, refused: [OTHER] });
    const page = await openPage(browser, `${url}#/resources/${encodeURIComponent(NOTE)}`, { colorScheme, bypassCSP: true, viewport: { width, height: 900 } });
    await contents(page).first().waitFor();
    await page.evaluate(axe);
    await startWatching(page);
    await assertAccessible(page, "watched");
    server.update(NOTE);
    await updated(page).waitFor();
    await assertAccessible(page, "updated");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await show(page, OTHER);
    await contents(page).first().waitFor();
    await watch(page).click();
    await note(page)
      .getByText(/^Not watched/)
      .waitFor();
    await assertAccessible(page, "refused");
  });
}

const LISTS = { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, prompts: { listChanged: true } };
const APPS = [
  app("ready", probe("connect();")),
  app(
    "half",
    probe("request('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'half', version: '1' }, appCapabilities: {} }).then((host) => (window.host = host));"),
  ),
];

async function openApps(context, options) {
  const contentsOf = Object.fromEntries(APPS.map(({ resource }) => [resource.uri, resource.contents]));
  const server = await startChanging(
    APPS.map(({ tool: { run, ...tool } }) => ({ ...tool, annotations: { readOnlyHint: true } })),
    { capabilities: LISTS, resources: contentsOf, ...options },
  );
  const [explorer] = await during(context, startOpenUrl(server.url), Promise.resolve(server));
  return { server, page: await openAppPage(browser, explorer.url) };
}

const ofServer = (frame) => frame.evaluate(() => window.received.map(({ method }) => method).filter((method) => method?.startsWith("notifications/")));

test("an app is told of changed lists, at most once a second, and of nothing else", async (context) => {
  const { server, page } = await openApps(context);
  await until(() => server.streams.size === 1);
  const frame = await runApp(page, "ready");
  const { serverTools, serverResources } = await frame.evaluate(() => window.host.hostCapabilities);
  assert.deepEqual([serverTools, serverResources], [{ listChanged: true }, { listChanged: true }]);
  for (const method of ["notifications/message", "notifications/resources/updated", "notifications/tasks", "notifications/prompts/list_changed", "notifications/other"])
    server.tell(method, { uri: "x", data: "x" });
  for (let second = 0; second < 3; second += 1) {
    server.notify("tools", 1000);
    server.notify("resources", 1000);
    await pause(1000);
  }
  await untilIn(frame, () => ["tools", "resources"].every((kind) => window.received.some(({ method }) => method === `notifications/${kind}/list_changed`)));
  const received = await ofServer(frame);
  for (const kind of ["tools", "resources"]) {
    const count = received.filter((method) => method === `notifications/${kind}/list_changed`).length;
    assert.ok(count >= 1 && count <= 5, `${count} of ${kind}`);
  }
  assert.deepEqual([...new Set(received)].sort(), ["notifications/resources/list_changed", "notifications/tools/list_changed"]);
  server.setTools([{ ...TOOL, name: "added" }]);
  const { tools } = await frame.evaluate(() => request("tools/list"));
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["added"],
  );
  assert.deepEqual(page.trouble, []);
});

test("an app that has not initialised is told nothing", async (context) => {
  const { server, page } = await openApps(context);
  await until(() => server.streams.size === 1);
  await runApp(page, "half", "initializing");
  const frame = page.frames().find((frame) => frame !== page.mainFrame());
  await untilIn(frame, () => window.host);
  server.notify("tools");
  server.notify("resources");
  await page.locator("#list-changed").getByText("The server has other resources now.").waitFor();
  await pause(500);
  assert.deepEqual(await ofServer(frame), []);
});

test("an app is promised no reports that the page does not get", async (context) => {
  for (const options of [{ isOlder: true }, { capabilities: { tools: {}, resources: {} } }]) {
    const { page } = await openApps(context, options);
    const frame = await runApp(page, "ready");
    const { serverTools, serverResources } = await frame.evaluate(() => window.host.hostCapabilities);
    assert.deepEqual([serverTools, serverResources], [{ listChanged: false }, { listChanged: false }]);
  }
});
