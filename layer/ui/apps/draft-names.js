// Method names of the MCP Apps drafts. An app that uses them also receives notifications under these names.
const DRAFT_NAMES = new Map([
  ["notifications/initialized", "ui/notifications/initialized"],
  ["mcp-ui/size-change", "ui/notifications/size-changed"],
  ["mcp-ui/notifications/tool-input-partial", "ui/notifications/tool-input-partial"],
  ["mcp-ui/notifications/tool-input", "ui/notifications/tool-input"],
  ["mcp-ui/tool-result", "ui/notifications/tool-result"],
  ["mcp-ui/tool-cancelled", "ui/notifications/tool-cancelled"],
  ["mcp-ui/host-context-change", "ui/notifications/host-context-changed"],
]);

function draftNameOf(method) {
  return [...DRAFT_NAMES].find(([, current]) => current === method)?.[0] ?? method;
}

// The response to MCP's `initialize`, which the drafts used. It has the members of both protocols.
function draftInitializeResult(run, requested) {
  const result = initializeResult(run, requested);
  return { ...result, protocolVersion: requested, capabilities: {}, serverInfo: result.hostInfo, _meta: result.hostContext };
}
