// Agents of the official SDKs find every server of the official SDKs at the endpoint of `mcp-ui open`, whatever eras of MCP either speaks.
// A call may fail there only if it also fails at the server itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compare, startOpen } from "./matrix.js";

const NEWEST = "2026-07-28";

const USUAL = {
  servers: ["Python 1.30", "Python 2.3", "FastMCP 4.1", "TypeScript 2.4"],
  agents: ["Python 1.30", "TypeScript 1.32", "rmcp"],
};

for (const server of USUAL.servers) {
  test(`agents use a server of ${server}`, async (context) => {
    const { connection, stop } = await startOpen(server);
    context.after(stop);
    for (const agent of USUAL.agents) {
      const { direct, through, lost } = await compare(server, agent, connection);
      assert.deepEqual(lost, [], `${agent}: ${JSON.stringify({ direct, through })}`);
      assert.deepEqual(through.tools, direct.tools, agent);
      assert.ok(through.steps.includes("call"), `${agent}: ${JSON.stringify(through)}`);
    }
  });
}

test("agents of the newest revision have a process of their own at its address", async (context) => {
  const server = "Python 2.3";
  const { connection, stop } = await startOpen(server);
  context.after(stop);
  const newest = { ...connection, url: `${connection.url}/${NEWEST}` };
  for (const agent of ["Python 2.3", "TypeScript 2.4"]) {
    const { direct, through } = await compare(server, agent, newest);
    // Nothing is translated: a tool that asks in the way of the older revisions fails as it does directly.
    assert.deepEqual(through, direct, agent);
    assert.ok(!through.steps.includes("elicitation"), agent);
  }
});
