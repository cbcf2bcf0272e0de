// Two replicas of a server that share their traffic by Redis.
import assert from "node:assert/strict";
import { test } from "node:test";
import { appFrame, awaitState, openAppPage, until } from "./apps/support.js";
import { button, openTool, shared, startBrowser, startReplica } from "./support.js";

const [browser, first] = await shared(startBrowser(), startReplica());
const [second] = await shared(startReplica(first));

// An agent without a library.
async function callFirst(city) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "claude", version: "2" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "weather/forecast", arguments: { city, days: 2 }, _meta: meta };
  const response = await fetch(new URL("/mcp", first.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": params.name,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  assert.equal(response.status, 200);
  assert.match(await response.text(), /Day 2/);
}

test("an app that is open on one replica is sent a call that another has served", async () => {
  const page = await openAppPage(browser, second.url);
  await openTool(page, "weather/forecast");
  await button(page, "Open the app").click();
  await awaitState(page, "ready");
  const strip = page.getByRole("group", { name: "Calls of agents" }).filter({ visible: true });
  await strip.getByText("Live").waitFor();
  await callFirst("Lisbon");
  await strip.getByText(/claude 2 called weather\/forecast at/).waitFor();
  const told = (method) => window.hostMessages.some((message) => message.method === `ui/notifications/${method}` && JSON.stringify(message).includes("Lisbon"));
  const frame = await appFrame(page);
  await until(frame, told, "tool-input");
  await until(frame, told, "tool-result");

  await button(strip, "Show this call in the traffic panel").click();
  const details = page.getByRole("region", { name: "Traffic", exact: true }).getByRole("region", { name: "Details" });
  await details.getByRole("tab", { name: "Headers" }).click();
  await details
    .getByText(/^replica[0-9a-f]{8}$/)
    .first()
    .waitFor();
  assert.deepEqual(page.trouble, []);
});
