// Another user's program that listens at the address of `mcp-ui open` once that has ended, and waits for what the open page sends.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
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
  test("gets no credentials, whatever the person does", async (context) => {
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
    await page.keyboard.press("Shift");
    await page.evaluate(() => document.getElementById("reload").click());
    // Credentials that are entered now are not sent, either.
    await pressButton(page, "Access ✓");
    await until(page, () => document.getElementById("access").open);
    await page.evaluate((token) => (document.getElementById("token").value = token), TOKEN);
    await pressButton(page, "Apply");
    await until(page, () => document.getElementById("access-error").textContent.includes("Another program listens"));
    await pause(500);
    // A page of the program asks the other tabs of the address for their tokens.
    const thief = await current.browser.newPage();
    await thief.goto(`http://127.0.0.1:${port}/`);
    const stolen = await thief.evaluate(() => {
      const channel = new BroadcastChannel("mcp-ui:start");
      const answers = [];
      channel.onmessage = ({ data }) => answers.push(data);
      channel.postMessage("ask");
      return new Promise((resolve) => setTimeout(() => resolve(answers), 1500));
    });
    assert.deepEqual(stolen, []);
    assert.ok(heard.length > 0, "the program was asked for a proof");
    for (const { path, headers } of heard.filter(({ path }) => path !== "/" && path !== "/favicon.ico")) {
      assert.equal(path, "/start");
      assert.ok(![TOKEN, tokens.page, tokens.agents, "mcp-ui-access"].some((secret) => headers.includes(secret)), headers);
    }
  });

  // A page that was opened without a code, or has come from the cache, has nothing by which the program could prove itself.
  for (const { name, kept } of [
    { name: "a page without tokens sends nothing", kept: null },
    { name: "tokens of an unknown program are not used", kept: { page: "0".repeat(32), agents: "1".repeat(32), since: 1 } },
  ]) {
    test(name, async (context) => {
      const server = await startFixture();
      context.after(() => server.stop());
      const port = await freePort();
      const started = await startOpenWithToken(`${server.origin}/token`, "--port", String(port));
      context.after(() => started.stop());
      const tab = await current.browser.newPage();
      await tab.goto(`http://127.0.0.1:${port}/explorer`);
      await until(tab, () => document.body.innerText.includes("token is missing or from an earlier start"));
      await tab.evaluate((tokens) => tokens && sessionStorage.setItem("mcp-ui:start-tokens", JSON.stringify(tokens)), kept);
      const document = await tab.evaluate(() => fetch(location.pathname).then((response) => response.text()));
      await started.stop();

      const heard = [];
      const key = "f".repeat(64);
      const next = createServer((request, response) => {
        const { url, headers, method } = request;
        if (method === "GET" && url === "/explorer") return response.writeHead(200, { "content-type": "text/html" }).end(document);
        if (method === "GET" && url.startsWith("/explorer/later.js")) return response.writeHead(404).end();
        heard.push({ url, headers: JSON.stringify(headers) });
        // It has a key of its own, and can prove that it knows it.
        const proof = createHash("sha256").update(`mcp-ui start${key}${headers["mcp-ui-nonce"]}`).digest("hex");
        return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ key, proof }));
      });
      context.after(() => (next.close(), next.closeAllConnections()));
      await once(next.listen(port, "127.0.0.1"), "listening");
      // As the document that the browser had kept.
      await tab.reload();
      await until(tab, () => document.body.innerText.includes("token is missing or from an earlier start"));
      await pressButton(tab, "Access");
      await until(tab, () => document.getElementById("access").open);
      await tab.evaluate((token) => (document.getElementById("token").value = token), TOKEN);
      await pressButton(tab, "Apply");
      await until(tab, () => document.getElementById("access-error").textContent.includes("token is missing or from an earlier start"));
      assert.ok(heard.every(({ url, headers }) => url === "/start" && !headers.includes(TOKEN)), JSON.stringify(heard));
    });
  }
});
