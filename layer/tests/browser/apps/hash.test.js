// The hash of an app, and the settings that allow or block embedded apps by hash.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { legacyPage } from "../fixtures/apps/legacy.js";
import { sampleApps } from "../fixtures/apps/samples.js";
import { shared, startBrowser, startExplorer } from "../support.js";
import { awaitState, openAppPage, openInspector, replaceAppSettings, runApp } from "./support.js";

const HASH = createHash("sha256").update(legacyPage).digest("hex");
const OTHER = "0123456789abcdef".repeat(4);

const [browser, apps, legacy] = await shared(startBrowser(), startExplorer("apps"), startExplorer("legacy-apps"));

const withoutCrypto = (page) => page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));

// Opens a page of a server with such lists of hashes.
async function openWith(settings, { secure = true } = {}) {
  const page = await openAppPage(browser, legacy.url);
  if (!secure) await withoutCrypto(page);
  const names = { allow: "Apps::allow (MCP_UI_APPS_ALLOW)", block: "Apps::block (MCP_UI_APPS_BLOCK)" };
  await replaceAppSettings(page, legacy.url, { names, ...settings });
  return page;
}

async function refused(settings, ...words) {
  const page = await openWith(settings, words.at(-1));
  await runApp(page, "raw", "failed");
  const reason = await page.locator(".app-panel:visible .failure").innerText();
  for (const word of words.filter((word) => typeof word === "string")) assert.ok(reason.includes(word), reason);
  assert.equal(await page.locator("iframe.app-frame").count(), 0);
  await page.locator(".result:visible").getByText("Success", { exact: true }).waitFor();
  assert.deepEqual(page.trouble, []);
}

// Makes the server report these hashes of a resource's contents.
function reportHashes(page, hashes) {
  return page.route("**/resources/read?**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "mcp-ui-app-sha256": hashes } });
  });
}

async function shownHash(page) {
  const source = await openInspector(page, "Source");
  await source.getByText("SHA-256").first().waitFor();
  return source.locator("p.hint").innerText();
}

test("the hash of an app is the one that the server reports, also on insecure origins", async () => {
  const page = await openAppPage(browser, apps.url);
  await withoutCrypto(page);
  await reportHashes(page, OTHER);
  await page.reload();
  await runApp(page, "probe");
  assert.match(await shownHash(page), new RegExp(OTHER));
});

test("with several contents, the hash is that of the one shown", async () => {
  const page = await openAppPage(browser, apps.url);
  await reportHashes(page, `${HASH}, ${OTHER}`);
  await runApp(page, "odd/several");
  assert.match(await shownHash(page), new RegExp(OTHER));
});

test("the hash of an embedded app is computed, and can be copied", async () => {
  const page = await openAppPage(browser, legacy.url, { permissions: ["clipboard-read", "clipboard-write"] });
  await runApp(page, "raw");
  assert.match(await shownHash(page), new RegExp(HASH));
  await page.getByRole("button", { name: "Copy SHA-256" }).click();
  await page.locator("#announcer", { hasText: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), HASH);
});

test("if the browser cannot compute hashes, the page explains the requirement", async () => {
  const page = await openWith({}, { secure: false });
  await runApp(page, "raw");
  assert.match(await shownHash(page), /SHA-256 needs HTTPS or localhost/);
});

test("a blocked embedded app is not shown", () => refused({ block: [OTHER, HASH] }, "Apps::block (MCP_UI_APPS_BLOCK)", HASH));

test("an embedded app that is not allowed is not shown", () => refused({ allow: [OTHER], block: [] }, "Apps::allow (MCP_UI_APPS_ALLOW)", HASH));

test("blocking takes precedence over allowing", () => refused({ allow: [HASH], block: [HASH] }, "Apps::block (MCP_UI_APPS_BLOCK)", HASH));

for (const setting of ["allow", "block"]) {
  test(`an embedded app with an unknown hash is not shown with a list to ${setting}`, () => refused({ [setting]: [OTHER] }, `Apps::${setting}`, "HTTPS or on localhost", { secure: false }));
}

test("an embedded app that is allowed and not blocked is shown", async () => {
  const page = await openWith({ allow: [HASH], block: [OTHER] });
  await runApp(page, "raw");
  await awaitState(page, "ready");
  assert.deepEqual(page.trouble, []);
});

test("the server reports the hash of a resource's document", async () => {
  const [{ text }] = sampleApps.resources.find(({ name }) => name === "probe").contents;
  const page = await openAppPage(browser, apps.url);
  await withoutCrypto(page);
  await page.reload();
  await runApp(page, "probe");
  assert.match(await shownHash(page), new RegExp(createHash("sha256").update(text).digest("hex")));
});
