// The origin of `mcp-ui open`: no content of the upstream server becomes part of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listen } from "./fixtures/listen.js";
import { shared, startBrowser, startOpenUrl } from "./support.js";

const SCRIPT = 'document.title = "kept: " + localStorage.getItem("kept")';
const PAGE = `<!doctype html><title>of the upstream server</title><script>${SCRIPT}</script>`;

const upstream = await listen((request, response) => {
  const isScript = /script|worker/.test(request.headers["sec-fetch-dest"]);
  const type = isScript ? "text/javascript" : "text/html";
  response.writeHead(200, { "content-type": type, "service-worker-allowed": "/", "set-cookie": "a=b" });
  response.end(isScript ? "self.postMessage?.('loaded')" : PAGE);
});
const [browser, explorer] = await shared(startBrowser(), startOpenUrl(`${upstream.origin}/mcp`), upstream);

async function openExplorer() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(explorer.url);
  await page.evaluate(() => localStorage.setItem("kept", "by the explorer"));
  return page;
}

test("neither the endpoint nor any other path of the upstream server opens as a page", async () => {
  const page = await openExplorer();
  const statuses = { "/mcp": 403, "/page.html": 404 };
  for (const [path, status] of Object.entries(statuses)) {
    const response = await page.goto(new URL(path, explorer.url).href);
    assert.equal(response.status(), status, path);
    assert.match(await page.locator("body").innerText(), /The explorer is at \/explorer|the explorer is at \/explorer/, path);
    assert.notEqual(await page.evaluate(() => window.origin), new URL(explorer.url).origin, path);
  }
  await page.context().close();
});

test("in a browser without Sec-Fetch-Dest, the page has an opaque origin and no scripts", async () => {
  const page = await openExplorer();
  await page.route("**/mcp", async (route) => {
    const headers = Object.entries(route.request().headers()).filter(([name]) => !name.startsWith("sec-"));
    await route.fulfill({ response: await route.fetch({ headers: Object.fromEntries(headers) }) });
  });
  const response = await page.goto(new URL("/mcp", explorer.url).href);
  assert.equal(response.status(), 200);
  assert.equal(await page.title(), "of the upstream server");
  assert.equal(await page.evaluate(() => window.origin), "null");
  await page.context().close();
});

test("a script of the explorer's origin can read the endpoint's text, but gets no worker, script or cookie", async () => {
  const page = await openExplorer();
  // Tested without the page's policy, which would also forbid it.
  await page.route("**/blank", (route) => route.fulfill({ body: "<!doctype html>", contentType: "text/html" }));
  await page.goto(new URL("/blank", explorer.url).href);
  const result = await page.evaluate(async () => {
    const settled = (made, success) =>
      new Promise((resolve) => {
        made.addEventListener(success, () => resolve("loaded"));
        made.addEventListener("error", () => resolve("refused"));
      });
    const registered = (path) => navigator.serviceWorker.register(path, { scope: "/" }).then(() => "loaded", () => "refused");
    const script = document.createElement("script");
    script.src = "/mcp";
    document.head.append(script);
    return {
      script: await settled(script, "load"),
      text: (await (await fetch("/mcp")).text()).includes("of the upstream server"),
      worker: await settled(new Worker("/mcp"), "message"),
      serviceWorkers: [await registered("/mcp"), await registered("/worker.js")],
      cookies: document.cookie,
    };
  });
  assert.deepEqual(result, { text: true, script: "refused", worker: "refused", serviceWorkers: ["refused", "refused"], cookies: "" });
  await page.context().close();
});
