//! The corpus's tools, given in code.

use tower_mcp_ui::{Arguments, CallToolResult, McpUiConfig, RawJson, Tool, ToolList};

use super::corpus::{self, Profile};

pub(crate) fn config(profile: &Profile) -> McpUiConfig {
    McpUiConfig::from_env(profile.clone()).expect("a valid profile")
}

pub(crate) fn tools() -> ToolList {
    let tool = |text: Box<serde_json::value::RawValue>| {
        let json = RawJson::parse(text.get().to_owned()).expect("JSON");
        Tool::from_json(&json).expect("a tool")
    };
    ToolList::new(corpus::tools().into_iter().map(tool)).expect("different names")
}

/// The handler of every tool.
pub(crate) async fn call(name: String, arguments: Arguments) -> Result<CallToolResult, String> {
    match name.as_str() {
        "echo" => Ok(CallToolResult::text(arguments.get())),
        "fail" => Err("the disk is on fire".to_owned()),
        name => {
            let results = corpus::results();
            let result = results.get(name).ok_or_else(|| format!("no result for {name}"))?;
            let json = RawJson::parse(result.get().to_owned()).map_err(|error| error.to_string())?;
            CallToolResult::from_json(&json).map_err(|error| error.to_string())
        }
    }
}
