// A server of the TypeScript SDK 1.x.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";

const mcp = new McpServer({ name: "typescript1", version: "1" }, { capabilities: { logging: {} } });
const text = (text) => ({ content: [{ type: "text", text }] });
const person = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

mcp.registerTool("echo", { inputSchema: { text: z.string() } }, ({ text: said }) => text(said));
mcp.registerTool("report", {}, async ({ _meta, sendNotification }) => {
  const progress = (progress) =>
    _meta?.progressToken !== undefined &&
    sendNotification({ method: "notifications/progress", params: { progressToken: _meta.progressToken, progress, total: 2 } });
  await progress(1);
  await sendNotification({ method: "notifications/message", params: { level: "info", data: "half" } });
  await progress(2);
  // Some clients lose what arrives with the result.
  await setTimeout(100);
  return text("reported");
});
mcp.registerTool("ask", {}, async () => {
  const { action, content } = await mcp.server.elicitInput({ message: "Who are you?", requestedSchema: person });
  return text(`${action} ${content?.name ?? ""}`);
});
mcp.registerTool("sample", {}, async () => {
  const messages = [{ role: "user", content: { type: "text", text: "Hello" } }];
  return text((await mcp.server.createMessage({ messages, maxTokens: 10 })).content.text);
});
let extra;
// Adds a tool, or removes it again.
mcp.registerTool("change", {}, () => {
  if (extra) extra.remove();
  extra = extra ? undefined : mcp.registerTool("extra", {}, () => text("extra"));
  return text("changed");
});
mcp.registerTool("roots", {}, async () => text((await mcp.server.listRoots()).roots[0].uri));

await mcp.connect(new StdioServerTransport());
