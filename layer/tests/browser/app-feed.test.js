// Apps that are sent the calls of other clients.
import assert from "node:assert/strict";
import { test } from "node:test";
import { appFrame, assertMessagesValid, awaitState, openAppPage, openInspector, recordHostMessages, runApp, until } from "./apps/support.js";
import { hostileStrings } from "./fixtures/hostile-strings.js";
import { call } from "./fixtures/traffic.js";
import { agentCall, awaitTold, post, startReal, strip, told } from "./app-feed.js";
import { assertAccessible, axe, button, openPage, openTool, shared, startBrowser, startWithSettings } from "./support.js";
import { startRecords } from "./traffic-panel.js";

const [browser, explorer] = await shared(startBrowser(), startWithSettings("apps", {}));

const start = (context, options) => startRecords(context, explorer, options);

// Opens a page with the app of a tool, which follows the traffic.
async function openFed(url, tool = "probe", state = "ready") {
  const page = await openAppPage(browser, url);
  await openApp(page, tool, state);
  return page;
}

async function openApp(page, tool = "probe", state = "ready") {
  await openTool(page, tool);
  await button(page, "Open the app").click();
  await awaitState(page, state);
  await strip(page).getByText("Live").waitFor();
}

test("the result of the person's own call is told from the call of an agent that the app shows", async (context) => {
  const url = await startReal(context);
  const page = await openFed(url);
  await button(page, "Run").click();
  await page.locator("article.tool:not([hidden]) .result").waitFor();
  const own = page.getByText("The result of your own call:");
  assert.ok(await own.isHidden());
  await post(url, "probe", { city: "Oslo" });
  await strip(page).getByText(/claude.* called probe/).waitFor();
  await own.waitFor();
});

test("a call of an agent reaches the open apps of two tabs, arguments first, and is found in the panel of the traffic", async (context) => {
  const url = await startReal(context);
  const first = await openFed(url);
  const second = await first.context().newPage();
  await recordHostMessages(second);
  await second.goto(url);
  await openApp(second);
  await post(url, "probe", { city: "Bern" });
  for (const page of [first, second]) {
    await strip(page)
      .getByText(/called probe at/)
      .waitFor();
  }
  const frame = await appFrame(first);
  await awaitTold(frame, "probe was called");
  assert.deepEqual((await told(frame)).slice(-2), [
    ["input", "Bern"],
    ["result", "probe was called"],
  ]);
  await until(await appFrame(second), () => document.getElementById("seen").textContent.endsWith("ui/notifications/tool-input ui/notifications/tool-result"));
  await assertMessagesValid(first, frame);
  await button(strip(first), "Show this call in the traffic panel").click();
  await first.getByRole("region", { name: "Traffic", exact: true }).getByRole("region", { name: "Details" }).getByText("probe was called").first().waitFor();
  await first.evaluate(axe);
  await assertAccessible(first, "the strip of an app");
  assert.deepEqual(first.trouble, []);
});

test("arguments are sent when the call begins, and calls that overlap one after the other", async (context) => {
  const fixture = await start(context);
  fixture.add(...agentCall("Before"));
  const page = await openFed(fixture.url);
  const frame = await appFrame(page);
  const [request, response] = agentCall("Bern", { id: 1 });
  const [laterRequest, laterResponse] = agentCall("Chur", { id: 2 });
  fixture.add(request);
  await awaitTold(frame, "Bern");
  await strip(page).getByText("No answer yet.").waitFor();
  fixture.add(laterRequest, laterResponse);
  fixture.add(response);
  await awaitTold(frame, "In Chur");
  assert.deepEqual(await told(frame), [
    ["input", "Bern"],
    ["result", "In Bern"],
    ["input", "Chur"],
    ["result", "In Chur"],
  ]);
  assert.match(await strip(page).textContent(), /claude 1\.0 called probe at/);
  fixture.add(
    ...agentCall("Mine", { explorer: true }),
    ...agentCall("Other", { name: "official", params: { name: "official", arguments: { city: "Other" } } }),
    ...agentCall("Last"),
  );
  await awaitTold(frame, "In Last");
  assert.deepEqual((await told(frame)).slice(4), [
    ["input", "Last"],
    ["result", "In Last"],
  ]);
});

test("a burst of 1,500 calls reaches an app whole and in order", async (context) => {
  const fixture = await start(context);
  const page = await openFed(fixture.url);
  const frame = await appFrame(page);
  const cities = Array.from({ length: 1500 }, (_, index) => `City ${index}`);
  fixture.add(...cities.flatMap((city, id) => agentCall(city, { id })));
  await awaitTold(frame, "In City 1499");
  const expected = cities.flatMap((city) => [
    ["input", city],
    ["result", `In ${city}`],
  ]);
  assert.deepEqual(await told(frame), expected);
  assert.doesNotMatch(await strip(page).textContent(), /missing|too fast/);
});

test("structured content in a text is recovered, which is said", async (context) => {
  const fixture = await start(context);
  const page = await openFed(fixture.url);
  const frame = await appFrame(page);
  const hidden = '{"city": "Bern"}';
  fixture.add(...agentCall("Bern", { result: { content: [{ type: "text", text: hidden }] } }));
  await strip(page).getByText("structuredContent was recovered from its text.").waitFor();
  await awaitTold(frame, "tool-result");
  const results = () => frame.evaluate(() => window.hostMessages.filter(({ method }) => method?.endsWith("tool-result")).map(({ params }) => params.structuredContent));
  assert.deepEqual(await results(), [{ city: "Bern" }]);
  assert.match(await (await openInspector(page, "Notes")).textContent(), /Defaulted .*\(recovered\)/);
  await assertMessagesValid(page, frame);
  fixture.add(...agentCall("Chur", { result: { content: [{ type: "text", text: hidden }], structuredContent: { is: "own" } } }));
  await until(frame, () => window.hostMessages.some(({ params }) => params?.structuredContent?.is === "own"));
  assert.doesNotMatch(await strip(page).textContent(), /recovered/);
});

test("an app's requests are answered once each while the stream of the traffic is down", async (context) => {
  const fixture = await start(context);
  const page = await openFed(fixture.url);
  const frame = await appFrame(page);
  fixture.refuse(503, "Down.");
  fixture.cut();
  await strip(page).getByText("The connection was lost.").waitFor();
  await frame.evaluate(async () => {
    await request("ping");
    await request("ui/update-model-context", { content: [{ type: "text", text: "Bern" }] });
    await request("resources/list");
    await request("ping");
  });
  const answers = await frame.evaluate(() => window.hostMessages.filter(({ method, id }) => method === undefined && id !== undefined).map(({ id, error }) => (error ? "error" : id)));
  assert.deepEqual(answers, [0, 1, 2, 3, 4]);
  await assertMessagesValid(page, frame);
});

test("errors, redacted values and messages that are not kept are said, and leave no app waiting", async (context) => {
  const fixture = await start(context);
  const page = await openFed(fixture.url);
  const frame = await appFrame(page);
  fixture.add(...agentCall("Fails", { error: { code: -32602, message: "no <b>such</b> city" } }));
  await strip(page).getByText("Error -32602: no <b>such</b> city").waitFor();
  fixture.add(...agentCall("Secret", { redacted: ["/params/arguments/city"] }));
  await strip(page).getByText("The arguments are redacted in the recording.").waitFor();
  const [request, response] = agentCall("Large");
  fixture.add(request, { ...response, kind: "unparsed", raw: undefined, note: "The message is larger than 4 MiB." });
  await strip(page)
    .getByText(/were not kept\. The message is larger than 4 MiB\./)
    .waitFor();
  const [unkept] = agentCall("Huge");
  fixture.add({
    ...unkept,
    kind: "unparsed",
    method: undefined,
    name: undefined,
    raw: undefined,
    note: "Too large.",
    http: { ...unkept.http, headers: { "mcp-method": "tools/call", "mcp-name": "probe" } },
  });
  await strip(page).getByText("The arguments were not kept. Too large.").waitFor();
  assert.deepEqual(
    (await told(frame)).map(([kind]) => kind),
    ["input", "cancelled", "input", "cancelled"],
  );
  fixture.add(...agentCall("Tool error", { result: { isError: true, content: [{ type: "text", text: "It rains." }] } }));
  await awaitTold(frame, "It rains.");
  await assertMessagesValid(page, frame);
});

test("with the switch off, the app is sent nothing", async (context) => {
  const fixture = await start(context);
  const page = await openFed(fixture.url);
  const frame = await appFrame(page);
  await strip(page).getByLabel("Follow agents").uncheck();
  fixture.add(...agentCall("Unseen"));
  await page.locator("#traffic-open").getByText("1").waitFor();
  await strip(page).getByLabel("Follow agents").check();
  fixture.add(...agentCall("Seen"));
  await awaitTold(frame, "In Seen");
  assert.deepEqual(await told(frame), [
    ["input", "Seen"],
    ["result", "In Seen"],
  ]);
});

test("viewers of their own calls have to switch it on", async (context) => {
  const fixture = await start(context, { scope: "own" });
  const page = await openAppPage(browser, fixture.url);
  await openTool(page, "probe");
  await button(page, "Open the app").click();
  await awaitState(page, "ready");
  assert.equal(await strip(page).getByLabel("Follow agents").isChecked(), false);
  assert.equal(fixture.asked.length, 0);
  await strip(page).getByLabel("Follow agents").check();
  await strip(page).getByText("Live").waitFor();
  fixture.add(...agentCall("Own"));
  await awaitTold(await appFrame(page), "In Own");
  for (const isOn of [true, false]) {
    await strip(page).getByLabel("Follow agents").setChecked(isOn);
    await page.reload();
    await openTool(page, "probe");
    await button(page, "Open the app").click();
    await awaitState(page, "ready");
    assert.equal(await strip(page).getByLabel("Follow agents").isChecked(), isOn);
  }
});

test("each call has a view of its own, of which ten are live", async (context) => {
  const fixture = await start(context);
  const page = await openFed(fixture.url);
  const frame = await appFrame(page);
  await strip(page).getByRole("combobox", { name: "Show calls of agents" }).selectOption("One view per call");
  const views = page.locator(".call-view");
  for (let index = 1; index <= 11; index += 1) fixture.add(...agentCall(`City ${index}`));
  await views.nth(10).waitFor();
  // The declared app has a frame, too.
  await page.waitForFunction(() => document.querySelectorAll(".call-view iframe").length === 9);
  assert.equal(await views.getByRole("button", { name: "Open", exact: true }).count(), 2);
  const ninth = await (await views.last().locator("iframe").elementHandle()).contentFrame();
  await awaitTold(ninth, "In City 1");
  assert.deepEqual(await told(ninth), [
    ["input", "City 1"],
    ["result", "In City 1"],
  ]);
  await views.first().getByRole("button", { name: "Open", exact: true }).click();
  await views.first().locator("iframe").waitFor();
  await awaitTold(await (await views.first().locator("iframe").elementHandle()).contentFrame(), "In City 11");
  await views.last().getByRole("button", { name: "Open", exact: true }).waitFor();
  assert.deepEqual(await told(frame), []);
});

test("gaps, reconnects and restarts are said, and the app keeps its state", async (context) => {
  const fixture = await start(context);
  const page = await openFed(fixture.url);
  const frame = await appFrame(page);
  await frame.evaluate(() => (window.mark = "kept"));
  fixture.lose(3);
  await strip(page).getByText("Up to 3 calls may be missing.").waitFor();
  fixture.cut();
  await strip(page).getByText("The connection was lost.").waitFor();
  fixture.add(...agentCall("Meanwhile"));
  await awaitTold(frame, "In Meanwhile");
  const [request] = agentCall("Lost");
  fixture.add(request);
  await awaitTold(frame, "Lost");
  fixture.restart();
  await strip(page)
    .getByText(/started again/)
    .waitFor();
  fixture.add(...agentCall("Reborn"));
  await awaitTold(frame, "In Reborn");
  assert.equal(await frame.evaluate(() => window.mark), "kept");
  assert.deepEqual(await told(frame), [
    ["input", "Meanwhile"],
    ["result", "In Meanwhile"],
    ["input", "Lost"],
    ["cancelled", "The server was started again."],
    ["input", "Reborn"],
    ["result", "In Reborn"],
  ]);
});

test("an app that is initialised late gets the latest call, and one that was closed is offered to be opened again", async (context) => {
  const fixture = await start(context);
  const page = await openFed(fixture.url, "blank/half", "initializing");
  const frame = await appFrame(page);
  const half = (city) => agentCall(city, { name: "blank/half", params: { name: "blank/half", arguments: { city } } });
  fixture.add(...half("First"), ...half("Second"));
  await strip(page)
    .getByText(/called blank\/half/)
    .waitFor();
  assert.deepEqual(await told(frame), []);
  await frame.evaluate(() => notify("ui/notifications/initialized"));
  await awaitTold(frame, "In Second");
  assert.deepEqual(await told(frame), [
    ["input", "Second"],
    ["result", "In Second"],
  ]);
  await button(page.locator(".app-panel:visible"), "Close").click();
  await awaitState(page, "closed");
  fixture.add(...half("Third"));
  await button(strip(page), "Open the app again").click();
  await awaitState(page, "initializing");
  const again = await appFrame(page);
  await again.evaluate(() => notify("ui/notifications/initialized"));
  await awaitTold(again, "In Third");
});

test("a call of the viewer is not mixed with those of agents", async (context) => {
  const fixture = await start(context);
  const page = await openAppPage(browser, fixture.url);
  await runApp(page, "slow");
  await strip(page).getByText("Live").waitFor();
  const frame = await appFrame(page);
  fixture.add(...agentCall("Bern", { name: "slow", params: { name: "slow", arguments: { city: "Bern" } } }));
  await strip(page)
    .getByText(/called slow/)
    .waitFor();
  await button(page, "Cancel").click();
  await awaitTold(frame, "In Bern");
  assert.deepEqual(
    (await told(frame)).map(([kind]) => kind),
    ["input", "cancelled", "input", "result"],
  );
});

test("apps of agents open by themselves if the viewer wants that", async (context) => {
  const url = await startReal(context, "--apps");
  const page = await openAppPage(browser, url);
  await page.locator(".tool-row").first().waitFor();
  await page.waitForFunction(() => document.documentElement.dataset.openApps === "true");
  await page.locator("#traffic-open").click();
  await page.getByRole("region", { name: "Traffic", exact: true }).getByText("Live", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await post(url, "probe", { city: "Bern" });
  await page.getByRole("region", { name: "Apps of agents" }).getByText("claude 2 called probe: opened its app.").waitFor();
  await awaitState(page, "ready");
  await awaitTold(await appFrame(page), "probe was called");
  await page.locator(".app-feed-call:visible").getByText(/^claude 2 called probe at /).waitFor();
  // The view does not react at once, since a click could have been meant for the one before.
  await page.waitForTimeout(600);
  await page.getByText("Running apps (1)").click();
  assert.match(await page.getByRole("list", { name: "Running apps" }).textContent(), /probe · probe · opened by claude 2 · ready/);
  await page.getByLabel("Open apps automatically").uncheck();
  await page.reload();
  await page.locator(".tool-row").first().waitFor();
  assert.equal(await page.locator("iframe").count(), 0);
});

test("whoever is typing is asked before an app opens", async (context) => {
  const fixture = await start(context);
  const page = await openPage(browser, fixture.url);
  await page.locator("#traffic-open").click();
  await page.getByLabel("Open apps automatically").check();
  await openTool(page, "official");
  await page.locator("#filter").focus();
  fixture.add(...agentCall("Bern"));
  await button(page, "Open its app").click();
  await awaitState(page, "ready");
  assert.match(page.url(), /tools\/probe/);
});

test("what agents call and get is shown as text, and triggers nothing", async (context) => {
  const fixture = await start(context);
  const page = await openFed(fixture.url);
  const frame = await appFrame(page);
  const asked = [];
  page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
  for (const text of hostileStrings) {
    const hostile = { params: { name: "probe", arguments: { [text]: text, ["__proto__"]: text } }, client: text };
    fixture.add(...agentCall("", { ...hostile, result: { content: text, structuredContent: { [text]: text }, isError: text, [text]: text } }));
    fixture.add(...agentCall("", { ...hostile, error: { code: text, message: text } }));
    fixture.add(...agentCall("", { ...hostile, redacted: [text], note: text }));
  }
  fixture.add(...agentCall("Last"));
  await awaitTold(frame, "In Last");
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.deepEqual(asked, []);
  assert.deepEqual(page.trouble, []);
});
