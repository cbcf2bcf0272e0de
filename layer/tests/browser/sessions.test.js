// The memory of a page in which many items have been opened, and what is kept of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { agentCall } from "./app-feed.js";
import { jsonText, openTool, shared, startBrowser, startWithSettings } from "./support.js";
import { openTraffic, rows, startRecords } from "./traffic-panel.js";

const [browser, explorer] = await shared(startBrowser(), startWithSettings("many", {}));

const GROUPS = ["files", "mail", "calendar", "billing", "search"];
const nameOf = (index) => `${GROUPS[index % 5]}/tool_${index}`;

async function openTools(page, from, to) {
  for (let index = from; index < to; index += 1) await openTool(page, nameOf(index));
}

// The nodes, listeners and heap of a page after garbage collections.
async function weigh(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  for (let turn = 0; turn < 3; turn += 1) await session.send("HeapProfiler.collectGarbage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return { nodes, listeners: jsEventListeners, heap: usedSize };
}

test("300 opened tools and 1,000 calls of an agent leave no more behind than 30 tools and the same calls", async (context) => {
  const fixture = await startRecords(context, explorer);
  const page = await openTraffic(browser, fixture);
  fixture.add(...Array.from({ length: 1000 }, (_, id) => agentCall(`City ${id}`, { id })).flat());
  await rows(page).first().waitFor();
  await page.getByRole("region", { name: "Traffic", exact: true }).getByRole("button", { name: "Close" }).click();
  await openTools(page, 0, 30);
  const before = await weigh(page);
  await openTools(page, 30, 300);
  const after = await weigh(page);
  context.diagnostic(JSON.stringify({ before, after }));
  assert.ok(after.nodes <= before.nodes * 1.05, `${before.nodes} nodes became ${after.nodes}`);
  assert.ok(after.listeners <= before.listeners * 1.05, `${before.listeners} listeners became ${after.listeners}`);
  assert.ok(after.heap <= before.heap * 1.1, `a heap of ${before.heap} bytes became ${after.heap}`);
  assert.deepEqual(page.trouble, []);
});

test("the arguments of a tool come back after many others were opened", async (context) => {
  const fixture = await startRecords(context, explorer);
  const page = await openTraffic(browser, fixture);
  await openTool(page, nameOf(0));
  await jsonText(page).fill('{"query":"kept"}');
  await openTools(page, 1, 25);
  await openTool(page, nameOf(0));
  assert.equal(await jsonText(page).inputValue(), '{"query":"kept"}');
});
