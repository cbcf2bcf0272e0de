//! Where tools come from: given in code, or asked of an MCP server. [`Backend`] is the one seam.

mod call;
mod error;
mod handler;
mod in_code;
pub(crate) mod mcp;
mod provider;
mod resources;

use std::sync::Arc;

use futures_util::future::{self, BoxFuture};
use http::request::Parts;

pub use self::call::{Arguments, ToolCall};
pub(crate) use self::error::Refusal;
pub use self::error::{CallError, ToolsError};
pub use self::handler::{IntoToolHandler, ToolHandler};
pub(crate) use self::in_code::ToolsInCode;
pub use self::provider::{IntoToolList, IntoToolsProvider, ToolsProvider};
pub use self::resources::ResourcesProvider;
pub(crate) use self::resources::{Listing, WithResources};
use crate::model::{CallToolResult, RawJson, ReadResourceResult, ToolList};

/// The request that the explorer answers, without its body: its headers, and in its extensions what outer layers and
/// the auth hook have found out.
pub type RequestParts = Arc<Parts>;

/// A source of tools: lists them, calls them, and reads the resources that they refer to.
pub(crate) trait Backend: Send + Sync {
    /// The tools that this caller may see, in their order.
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>>;

    /// Calls a tool out of the list.
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>>;

    /// Returns whether the source may answer for tools that it does not list. The setting `unlisted_tools` decides whether
    /// they run.
    fn takes_unlisted(&self) -> bool {
        false
    }

    /// The resources or templates that this caller may see: MCP's objects.
    fn resources(&self, _: Listing, _: RequestParts) -> BoxFuture<'_, Result<Vec<RawJson>, ToolsError>> {
        Box::pin(future::ready(Ok(Vec::new())))
    }

    /// Reads a resource, listed or not; `None` when there is none of this URI.
    fn read(&self, _uri: String, _: RequestParts) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        Box::pin(future::ready(Ok(None)))
    }
}
