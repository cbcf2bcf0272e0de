// A server of the TypeScript SDK 2.x, which speaks both eras.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";

const text = (text) => ({ content: [{ type: "text", text }] });
const person = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

serveStdio(() => {
  const mcp = new McpServer({ name: "typescript2", version: "1" }, { capabilities: { logging: {} } });
  mcp.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, ({ text: said }) => text(said));
  mcp.registerTool("report", {}, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    const progress = (progress) =>
      progressToken !== undefined &&
      mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 2 } });
    await progress(1);
    await mcpReq.log("info", "half");
    await progress(2);
    // Some clients lose what arrives with the result.
    await setTimeout(100);
    return text("reported");
  });
  mcp.registerTool("ask", {}, async ({ mcpReq }) => {
    const { action, content } = await mcpReq.elicitInput({ message: "Who are you?", requestedSchema: person });
    return text(`${action} ${content?.name ?? ""}`);
  });
  mcp.registerTool("sample", {}, async () => {
    const messages = [{ role: "user", content: { type: "text", text: "Hello" } }];
    return text((await mcp.server.createMessage({ messages, maxTokens: 10 })).content.text);
  });
  mcp.registerTool("roots", {}, async () => text((await mcp.server.listRoots()).roots[0].uri));
  return mcp;
});
