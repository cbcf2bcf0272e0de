// The work of an agent with either TypeScript SDK: answers the server's questions, makes the calls, and prints what came of them. With a
// third argument, the pause in milliseconds after a call, it repeats the calls with new connections until its stdin ends, and prints a line
// for each connection and call: its `tool`, when it began (`at`), how many `ms` it took, and its `problem`. Then, each call has a `text` that
// its result must contain.
import { setTimeout } from "node:timers/promises";

const ELICITED = { action: "accept", content: { name: "Ada" } };
const SAMPLED = { role: "assistant", content: { type: "text", text: "sampled" }, model: "none" };
const ROOTS = { roots: [{ uri: "file:///work" }] };

// The shortest time between two attempts to connect.
const RETRY_MS = 1000;

// Runs an agent, given what creates one: its client, its transports, how it handles requests, and how it calls a tool.
export async function runCalls(create) {
  const [connection, calls, pause] = process.argv.slice(2).map((text) => JSON.parse(text));
  if (pause === undefined) console.log(JSON.stringify(await makeCalls(create, connection, calls)));
  else await repeatCalls(create, connection, calls, pause);
  process.exit();
}

async function connect(create, { url, headers, command }) {
  const { client, http, stdio, handle, call } = create();
  const agent = { logs: 0 };
  handle.elicit(() => ELICITED);
  handle.sample(() => SAMPLED);
  handle.roots(() => ROOTS);
  handle.log(() => void (agent.logs += 1));
  await client.connect(url ? http(url, headers) : stdio(command[0], command.slice(1)));
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  return Object.assign(agent, { client, call, tools });
}

// Returns the outcome of a call, with the numbers of reports.
async function outcome(agent, { tool, arguments: given }) {
  let progress = 0;
  agent.logs = 0;
  const { isError, content } = await agent
    .call({ name: tool, arguments: given }, () => void (progress += 1))
    .catch((error) => ({ isError: true, content: [{ text: String(error) }] }));
  return { isError: isError === true, text: content[0].text, progress, logs: agent.logs };
}

async function makeCalls(create, connection, calls) {
  const agent = await connect(create, connection);
  const outcomes = [];
  for (const call of calls) outcomes.push(await outcome(agent, call));
  await agent.client.close();
  return { tools: agent.tools, outcomes };
}

async function repeatCalls(create, connection, calls, pause) {
  let isStopped = false;
  process.stdin.on("end", () => (isStopped = true)).resume();
  while (!isStopped) {
    const agent = await timed("connect", () => connect(create, connection));
    for (const call of agent ? calls : []) {
      const isRight = await timed(call.tool, async () => {
        const { isError, text } = await outcome(agent, call);
        if (isError || !text.includes(call.text)) throw new Error(text);
        return true;
      });
      if (isStopped || !isRight) break;
      await setTimeout(pause);
    }
    await agent?.client.close().catch(() => undefined);
    if (!agent) await setTimeout(RETRY_MS);
  }
}

async function timed(tool, work) {
  const [at, begin] = [Date.now(), performance.now()];
  let [result, problem] = [undefined, undefined];
  try {
    result = await work();
  } catch (error) {
    problem = String(error);
  }
  console.log(JSON.stringify({ tool, at, ms: performance.now() - begin, problem }));
  return result;
}
