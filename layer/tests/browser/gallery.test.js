// The components in their states: light, dark, narrow, and from right to left.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { listen } from "./fixtures/listen.js";
import { assertAccessible, axe, openPage, shared, startBrowser } from "./support.js";

const BUILD = fileURLToPath(new URL("../../ui/gallery/build.js", import.meta.url));
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css" };

async function startGallery() {
  const folder = mkdtempSync(join(tmpdir(), "gallery-"));
  execFileSync(process.execPath, [BUILD, folder]);
  const files = new Map(["index.html", "script.js", "style.css"].map((name) => [`/${name}`, readFileSync(join(folder, name))]));
  rmSync(folder, { recursive: true });
  const server = await listen((request, response) => {
    const { pathname } = new URL(request.url, "http://gallery");
    response.writeHead(files.has(pathname) ? 200 : 404, { "content-type": `${TYPES[pathname.split(".").at(-1)]}; charset=utf-8` });
    response.end(files.get(pathname) ?? "{}");
  });
  return { url: `${server.origin}/index.html`, stop: server.stop };
}

const [browser, gallery] = await shared(startBrowser(), startGallery());

for (const [name, query, width] of [
  ["light", "theme=light", 1280],
  ["dark", "theme=dark", 1280],
  ["360 px wide", "theme=light", 360],
  ["from right to left", "theme=light&dir=rtl", 1280],
]) {
  test(`the components are accessible and keep within the page, ${name}`, async () => {
    const page = await openPage(browser, `${gallery.url}?${query}`, { viewport: { width, height: 900 } });
    assert.ok((await page.locator(".gallery-state").count()) > 50);
    await page.evaluate(axe);
    // A component in two states has the same name twice.
    await assertAccessible(page, name, { "landmark-unique": { enabled: false } });
    const wide = await page.locator(".gallery-state").evaluateAll((states) => states.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ ariaLabel }) => ariaLabel));
    assert.deepEqual(wide, []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    assert.deepEqual(page.trouble, []);
  });
}
