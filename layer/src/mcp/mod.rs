//! An MCP client over any tower service that speaks Streamable HTTP.
//!
//! It supports both revision kinds: 2026-07-28, which is stateless, and the older revisions, with a handshake and
//! sessions. Only a result's envelope is parsed.
//!
//! A request passes through these modules:
//!
//! - `client`: the MCP methods that the explorer uses, called by [`McpBackend`]; `pagination` collects a list's pages.
//! - `negotiate`: the choice of revision, which `known_revision` stores; `sign` interprets errors for it, and
//!   `single_flight` shares its probes.
//! - `handshake`, `session`, `in_session`: the callers' sessions with servers that use the older revisions.
//! - `wire`, `send`, `request`, `revisions`: one request in one revision; `param_headers` creates the headers that mirror
//!   arguments, and `cancel` the notification for a dropped request.
//! - `connection`, `caller`, `transport`: the HTTP request on behalf of the caller, and the service that gets it.
//! - `reading`, `response`, `events`, `messages`, `jsonrpc`: the response, as JSON or as an event stream; `error` defines
//!   request errors.
//! - `answers`, `listen`: a server's questions within a session, and the stream for messages that belong to no
//!   request; `stream_turns` lets one request after another have that stream, `live` finds the call that a message
//!   belongs to, and `subscriptions` follows the stream without a call.
//! - `kept_lists`: the cached tool lists.
//! - `describe`, `descriptions`: the server's self-description, and the cache for it.
//!
//! The server is not trusted: its responses are limited in size and its lists in pages and items, and its
//! self-descriptions are treated only as text.

mod answers;
mod caller;
mod cancel;
mod client;
mod connection;
mod describe;
mod descriptions;
mod error;
mod events;
mod handshake;
mod in_session;
mod jsonrpc;
mod kept_lists;
mod known_revision;
mod listen;
mod live;
mod messages;
mod metered_body;
mod negotiate;
mod pagination;
mod param_headers;
mod reading;
mod request;
mod response;
mod resume;
mod revisions;
mod send;
mod session;
mod sign;
mod single_flight;
mod stream_turns;
mod subscriptions;
mod transport;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::header::{self, HeaderMap, HeaderName};
use http::uri::PathAndQuery;
use http::{Request, Response, StatusCode};
use http_body::Body;
use tower_service::Service;

use self::caller::Caller;
pub(crate) use self::caller::{CallerKey, key as caller_key};
pub(crate) use self::client::McpClient;
use self::connection::Connection;
use self::kept_lists::{Found, PAUSE};
pub(crate) use self::transport::ErasedService;
use self::transport::{Transport, transport};
use crate::backend::{
    Answer, AnswerError, Backend, CallError, Exchange, Listing, LiveRequest, LiveResult, RequestParts, ToolCall,
    ToolsError,
};
use crate::body::PassedOrExplorer;
use crate::error::BoxError;
use crate::model::{CallToolResult, RawJson, ReadResourceResult, ServerDescription, ToolList};
use crate::stack::NoBody;

/// Returns the MCP client capabilities that the explorer announces to servers with sessions if a user at its page can
/// answer questions. For programs that do the handshake with such a server on the explorer's behalf.
///
/// ```
/// let capabilities = tower_mcp_ui::embedding::client_capabilities();
/// assert!(capabilities.get().contains("io.modelcontextprotocol/ui"));
/// assert!(capabilities.get().contains("elicitation"));
/// ```
#[cfg(feature = "embedding")]
pub fn client_capabilities() -> RawJson {
    let answered = RawJson::literal(concat!(
        r#"{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{},"#,
        r#""tasks":{"list":{},"cancel":{},"requests":{"elicitation":{"create":{}},"sampling":{"createMessage":{}}}}}"#,
    ));
    jsonrpc::capabilities(crate::model::RawObject::parse(&answered).ok().as_ref())
}

/// Maximum size in bytes of a document beside the endpoint, such as metadata. A larger document is an error.
const MAX_DOCUMENT: usize = 256 * 1024;

/// A service that speaks MCP: the wrapped service, for the duration of one request to the explorer, or a separate
/// service.
pub(crate) struct McpBackend {
    transport: Arc<Transport>,
    client: Arc<McpClient>,
    /// True if clients reach the service at the endpoint, too: it is the wrapped service, or `endpoint_passes` is set.
    is_inner: bool,
}

impl McpBackend {
    /// Creates a backend from a service that was polled ready. Later requests go to its clones.
    pub(crate) fn over_ready<S, B, ResB>(ready: S, client: Arc<McpClient>) -> Self
    where
        S: Service<Request<PassedOrExplorer<B>>, Response = Response<ResB>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Into<BoxError>,
        B: Send + 'static,
        ResB: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
    {
        Self { transport: transport(ready.clone(), Some(ready)), client, is_inner: true }
    }

    /// Creates a backend from a separate MCP service.
    pub(crate) fn new<M, B>(service: M, client: Arc<McpClient>) -> Self
    where
        M: Service<Request<PassedOrExplorer<NoBody>>, Response = Response<B>> + Clone + Send + 'static,
        M::Future: Send,
        M::Error: Into<BoxError>,
        B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
    {
        let is_inner = client.endpoint_passes;
        Self { transport: transport(service, None), client, is_inner }
    }

    /// Creates the connection for a request to the explorer. Nothing is sent yet.
    fn connection(&self, request: &RequestParts) -> Connection {
        self.connection_to(self.client.endpoint(), self.client.forwarded_headers(), request)
    }

    fn connection_to(&self, path: &PathAndQuery, forwarded: &[HeaderName], request: &RequestParts) -> Connection {
        let caller = Caller::of(request, path, forwarded);
        Connection {
            transport: Arc::clone(&self.transport),
            caller: Arc::new(caller),
            budget: self.client.budget().clone(),
        }
    }
}

/// Returns whether a request asks for a fresh response (RFC 9111, section 5.2.1.4), as the page does on Reload.
fn wants_fresh(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|directive| directive.trim().eq_ignore_ascii_case("no-cache"))
}

impl Backend for McpBackend {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        Box::pin(async move {
            let connection = self.connection(&request);
            let is_kept = !wants_fresh(&request.headers);
            match self.client.kept_lists().get(&connection.caller.key).filter(|_| is_kept) {
                Some(list) => Ok(list),
                None => self.client.list(&connection, Duration::ZERO).await,
            }
        })
    }

    /// If the tool is in a list that may be outdated, the call is sent immediately, and the list is requested in
    /// parallel.
    fn list_with<'a>(
        &'a self,
        tool: &'a str,
        may_be_outdated: bool,
        request: RequestParts,
    ) -> BoxFuture<'a, Result<ToolList, ToolsError>> {
        Box::pin(async move {
            let connection = self.connection(&request);
            if wants_fresh(&request.headers) {
                return self.client.list(&connection, Duration::ZERO).await;
            }
            let may_be_outdated = may_be_outdated && self.client.wire.background.outlives_requests();
            match self.client.kept_lists().find(&connection.caller.key, tool, may_be_outdated) {
                Some(Found { list, is_outdated }) => {
                    if is_outdated {
                        self.client.renew_list(connection);
                    }
                    Ok(list)
                }
                None => self.client.list(&connection, PAUSE).await,
            }
        })
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        Box::pin(async move { self.client.call(&call, &self.connection(&call.request)).await })
    }

    fn live(self: Arc<Self>, request: LiveRequest) -> Exchange<LiveResult> {
        Exchange::new(|messages| async move {
            self.client.live(&request, &self.connection(&request.request), &messages).await
        })
    }

    fn answer(&self, answer: Answer, request: RequestParts) -> BoxFuture<'_, Result<(), AnswerError>> {
        Box::pin(async move { self.client.answer(&answer, &self.connection(&request)).await })
    }

    fn server(&self, request: RequestParts) -> BoxFuture<'_, Result<ServerDescription, ToolsError>> {
        Box::pin(async move {
            let connection = self.connection(&request);
            let description = self.client.describe(&connection, wants_fresh(&request.headers)).await;
            let endpoint = self.is_inner.then(|| self.client.endpoint().to_string());
            Ok(description.at(endpoint))
        })
    }

    fn document(
        &self,
        path: PathAndQuery,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<Option<(StatusCode, Bytes)>, ToolsError>> {
        Box::pin(async move {
            let connection = self.connection_to(&path, &[], &request);
            connection.get(MAX_DOCUMENT).await.map(Some).map_err(|failure| self.client.tools_error(failure))
        })
    }

    fn forget_lists(&self) {
        self.client.kept_lists().clear();
    }

    /// MCP servers may accept calls to unlisted tools.
    fn may_have_unlisted(&self) -> bool {
        true
    }

    fn resources(&self, listing: Listing, request: RequestParts) -> BoxFuture<'_, Result<Vec<RawJson>, ToolsError>> {
        Box::pin(async move { self.client.resources(listing, &self.connection(&request)).await })
    }

    fn read(
        &self,
        uri: String,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        Box::pin(async move { self.client.read(&uri, &self.connection(&request)).await })
    }
}
