// Calls that report while they run, and that ask questions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openClientSettings } from "./calls.js";
import { startLive } from "./fixtures/live.js";
import { assertAccessible, axe, button, openPage, openTab, openTool, openToolPage, run, shared, startBrowser, startOpenUrl } from "./support.js";

const [browser, live, explorer] = await shared(startBrowser(), ...startLiveExplorer());

function startLiveExplorer() {
  const fixture = startLive();
  return [fixture, fixture.then(({ url }) => startOpenUrl(url))];
}

const open = (name) => openToolPage(browser, explorer.url, name);
const result = (page, text) => page.locator(".result:visible", { hasText: text }).waitFor();
const logLines = (page) => page.locator(".log-body li:visible").allInnerTexts();
const round = (page, number) => page.getByRole("region", { name: `Round ${number}`, exact: true });

// Answers the form of a question that has one field.
async function answer(place, field, value) {
  await place.getByRole("textbox", { name: field, exact: true }).fill(value);
  const card = place.locator(".question", { has: place.page().getByRole("textbox", { name: field, exact: true }) });
  await card.locator("button[type=submit]").click();
}

// Has live requests answered by these events in place of the explorer.
function mockEvents(page, ...events) {
  const body = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("");
  return page.route("**/rpc/tools/call", (route) => route.fulfill({ contentType: "text/event-stream", body }));
}

const RESULT = ["result", { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "The end." }] } }];
const progress = (value, token = 1) => ["notification", { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: token, progress: value, total: 10 } }];

test("shows progress that rises, and the log, while the tool runs", async () => {
  const page = await open("steps");
  await button(page, "Run").click();
  const bar = page.getByRole("progressbar", { name: "Progress" });
  await page.locator(".progress", { hasText: "50 %" }).getByText("writing").waitFor();
  assert.equal(await bar.evaluate((node) => node.position), 0.5);
  await page.locator(".log-body li").nth(3).waitFor();
  assert.match((await logLines(page)).join("\n"), /debug\s+disk\s+opened\s[^]*warning\s[^]*error\s+almost full\s[^]*notifications\/odd/);
  await page.locator(".log-body", { hasText: '{"big":12345678901234567890,"free":"1 %"}' }).waitFor();
  await page.getByRole("combobox", { name: "Level" }).selectOption("warning and above");
  assert.equal((await logLines(page)).length, 3);
  live.release();
  await result(page, "All done.");
  assert.ok(await bar.isHidden());
  assert.equal((await logLines(page)).length, 3);
  assert.deepEqual(page.trouble, []);
});

test("the log stays with the call in the history", async () => {
  const page = await open("steps");
  await button(page, "Run").click();
  await page.locator(".log-body li").nth(3).waitFor();
  live.release();
  await result(page, "All done.");
  await openTool(page, "needsForm");
  await run(page);
  assert.ok(await page.locator(".log").isHidden());
  await openTool(page, "steps");
  await page.reload();
  await openTab(page, "History");
  await button(page, "Show").click();
  await result(page, /from .*\d/);
  assert.equal((await logLines(page)).length, 4);
});

test("Cancel closes the response of the server", async () => {
  const page = await open("forever");
  await button(page, "Run").click();
  await page.locator(".log-body li", { hasText: "started" }).waitFor();
  await button(page, "Cancel").click();
  await result(page, "Cancelled");
  await live.closedEarly("forever");
});

test("notifications without end neither fill the page nor stop it", async () => {
  const page = await open("flood");
  await button(page, "Run").click();
  await page.locator(".log .hint", { hasText: /[\d,]+ older lines were dropped/ }).waitFor();
  await button(page, "Cancel").click();
  await result(page, "Cancelled");
  assert.equal((await logLines(page)).length, 1000);
  await live.closedEarly("flood");
});

test("notifications of other requests, and all after the end, are ignored", async () => {
  const page = await open("forever");
  await mockEvents(page, progress(5), progress(9, "foreign"), progress(4), RESULT, progress(8), ["request", { token: "t", message: { id: 1, method: "roots/list" } }], ["result", { result: { content: [] } }]);
  await run(page);
  await result(page, "The end.");
  assert.equal(await page.locator(".question, .log-body li").count(), 0);
  assert.ok(await page.getByRole("progressbar").isHidden());
});

test("two rounds of questions, and back to the first one with other answers", async () => {
  const page = await open("address");
  await button(page, "Run").click();
  await page.getByText("Waiting for 2 answers").waitFor();
  await answer(round(page, 1), "city", "Oslo");
  await round(page, 1).getByText("1 answer to submit").waitFor();
  await answer(round(page, 1), "zone", "west");
  await round(page, 2).getByText("Which street in Oslo, west?").waitFor();
  await answer(round(page, 2), "street", "Storgata 1");
  await result(page, "Storgata 1, Oslo");
  await button(page, "Back to round 1").click();
  assert.equal(await round(page, 2).count(), 0);
  assert.equal(await round(page, 1).getByRole("textbox", { name: "zone", exact: true }).inputValue(), "west");
  await answer(round(page, 1), "city", "Bergen");
  await round(page, 1).locator(".question", { hasText: "Which zone?" }).locator("button[type=submit]").click();
  await round(page, 2).getByText("Which street in Bergen, west?").waitFor();
  await answer(round(page, 2), "street", "Bryggen 2");
  await result(page, "Bryggen 2, Bergen");
  assert.deepEqual(page.trouble, []);
});

test("Cancel ends a call that waits for answers, and its questions", async () => {
  const page = await open("address");
  await button(page, "Run").click();
  await round(page, 1).waitFor();
  await button(page.locator(".run-bar"), "Cancel").click();
  await result(page, "Cancelled");
  assert.equal(await round(page, 1).getByText("Cancelled.").count(), 2);
  await button(page, "Back to round 1").click();
  await answer(round(page, 1), "city", "Oslo");
  await answer(round(page, 1), "zone", "west");
  await round(page, 2).waitFor();
});

test("a state of a megabyte returns as it came", async () => {
  const page = await open("bigState");
  await button(page, "Run").click();
  await answer(round(page, 1), "yes", "y");
  await result(page, "The state is the same.");
});

test("a server that never stops asking is given up after ten rounds", async () => {
  const page = await open("insatiable");
  await button(page, "Run").click();
  for (let number = 1; number <= 10; number += 1) await answer(round(page, number), "more", `answer ${number}`);
  await result(page, "The server asked for input 10 times and still wants more");
});

test("a server that is not ready is asked again", async () => {
  const page = await open("unready");
  await button(page, "Run").click();
  await round(page, 1).getByText(/Sending the call again in 1 s/).waitFor();
  await round(page, 2).getByRole("button", { name: "Send now" }).click();
  await result(page, "Ready at last.");
});

test("a capability that is switched off can be allowed from the error", async () => {
  const page = await open("needsForm");
  const settings = await openClientSettings(page);
  for (const name of [/^elicitation by form/, /^elicitation by URL/, /^roots/, /^sampling The/, /^tasks/]) await settings.getByRole("checkbox", { name }).uncheck();
  await button(settings, "Close").click();
  await run(page);
  await result(page, "JSON-RPC error -32021");
  await button(page, "Allow elicitation by form and run again").click();
  await result(page, 'Allowed: {"elicitation":{"form":{}},"extensions"');
  const isAllowed = async () => (await openClientSettings(page)).getByRole("checkbox", { name: /^elicitation by form/ }).isChecked();
  assert.ok(await isAllowed());
  await page.reload();
  assert.ok(await isAllowed());
});

test("what the client offers is sent as it is chosen", async () => {
  const page = await open("needsForm");
  const sent = async () => {
    const [request] = await Promise.all([page.waitForRequest("**/rpc/tools/call"), button(page, "Run").click()]);
    await page.locator(".result:visible").waitFor();
    return request.postData();
  };
  const tasks = '"tasks":{"list":{},"cancel":{},"requests":{"elicitation":{"create":{}},"sampling":{"createMessage":{}}}},"extensions":{"io.modelcontextprotocol/tasks":{}}';
  const all = `"capabilities":{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{},${tasks}}}`;
  assert.equal(await sent(), `{"params":{"name":"needsForm","arguments":{}},${all}`);
  const settings = await openClientSettings(page);
  await settings.getByRole("checkbox", { name: /^sampling with tools/ }).check();
  await settings.getByRole("radio", { name: /^older/ }).check();
  await button(settings, "Close").click();
  assert.match(await sent(), /"sampling":\{"tools":\{\}\},"roots":\{\},"tasks":[^]*\},"revision":"older"\}$/);
});

test("an address that must be visited first is shown as a question", async () => {
  const page = await open("needsPage");
  await run(page);
  await page.locator(".advice .question", { hasText: "https://example.org/sign-in" }).waitFor();
  assert.ok(await button(page, "Run again").isDisabled());
});

test("an error of the explorer within the stream has its status", async () => {
  const page = await open("forever");
  await mockEvents(page, ["error", { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "The server sent nothing for 60s.", data: { status: 504 } } }]);
  await run(page);
  await result(page, /Failed\s*HTTP 504[^]*The server sent nothing for 60s\./);
});

test("a response that ends without a result is a failure", async () => {
  const page = await open("forever");
  await mockEvents(page, progress(1));
  await run(page);
  await result(page, "The response ended before the result.");
});

const ROOTS = { jsonrpc: "2.0", id: 7, method: "roots/list" };
const NAME = { jsonrpc: "2.0", id: 8, method: "elicitation/create", params: { message: "Who?", requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } } };

// An explorer in front of a server of an older revision: the stream goes on until the question is answered.
async function withQuestions(page, envelopes, status, respond) {
  const answers = [];
  await page.exposeFunction("answered", (body) => answers.push(body));
  await page.addInitScript(
    ({ envelopes, status }) => {
      const real = window.fetch;
      const encode = (name, data) => new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
      let stream;
      window.notify = (method, params) => stream.enqueue(encode("notification", { jsonrpc: "2.0", method, params }));
      window.finish = (result) => {
        stream.enqueue(encode("result", { jsonrpc: "2.0", id: 1, result }));
        stream.close();
      };
      window.fetch = async (path, options) => {
        if (String(path).endsWith("/rpc/tools/call")) {
          const body = new ReadableStream({ start: (controller) => (stream = controller) });
          for (const envelope of envelopes) stream.enqueue(encode("request", envelope));
          return new Response(body, { headers: { "content-type": "text/event-stream" } });
        }
        if (!String(path).endsWith("/rpc/answer")) return real(path, options);
        await window.answered(options.body);
        return new Response(status === 202 ? "" : '{"error":"reason of the explorer"}', { status });
      };
    },
    { envelopes, status },
  );
  await page.reload();
  await respond(answers);
}

test("questions of an older server are answered while the tool runs", async () => {
  const page = await open("forever");
  const envelopes = [{ token: "sealed==", message: NAME }, { token: "sealed==", message: NAME }, { declined: "Sampling was not offered.", message: { ...ROOTS, method: "sampling/createMessage" } }];
  await withQuestions(page, envelopes, 202, async (answers) => {
    await button(page, "Run").click();
    await page.getByText("The server's request sampling/createMessage was declined: Sampling was not offered.").waitFor();
    assert.equal(await page.locator(".question").count(), 1);
    await answer(page.locator(".questions"), "name", "Ada");
    await page.locator(".question", { hasText: "Sent: " }).waitFor();
    assert.deepEqual(answers.map(JSON.parse), [{ token: "sealed==", result: { action: "accept", content: { name: "Ada" } } }]);
    await page.evaluate(() => window.finish({ content: [{ type: "text", text: "Hello, Ada." }] }));
    await result(page, "Hello, Ada.");
  });
});

test("an address that the person has visited is answered when the server reports its completion", async () => {
  const page = await open("forever");
  const visit = (elicitationId) => ({ jsonrpc: "2.0", id: elicitationId, method: "elicitation/create", params: { mode: "url", message: "Sign in.", url: "https://example.com/a", elicitationId } });
  await page.context().route(/example\.com/, (route) => route.fulfill({ body: "signed in" }));
  await withQuestions(page, [{ token: "a", message: visit("first") }, { token: "b", message: visit("second") }], 202, async (answers) => {
    await button(page, "Run").click();
    const [first, second] = [page.locator(".question").nth(0), page.locator(".question").nth(1)];
    const [opened] = await Promise.all([page.context().waitForEvent("page"), button(first, "Open").click()]);
    await opened.close();
    const complete = (elicitationId) => page.evaluate((elicitationId) => window.notify("notifications/elicitation/complete", { elicitationId }), elicitationId);
    await complete("of another call");
    await complete("first");
    await first.getByText("Sent: opened.").waitFor();
    await complete("second");
    await second.getByText("The server says that you are done there.").waitFor();
    assert.equal(answers.length, 1, "nobody has agreed to the second address");
    await button(second, "Done, continue").click();
    await second.getByText("Sent: opened.").waitFor();
    assert.deepEqual(answers.map((body) => JSON.parse(body).token), ["a", "b"]);
  });
});

test("an answer is confirmed once", async () => {
  const page = await open("bigState");
  await button(page, "Run").click();
  await answer(round(page, 1), "yes", "y");
  await result(page, "The state is the same.");
  assert.equal(((await round(page, 1).innerText()).match(/Sent/g) ?? []).length, 1);
});

test("arguments that the server does not accept can be validated", async () => {
  const page = await open("forever");
  await mockEvents(page, ["error", { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "city must be a place\u202e" } }]);
  await run(page);
  await result(page, "city must be a place‹U+202E›");
  await button(page.locator(".advice"), "Validate").click();
  await page.locator(".violations").getByText("The arguments are valid.").waitFor();
  await button(page.locator(".advice"), "Run again").waitFor();
});

test("questions name the MCP server, and not the host of the explorer", async () => {
  const page = await open("address");
  await button(page, "Run").click();
  const heading = page.locator(".question h3").first();
  assert.match(await heading.innerText(), /^Live fixture .*asks a question$/);
  assert.ok(!(await heading.innerText()).includes(new URL(explorer.url).host));
});

for (const [status, message] of [[400, "its token is not valid"], [403, "for another caller"], [409, "already answered"], [410, "has expired"]]) {
  test(`an answer that is refused with ${status} says why`, async () => {
    const page = await open("forever");
    await withQuestions(page, [{ token: "t", message: NAME }], status, async () => {
      await button(page, "Run").click();
      await answer(page.locator(".questions"), "name", "Ada");
      await page.locator(".question", { hasText: message }).getByText("reason of the explorer").waitFor();
    });
  });
}

test("a question that is open when the call ends is closed", async () => {
  const page = await open("forever");
  await withQuestions(page, [{ token: "t", message: NAME }], 202, async () => {
    await button(page, "Run").click();
    await page.locator(".question").waitFor();
    await page.evaluate(() => window.finish({ content: [] }));
    await page.locator(".question", { hasText: "The call has ended. No answer is needed any more." }).waitFor();
    assert.ok(await page.getByRole("textbox", { name: "name", exact: true }).isDisabled());
  });
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 390]]) {
  test(`every state is accessible, ${colorScheme}, ${width} px wide`, async () => {
    const page = await openPage(browser, explorer.url, { colorScheme, viewport: { width, height: 900 } });
    await page.evaluate(axe);
    const check = (state) => assertAccessible(page, `${state}, ${colorScheme}, ${width}`);
    await openTool(page, "steps");
    const settings = await openClientSettings(page);
    await check("client settings");
    await button(settings, "Close").click();
    await button(page, "Run").click();
    await page.locator(".log-body li").nth(3).waitFor();
    await check("progress and log");
    live.release();
    await result(page, "All done.");
    await check("log with a result");
    await openTool(page, "address");
    await button(page, "Run").click();
    await round(page, 1).waitFor();
    await check("questions");
    await button(page.locator(".run-bar"), "Cancel").click();
    await check("closed questions");
    await openTool(page, "needsPage");
    await run(page);
    await check("advice");
    await openTool(page, "unready");
    await button(page, "Run").click();
    await round(page, 1).waitFor();
    await check("pause");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} px overflow`);
  });
}
