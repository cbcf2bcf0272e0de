// The page of every explorer in `EXPLORERS`, a JSON array of `{ name, url, tool, says, hasApp }`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { tryOfficialApp } from "../../../../layer/tests/browser/apps/official.js";
import { openAppPage, runApp } from "../../../../layer/tests/browser/apps/support.js";
import { openPage, openTool, run, startBrowser } from "../../../../layer/tests/browser/support.js";

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser.close());

for (const { name, url, tool, says, hasApp } of JSON.parse(process.env.EXPLORERS)) {
  test(`${name}: the page opens and runs ${tool}`, async () => {
    const page = await openPage(browser, url);
    await openTool(page, tool);
    await run(page);
    const result = await page.locator(".result").innerText();
    assert.ok(result.includes(says), result);
    assert.deepEqual(page.trouble, []);
  });

  test(`${name}: an app renders its data`, { skip: !hasApp }, async () => {
    const page = await openAppPage(browser, url);
    const frame = await runApp(page, "weather/forecast");
    await frame.locator("#days button").first().waitFor();
    assert.deepEqual(page.trouble, []);
  });

  test(`${name}: the official library's app gets its result`, { skip: !hasApp }, () => tryOfficialApp(browser, url));
}
