// Resources, templates and prompts: listed beside the tools, read and shown by their type, and completed by the server.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { assertAccessible, axe, button, during, listed, openPage, openTool, run, shared, startBrowser, startExplorer } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("offers"));

const filter = (page) => page.getByRole("searchbox", { name: "Filter the list" });
const shown = (page) => page.locator("article.tool:not([hidden])");
const contents = (page) => shown(page).locator(".result .items > li");
const field = (page, name) => shown(page).getByLabel(name, { exact: true });

// Opens the item whose name begins with a text, as a person would: by the filter and the Enter key.
async function openItem(page, text) {
  await page.locator(".group-row").first().waitFor();
  await filter(page).fill(text);
  await page.keyboard.press("Enter");
  await shown(page).locator(".actions, .failure").first().waitFor();
}

async function open(url = explorer.url, options) {
  const page = await openPage(browser, url, options);
  await page.locator(".group-row").first().waitFor();
  return page;
}

test("a resource is read when it is opened, and shown by its type", async () => {
  const page = await open();
  await openItem(page, "hello.txt");
  await contents(page).getByText("Hello", { exact: true }).waitFor();
  const head = await shown(page).locator(".tool-head").innerText();
  for (const fact of ["A greeting", "hello.txt", "note:///hello", "Resource", "text/plain", "5 bytes", '"priority":0.5', "The first note."]) {
    assert.ok(head.includes(fact), `${fact} is missing in ${head}`);
  }
  await openItem(page, "rows");
  await contents(page).getByRole("table").waitFor();
  await openItem(page, "dot.png");
  await contents(page).getByRole("img", { name: "Image of item 1" }).waitFor();
  await openItem(page, "paper.pdf");
  const [download] = await Promise.all([page.waitForEvent("download"), contents(page).getByRole("button", { name: "Download" }).click()]);
  assert.equal(await readFile(await download.path(), "utf8"), "%PDF-1.7");
  await openItem(page, "page.html");
  await contents(page).getByText("<h1 onclick=alert(1)>Title</h1>").waitFor();
  assert.deepEqual(page.trouble, []);
});

test("a resource of 16 MB is shown, a larger one is refused with the reason, and the page stays usable", async () => {
  const page = await open(`${explorer.url}#/resources/${encodeURIComponent("note:///large")}`);
  // A search by text would take many seconds.
  const body = contents(page).locator(".text-body:not([aria-busy])").first();
  await body.waitFor();
  assert.ok(await body.evaluate(({ textContent }) => textContent.startsWith("a line of text") && textContent.length > 14e6));
  await page.goto(`${explorer.url}#/resources/${encodeURIComponent("note:///too-large")}`);
  await shown(page)
    .locator(".failure", { hasText: /16777216|16,777,216|16 MiB|limit/i })
    .waitFor();
  await openItem(page, "note:///hello");
  await contents(page).getByText("Hello", { exact: true }).waitFor();
  assert.deepEqual(page.trouble, []);
});

test("a link opens a resource that is not listed, and one that does not exist says so", async () => {
  const page = await open();
  await openTool(page, "look");
  await run(page);
  await shown(page).getByRole("link", { name: "Read" }).click();
  await contents(page).getByText("Hello", { exact: true }).waitFor();
  await page.goto(`${explorer.url}#/resources/${encodeURIComponent("note:///unlisted")}`);
  await contents(page).getByText("read note:///unlisted").waitFor();
  await page.goto(`${explorer.url}#/resources/${encodeURIComponent("note:///nothing")}`);
  await shown(page).locator(".failure", { hasText: "Resource not found: note:///nothing" }).waitFor();
  await page.goto(`${explorer.url}#/prompts/nothing`);
  await shown(page).getByText("The server lists no prompt of this name.").waitFor();
});

test("a template is filled in with completion, expanded and read", async () => {
  const page = await open();
  await openItem(page, "weather");
  await field(page, "city").fill("os");
  await shown(page).locator("datalist option[value=Oslo]").waitFor({ state: "attached" });
  assert.deepEqual(
    await shown(page)
      .locator("datalist")
      .first()
      .evaluate((list) => Array.from(list.options, ({ value }) => value)),
    ["Oslo", "Ostrava"],
  );
  await field(page, "city").fill("Ålesund/Ø");
  await field(page, "day").fill("1");
  // Suggestions depend on the other fields.
  await shown(page).locator(`datalist option[value="Ålesund/Ø-1"]`).waitFor({ state: "attached" });
  await field(page, "units").fill("metric\nkelvin");
  const uri = "weather://%C3%85lesund%2F%C3%98/days/1?units=metric&units=kelvin";
  await shown(page).locator(".arguments").getByText(uri).waitFor();
  await button(page, "Read").click();
  await contents(page).getByText(`read ${uri}`).waitFor();
  // The link leads back to the values, and reads nothing.
  await page.waitForURL(/kelvin/);
  const linked = await open(page.url());
  await field(linked, "city").waitFor();
  assert.equal(await field(linked, "city").inputValue(), "Ålesund/Ø");
  assert.equal(await contents(linked).count(), 0);
  assert.deepEqual(page.trouble, []);
});

test("a prompt asks for its required arguments, and shows its messages", async () => {
  const page = await open();
  await openItem(page, "plan");
  await page.keyboard.press("Control+Enter");
  assert.equal(await page.evaluate(() => document.activeElement.validationMessage), "Required");
  assert.equal(await contents(page).count(), 0);
  await page.keyboard.type("Oslo");
  await button(page, "Get prompt").click();
  await contents(page).getByText("Plan some days in Oslo.").waitFor();
  await contents(page).getByText("First, look at this:").waitFor();
  await contents(page).getByRole("img").waitFor();
  assert.deepEqual(await shown(page).locator(".message > h4").allInnerTexts(), ["user", "assistant", "user"]);
  await contents(page).getByRole("link", { name: "Read" }).click();
  await contents(page).getByText("read note:///unlisted").waitFor();
  await openItem(page, "plain");
  await button(page, "Get prompt").click();
  await shown(page).getByText("The prompt has no messages.").waitFor();
  assert.deepEqual(page.trouble, []);
});

for (const [colorScheme, width] of [
  ["light", 1280],
  ["dark", 360],
]) {
  test(`every view is accessible, ${colorScheme}, ${width} px wide`, async () => {
    const page = await openPage(browser, `${explorer.url}#/prompts/plan`, {
      colorScheme,
      bypassCSP: true,
      viewport: { width, height: 900 },
    });
    await page.evaluate(axe);
    await field(page, "city").fill("Oslo");
    await assertAccessible(page, "prompt");
    await button(page, "Get prompt").click();
    await contents(page).first().waitFor();
    await assertAccessible(page, "messages");
    await page.goto(`${explorer.url}#/resources/${encodeURIComponent("note:///hello")}`);
    await contents(page).getByText("Hello", { exact: true }).waitFor();
    await assertAccessible(page, "contents");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is cut off");
    await page.goto(`${explorer.url}#/`);
    await page.locator(".group-row").first().waitFor();
    await assertAccessible(page, "list");
  });
}

test("at most 10,000 resources are listed, and filtered while typing", async (context) => {
  const [many] = await during(context, startExplorer("many-offers"));
  const page = await open(many.url);
  await listed(page, "1 tool, 10,000 resources");
  assert.ok((await page.locator(".tool-row").count()) < 60, "only visible rows are in the document");
  const spent = [];
  for (const query of ["r", "ro", "row", "row 9", "row 99", "row 999", "row 9999"]) {
    spent.push(
      await page.evaluate((text) => {
        const input = document.getElementById("filter");
        input.value = text;
        const begun = performance.now();
        input.dispatchEvent(new Event("input"));
        void document.body.offsetHeight;
        return performance.now() - begun;
      }, query),
    );
  }
  await page.locator("#count", { hasText: "1 of 10,001" }).waitFor();
  context.diagnostic(`filter over 10,000 resources: slowest keystroke handled in ${Math.max(...spent).toFixed(1)} ms`);
  assert.deepEqual(page.trouble, []);
});

test("a server without resources and prompts gets no further request", async (context) => {
  const [plain] = await during(context, startExplorer("empty"));
  const requests = [];
  const page = await openPage(browser, "about:blank");
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(plain.url);
  await page.getByText("This server has no tools.").waitFor();
  await page.getByText("No agent has called in the last minute.").waitFor();
  await page.waitForTimeout(500);
  assert.deepEqual(requests.sort(), ["/authorization", "/explorer", "/explorer/later.js", "/explorer/server", "/explorer/tools", "/explorer/traffic", "/explorer/traffic.js"]);
});
