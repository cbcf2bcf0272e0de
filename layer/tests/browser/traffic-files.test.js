// Traffic as files: saved in each format, and imported again.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { call } from "./fixtures/traffic.js";
import { button, shared, startBrowser, startExplorer } from "./support.js";
import { details, openTraffic, panel, row, rows, startRecords } from "./traffic-panel.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer());

for (const format of ["JSONL", "HAR", "OTLP JSON"]) {
  test(`traffic is saved as ${format}, and read again as a set of its own`, async (context) => {
    const fixture = await startRecords(context, explorer);
    fixture.add(...call({ name: "kept", id: 12, params: { name: "kept", arguments: { text: "precious" } } }), ...call({ name: "other" }));
    const page = await openTraffic(browser, fixture);
    await row(page, "kept").waitFor();
    await button(panel(page), "Export…").click();
    await panel(page).getByRole("combobox", { name: "Operations to export" }).selectOption("all");
    const download = page.waitForEvent("download");
    await panel(page).getByRole("group", { name: "Export" }).getByRole("button", { name: format, exact: true }).click();
    const file = await readFile(await (await download).path(), "utf8");
    assert.ok(file.includes("precious"));
    const choose = async (name, text) =>
      panel(page)
        .getByLabel("File with traffic")
        .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await choose("broken.json", file.slice(0, file.length / 3));
    await panel(page)
      .getByText(/broken\.json: .*Nothing was imported/)
      .waitFor();
    await choose(`saved-${format}.json`, file);
    await panel(page).getByRole("combobox", { name: "Traffic to show" }).waitFor();
    await row(page, "kept").click();
    await details(page).getByText("precious").waitFor();
    assert.equal(await rows(page).count(), 2);
    await button(panel(page), "Close the file").click();
    await panel(page).getByText("Recording MCP traffic").waitFor();
  });
}

test("a file that is opened is shown, and saved again, without its secrets", async (context) => {
  const fixture = await startRecords(context, explorer);
  const page = await openTraffic(browser, fixture);
  const secrets = { password: "hunter2", text: "see https://me:hunter2@example.com/?token=hunter2", env: [{ name: "API_KEY", value: "hunter2" }] };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "kept", arguments: { ...secrets, city: "Bern" } } };
  const headers = ["Mcp-Api-Key", "Mcp-Ui-Token", "Authorization", "Cookie"].map((name) => ({ name, value: "hunter2" }));
  const json = [{ name: "Content-Type", value: "application/json" }];
  const entry = {
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 5,
    request: { method: "POST", url: "http://me:hunter2@127.0.0.1/mcp?token=hunter2", headers: [...json, ...headers], postData: { mimeType: "application/json", text: JSON.stringify(body) } },
    response: { status: 200, headers: [...json, { name: "Set-Cookie", value: "hunter2" }], content: { mimeType: "application/json", text: JSON.stringify({ jsonrpc: "2.0", id: 1, result: { structuredContent: secrets, content: [] } }) } },
  };
  const har = JSON.stringify({ log: { version: "1.2", creator: { name: "a", version: "1" }, entries: [entry] } });
  await panel(page).getByLabel("File with traffic").setInputFiles({ name: "a.har", mimeType: "application/json", buffer: Buffer.from(har) });
  await row(page, "kept").click();
  await details(page).getByText("Bern").waitFor();
  assert.doesNotMatch(await page.locator("body").innerText(), /hunter2/);
  await button(panel(page), "Export…").click();
  await panel(page).getByRole("combobox", { name: "Operations to export" }).selectOption("all");
  const download = page.waitForEvent("download");
  await panel(page).getByRole("group", { name: "Export" }).getByRole("button", { name: "JSONL", exact: true }).click();
  const saved = await readFile(await (await download).path(), "utf8");
  assert.match(saved, /Bern/);
  assert.doesNotMatch(saved, /hunter2/);
});

test("a large file is imported with its progress, unless that is cancelled", async (context) => {
  const fixture = await startRecords(context, explorer);
  const page = await openTraffic(browser, fixture);
  const folder = await mkdtemp(join(tmpdir(), "traffic-"));
  context.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "large.jsonl");
  const lines = Array.from({ length: 2000 }, (_, index) => call({ name: `kept-${index}`, id: index, result: { content: [{ type: "text", text: "x".repeat(2000) }] } }));
  await writeFile(file, lines.flat().map((record) => `${JSON.stringify(record)}\n`).join(""));
  const choose = () => panel(page).getByLabel("File with traffic").setInputFiles(file);
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const cancel = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Cancel the import");
      if (cancel) observer.disconnect();
      cancel?.click();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await choose();
  await panel(page).getByText("large.jsonl: The import was cancelled.").waitFor();
  assert.equal(await panel(page).getByRole("combobox", { name: "Traffic to show" }).count(), 0);
  const seen = page.evaluate(() => {
    const texts = new Set();
    return new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        const bar = document.querySelector('[aria-label="Import"]');
        if (bar) texts.add(bar.textContent.split(" ")[0]);
        else if (texts.size > 0) resolve([...texts]);
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  });
  await choose();
  await panel(page).getByText("large.jsonl: 4,000 messages from JSONL.").waitFor();
  assert.deepEqual(await seen, ["Read", "Found", "Removed", "Examined"]);
  await row(page, "kept-0").waitFor();
  assert.deepEqual(page.trouble, []);
});
