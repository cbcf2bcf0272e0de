// Questions of a process that two agents and the page share, when it cannot be told whose call they belong to.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { button, openPage, shared, startBrowser, startOpen, tokensOf } from "./support.js";

const SERVER = fileURLToPath(new URL("../../../host-runner/tests/children/server.py", import.meta.url));
const [browser, open] = await shared(startBrowser(), startOpen("python3", SERVER));

// An agent with a session, whose calls are event streams.
async function agentNamed(name, { origin, token }) {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-ui-token": token };
  const post = (message) => fetch(`${origin}/mcp`, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", ...message }) });
  const clientInfo = { name, version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: { elicitation: {} }, clientInfo };
  const begun = await post({ id: 0, method: "initialize", params });
  headers["mcp-session-id"] = begun.headers.get("mcp-session-id");
  await post({ method: "notifications/initialized" });
  return {
    answer: (id, result) => post({ id, result }),
    call: async (tool, args) => messagesOf(await post({ id: 1, method: "tools/call", params: { name: tool, arguments: args } })),
  };
}

async function* messagesOf(response) {
  let text = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end));
      text = text.slice(end + 2);
      if (data) yield JSON.parse(data[1]);
    }
  }
}

test("a question during two calls of agents is answered at the page, or handed to one of them", async () => {
  const { url } = open;
  const page = await openPage(browser, url);
  await page.locator(".tool-row").first().waitFor();
  const tokens = await page.evaluate(() => JSON.parse(sessionStorage.getItem("mcp-ui:start-tokens")));
  const at = { origin: new URL(url).origin, token: tokens.agents };
  const [first, second] = [await agentNamed("First", at), await agentNamed("Second", at)];
  const waiting = await first.call("hang", {});
  const asking = await second.call("ask", { method: "elicitation/create" });

  const questions = page.locator("#questions-open");
  await questions.filter({ hasText: "1" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true, "nothing takes the focus");
  await questions.click();
  await page.getByText("who?").waitFor();
  await button(page, "Hand to First (hang)").click();
  await page.getByText("Handed to First (hang).").waitFor();
  const { value: request } = await waiting.next();
  assert.deepEqual([request.method, request.params], ["elicitation/create", { message: "who?" }]);
  assert.equal((await first.answer(request.id, { action: "decline" })).status, 202);
  const { value: result } = await asking.next();
  assert.equal(result.result.content[0].text, '{"action": "decline"}');
  await button(page, "Dismiss").click();
  await questions.waitFor({ state: "visible" });

  const again = await second.call("ask", { method: "elicitation/create" });
  await page.getByText("who?").waitFor();
  await button(page, "Decline").click();
  const { value: declined } = await again.next();
  assert.equal(declined.result.content[0].text, '{"action": "decline"}');
  assert.deepEqual(page.trouble, []);
});
