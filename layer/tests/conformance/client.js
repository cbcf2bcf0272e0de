// An MCP client for the conformance suite: `mcp-ui open` for the suite's server, driven through its HTTP interface.
//
// The suite starts it with the server's URL as the last argument, the name of the scenario in MCP_CONFORMANCE_SCENARIO, and the calls that
// the scenario asks for in MCP_CONFORMANCE_CONTEXT.
import { spawn } from "node:child_process";

const { MCP_CONFORMANCE_CONTEXT: context = "{}", MCP_CONFORMANCE_SCENARIO: scenario, MCP_UI_OPEN: program } = process.env;
// The client can answer elicitation, and fills in defaults.
const capabilities = { elicitation: { form: { applyDefaults: true } } };

const explorer = spawn(program, ["open", process.argv.at(-1), "--no-open", "--no-token", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const root = await addressOf(explorer);
try {
  await run();
} finally {
  explorer.kill();
}

async function addressOf({ stdout }) {
  let printed = "";
  for await (const chunk of stdout) {
    printed += chunk;
    const address = /http:\/\/\S+\/explorer/.exec(printed);
    if (address) return address[0];
  }
  throw new Error(`The explorer has ended: ${printed}`);
}

async function run() {
  const tools = await json("tools");
  const details = new Map();
  for (const { name } of tools) details.set(name, await json(`tools/${encodeURIComponent(name)}`));
  for (const { name, arguments: args } of callsOf(details)) await call(name, args);
}

function callsOf(details) {
  const { toolCalls } = JSON.parse(context);
  if (toolCalls) return toolCalls;
  if (scenario === "json-schema-2020-12-preservation") {
    // The server compares the schema that it gets back with the one that it sent.
    const { inputSchema } = [...details.values()].find(({ name }) => name !== "json_schema_echo");
    return [{ name: "json_schema_echo", arguments: { schema: inputSchema } }];
  }
  return [...details].map(([name, { inputSchema }]) => ({ name, arguments: sample(inputSchema) }));
}

function sample({ properties = {} } = {}) {
  const values = { string: "text", boolean: true, number: 5, integer: 5 };
  return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, values[type] ?? null]));
}

// Calls a tool, and answers what it asks.
async function call(name, args) {
  let resume;
  for (let round = 0; round < 10; round += 1) {
    const result = await live({ params: { name, arguments: args }, capabilities, resume });
    if (result?.resultType !== "input_required") return;
    const answers = Object.entries(result.inputRequests).map(([key, { params }]) => [key, accepted(params)]);
    resume = { inputResponses: Object.fromEntries(answers), requestState: result.requestState };
  }
}

// Accepts an elicitation, with the defaults of its fields.
function accepted({ requestedSchema: { properties = {} } = {} } = {}) {
  const values = Object.entries(properties).map(([name, { default: given, type }]) => [name, given ?? sample({ properties: { name: { type } } }).name]);
  return { action: "accept", content: Object.fromEntries(values) };
}

// Returns the result of a live call, if it has one. Answers the questions that come before it.
async function live(body) {
  const response = await post("rpc/tools/call", body);
  let unread = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const events = `${unread}${chunk}`.split("\n\n");
    unread = events.pop();
    for (const event of events) {
      const [, kind, data] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
      if (kind === "result") return JSON.parse(data).result;
      if (kind === "request") await answer(JSON.parse(data));
    }
  }
  return undefined;
}

async function answer({ token, message }) {
  if (token) await post("rpc/answer", { token, result: accepted(message.params) });
}

function post(path, body) {
  return fetch(`${root}/${path}`, { method: "POST", body: JSON.stringify(body) });
}

async function json(path) {
  const response = await fetch(`${root}/${path}`, { headers: { "mcp-ui-client": JSON.stringify({ capabilities }) } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
