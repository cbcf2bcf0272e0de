// The page over every explorer that `EXPLORERS` names: a JSON array of `{ name, url, tool, says }`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, openTool, run, startBrowser } from "../../../../layer/tests/browser/support.js";

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser.close());

for (const { name, url, tool, says } of JSON.parse(process.env.EXPLORERS)) {
  test(`${name}: the page opens and runs ${tool}`, async () => {
    const page = await openPage(browser, url);
    await openTool(page, tool);
    await run(page);
    const result = await page.locator(".result").innerText();
    assert.ok(result.includes(says), result);
    assert.deepEqual(page.trouble, []);
  });
}
