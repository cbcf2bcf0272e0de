//! The corpus's tools and resources, defined in code.

use tower_mcp_ui::tools::{
    Arguments, CallToolResult, ReadResourceResult, RequestParts, Resource, ResourcesProvider, ToolList, ToolsError,
};
use tower_mcp_ui::{BoxFuture, McpUiConfig, RawJson, Tool};

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

/// The handler for every tool.
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

/// The resources provider.
pub(crate) struct Resources;

impl ResourcesProvider for Resources {
    fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<Vec<Resource>, ToolsError>> {
        let resource =
            |text: Box<serde_json::value::RawValue>| Ok(Resource::from_json(&RawJson::parse(text.get().to_owned())?)?);
        Box::pin(async move { corpus::resources().listed.into_iter().map(resource).collect() })
    }

    fn read(&self, uri: String, _: RequestParts) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        Box::pin(async move {
            let resources = corpus::resources();
            let Some(contents) = resources.contents.get(&uri) else { return Ok(None) };
            Ok(Some(ReadResourceResult::from_json(RawJson::parse(contents.get().to_owned())?)?))
        })
    }
}
