//! Tools asked of an MCP server: a client over any tower service that speaks Streamable HTTP.
//!
//! It speaks both eras of MCP: 2026-07-28, in which every request stands for itself, and the revisions before it, with
//! a handshake and sessions. Results are never parsed further than their envelope.

mod caller;
mod cancel;
mod client;
mod connection;
mod era;
mod error;
mod jsonrpc;
mod negotiate;
mod pagination;
mod param_headers;
mod response;
mod session;
mod sign;
mod single_flight;
mod transport;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use http::{HeaderName, Request, Response};
use http_body::Body;
use tower_service::Service;

use self::caller::Caller;
pub(crate) use self::client::McpClient;
use self::connection::Connection;
use self::transport::{ServiceTransport, Transport};
use super::{Backend, CallError, Listing, RequestParts, ToolCall, ToolsError};
use crate::body::RequestBody;
use crate::error::BoxError;
use crate::model::{CallToolResult, RawJson, ReadResourceResult, ToolList};

/// Headers that the client sets itself, that a caller's cannot stand for, or that go along anyway.
pub(crate) fn is_own_header(name: &HeaderName) -> bool {
    let own = [
        "accept",
        "baggage",
        "traceparent",
        "tracestate",
        "connection",
        "content-length",
        "content-type",
        "host",
        "last-event-id",
        "origin",
        "te",
    ];
    own.contains(&name.as_str()) || name.as_str().starts_with("mcp-") || name.as_str() == "transfer-encoding"
}

/// A service that speaks MCP: the wrapped one, at hand for the one request that the explorer answers, or one that was
/// handed over.
pub(crate) struct McpBackend {
    transport: Arc<dyn Transport>,
    client: Arc<McpClient>,
}

impl McpClient {
    /// Asks a service that was polled ready, and clones of it.
    pub(crate) fn over_ready<S, B>(self: &Arc<Self>, ready: S) -> McpBackend
    where
        ServiceTransport<S, B>: Transport + 'static,
        S: Clone,
    {
        McpBackend { transport: Arc::new(ServiceTransport::<S, B>::over_ready(ready)), client: Arc::clone(self) }
    }
}

impl McpBackend {
    /// An MCP service that was handed over.
    pub(crate) fn handed<M, B>(service: M, client: Arc<McpClient>) -> Self
    where
        M: Service<Request<RequestBody>, Response = Response<B>> + Clone + Send + 'static,
        M::Future: Send,
        M::Error: Into<BoxError>,
        B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
    {
        Self { transport: Arc::new(ServiceTransport::new(service)), client }
    }
}

impl McpBackend {
    fn connection(&self, request: &RequestParts) -> Connection {
        let caller = Caller::of(request, self.client.endpoint(), self.client.forwarded_headers());
        Connection {
            transport: Arc::clone(&self.transport),
            caller: Arc::new(caller),
            budget: self.client.budget().clone(),
        }
    }
}

impl Backend for McpBackend {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        Box::pin(async move { self.client.list(&self.connection(&request)).await })
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        Box::pin(async move { self.client.call(&self.connection(&call.request), &call).await })
    }

    /// MCP servers may keep tools out of their list that they answer for.
    fn takes_unlisted(&self) -> bool {
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
