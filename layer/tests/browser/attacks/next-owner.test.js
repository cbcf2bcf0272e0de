// Another user's program that listens at the address of `mcp-ui open` once that has ended, and waits for what the open page sends.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { TOKEN, startFixture } from "../fixtures/server.js";
import { freePort, startOpenWithToken } from "../support.js";
import { inEachBrowser } from "./browsers.js";
import { openPage, pressButton, until } from "./support.js";

// The page tries again after pauses of up to 10 s.
const LONG_MS = 12_000;

inEachBrowser({}, (current) => {
  test("gets nothing before the person acts, and no credentials after that", async (context) => {
    const server = await startFixture();
    context.after(() => server.stop());
    const port = await freePort();
    const started = await startOpenWithToken(`${server.origin}/token`, "--port", String(port));
    context.after(() => started.stop());
    const page = await openPage(current.browser, started.url);
    await until(page, () => document.getElementById("list-note").innerText.includes("Sign-in needed"));
    await pressButton(page, "Access");
    await until(page, () => document.getElementById("access").open);
    await page.evaluate((token) => (document.getElementById("token").value = token), TOKEN);
    await pressButton(page, "Apply");
    await until(page, () => document.querySelector(".tool-row") !== null);
    await page.evaluate(() => document.getElementById("traffic-open").click());
    await until(page, () => document.body.innerText.includes("Live"));
    const tokens = JSON.parse(await page.evaluate(() => sessionStorage.getItem("mcp-ui:start-tokens")));
    await started.stop();

    const heard = [];
    const next = createServer((request, response) => {
      heard.push({ path: request.url, headers: JSON.stringify(request.headers) });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    context.after(() => (next.close(), next.closeAllConnections()));
    await once(next.listen(port, "127.0.0.1"), "listening");
    await pause(LONG_MS);
    assert.deepEqual(heard, []);

    // A real key: those of scripts do not count.
    await page.keyboard.press("Shift");
    await until(page, () => true);
    await page.evaluate(() => document.getElementById("reload").click());
    for (const end = Date.now() + 10_000; heard.length === 0 && Date.now() < end; ) await pause(50);
    await pause(500);
    assert.ok(heard.some(({ headers }) => headers.includes(tokens.page)), "the person has acted");
    for (const { path, headers } of heard) {
      assert.ok(!headers.includes(TOKEN) && !headers.includes(tokens.agents), `${path} ${headers}`);
      assert.ok(path.startsWith("/explorer") || !headers.includes("mcp-ui-access"), path);
    }
  });
});
