// Method names of the MCP Apps drafts. An app that uses them also receives notifications under these names.
const DRAFT_NAMES: ReadonlyMap<string, string> = new Map([
  ["notifications/initialized", "ui/notifications/initialized"],
  ["mcp-ui/size-change", "ui/notifications/size-changed"],
  ["mcp-ui/notifications/tool-input-partial", "ui/notifications/tool-input-partial"],
  ["mcp-ui/notifications/tool-input", "ui/notifications/tool-input"],
  ["mcp-ui/tool-result", "ui/notifications/tool-result"],
  ["mcp-ui/tool-cancelled", "ui/notifications/tool-cancelled"],
  ["mcp-ui/host-context-change", "ui/notifications/host-context-changed"],
]);

export function currentNameOf(method: string): string {
  return DRAFT_NAMES.get(method) ?? method;
}

export function draftNameOf(method: string): string {
  return [...DRAFT_NAMES].find(([, current]) => current === method)?.[0] ?? method;
}
