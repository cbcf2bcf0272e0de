// The agents, each of which takes a connection and calls, and returns the names of the tools and the outcomes of the calls.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const LIMIT_MS = 90_000;

const run = promisify(execFile);
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const python = process.env.MCP_UI_PYTHON;
const inspector = path("node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");

function program(...command) {
  const [file, ...rest] = command;
  return async (connection, calls) => {
    const { stdout } = await run(file, [...rest, JSON.stringify(connection), JSON.stringify(calls)], { timeout: LIMIT_MS });
    return JSON.parse(stdout.trim().split("\n").at(-1));
  };
}

// Inspector's command line begins anew for each request, and answers no questions.
async function inspect({ url, headers, command }, calls) {
  const target = url
    ? [url, "--transport", "http", ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`])]
    : command;
  const request = async (...options) => {
    const { stdout } = await run(process.execPath, [inspector, "--cli", ...target, ...options], { timeout: LIMIT_MS });
    return JSON.parse(stdout);
  };
  const { tools } = await request("--method", "tools/list");
  const [{ tool, arguments: given }] = calls;
  const pairs = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  const { isError, content } = await request("--method", "tools/call", "--tool-name", tool, "--tool-arg", ...pairs);
  const outcome = { isError: isError === true, text: content[0].text, progress: 0, logs: 0 };
  return { tools: tools.map(({ name }) => name), outcomes: [outcome] };
}

export const CLIENTS = {
  "Python 1.30": program(process.env.MCP_UI_PYTHON1, path("clients/python1.py")),
  "Python 2.3": program(python, path("clients/python2.py")),
  "FastMCP 4.1": program(python, path("clients/fast_mcp.py")),
  "TypeScript 1.32": program(process.execPath, path("clients/typescript1.js")),
  "TypeScript 2.4": program(process.execPath, path("clients/typescript2.js")),
  "Inspector 2.12": inspect,
  rmcp: program(process.env.MCP_UI_RMCP_CLIENT),
};
