//! Backends, which list and run the tools. A [`Backend`] is either defined in code or a client for an MCP server.
//!
//! - `call`, `context`, `handler`, `prompts`, `provider`, `resources`: the interface for tools in code.
//! - `in_code`: the backend that combines a provider and a handler.
//! - `exchange`, `live`, `message`: a backend's answer to one request, a message stream that ends with the result.
//! - `answer`: the user's answer to a server's question.
//! - `client_options`: the capabilities and the revision that a caller chooses for its requests.
//! - `error`: backend failures, each with an HTTP status; `unreachable` explains connection failures.
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
mod message;
mod prompts;
mod provider;
mod resources;
mod unreachable;

use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::{self, BoxFuture};
use http::StatusCode;
use http::request::Parts;
use http::uri::PathAndQuery;

pub(crate) use self::answer::{Answer, AnswerError};
pub use self::call::{Arguments, ToolCall};
pub use self::client_options::RevisionChoice;
pub(crate) use self::client_options::{CLIENT_OPTIONS, ClientOptions};
pub use self::context::{CallContext, LogLevel};
pub(crate) use self::error::Refusal;
pub use self::error::{CallError, ToolsError};
pub(crate) use self::exchange::{Exchange, Messages, Reply};
pub(crate) use self::handler::{HandlerFn, result_of};
pub use self::handler::{IntoToolHandler, ToolHandler};
pub(crate) use self::in_code::ToolsInCode;
pub(crate) use self::live::{LISTEN, LiveError, LiveRequest, LiveResult, METHOD_NOT_FOUND};
pub(crate) use self::message::{Message, Reception};
pub(crate) use self::prompts::WithPrompts;
pub use self::prompts::{Completion, PromptArguments, PromptsProvider};
pub use self::provider::{IntoToolList, IntoToolsProvider, ToolsProvider};
pub use self::resources::ResourcesProvider;
pub(crate) use self::resources::{Listing, WithResources};
use crate::model::{CallToolResult, RawJson, ReadResourceResult, ServerDescription, ToolList};

/// The request to the explorer, without its body: its headers, and the extensions added by outer layers and the auth
/// hook.
///
/// The parts are shared, because both the provider and the handler get them:
///
/// ```
/// use std::sync::Arc;
/// use http::Request;
/// use tower_mcp_ui::tools::RequestParts;
///
/// let (parts, ()) = Request::get("/explorer/tools").header("accept-language", "no").body(())?.into_parts();
/// let request: RequestParts = Arc::new(parts);
/// assert_eq!(request.headers["accept-language"], "no");
/// # Ok::<(), http::Error>(())
/// ```
pub type RequestParts = Arc<Parts>;

/// A backend, which lists and calls tools, and reads the resources that they refer to.
///
/// The explorer limits each method's time and catches panics, so an implementation does neither. Dropping a future or
/// an exchange cancels its request.
pub(crate) trait Backend: Send + Sync {
    /// Returns the tools that this caller may see, in order. Runs for every request that concerns a tool.
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>>;

    /// Returns the tools that this caller may see, for a call to `tool`. With `may_be_outdated`, the list need not be
    /// current if it contains `tool`.
    fn list_with<'a>(
        &'a self,
        tool: &'a str,
        may_be_outdated: bool,
        request: RequestParts,
    ) -> BoxFuture<'a, Result<ToolList, ToolsError>> {
        match self.inner() {
            Some(inner) => inner.list_with(tool, may_be_outdated, request),
            None => self.list(request),
        }
    }

    /// Calls a tool that is listed, or allowed although unlisted. The caller is authorized.
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>>;

    /// Handles a request from the page, with any MCP method: the server's messages as they arrive, then the result. The
    /// exchange is part of a response, which outlives the explorer's own work on the request.
    fn live(self: Arc<Self>, request: LiveRequest) -> Exchange<LiveResult>;

    /// Returns the backend that this one extends, which handles every method that this one does not implement.
    fn inner(&self) -> Option<&dyn Backend> {
        None
    }

    /// Sends the answer to a server's question, which arrived as a message in a live request.
    fn answer(&self, answer: Answer, request: RequestParts) -> BoxFuture<'_, Result<(), AnswerError>> {
        match self.inner() {
            Some(inner) => inner.answer(answer, request),
            None => Box::pin(future::ready(Err(AnswerError::Forged))),
        }
    }

    /// Returns the server's self-description for this caller. Runs after [`list`](Self::list) has succeeded.
    fn server(&self, request: RequestParts) -> BoxFuture<'_, Result<ServerDescription, ToolsError>> {
        match self.inner() {
            Some(inner) => inner.server(request),
            None => Box::pin(future::ready(Ok(ServerDescription::default()))),
        }
    }

    /// Forgets the backend's cached tool lists.
    fn forget_lists(&self) {
        if let Some(inner) = self.inner() {
            inner.forget_lists();
        }
    }

    /// Returns whether the backend may have unlisted tools. The setting `unlisted_tools` decides whether they run.
    fn may_have_unlisted(&self) -> bool {
        self.inner().is_some_and(Backend::may_have_unlisted)
    }

    /// Returns the resources or templates that this caller may see, as MCP objects.
    fn resources(&self, listing: Listing, request: RequestParts) -> BoxFuture<'_, Result<Vec<RawJson>, ToolsError>> {
        match self.inner() {
            Some(inner) => inner.resources(listing, request),
            None => Box::pin(future::ready(Ok(Vec::new()))),
        }
    }

    /// Requests the document at this path from the MCP service, without the caller's credentials. Returns the status
    /// and the document, which is empty unless the status is 200. Returns `None` if there is no service.
    fn document(
        &self,
        path: PathAndQuery,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<Option<(StatusCode, Bytes)>, ToolsError>> {
        match self.inner() {
            Some(inner) => inner.document(path, request),
            None => Box::pin(future::ready(Ok(None))),
        }
    }

    /// Reads a resource, listed or not. Returns `None` if there is no resource with this URI.
    fn read(
        &self,
        uri: String,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        match self.inner() {
            Some(inner) => inner.read(uri, request),
            None => Box::pin(future::ready(Ok(None))),
        }
    }
}
