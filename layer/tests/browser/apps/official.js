// Runs the official library's app in any explorer: `node apps/official.js <the explorer's URL>`.
//
// Runs the first tool that has an app. The resource is read from the server, and only its text is replaced on the way
// to the page: the sandbox, its policy, the tool's result and all calls are those of the explorer under test.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { officialApp } from "../fixtures/apps/official.js";
import { startBrowser } from "../support.js";
import { appButton, assertMessagesValid, awaitState, openAppPage, runApp, until } from "./support.js";

const isForModels = ({ _meta: { ui } }) => ui.visibility?.includes("model") ?? true;

// `origin` is the sandbox origin, if there is one.
export async function tryOfficialApp(browser, url, { origin = new URL(url).origin } = {}) {
  const tools = await (await fetch(`${url}/tools`)).json();
  const tool = tools.find(({ _meta }) => _meta?.ui?.resourceUri && isForModels({ _meta }));
  assert.ok(tool, "no tool there has an app");

  const page = await openAppPage(browser, url);
  await page.route("**/resources/read?*", async (route) => {
    const response = await route.fetch();
    const read = await response.json();
    assert.equal(response.status(), 200, JSON.stringify(read));
    assert.equal(read.contents[0].mimeType, "text/html;profile=mcp-app");
    await route.fulfill({ response, json: { ...read, contents: [{ ...read.contents[0], text: officialApp }] } });
  });
  const frame = await runApp(page, tool.name);
  await until(frame, () => window.events.some(({ event }) => event === "toolresult"));

  const events = await frame.evaluate(() => window.events);
  assert.deepEqual(events.map(({ event }) => event).filter((event) => ["connected", "toolinput", "toolresult", "error"].includes(event)).sort(), ["connected", "toolinput", "toolresult"]);
  const indexOf = (event) => events.findIndex((one) => one.event === event);
  assert.ok(indexOf("toolinput") < indexOf("toolresult"), "the input comes before the result");
  const input = events[indexOf("toolinput")].params.arguments;
  const called = await fetch(`${url}/tools/${encodeURIComponent(tool.name)}/call`, { method: "POST", body: JSON.stringify(input) });
  assert.deepEqual(events[indexOf("toolresult")].params.content, (await called.json()).content);
  await tryRequests(page, frame, tool, input);

  const checked = await assertMessagesValid(page, frame);
  await appButton(page, "Close").click();
  await awaitState(page, "closed");
  assert.equal(await page.locator("iframe").count(), 0);
  assert.deepEqual(page.trouble.filter((line) => !line.startsWith(`request: ${origin}/`)), []);
  await page.context().close();
  return checked;
}

// Sends every request that the library has a function for.
async function tryRequests(page, frame, tool, input) {
  const results = await frame.evaluate(
    async ({ tool, input }) => {
      const { app } = window;
      return {
        host: app.getHostVersion(),
        can: Object.keys(app.getHostCapabilities()),
        context: app.getHostContext(),
        message: await app.sendMessage({ role: "user", content: [{ type: "text", text: "Hello from the app" }] }),
        updated: await app.updateModelContext({ content: [{ type: "text", text: "A context" }], structuredContent: { a: 1 } }),
        mode: await app.requestDisplayMode({ mode: "inline" }),
        log: await app.sendLog({ level: "info", data: "A line of the log" }),
        size: await app.sendSizeChanged({ width: 300, height: 321 }),
        read: (await app.readServerResource({ uri: tool._meta.ui.resourceUri })).contents.length,
        call: tool.annotations?.readOnlyHint ? await app.callServerTool({ name: tool.name, arguments: input }) : undefined,
      };
    },
    { tool, input },
  );
  assert.equal(results.host.name, "tower-mcp-ui");
  for (const capability of ["openLinks", "serverTools", "serverResources", "logging", "message", "updateModelContext"]) assert.ok(results.can.includes(capability), capability);
  assert.equal(results.context.toolInfo.tool.name, tool.name);
  assert.deepEqual([results.message.isError ?? false, results.mode.mode, results.read], [false, "inline", 1]);
  if (results.call) assert.ok(Array.isArray(results.call.content));
  await page.waitForFunction(() => document.querySelector("iframe.app-frame").clientHeight === 321);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const browser = await startBrowser();
  try {
    const checked = await tryOfficialApp(browser, process.argv[2]);
    console.log(`The official app runs at ${process.argv[2]}: ${checked.length} messages to it fit the schema.`);
  } finally {
    await browser.close();
  }
}
