//! Where tools come from: given in code, or asked of an MCP server. [`Tools`] is the one seam.

mod call;
mod error;
mod handler;
pub(crate) mod mcp;
mod provider;
mod registry;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use http::request::Parts;

pub use self::call::{Arguments, ToolCall};
pub(crate) use self::error::Refusal;
pub use self::error::{CallError, ToolsError};
pub use self::handler::{IntoToolHandler, ToolHandler};
pub use self::provider::{IntoToolList, IntoToolsProvider, ToolsProvider};
pub(crate) use self::registry::Registry;
use crate::model::{CallToolResult, ToolList};

/// The request that the explorer answers, without its body: its headers, and in its extensions what outer layers and
/// the auth hook have found out.
pub type RequestParts = Arc<Parts>;

/// A source of tools: lists them, and calls them.
pub(crate) trait Tools: Send + Sync {
    /// The tools that this caller may see, in their order.
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>>;

    /// Calls a tool out of the list.
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>>;
}
