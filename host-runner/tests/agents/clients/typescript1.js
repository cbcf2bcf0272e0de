// An agent with the TypeScript SDK 1.x. Its arguments and its output are those of `calls.py`.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as types from "@modelcontextprotocol/sdk/types.js";
import { runCalls } from "./calls.js";

await runCalls(() => {
  const client = new Client(
    { name: "typescript1", version: "1" },
    { capabilities: { elicitation: {}, sampling: {}, roots: {} } },
  );
  return {
    client,
    http: (url, headers) => new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    stdio: (command, args) => new StdioClientTransport({ command, args, stderr: "ignore" }),
    handle: {
      elicit: (answer) => client.setRequestHandler(types.ElicitRequestSchema, answer),
      sample: (answer) => client.setRequestHandler(types.CreateMessageRequestSchema, answer),
      roots: (answer) => client.setRequestHandler(types.ListRootsRequestSchema, answer),
      log: (take) => client.setNotificationHandler(types.LoggingMessageNotificationSchema, take),
    },
    call: (call, onprogress) => client.callTool(call, undefined, { onprogress }),
  };
});
