// Apps of the official examples in two tabs, fed by an agent with the official SDK, behind `mcp-ui open`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { appFrame, assertMessagesValid, awaitState, openAppPage, recordHostMessages, until } from "./apps/support.js";
import { connectAgent } from "./fixtures/agents/start.js";
import { button, during, openTool, shared, startBrowser, startOpen } from "./support.js";

const CALLS = 20;

const [browser] = await shared(startBrowser());

const path = (program) => fileURLToPath(new URL(`node_modules/.bin/${program}`, import.meta.url));

// Two tabs of one browser, which share what follows the traffic. Both have the app of the tool open, and were given no data.
async function openTwoTabs(url, tool) {
  const first = await openAppPage(browser, url);
  const second = await first.context().newPage();
  await recordHostMessages(second);
  await second.goto(url);
  for (const page of [first, second]) {
    await openTool(page, tool);
    await button(page, "Open the app").click();
    await awaitState(page, "ready");
    await page.getByRole("group", { name: "Calls of agents" }).getByText("Live").waitFor();
  }
  return { page: first, frames: [await appFrame(first), await appFrame(second)] };
}

// The times at which an app was sent results of tools.
function resultTimes(frame) {
  return frame.evaluate(() => window.hostTimes.filter((_, index) => window.hostMessages[index].method === "ui/notifications/tool-result"));
}

// Calls the tool again and again, and returns the milliseconds from each response that the agent got to the message that each app got.
async function measure(agent, call, frames) {
  const delays = frames.map(() => []);
  for (let number = 1; number <= CALLS; number += 1) {
    const before = await Promise.all(frames.map(resultTimes));
    await agent.callTool(call);
    const answered = Date.now();
    for (const [index, frame] of frames.entries()) {
      await until(frame, (count) => window.hostMessages.filter(({ method }) => method === "ui/notifications/tool-result").length > count, before[index].length);
      delays[index].push((await resultTimes(frame)).at(-1) - answered);
    }
  }
  return delays;
}

function summary(delays) {
  const sorted = delays.toSorted((one, other) => one - other);
  return `median ${sorted[Math.floor(sorted.length / 2)]} ms, max ${sorted.at(-1)} ms`;
}

function thousands(amount) {
  return `${amount < 0 ? "-" : ""}$${Math.round(Math.abs(amount) / 1000)}K`;
}

async function feed(context, { program, call, shows }) {
  const [explorer] = await during(context, startOpen(process.execPath, path(program), "--stdio"));
  const { page, frames } = await openTwoTabs(explorer.url, call.name);
  const agent = await connectAgent(context, explorer);
  for (const frame of frames) assert.equal((await resultTimes(frame)).length, 0);
  const { structuredContent } = await agent.callTool(call);
  for (const frame of frames) {
    await shows(frame, structuredContent);
    const told = await frame.evaluate(() => window.hostMessages.filter(({ method }) => method?.startsWith("ui/notifications/tool-")));
    const [input, result] = told.slice(-2);
    assert.deepEqual([input.params.arguments, result.params.structuredContent], [call.arguments, structuredContent]);
  }
  await assertMessagesValid(page, frames[0]);
  const delays = await measure(agent, call, frames);
  for (const [index, tab] of ["first", "second"].entries()) context.diagnostic(`${program}, ${tab} tab, from the agent's response to the app: ${summary(delays[index])}`);
  assert.deepEqual(page.trouble, []);
}

test("the scenario modeler shows the agent's templates in both tabs", async (context) => {
  const customInputs = { startingMRR: 12000, monthlyGrowthRate: 7, monthlyChurnRate: 2, grossMargin: 80, fixedCosts: 4000 };
  await feed(context, {
    program: "mcp-scenario-modeler-server",
    call: { name: "get-scenario-data", arguments: { customInputs } },
    async shows(frame, { templates }) {
      const offered = frame.getByRole("combobox").first().getByRole("option");
      await offered.nth(templates.length).waitFor({ state: "attached" });
      assert.deepEqual(
        (await offered.allTextContents()).slice(1),
        templates.map(({ icon, name }) => `${icon} ${name}`),
      );
      await frame.getByRole("combobox").first().selectOption({ index: 2 });
      const { endingMRR, totalProfit } = templates[1].summary;
      await frame.getByText(`vs. ${templates[1].name}`).waitFor();
      for (const amount of [endingMRR, totalProfit]) await frame.getByText(thousands(amount), { exact: true }).waitFor();
    },
  });
});

test("the budget allocator shows the agent's categories in both tabs", async (context) => {
  await feed(context, {
    program: "mcp-budget-allocator-server",
    call: { name: "get-budget-data", arguments: {} },
    async shows(frame, { config }) {
      await frame.getByText(config.categories.at(-1).name, { exact: true }).first().waitFor();
      const shown = await frame.locator("body").textContent();
      for (const { name } of config.categories) assert.ok(shown.includes(name), `${name} in ${shown}`);
      const total = `$${config.defaultBudget.toLocaleString("en-US")}`;
      await frame.getByText(`Allocated: ${total} / ${total}`).waitFor();
    },
  });
});
