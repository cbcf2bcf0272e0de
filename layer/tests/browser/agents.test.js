// Agents with the official SDKs use the process that the page shows, at the same time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { call, result } from "./calls.js";
import { AGENTS, startAgent } from "./fixtures/agents/start.js";
import { openPage, openTool, shared, startBrowser, startOpen } from "./support.js";

const SERVER = fileURLToPath(new URL("../../../host-runner/tests/children/server.py", import.meta.url));
const CALLS_OF_PAGE = 8;

const [browser, explorer] = await shared(startBrowser(), startOpen("python3", SERVER));

test("agents with three SDKs and the page call the same process, and each gets its own responses", async (context) => {
  const page = await openPage(browser, explorer.url);
  const agents = await Promise.all(Object.values(AGENTS).map((program) => startAgent(context, explorer, program)));
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
