use std::sync::{Mutex, PoisonError};

use tower_mcp_ui::tools::{RequestParts, ToolList, ToolsError, ToolsProvider};
use tower_mcp_ui::{BoxFuture, RawJson};

use crate::bindings::mcp_ui::tools::tools_provider;
use crate::{context, document, failure};

/// The imported `tools-provider`.
#[derive(Debug)]
pub(crate) struct WitProvider {
    limit: usize,
    last: Mutex<Option<Last>>,
}

/// The last list, so that an identical one need not be parsed again.
#[derive(Debug)]
struct Last {
    text: RawJson,
    tools: ToolList,
}

impl WitProvider {
    /// Creates a provider that accepts lists up to `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, last: Mutex::new(None) }
    }

    async fn fetch(&self, request: RequestParts) -> Result<ToolList, ToolsError> {
        let response = tools_provider::list_tools(context::of(&request)).await.map_err(failure::into_error)?;
        self.read(document::read(response, self.limit).await?)
    }

    fn read(&self, bytes: Vec<u8>) -> Result<ToolList, ToolsError> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = last.as_ref().filter(|last| last.text.get().as_bytes() == bytes) {
            return Ok(last.tools.clone());
        }
        let invalid =
            |error| ToolsError::unavailable(format!("The list of tools is not a JSON array of MCP tools: {error}"));
        let text = RawJson::parse(bytes).map_err(invalid)?;
        let tools = ToolList::from_json(&text).map_err(invalid)?;
        *last = Some(Last { text, tools: tools.clone() });
        Ok(tools)
    }
}

impl ToolsProvider for WitProvider {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        Box::pin(self.fetch(request))
    }
}
