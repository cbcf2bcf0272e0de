// Leaks that no directive of the app's policy prevents, and state that one upstream server leaves for the next.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "../fixtures/listen.js";
import { startFixture } from "../fixtures/server.js";
import { freePort, startExplorer, startProxy } from "../support.js";
import { openApp, openPage, tellApp, until } from "./commands.js";
import { BROWSERS, launch } from "./browsers.js";

const left = [];
let outside;
let explorer;
before(async () => {
  outside = await listen(({ url }, response) => {
    left.push(url);
    response.end("seen");
  });
  explorer = await startExplorer("obedient-apps");
});
after(() => [outside, explorer].forEach(({ stop }) => stop()));

for (const name of BROWSERS) {
  describe(name, () => {
    let browser;
    before(async () => (browser = await launch(name, { defaultViewport: { width: 1280, height: 800 } })));
    after(() => browser.close());
    afterEach(async () => {
      left.length = 0;
      await Promise.all((await browser.pages()).slice(1).map((page) => page.close()));
    });

    for (const [way, modifiers, options] of [["middle", [], { button: "middle" }], ["Ctrl", ["Control"], {}], ["Shift", ["Shift"], {}]]) {
      test(`a link in the app opens no window without consent: ${way} click`, async () => {
        const page = await openPage(browser, explorer.url);
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

    test("an app cannot use picture-in-picture, which would stay above consent dialogs", { todo: name === "firefox" }, async () => {
      const page = await openPage(browser, explorer.url);
      await openApp(page, "break");
      await tellApp(page, "sayPicture");
      const { picture } = await until(page, () => window.heard.find((message) => message?.picture !== undefined));
      assert.equal(picture, false);
    });

    test("an app cannot change the policy of another app's sandbox", { todo: name === "firefox" }, async () => {
      const fixture = await startFixture();
      const port = String(await freePort());
      const apart = (...flags) => startProxy(`${fixture.origin}/obedient-apps`, "--sandbox-origin", `http://127.0.0.1:${port}`, ...flags);
      const [front, apps] = await Promise.all([apart(), apart("--port", port)]);
      try {
        const page = await openPage(browser, front.url);
        await openApp(page, "break/other");
        await openApp(page, "break");
        await tellApp(page, "repolicy", outside.origin);
        await pause(3000);
        assert.deepEqual(left, []);
      } finally {
        await Promise.all([front.stop(), apps.stop()]);
        fixture.stop();
      }
    });
  });
}

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

test("a password for one upstream server is not sent to the next one at the same address", async () => {
  const [first, second] = await Promise.all([startUpstream('Basic realm="first"'), startUpstream()]);
  const port = String(await freePort());
  const browser = await launch("chromium");
  try {
    let proxy = await startProxy(`${first.origin}/mcp`, "--port", port);
    const page = await browser.newPage();
    // Enters the credentials like a user whom the browser prompts.
    await page.authenticate({ username: "user", password: "secret" });
    await page.goto(proxy.url);
    await pause(1500);
    await page.close();
    await proxy.stop();
    proxy = await startProxy(`${second.origin}/mcp`, "--port", port);
    const next = await browser.newPage();
    await next.goto(proxy.url);
    await until(next, () => document.getElementById("count").innerText === "0 tools");
    await proxy.stop();
    assert.deepEqual(second.credentials.filter(Boolean), []);
  } finally {
    await browser.close();
    [first, second].forEach(({ stop }) => stop());
  }
});
