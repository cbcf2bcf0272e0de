// Lets an agent use a server directly, and through the endpoint of `mcp-ui open`, and compares what came of it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { CLIENTS } from "./clients.js";
import { SERVERS, STEPS } from "./servers.js";

const MOST_SAID = 4000;

// Starts the program for a server. Returns the connection for agents, and a way to stop it.
export async function startOpen(server) {
  const open = spawn(process.env.MCP_UI_OPEN, ["open", "--no-open", "--", ...SERVERS[server].command], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(open, "exit");
  let said = "";
  open.stderr.on("data", (text) => (said = (said + text).slice(-MOST_SAID)));
  for await (const line of createInterface(open.stdout)) {
    if (!line.startsWith("{")) continue;
    const [{ url, headers }] = Object.values(JSON.parse(line).mcpServers);
    const stop = async () => {
      open.kill();
      await exited;
    };
    return { connection: { url, headers }, stop };
  }
  throw new Error(`${server} cannot be opened: ${said}`);
}

// Returns the steps that work: an agent that cannot connect does none.
async function workingSteps(agent, connection, calls) {
  try {
    const { tools, outcomes } = await CLIENTS[agent](connection, calls);
    const works = outcomes.map(({ isError, progress, logs }, at) => {
      const reports = STEPS[at] !== "report" || (progress > 0 && (logs > 0 || isLogless(calls[at])));
      return !isError && reports;
    });
    return { tools, steps: STEPS.filter((_, at) => works[at]), texts: outcomes.map(({ text }) => text) };
  } catch (problem) {
    return { tools: [], steps: [], texts: [], problem: String(problem.stderr ?? problem).slice(-2000) };
  }
}

// The reference server logs on a stream of its own.
function isLogless({ tool }) {
  return tool === "trigger-long-running-operation";
}

export async function compare(server, agent, connection) {
  const { command, calls } = SERVERS[server];
  const through = await workingSteps(agent, connection, calls);
  const direct = await workingSteps(agent, { command }, calls);
  return { direct, through, lost: direct.steps.filter((step) => !through.steps.includes(step)) };
}
