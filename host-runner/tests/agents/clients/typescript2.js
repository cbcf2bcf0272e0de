// An agent with the TypeScript SDK 2.x. Its arguments and its output are those of `calls.py`.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { runCalls } from "./calls.js";

await runCalls(() => {
  const client = new Client(
    { name: "typescript2", version: "1" },
    { capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} }, versionNegotiation: { mode: "auto" } },
  );
  return {
    client,
    http: (url, headers) => new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    stdio: (command, args) => new StdioClientTransport({ command, args, stderr: "ignore" }),
    handle: {
      elicit: (answer) => client.setRequestHandler("elicitation/create", answer),
      sample: (answer) => client.setRequestHandler("sampling/createMessage", answer),
      roots: (answer) => client.setRequestHandler("roots/list", answer),
      log: (take) => client.setNotificationHandler("notifications/message", take),
    },
    call: (call, onprogress) => client.callTool(call, { onprogress }),
  };
});
