// Apps that are fed by the calls of agents, for their tests.
import assert from "node:assert/strict";
import { until } from "./apps/support.js";
import { startFixture } from "./fixtures/server.js";
import { call } from "./fixtures/traffic.js";
import { during, startOpenUrl } from "./support.js";

export const strip = (page) => page.getByRole("group", { name: "Calls of agents" }).filter({ visible: true });

export const agentCall = (city, more = {}) =>
  call({ name: "probe", client: "claude", params: { name: "probe", arguments: { city } }, result: { content: [{ type: "text", text: `In ${city}` }] }, ...more });

// The calls that a frame was told of: pairs of the method's last part and the text in it.
export async function told(frame) {
  const messages = await frame.evaluate(() => window.hostMessages);
  return messages
    .filter(({ method }) => /tool-(input|result|cancelled)$/.test(method))
    .map(({ method, params }) => [method.replace("ui/notifications/tool-", ""), params.arguments?.city ?? params.content?.[0]?.text ?? params.reason ?? ""]);
}

export function awaitTold(frame, text) {
  return until(frame, (text) => window.hostMessages.some((message) => JSON.stringify(message).includes(text)), text);
}

// An agent without a library.
export async function post(url, name, args) {
  const response = await fetch(new URL("/mcp", url), {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args, _meta: { "io.modelcontextprotocol/clientInfo": { name: "claude", version: "2" } } },
    }),
  });
  assert.equal(response.status, 200);
  return response.json();
}

// Starts `mcp-ui open` in front of the server of the fixtures, and returns its URL.
export async function startReal(context, ...flags) {
  const [server] = await during(context, startFixture());
  const [opened] = await during(context, startOpenUrl(`${server.origin}/apps`, ...flags));
  return opened.url;
}
