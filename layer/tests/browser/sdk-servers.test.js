// Calls that report and ask, of servers that speak both generations of MCP: FastMCP for Python, and rmcp.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, logLines, question, result, round, setClient, submit } from "./calls.js";
import { button, openToolPage, shared, startBrowser, startFastMcp, startReservation } from "./support.js";

const [browser, fastMcp, reservation] = await shared(startBrowser(), startFastMcp(), startReservation());

const open = (tool, { url } = fastMcp) => openToolPage(browser, url, tool);

for (const revision of ["newest", "older"]) {
  test(`FastMCP reports progress and log lines, ${revision} revision`, async () => {
    const page = await open("export");
    await setClient(page, { revision });
    await call(page, { rows: 50 });
    await page.locator(".progress", { hasText: /row \d+/ }).getByRole("progressbar").waitFor();
    await result(page, "50 rows");
    const lines = await logLines(page);
    assert.equal(lines.length, 50);
    assert.match(lines.at(-1), /info[^]*wrote row 50/);
    assert.deepEqual(page.trouble, []);
  });
}

test("FastMCP asks for a form in the middle of a call", async () => {
  const page = await open("greet");
  await setClient(page, { revision: "older" });
  await button(page, "Run").click();
  const card = question(page, "Who are you?");
  await card.getByRole("textbox", { name: "Name", exact: true }).fill("Ada");
  assert.equal(await card.getByRole("textbox", { name: "Age", exact: true }).inputValue(), "30");
  await submit(card);
  await result(page, "accept: Person(name='Ada', age=30)");
  await button(page, "Run").click();
  await question(page, "Who are you?").getByRole("button", { name: "Decline" }).click();
  await result(page, "decline: None");
  assert.deepEqual(page.trouble, []);
});

test("FastMCP asks the user in place of a model", async () => {
  const page = await open("summarize");
  await setClient(page, { revision: "older" });
  await call(page, { text: "Notes by the translator" });
  const card = question(page, "Summarize: Notes by the translator");
  await card.getByRole("textbox", { name: "Your answer" }).fill("Notes.");
  await submit(card);
  await result(page, "the model said: Notes.");
  assert.deepEqual(page.trouble, []);
});

test("FastMCP asks in rounds, and once more from the first round on", async () => {
  const page = await open("book");
  await setClient(page, { revision: "newest" });
  await button(page, "Run").click();
  await answerRound(page, 1, "Where to?", "city", "Oslo");
  await answerRound(page, 2, "How many nights in Oslo?", "nights", "3");
  await result(page, "3 nights in Oslo");
  await button(page, "Back to round 1").click();
  await answerRound(page, 1, "Where to?", "city", "Bergen");
  await answerRound(page, 2, "How many nights in Bergen?", "nights", "4");
  await result(page, "4 nights in Bergen");
  assert.deepEqual(page.trouble, []);
});

async function answerRound(page, number, message, field, value) {
  const card = question(round(page, number), message);
  await card.getByRole("textbox", { name: field, exact: true }).fill(value);
  await submit(card);
}

test("rmcp asks in rounds, and once more from the first round on", async () => {
  const page = await open("reserve", reservation);
  await button(page, "Run").click();
  await answerRound(page, 1, "How many guests will come?", "guests", "4");
  await choose(page, "Where would the party of 4 like to sit?", "outside");
  await result(page, "A table for 4, outside");
  await button(page, "Back to round 1").click();
  await answerRound(page, 1, "How many guests will come?", "guests", "6");
  await choose(page, "Where would the party of 6 like to sit?", "inside");
  await result(page, "A table for 6, inside");
  await button(page, "Back to round 2").click();
  await question(round(page, 2), "Where would").getByRole("button", { name: "Decline" }).click();
  await result(page, "No table is reserved");
  assert.deepEqual(page.trouble, []);
});

async function choose(page, message, place) {
  const card = question(round(page, 2), message);
  await card.getByRole("radio", { name: place, exact: true }).check();
  await submit(card);
}
