// The servers over stdio, and the calls that their agents make: one for each of `STEPS`.
import { fileURLToPath } from "node:url";

export const STEPS = ["call", "report", "elicitation", "sampling", "roots"];

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const python = process.env.MCP_UI_PYTHON;
const everything = path("node_modules/@modelcontextprotocol/server-everything/dist/index.js");

// The tools of the servers in `servers/`.
const OWN = [
  { tool: "echo", arguments: { text: "héllo" } },
  { tool: "report", arguments: {} },
  { tool: "ask", arguments: {} },
  { tool: "sample", arguments: {} },
  { tool: "roots", arguments: {} },
];

const EVERYTHING = [
  { tool: "echo", arguments: { message: "héllo" } },
  { tool: "trigger-long-running-operation", arguments: { duration: 0.2, steps: 2 } },
  { tool: "trigger-elicitation-request", arguments: {} },
  { tool: "trigger-sampling-request", arguments: { prompt: "Hello" } },
  { tool: "get-roots-list", arguments: {} },
];

export const SERVERS = {
  "Python 1.30": { command: [process.env.MCP_UI_PYTHON1, path("servers/python.py")], calls: OWN },
  "Python 2.3": { command: [python, path("servers/python.py")], calls: OWN },
  "FastMCP 4.1": { command: [python, path("servers/fast_mcp.py")], calls: OWN },
  "TypeScript 1.32": { command: [process.execPath, path("servers/typescript1.js")], calls: OWN },
  "TypeScript 2.4": { command: [process.execPath, path("servers/typescript2.js")], calls: OWN },
  "server-everything": { command: [process.execPath, everything], calls: EVERYTHING },
  "rmcp (workbench)": {
    command: [process.env.MCP_UI_WORKBENCH],
    calls: [{ tool: "text_diff", arguments: { before: "a", after: "b" } }],
  },
};
