// Leaks that no directive of the app's policy prevents, and state that one upstream server leaves for the next.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "../fixtures/listen.js";
import { during, freePort, shared, startApart, startExplorer, startOpenUrl } from "../support.js";
import { inEachBrowser, launch } from "./browsers.js";
import { openApp, openPage, tellApp, until } from "./support.js";

const left = [];
const see = ({ url }, response) => (left.push(url), response.end("seen"));
const [explorer, outside] = await shared(startExplorer("obedient-apps"), listen(see));

inEachBrowser({}, (current) => {
  const isUnsolved = current.name === "firefox";
  afterEach(() => (left.length = 0));

  for (const [way, modifiers, options] of [["middle", [], { button: "middle" }], ["Ctrl", ["Control"], {}], ["Shift", ["Shift"], {}]]) {
    test(`a link in the app opens no window without consent: ${way} click`, async () => {
      const page = await openPage(current.browser, explorer.url);
      await openApp(page, "break");
      await tellApp(page, "link", `${outside.origin}/left?secret`);
      await until(page, () => window.heard.some((message) => message?.linked));
      await page.evaluate(() => document.querySelector("iframe.app-frame").scrollIntoView({ block: "center" }));
      const { x, y } = await page.evaluate(() => {
        const { left, top } = document.querySelector("iframe.app-frame").getBoundingClientRect();
        return { x: left + 100, y: top + 20 };
      });
      for (const key of modifiers) await page.keyboard.down(key);
      await page.mouse.click(x, y, options);
      for (const key of modifiers) await page.keyboard.up(key);
      await pause(1000);
      assert.deepEqual(left, []);
    });
  }

  test("an app cannot use picture-in-picture, which would stay above consent dialogs", { todo: isUnsolved }, async () => {
    const page = await openPage(current.browser, explorer.url);
    await openApp(page, "break");
    await tellApp(page, "sayPicture");
    const { picture } = await until(page, () => window.heard.find((message) => message?.picture !== undefined));
    assert.equal(picture, false);
  });

  test("an app cannot change the policy of another app's sandbox", { todo: isUnsolved }, async (context) => {
    const [apart] = await during(context, startApart("obedient-apps"));
    const page = await openPage(current.browser, apart.url);
    await openApp(page, "break/other");
    await openApp(page, "break");
    await tellApp(page, "repolicy", outside.origin);
    await pause(3000);
    assert.deepEqual(left, []);
  });
});

// Starts an upstream server that returns the credentials it receives.
async function startUpstream(challenge) {
  const credentials = [];
  const server = await listen(async (request, response) => {
    const { authorization } = request.headers;
    credentials.push(authorization);
    if (challenge && !authorization) return response.writeHead(401, { "www-authenticate": challenge }).end("{}");
    const { id, method } = JSON.parse(Buffer.concat(await request.toArray()).toString() || "{}");
    const server = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "fixture", version: "1" } };
    const result = method === "initialize" ? server : { tools: [] };
    return response.writeHead(id === undefined ? 202 : 200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  return { ...server, credentials };
}

test("a password for one upstream server is not sent to the next one at the same address", async (context) => {
  const [browser, first, second] = await during(context, launch("chromium"), startUpstream('Basic realm="first"'), startUpstream());
  const port = String(await freePort());
  const [former] = await during(context, startOpenUrl(`${first.origin}/mcp`, "--port", port));
  const page = await browser.newPage();
  // Enters the credentials like a user whom the browser prompts.
  await page.authenticate({ username: "user", password: "secret" });
  await page.goto(former.url);
  await pause(1500);
  await page.close();
  await former.stop();
  const [successor] = await during(context, startOpenUrl(`${second.origin}/mcp`, "--port", port));
  const next = await browser.newPage();
  await next.goto(successor.url);
  await until(next, () => document.getElementById("count").innerText === "0 tools");
  assert.deepEqual(second.credentials.filter(Boolean), []);
});
