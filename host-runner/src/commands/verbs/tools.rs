use std::fmt::Write as _;

use clap::Args;
use mcp_ui_host::Questions;
use serde_json::Value;

use super::{EXIT_CODES, lists, output, session};
use crate::commands::Failure;
use crate::commands::harmless::harmless_line;
use crate::commands::target::TargetArgs;

#[derive(Debug, Args)]
#[command(
    override_usage = "mcp-ui tools [OPTIONS] -- COMMAND [ARGUMENT]...\n       mcp-ui tools [OPTIONS] URL",
    after_help = format!("Examples:\n  \
        mcp-ui tools -- npx -y @modelcontextprotocol/server-everything\n  \
        mcp-ui tools https://example.com/mcp --json | jq -r '.tools[].name'\n\n{EXIT_CODES}")
)]
pub(crate) struct ToolsArgs {
    /// URL of a running server's MCP endpoint.
    #[arg(value_name = "URL")]
    words: Vec<String>,

    /// Print the tools as the server sent them: `{"tools": […]}`.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    target: TargetArgs,
}

impl ToolsArgs {
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        session::run(&self.target, &self.words, self.json, Questions::None, async |client, words| {
            if let [word, ..] = words {
                return Err(Failure::usage(format!("Unexpected argument: {word:?}.")));
            }
            let tools = lists::list(client, "tools/list", "tools").await?;
            if self.json {
                return output::print_json(&lists::to_json(&[("tools", &tools)]));
            }
            let lines = tools.iter().map(|tool| line(&serde_json::from_str(tool.get()).unwrap_or_default()));
            output::print_bytes(lines.collect::<String>().as_bytes())
        })
        .await
    }
}

/// Formats a tool as one line.
fn line(tool: &Value) -> String {
    let mut line = harmless_line(tool["name"].as_str().unwrap_or("(a tool without a name)")).into_owned();
    let annotations = &tool["annotations"];
    let is = |hint: &str| annotations[hint] == true;
    let marks = [
        ("app", app_of(tool).is_some()),
        ("read-only", is("readOnlyHint")),
        // Without `readOnlyHint`, this hint defaults to true (MCP, `ToolAnnotations`). Only an explicit hint is marked.
        ("destructive", is("destructiveHint") && !is("readOnlyHint")),
    ];
    for (mark, _) in marks.into_iter().filter(|(_, holds)| *holds) {
        // Writing to a string cannot fail.
        let _ = write!(line, " [{mark}]");
    }
    let title = tool["title"].as_str().or_else(|| annotations["title"].as_str());
    let description = tool["description"].as_str().and_then(|text| text.lines().find(|line| !line.trim().is_empty()));
    for text in [title, description].into_iter().flatten() {
        let _ = write!(line, "  {}", harmless_line(text.trim()));
    }
    line.push('\n');
    line
}

/// Returns the URI for a tool's app (MCP Apps, and its older form).
pub(super) fn app_of(tool: &Value) -> Option<&str> {
    let meta = &tool["_meta"];
    meta["ui"]["resourceUri"].as_str().or_else(|| meta["ui/resourceUri"].as_str())
}
