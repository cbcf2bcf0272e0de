// The cards of questions: what a person answers to an MCP server, hostile ones included.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startQuestions } from "./fixtures/questions.js";
import { assertAccessible, axe, button, focusedName, openPage, shared, startBrowser } from "./support.js";

const [browser, questions] = await shared(startBrowser(), startQuestions());

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const form = (properties, required = [], message = "What?") => ({ message, requestedSchema: { type: "object", properties, required } });
const delivery = form(
  {
    name: { type: "string", title: "Full name", minLength: 4 },
    email: { type: "string", format: "email" },
    born: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    count: { type: "integer", minimum: 1, maximum: 5, default: 2 },
    express: { type: "boolean" },
    size: { type: "string", oneOf: [{ const: "s", title: "Small" }, { const: "l", title: "Large" }] },
    country: { type: "string", enum: ["de", "fr", "it", "es", "pt", "nl", "be"], enumNames: ["Germany", "France"] },
    extras: { type: "array", items: { anyOf: [{ const: "a", title: "Insurance" }, { const: "b", title: "Gift wrap" }] }, maxItems: 1 },
  },
  ["name", "size"],
  "First line\nSecond line <img src=x onerror=alert(1)>",
);
const sampling = {
  systemPrompt: "Be brief.",
  messages: [
    { role: "user", content: { type: "text", text: "What is <b>this</b>?" } },
    { role: "user", content: { type: "image", data: PNG, mimeType: "image/png" } },
    { role: "user", content: { type: "audio", data: "AAAA", mimeType: "audio/wav" } },
    { role: "assistant", content: [{ type: "text", text: "I look." }, { type: "tool_use", id: "t1", name: "look", input: { closely: true } }] },
    { role: "user", content: [{ type: "tool_result", toolUseId: "t1", isError: true, content: [{ type: "text", text: "Too dark." }] }] },
    { role: "user", content: { type: "hologram", beam: 7 } },
  ],
  modelPreferences: { hints: [{ name: "claude" }] },
  maxTokens: 50,
  tools: [{ name: "look", description: "Looks.", inputSchema: { type: "object", required: ["at"], properties: { at: { type: "string", default: "it" } } } }],
  toolChoice: { mode: "auto" },
};
const address = (url) => ({ mode: "url", message: "Sign in.", url, elicitationId: "e1" });

async function open(options) {
  const page = await openPage(browser, questions.url, options);
  await page.waitForFunction(() => globalThis.ask);
  return page;
}

function ask(page, method, params, server) {
  const text = typeof params === "string" || params === undefined ? params : JSON.stringify(params);
  return page.evaluate(([method, text, server]) => ask(method, text, server), [method, text, server]);
}

// Returns the last submitted answer as it would be sent.
async function lastAnswer(page) {
  return page.evaluate(() => answers.at(-1));
}

test("numbers keep their digits, and letters are no number", async () => {
  const page = await open();
  const schema = '{"type":"object","properties":{"n":{"type":"number","default":12345678901234567890.10}}}';
  await ask(page, "elicitation/create", `{"message":"N?","requestedSchema":${schema}}`);
  await button(page, "Submit").click();
  assert.match((await lastAnswer(page)).result, /"n": 12345678901234567890\.10/);
  await page.getByRole("textbox", { name: "n", exact: true }).fill("abc");
  await button(page, "Submit").click();
  assert.equal(await page.evaluate(() => answers.length), 1);
});

test("an address is shown, and opened only on a click", async () => {
  const page = await open();
  await page.context().route(/example\.com/, (route) => route.fulfill({ body: "signed in" }));
  await ask(page, "elicitation/create", address("https://user:pw@xn--pypal-4ve.example.com:8443/a?b=c#d"), "Mail");
  assert.equal(await page.locator(".question-address").innerText(), "https://user:pw@xn--pypal-4ve.example.com:8443/a?b=c#d");
  assert.equal(await page.locator(".question-address mark").innerText(), "xn--pypal-4ve.example.com:8443");
  assert.equal(await page.locator(".question-warning").count(), 2);
  assert.ok(await button(page, "Done, continue").isHidden());
  assert.deepEqual(page.trouble, [], "nothing is fetched beforehand");
  const [opened] = await Promise.all([page.context().waitForEvent("page"), button(page, "Open").click()]);
  assert.equal(await opened.evaluate(() => window.opener), null);
  assert.equal(await opened.evaluate(() => document.referrer), "");
  await opened.close();
  assert.equal(await lastAnswer(page), undefined, "opening is not yet the answer");
  await button(page, "Done, continue").click();
  assert.deepEqual(await lastAnswer(page), { result: '{"action":"accept"}' });
});

test("the focus goes to a new card, unless the person is typing", async () => {
  const page = await open();
  await ask(page, "elicitation/create", delivery, "First");
  await page.waitForFunction(() => document.activeElement.textContent === "First asks a question");
  await page.locator("#elsewhere").focus();
  await ask(page, "elicitation/create", delivery, "Second");
  await page.waitForFunction(() => document.getElementById("announcer").textContent === "Second asks a question");
  assert.equal(await focusedName(page), "Elsewhere");
});

test("all steps by keyboard only", async () => {
  const page = await open();
  await ask(page, "elicitation/create", form({ name: { type: "string" }, on: { type: "boolean" } }, ["name", "on"]), "Keys");
  await page.waitForFunction(() => document.activeElement.matches("h3"));
  const tabTo = async (label) => {
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press("Tab");
      if ((await focusedName(page)) === label) return;
    }
    assert.fail(`${label} is not reached, but ${await focusedName(page)}`);
  };
  await tabTo("name");
  await page.keyboard.type("by keyboard");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+Enter");
  assert.deepEqual(JSON.parse((await lastAnswer(page)).result).content, { name: "by keyboard", on: true });
  await tabTo("Decline");
  await page.keyboard.press("Enter");
  assert.deepEqual(await lastAnswer(page), { result: '{"action":"decline"}' });
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 390], ["dark", 390]]) {
  test(`every card is accessible, ${colorScheme}, ${width} px wide`, async () => {
    const page = await open({ colorScheme, viewport: { width, height: 900 } });
    await page.evaluate(axe);
    await ask(page, "elicitation/create", delivery);
    await button(page, "Submit").click();
    await ask(page, "elicitation/create", form({ a: { $ref: "#" } }));
    await ask(page, "elicitation/create", address("http://user@xn--pypal-4ve.example.com/"));
    await ask(page, "elicitation/create", address("javascript:1"));
    await ask(page, "sampling/createMessage", sampling);
    await button(page, "Add").click();
    await page.getByText("1 tool offered").click();
    await ask(page, "roots/list", {});
    await button(page, "Add root").click();
    await button(page, "Submit").last().click();
    await ask(page, "custom/method", { a: 1 });
    await page.locator(".question button:disabled").waitFor({ state: "detached" });
    await assertAccessible(page, "open");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the window");
    await page.evaluate(() => cards.forEach((card, index) => (index % 2 ? card.sent() : card.close("The call was cancelled."))));
    await assertAccessible(page, "closed");
  });
}
