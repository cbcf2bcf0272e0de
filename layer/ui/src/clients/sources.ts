// The public documents that say what clients refuse.

export interface Source {
  readonly title: string;
  readonly url: string;
}

export const MCP_NAMES: Source = {
  title: "MCP specification",
  url: "https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-names",
};
export const OPENAI_FUNCTIONS: Source = {
  title: "OpenAI's API",
  url: "https://github.com/openai/openai-python/blob/main/src/openai/types/shared_params/function_definition.py",
};
export const OPENAI_SCHEMAS: Source = {
  title: "OpenAI's guide",
  url: "https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas",
};
export const AZURE_FUNCTIONS: Source = {
  title: "Microsoft's guide",
  url: "https://learn.microsoft.com/en-us/azure/foundry/openai/how-to/function-calling",
};
export const CLAUDE_TOOLS: Source = {
  title: "Claude's guide",
  url: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
};
export const CLAUDE_AGENTS: Source = {
  title: "Claude's guide to agents",
  url: "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes-custom-tools",
};
export const VS_CODE: Source = {
  title: "VS Code's tracker",
  url: "https://github.com/microsoft/vscode/issues/246119",
};
export const CLAUDE_CODE: Source = {
  title: "Claude Code's tracker",
  url: "https://github.com/anthropics/claude-code/issues/40075",
};
