// Agents with the official SDKs use the process that the page shows, at the same time.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { call, result } from "./calls.js";
import { AGENT, openPage, openTool, PYTHON, shared, startBrowser, startOpen } from "./support.js";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const SERVER = path("../../../host-runner/tests/children/server.py");
const CALLS_OF_PAGE = 8;

const [browser, explorer] = await shared(startBrowser(), startOpen("python3", SERVER));

// Returns the endpoint and the token that `mcp-ui open` prints for agents.
function printedForAgents() {
  const { mcpServers } = JSON.parse(/^\{"mcpServers".*$/m.exec(explorer.printed())[0]);
  const { url, headers } = mcpServers["mcp-ui"];
  return [url, headers["Mcp-Ui-Token"]];
}

// Starts an agent that calls tools until its stdin ends. It prints the process id of the server, and then the number of its calls.
async function startAgent(context, program, ...flags) {
  const child = spawn(program, [...flags, ...printedForAgents()], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  context.after(() => child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const pid = (await lines.next()).value;
  const stop = async () => {
    child.stdin.end();
    const count = Number((await lines.next()).value);
    assert.deepEqual(await exited, [0, null]);
    return count;
  };
  return { pid, stop };
}

test("agents with three SDKs and the page call the same process, and each gets its own responses", async (context) => {
  const page = await openPage(browser, explorer.url);
  const agents = await Promise.all([
    startAgent(context, AGENT),
    startAgent(context, PYTHON, path("fixtures/agents/agent.py")),
    // Node.js warns of the signal that the SDK shares between its requests.
    startAgent(context, process.execPath, "--no-warnings", path("fixtures/agents/agent.js")),
  ]);
  await openTool(page, "pid");
  await call(page, {});
  for (const { pid } of agents) await result(page, pid);

  await openTool(page, "echo");
  for (let number = 1; number <= CALLS_OF_PAGE; number += 1) {
    await call(page, { message: `page ${number}` });
    await result(page, `"page ${number}"`);
  }
  const counts = await Promise.all(agents.map(({ stop }) => stop()));
  context.diagnostic(`calls of the agents with Rust, Python and TypeScript: ${counts}`);
  for (const count of counts) assert.ok(count > 0, `an agent made ${count} calls`);
  assert.deepEqual(page.trouble, []);
});
