use std::fmt;
use std::sync::Arc;

use crate::backend::Backend;
use crate::backend::mcp::McpClient;

/// Marks a layer whose tools come from the wrapped service itself, over MCP.
///
/// It is the default type parameter of [`McpUiLayer`](crate::McpUiLayer) and [`McpUi`](crate::McpUi). The wrapped
/// service must accept a [`RequestBody`](crate::RequestBody), because it gets the explorer's requests beside those of
/// clients.
#[derive(Clone)]
pub struct InnerService(pub(crate) Arc<McpClient>);

/// Marks a layer whose tools do not come from the wrapped service.
///
/// [`McpUiLayer::mcp`](crate::McpUiLayer::mcp) and [`McpUiLayer::tools`](crate::McpUiLayer::tools) return it. The
/// wrapped service gets only the requests that pass, with their own type of body.
#[derive(Clone)]
pub struct GivenTools(pub(crate) Arc<dyn Backend>);

impl fmt::Debug for InnerService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InnerService")
    }
}

impl fmt::Debug for GivenTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GivenTools")
    }
}
