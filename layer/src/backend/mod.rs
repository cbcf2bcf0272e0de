//! Backends, which list and run the tools. A [`Backend`] is either defined in code or a client of an MCP server.
//!
//! - `call`, `context`, `handler`, `provider`, `resources`: the interface for tools in code.
//! - `in_code`: the backend that combines a provider and a handler.
//! - `mcp`: the backend that is a client of an MCP server.
//! - `exchange`, `live`, `message`: the answer of a backend to one request, a stream of messages that ends with the
//!   result.
//! - `answer`: the answer of a person to a question of the server.
//! - `client_options`: the capabilities and the revision that a caller chooses for its requests.
//! - `error`: failures of a backend, each of which has its HTTP status.
//!
//! The explorer knows only the trait, so its endpoints are the same for all backends.

mod answer;
mod call;
mod client_options;
mod context;
mod error;
mod exchange;
mod handler;
mod in_code;
mod live;
pub(crate) mod mcp;
mod message;
mod provider;
mod resources;

use std::sync::Arc;

use futures_util::future::{self, BoxFuture};
use http::request::Parts;

pub(crate) use self::answer::{Answer, AnswerError};
pub use self::call::{Arguments, ToolCall};
pub(crate) use self::client_options::{CLIENT_OPTIONS, ClientOptions, RevisionChoice};
pub use self::context::{CallContext, LogLevel};
pub(crate) use self::error::Refusal;
pub use self::error::{CallError, ToolsError};
pub(crate) use self::exchange::{Exchange, Messages, Reply};
pub use self::handler::{IntoToolHandler, ToolHandler};
pub(crate) use self::in_code::ToolsInCode;
pub(crate) use self::live::{LiveError, LiveRequest, LiveResult};
pub(crate) use self::message::{Message, Reception};
pub use self::provider::{IntoToolList, IntoToolsProvider, ToolsProvider};
pub use self::resources::ResourcesProvider;
pub(crate) use self::resources::{Listing, WithResources};
use crate::model::{CallToolResult, RawJson, ReadResourceResult, ToolList};

/// The request to the explorer, without its body: its headers, and the extensions that outer layers and the auth hook
/// have added.
///
/// The parts are shared, because both the provider and the handler get them:
///
/// ```
/// use std::sync::Arc;
/// use http::Request;
/// use tower_mcp_ui::RequestParts;
///
/// let (parts, ()) = Request::get("/explorer/tools").header("accept-language", "no").body(())?.into_parts();
/// let request: RequestParts = Arc::new(parts);
/// assert_eq!(request.headers["accept-language"], "no");
/// # Ok::<(), http::Error>(())
/// ```
pub type RequestParts = Arc<Parts>;

/// A backend, which lists and calls tools, and reads the resources that they refer to.
///
/// A call or a read is an [`Exchange`]: the messages of the server as they arrive, then the result.
///
/// The explorer limits the time of each method and catches panics, so an implementation does neither. Dropping a future
/// or an exchange cancels its request.
pub(crate) trait Backend: Send + Sync {
    /// Returns the tools that this caller may see, in order. Runs for every request that concerns a tool.
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>>;

    /// Calls a tool, which is listed or has been allowed as an unlisted one. The caller is authorized.
    fn call(&self, call: ToolCall) -> Exchange<'_, Result<CallToolResult, CallError>>;

    /// Handles a request of the page with any MCP method.
    fn live(&self, request: LiveRequest) -> Exchange<'_, LiveResult>;

    /// Sends the answer to a question of the server, which was a message of a live request.
    fn answer(&self, _: Answer, _: RequestParts) -> BoxFuture<'_, Result<(), AnswerError>> {
        Box::pin(future::ready(Err(AnswerError::Forged)))
    }

    /// Returns whether the backend may have tools that it does not list. The setting `unlisted_tools` decides whether
    /// they run.
    fn may_have_unlisted(&self) -> bool {
        false
    }

    /// Returns the resources or templates that this caller may see, as MCP objects.
    fn resources(&self, _: Listing, _: RequestParts) -> BoxFuture<'_, Result<Vec<RawJson>, ToolsError>> {
        Box::pin(future::ready(Ok(Vec::new())))
    }

    /// Reads a resource, listed or not. Returns `None` if there is no resource with this URI.
    fn read(&self, _uri: String, _: RequestParts) -> Exchange<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        Exchange::of_result(Box::pin(future::ready(Ok(None))))
    }
}
