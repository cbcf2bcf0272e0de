// The UIs of the examples, with each of their stories, in the official library's host.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "./apps/support.js";
import { readCatalog } from "./fixtures/hosts/catalog.js";
import { openHost, startHosts } from "./fixtures/hosts/serve.js";
import { axe, shared, startBrowser } from "./support.js";

const [browser, hosts] = await shared(startBrowser(), startHosts());

const UIS = ["examples/databases/uis", "examples/filesystem-uis/uis"].flatMap(readCatalog);

async function show(page, html, { input = {}, result, theme = "light" } = {}) {
  await page.evaluate((options) => window.show(options), { html: `${html}<script>${axe}</script>`, input, result, context: { theme } });
  const frame = await (await page.locator("iframe").elementHandle()).contentFrame();
  await until(frame, (isLoading) => mcpUi().state.isLoading === isLoading, !result);
  return frame;
}

async function assertFits(frame, state) {
  const width = await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(width, 0, `${state} is too wide`);
  const violations = await frame.evaluate(async () =>
    (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
  );
  const ofDocuments = /^(landmark|page-has-heading|region)/;
  assert.deepEqual(
    violations.filter((text) => !ofDocuments.test(text)),
    [],
    state,
  );
}

for (const { name, html, stories } of UIS) {
  test(`${name}: every story fits a phone, is accessible and inert`, async () => {
    const page = await openHost(browser, hosts.origin, "app-bridge");
    await page.setViewportSize({ width: 360, height: 800 });
    await page.addStyleTag({ content: "body { margin: 0 } iframe { width: 100%; border: 0 }" });
    let dialogs = 0;
    page.on("dialog", (dialog) => ((dialogs += 1), dialog.dismiss()));
    for (const theme of ["light", "dark"]) {
      for (const { name: story, data, arguments: input } of stories) {
        const result = { content: [], structuredContent: data };
        const frame = await show(page, html, { input, result, theme });
        await assertFits(frame, `${story}, ${theme}`);
        assert.equal(await frame.locator("img, b").count(), 0, "names are shown as text");
      }
    }
    await assertFits(await show(page, html), "while it loads");
    const failed = await show(page, html, { result: { isError: true, content: [{ type: "text", text: "Refused" }] } });
    assert.equal(await failed.getByRole("alert").textContent(), "Refused");
    await assertFits(failed, "with an error");
    assert.equal(dialogs, 0);
    assert.deepEqual(page.trouble, []);
  });
}

test("the databases can be listed again", async () => {
  const [{ html, stories }] = UIS;
  const [one, several] = ["One database", "Several databases"].map((name) => stories.find((story) => story.name === name).data);
  const page = await openHost(browser, hosts.origin, "app-bridge");
  const tool = { name: "list-databases", inputSchema: { type: "object" } };
  const answer = { content: [], structuredContent: several };
  await page.evaluate((options) => window.show(options), { html, tool, result: { content: [], structuredContent: one }, answer });
  const frame = page.frameLocator("iframe");
  await frame.getByText("1 database,").waitFor();
  assert.equal(await frame.getByRole("listitem").count(), 1);
  await frame.getByRole("button", { name: "Refresh" }).click();
  await frame.getByText("6 databases,").waitFor();
  assert.deepEqual(
    await frame.locator(".name").allTextContents(),
    several.databases.map(({ name }) => name),
  );
});
