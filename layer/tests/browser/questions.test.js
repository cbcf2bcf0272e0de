// The cards of questions: what a person answers to an MCP server, hostile ones included.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startQuestions } from "./fixtures/questions.js";
import { assertAccessible, axe, button, focusedName, jsonText, openPage, openTab, shared, startBrowser } from "./support.js";

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

test("a form is validated, reviewed and submitted", async () => {
  const page = await open();
  await ask(page, "elicitation/create", delivery, "Parcels");
  await page.getByRole("heading", { name: "Parcels asks a question" }).waitFor();
  assert.equal(await page.locator(".question-message").innerText(), delivery.message);
  await button(page, "Submit").click();
  assert.equal(await lastAnswer(page), undefined);
  assert.equal(await focusedName(page), "Full name");
  assert.deepEqual(await page.locator(".field.invalid .error").allInnerTexts(), ["Required", "Required"]);
  await page.getByRole("textbox", { name: "Full name" }).fill("Ann");
  await page.getByText("At least 4 characters", { exact: true }).nth(1).waitFor();
  await page.getByRole("textbox", { name: "Full name" }).fill("Anna");
  await page.getByRole("textbox", { name: "email" }).fill("anna");
  await page.getByText("Must look like name@example.com").waitFor();
  await page.getByRole("textbox", { name: "email" }).fill("");
  await page.getByRole("radio", { name: "Large" }).check();
  await page.getByRole("radiogroup", { name: "express" }).getByRole("radio", { name: "Yes" }).check();
  await page.getByRole("combobox", { name: "country" }).selectOption("France");
  await page.getByRole("checkbox", { name: "Insurance" }).check();
  await page.getByRole("checkbox", { name: "Gift wrap" }).check();
  await page.getByText("At most 1", { exact: true }).nth(1).waitFor();
  await page.getByRole("checkbox", { name: "Insurance" }).uncheck();
  await button(page, "Submit").click();
  const content = { name: "Anna", count: 2, size: "l", express: true, country: "fr", extras: ["b"] };
  assert.deepEqual(JSON.parse((await lastAnswer(page)).result), { action: "accept", content });

  await page.getByRole("radiogroup", { name: "express" }).getByRole("radio", { name: "No answer" }).check();
  assert.equal(await page.evaluate(() => cards[0].answer), undefined, "a changed answer is not sent");
  await button(page, "Submit").click();
  assert.equal(JSON.parse((await lastAnswer(page)).result).content.express, undefined);
  await page.evaluate(() => cards[0].sent());
  assert.ok(await page.getByRole("textbox", { name: "Full name" }).isDisabled());
  await page.getByText("Sent: submitted.").waitFor();
  await page.evaluate(() => cards[0].reopen());
  assert.equal(await page.getByRole("textbox", { name: "Full name" }).inputValue(), "Anna");
  assert.ok((await page.evaluate(() => cards[0].answer)).result);
  await page.evaluate(() => cards[0].fail("The server is gone."));
  assert.equal(await page.getByRole("alert").innerText(), "The server is gone.");
  await page.evaluate(() => cards[0].close("The call was cancelled."));
  assert.ok(await page.getByRole("textbox", { name: "Full name" }).isDisabled());
  assert.deepEqual(page.trouble, []);
});

test("decline and cancel are different answers", async () => {
  const page = await open();
  await ask(page, "elicitation/create", delivery);
  await button(page, "Decline").click();
  assert.deepEqual(await lastAnswer(page), { result: '{"action":"decline"}' });
  await button(page, "Cancel").click();
  assert.deepEqual(await lastAnswer(page), { result: '{"action":"cancel"}' });
});

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

test("a schema that forms may not have is refused, and answered as JSON", async () => {
  const page = await open();
  const many = Object.fromEntries(Array.from({ length: 10000 }, (_, index) => [`field${index}`, { type: "string" }]));
  const hostile = [
    [form({ a: { type: "object", properties: { b: { type: "string" } } } }), /may not be nested/],
    [form({ a: { $ref: "#" } }), /uses “\$ref”/],
    [form(many), /too large|at most 100/],
    [`{"message":"deep","requestedSchema":{"type":"object","properties":{"a":${'{"not":'.repeat(20000)}1${"}".repeat(20000)}}}}`, /uses “not”/],
    [{ message: "no schema" }, /no schema/],
    [{ ...form({}), mode: "telepathy" }, /mode “telepathy”/],
  ];
  for (const [params, reason] of hostile) {
    await ask(page, "elicitation/create", params);
    const card = page.locator(".question").last();
    assert.match(await card.locator(".question-warning").innerText(), reason);
    assert.equal(await card.getByRole("tab").count(), 0);
  }
  const card = page.locator(".question").first();
  await card.getByRole("textbox", { name: "JSON", exact: true }).fill('{"a": [');
  await card.getByRole("button", { name: "Submit", exact: true }).click();
  assert.equal(await lastAnswer(page), undefined);
  await card.getByRole("textbox", { name: "JSON", exact: true }).fill('{"a": {"b": 1.0}}');
  await card.getByRole("button", { name: "Submit", exact: true }).click();
  assert.deepEqual(await lastAnswer(page), { result: '{"action":"accept","content":{"a": {"b": 1.0}}}' });
  assert.deepEqual(page.trouble, []);
});

test("texts of the server are shown, bounded, and never markup", async () => {
  const page = await open();
  const evil = '<img src="https://evil.test/x" onerror="alert(1)">\u202e';
  await ask(page, "elicitation/create", form({ [evil]: { type: "string", title: evil, description: evil, enum: [evil] } }, [], `${evil}\n${"long ".repeat(100000)}`), evil);
  await ask(page, "elicitation/create", address(`https://example.com/${evil}`), evil);
  await ask(page, "sampling/createMessage", { systemPrompt: evil, messages: [{ role: evil, content: { type: evil, text: evil } }, null, 7], tools: [{ name: evil, description: evil }] }, evil);
  await ask(page, evil, { evil }, evil);
  assert.equal(await page.locator(".question img").count(), 0);
  assert.ok((await page.locator(".question-message").first().innerText()).length < 11000);
  await page.getByText(/more characters in the request as JSON/).first().waitFor();
  assert.deepEqual(page.trouble, []);
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

test("an address of any other scheme is not opened", async () => {
  const page = await open();
  const bad = ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,<script>1</script>", "file:///etc/passwd", "blob:https://example.com/1", "vbscript:x", "about:blank", "//example.com", "not an address", `https://example.com/${"x".repeat(3000)}`];
  for (const url of bad) {
    await ask(page, "elicitation/create", address(url));
    const card = page.locator(".question").last();
    await card.locator(".question-warning").waitFor();
    assert.deepEqual(await card.getByRole("button").allInnerTexts(), ["Decline", "Cancel"], url);
  }
  await ask(page, "elicitation/create", { mode: "url", message: "No address" });
  assert.equal(await page.getByRole("button", { name: "Open" }).count(), 0);
  await ask(page, "elicitation/create", address("http://127.0.0.1:1/login"));
  await page.getByText("leads to this computer").waitFor();
  assert.equal(await page.locator(".question").last().locator(".question-warning").count(), 0);
});

test("a person answers in place of a model", async () => {
  const page = await open();
  await ask(page, "sampling/createMessage", sampling);
  const turns = page.locator(".question-turns > li");
  assert.equal(await turns.count(), 6);
  await page.getByText("What is <b>this</b>?").waitFor();
  assert.equal(await turns.locator("img").count() + (await turns.locator("audio").count()), 2);
  await page.getByText("Failed result of a tool").waitFor();
  await page.getByText('"beam": 7').waitFor();
  await button(page, "Submit").click();
  assert.equal(await focusedName(page), "Your answer");
  await page.getByRole("textbox", { name: "Your answer" }).fill("A mountain.");
  await button(page, "Submit").click();
  assert.deepEqual(JSON.parse((await lastAnswer(page)).result), { role: "assistant", content: { type: "text", text: "A mountain." }, model: "human", stopReason: "endTurn" });

  await button(page, "Add").click();
  assert.equal(await page.evaluate(() => cards[0].answer), undefined, "an answer with another call is not yet submitted");
  await jsonText(page).fill('{"at": 1.0}');
  await button(page, "Submit").click();
  const { result } = await lastAnswer(page);
  assert.match(result, /"input":\{"at": 1\.0\}/);
  const { content, stopReason } = JSON.parse(result);
  assert.deepEqual([content.length, content[0].text, content[1].name, stopReason], [2, "A mountain.", "look", "toolUse"]);

  await openTab(page, "JSON");
  await page.locator(".json-text:visible").fill('{"role": "assistant", "odd": 1.50}');
  await button(page, "Submit").click();
  assert.deepEqual(await lastAnswer(page), { result: '{"role": "assistant", "odd": 1.50}' });
  await page.locator(".json-text:visible").fill("{");
  await openTab(page, "Answer");
  await button(page, "Remove the call of look").click();
  await button(page, "Submit").click();
  assert.equal(JSON.parse((await lastAnswer(page)).result).content.text, "A mountain.");
  await button(page, "Decline").click();
  assert.deepEqual(await lastAnswer(page), { error: '{"code":-1,"message":"User rejected sampling request"}' });
  assert.deepEqual(page.trouble, []);
});

test("roots are a setting of the browser", async () => {
  const page = await open();
  await ask(page, "roots/list", undefined);
  await button(page, "Add root").click();
  await page.getByRole("textbox", { name: "URI of the root" }).fill("https://example.com");
  await button(page, "Submit").click();
  await page.getByText("Must begin with “file://”").waitFor();
  await page.getByRole("textbox", { name: "URI of the root" }).fill("file:///home/me");
  await page.getByRole("textbox", { name: "Name of the root" }).fill("Home");
  await page.keyboard.press("Enter");
  assert.deepEqual(JSON.parse((await lastAnswer(page)).result), { roots: [{ uri: "file:///home/me", name: "Home" }] });
  await page.reload();
  await ask(page, "roots/list", {});
  assert.equal(await page.getByRole("textbox", { name: "URI of the root" }).inputValue(), "file:///home/me");
  await button(page, "Remove the root").click();
  await button(page, "Submit").click();
  assert.deepEqual(JSON.parse((await lastAnswer(page)).result), { roots: [] });
  await button(page, "Decline").click();
  assert.equal(JSON.parse((await lastAnswer(page)).error).code, -1);
});

test("an unknown method is answered as JSON, or declined", async () => {
  const page = await open();
  await ask(page, "custom/method", '{"n": 1.0}');
  await page.getByText('"n": 1.0').waitFor();
  await jsonText(page).fill('{"ok": true}');
  await button(page, "Submit").click();
  assert.deepEqual(await lastAnswer(page), { result: '{"ok": true}' });
  await button(page, "Decline").click();
  assert.deepEqual(await lastAnswer(page), { error: '{"code":-32601,"message":"Method not found"}' });
});

test("the last answer is offered for the same question, without secrets", async () => {
  const page = await open();
  const secret = form({ name: { type: "string" }, pin: { type: "string", format: "password" } });
  await ask(page, "elicitation/create", secret);
  await page.getByText("Servers must not ask for secrets").waitFor();
  await page.getByRole("textbox", { name: "name" }).fill("Anna");
  await page.getByLabel("pin").fill("geheim-4711");
  await button(page, "Submit").click();
  assert.match((await lastAnswer(page)).result, /geheim-4711/);
  await ask(page, "sampling/createMessage", sampling);
  await page.getByRole("textbox", { name: "Your answer" }).fill("Yes.");
  await page.getByRole("combobox", { name: "Stop reason" }).selectOption("maxTokens");
  await button(page, "Submit").last().click();
  assert.ok(!(await page.evaluate(() => JSON.stringify(localStorage))).includes("geheim"));
  await page.reload();
  await ask(page, "elicitation/create", secret);
  await button(page, "Use last answer").click();
  assert.equal(await page.getByRole("textbox", { name: "name" }).inputValue(), "Anna");
  assert.equal(await page.getByLabel("pin").inputValue(), "");
  await button(page, "Submit").click();
  await button(page, "Use last answer").click();
  assert.equal(await page.evaluate(() => cards[0].answer), undefined, "an answer that was filled in is not yet submitted");
  await ask(page, "elicitation/create", secret, "Another server");
  await ask(page, "elicitation/create", { ...secret, message: "Something else?" });
  assert.equal(await button(page, "Use last answer").count(), 1);
  await button(page, "Forget").click();
  await ask(page, "elicitation/create", secret);
  assert.equal(await button(page, "Use last answer").count(), 0);
  await ask(page, "sampling/createMessage", sampling);
  await button(page, "Use last answer").click();
  await button(page, "Submit").last().click();
  assert.equal(JSON.parse((await lastAnswer(page)).result).stopReason, "maxTokens");
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
