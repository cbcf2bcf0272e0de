// The names that drafts of MCP Apps had for the same methods. Whoever asks in one of them is told things in them.
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
  return [...DRAFT_NAMES].find(([, now]) => now === method)?.[0] ?? method;
}

// MCP's own `initialize`, with which the drafts began, answered so that an app finds what it looks for in either place.
function draftInitializeResult(run, asked) {
  const result = initializeResult(run, asked);
  return { ...result, protocolVersion: asked, capabilities: {}, serverInfo: result.hostInfo, _meta: result.hostContext };
}
