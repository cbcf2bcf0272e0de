use serde::Serialize;

/// A public document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Source {
    /// A short title.
    pub title: &'static str,
    /// The URL.
    pub url: &'static str,
}

const fn source(title: &'static str, url: &'static str) -> Source {
    Source { title, url }
}

pub(super) const MCP_NAMES: Source =
    source("MCP specification", "https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-names");
pub(super) const MCP_ANNOTATIONS: Source =
    source("MCP specification", "https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations");
pub(super) const OPENAI_FUNCTIONS: Source = source(
    "OpenAI's API",
    "https://github.com/openai/openai-python/blob/main/src/openai/types/shared_params/function_definition.py",
);
pub(super) const OPENAI_SCHEMAS: Source =
    source("OpenAI's guide", "https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas");
pub(super) const AZURE_FUNCTIONS: Source =
    source("Microsoft's guide", "https://learn.microsoft.com/en-us/azure/foundry/openai/how-to/function-calling");
pub(super) const CLAUDE_TOOLS: Source =
    source("Claude's guide", "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools");
pub(super) const CLAUDE_AGENTS: Source = source(
    "Claude's guide to agents",
    "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes-custom-tools",
);
pub(super) const VS_CODE: Source = source("VS Code's tracker", "https://github.com/microsoft/vscode/issues/246119");
pub(super) const CLAUDE_CODE: Source =
    source("Claude Code's tracker", "https://github.com/anthropics/claude-code/issues/40075");
