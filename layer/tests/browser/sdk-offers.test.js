// Resources, templates and prompts of a server made with FastMCP, in both generations of MCP.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, openPage, shared, startBrowser, startFastMcp } from "./support.js";

const [browser, library] = await shared(startBrowser(), startFastMcp("library"));

const shown = (page) => page.locator("article.tool:not([hidden])");
const suggestions = (page) =>
  shown(page)
    .locator("datalist")
    .first()
    .evaluate((list) => Array.from(list.options, ({ value }) => value));

async function openItem(page, kind, id) {
  await page.evaluate((hash) => (location.hash = hash), `#/${kind}s/${encodeURIComponent(id).replaceAll("%2F", "/")}`);
  await shown(page).filter({ hasText: id }).locator(".actions").waitFor();
}

for (const revision of ["automatic", "older"]) {
  test(`a resource, a template and a prompt of FastMCP, ${revision} revision`, async () => {
    const page = await openPage(browser, library.url);
    await page.evaluate((chosen) => localStorage.setItem("mcp-explorer client", JSON.stringify({ allowed: ["tasks"], revision: chosen })), revision);
    await page.reload();
    await listed(page, "1 tool, 1 resource, 1 template, 1 prompt");

    await openItem(page, "resource", "library://catalogue");
    await shown(page).locator(".result", { hasText: "books" }).waitFor();

    await openItem(page, "template", "library://books/{title}");
    await shown(page).getByRole("combobox", { name: "title" }).fill("e");
    await shown(page).locator('datalist option[value="erewhon"]').waitFor({ state: "attached" });
    assert.deepEqual(await suggestions(page), ["emma", "erewhon"]);
    await shown(page).getByRole("combobox", { name: "title" }).fill("emma");
    await shown(page).getByRole("button", { name: "Read", exact: true }).click();
    await shown(page).locator(".result", { hasText: "emma is by Jane Austen." }).waitFor();

    await openItem(page, "prompt", "review");
    await shown(page).getByRole("combobox", { name: "title" }).fill("m");
    await shown(page).locator('datalist option[value="middlemarch"]').waitFor({ state: "attached" });
    await shown(page).getByRole("combobox", { name: "title" }).fill("middlemarch");
    await shown(page).getByRole("button", { name: "Get prompt" }).click();
    await shown(page).locator(".result", { hasText: "Write a friendly review of middlemarch." }).waitFor();
    assert.deepEqual(page.trouble, []);
  });
}
