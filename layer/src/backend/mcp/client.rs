use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use http::HeaderName;
use http::header::{HeaderMap, HeaderValue};
use http::uri::PathAndQuery;

use super::cancel::CancelOnDrop;
use super::connection::Connection;
use super::error::McpError;
use super::jsonrpc::{self, Params};
use super::pagination::{ListOf, Lists, Pages};
use super::param_headers;
use super::response;
use super::revisions::{Era, LEGACY_VERSIONS, MODERN_VERSION};
use super::session::{Session, Sessions};
use super::sign::Probe;
use super::single_flight::SingleFlight;
use crate::backend::{CallError, Listing, ToolCall, ToolsError};
use crate::budget::Budget;
use crate::config::{McpUiConfig, constants};
use crate::model::{CallToolResult, RawJson, RawObject, ReadResourceResult, ToolList};
use crate::runtime::Background;

/// The state that is kept about an MCP server between requests.
pub(crate) struct McpClient {
    endpoint: PathAndQuery,
    forwarded_headers: Vec<HeaderName>,
    pub(super) max_response_bytes: usize,
    budget: Budget,
    pub(super) request_timeout: Duration,
    pub(super) background: Background,
    pub(super) era: Era,
    pub(super) discovery: SingleFlight<Probe>,
    next_id: AtomicU64,
    pub(super) sessions: Arc<Sessions>,
    lists: Lists,
}

/// A request to the server, independent of the revision in which it is sent.
pub(super) struct McpRequest<'a> {
    pub(super) method: &'static str,
    pub(super) params: Params<'a>,
    /// Headers that 2026-07-28 requires besides the protocol version and the method.
    pub(super) mirrored: HeaderMap,
    pub(super) limit: usize,
}

impl McpRequest<'_> {
    /// Returns whether the request has no side effects. All requests except tool calls can be repeated safely.
    pub(super) fn is_repeatable(&self) -> bool {
        self.method != "tools/call"
    }
}

impl McpClient {
    pub(crate) fn new(config: &McpUiConfig, budget: Budget) -> Self {
        let McpUiConfig { limits, timeouts, .. } = config;
        Self {
            endpoint: config.mcp_endpoint.parse().expect("checked when it was set"),
            forwarded_headers: config.forwarded_headers.clone(),
            max_response_bytes: limits.response_bytes,
            budget,
            request_timeout: timeouts.list,
            background: config.background.clone(),
            era: Era::default(),
            discovery: SingleFlight::default(),
            next_id: AtomicU64::new(1),
            sessions: Arc::new(Sessions::new(constants::SESSIONS, timeouts.session_idle)),
            lists: Lists::new(),
        }
    }

    pub(super) fn endpoint(&self) -> &PathAndQuery {
        &self.endpoint
    }

    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }

    pub(super) fn forwarded_headers(&self) -> &[HeaderName] {
        &self.forwarded_headers
    }

    /// Requests all pages of `tools/list`.
    pub(super) async fn list(&self, connection: &Connection) -> Result<ToolList, ToolsError> {
        let pages = self.all_pages(ListOf::TOOLS, connection).await;
        let list = pages.and_then(|pages| self.lists.list(pages));
        list.map_err(|failure| self.tools_error(failure))
    }

    /// Requests all pages of `resources/list` or `resources/templates/list`.
    pub(super) async fn resources(
        &self,
        listing: Listing,
        connection: &Connection,
    ) -> Result<Vec<RawJson>, ToolsError> {
        let list = match listing {
            Listing::Resources => ListOf::RESOURCES,
            Listing::Templates => ListOf::TEMPLATES,
        };
        match self.all_pages(list, connection).await.and_then(Pages::into_items) {
            Err(McpError::Rpc { error, .. }) if error.code == jsonrpc::METHOD_NOT_FOUND => Ok(Vec::new()),
            items => items.map_err(|failure| self.tools_error(failure)),
        }
    }

    /// Requests `resources/read`. Returns `None` if the server does not have the resource.
    pub(super) async fn read(
        &self,
        uri: &str,
        connection: &Connection,
    ) -> Result<Option<ReadResourceResult>, ToolsError> {
        const NOT_FOUND: [i64; 3] = [jsonrpc::METHOD_NOT_FOUND, -32002, -32602];
        let request = McpRequest {
            method: "resources/read",
            params: &[("uri", &RawJson::string(uri))],
            mirrored: HeaderMap::from_iter([(HeaderName::from_static("mcp-name"), param_headers::encode(uri))]),
            limit: self.max_response_bytes,
        };
        match self.send(connection, &request).await {
            Ok(result) => {
                let malformed =
                    |error| McpError::broken(format_args!("sent an invalid result for resources/read: {error}"));
                let read = ReadResourceResult::from_json(result).map_err(malformed);
                read.map(Some).map_err(|failure| self.tools_error(failure))
            }
            Err(McpError::Rpc { error, .. }) if NOT_FOUND.contains(&error.code) => {
                tracing::debug!(uri, %error, "resource not found on the MCP server");
                Ok(None)
            }
            Err(failure) => Err(self.tools_error(failure)),
        }
    }

    fn tools_error(&self, failure: McpError) -> ToolsError {
        failure.into_tools_error(self.endpoint.as_str())
    }

    async fn all_pages(&self, list: ListOf, connection: &Connection) -> Result<Pages, McpError> {
        let mut pages = Pages::new(list, self.max_response_bytes);
        let mut cursor: Option<RawJson> = None;
        loop {
            let params: Vec<_> = cursor.iter().map(|cursor| ("cursor", cursor)).collect();
            let limit = pages.bytes_left();
            let request = McpRequest { method: list.method, params: &params, mirrored: HeaderMap::new(), limit };
            let page = self.send_in_revision(connection, &request).await?;
            pages.modern |= page.modern;
            cursor = pages.add(&page.result)?;
            if cursor.is_none() {
                return Ok(pages);
            }
        }
    }

    /// Requests `tools/call`.
    pub(super) async fn call(&self, connection: &Connection, call: &ToolCall) -> Result<CallToolResult, CallError> {
        let name = RawJson::string(call.tool.name());
        let mut mirrored: HeaderMap =
            param_headers::headers(&call.tool, call.arguments.as_json()).into_iter().collect();
        mirrored.insert("mcp-name", param_headers::encode(call.tool.name()));
        let request = McpRequest {
            method: "tools/call",
            params: &[("name", &name), ("arguments", call.arguments.as_json())],
            mirrored,
            limit: self.max_response_bytes,
        };
        match self.send(connection, &request).await {
            Ok(result) => Ok(parse_call_result(&result).map_err(|failure| self.tools_error(failure))?),
            Err(McpError::Rpc { error, .. }) => Err(CallError::failed(error.message)),
            Err(failure) => Err(self.tools_error(failure).into()),
        }
    }

    pub(super) async fn send_modern(
        &self,
        connection: &Connection,
        request: &McpRequest<'_>,
    ) -> Result<RawJson, McpError> {
        let id = self.next_id();
        let mut headers = request.mirrored.clone();
        headers.insert("mcp-protocol-version", HeaderValue::from_static(MODERN_VERSION));
        headers.insert("mcp-method", HeaderValue::from_static(request.method));
        let response = connection.post(headers, jsonrpc::modern_request(id, request.method, request.params)).await?;
        // In this revision, servers send no requests on the stream, so there is nothing to respond to.
        response::result(response, id, request.limit, &|_, _| None).await
    }

    pub(super) async fn begin_session(&self, connection: &Connection) -> Result<Session, McpError> {
        let id = self.next_id();
        let response = connection.post(HeaderMap::new(), jsonrpc::initialize(id)).await?;
        // The server has a session from here on. Dropping it ends it, also if the rest of the handshake fails.
        let mut session = Session {
            id: response.headers().get("mcp-session-id").cloned(),
            version: LEGACY_VERSIONS[0],
            connection: connection.clone(),
            background: self.background.clone(),
            request_timeout: self.request_timeout,
            expired: AtomicBool::new(false),
            liveness: SingleFlight::default(),
        };
        let result = response::result(response, id, self.max_response_bytes, &|_, _| None).await?;
        let version = RawObject::parse(&result).ok().and_then(|result| result.get_string("protocolVersion"));
        let version = version.as_deref().unwrap_or("none");
        session.version = LEGACY_VERSIONS
            .into_iter()
            .find(|known| *known == version)
            .ok_or_else(|| McpError::UnknownVersion(version.to_owned()))?;
        let initialized = jsonrpc::notification("notifications/initialized", &[]);
        let response = connection.post(session.headers(), initialized).await?;
        if response.status().is_success() {
            Ok(session)
        } else {
            Err(response::failure(response, self.max_response_bytes).await)
        }
    }

    pub(super) async fn send_in_session(
        &self,
        session: &Arc<Session>,
        connection: &Connection,
        request: &McpRequest<'_>,
    ) -> Result<RawJson, McpError> {
        let id = self.next_id();
        let cancel = CancelOnDrop::new(id, session, connection);
        let responder = |id: &RawJson, method: &str| -> Option<futures_util::future::BoxFuture<'static, ()>> {
            let sent = connection.post(session.headers(), jsonrpc::response_to(id, method));
            Some(Box::pin(async move { drop(sent.await) }))
        };
        let exchange = async {
            let message = jsonrpc::legacy_request(id, request.method, request.params);
            let response = connection.post(session.headers(), message).await?;
            response::result(response, id, request.limit, &responder).await
        };
        let result = exchange.await;
        cancel.disarm();
        result
    }

    fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }
}

fn parse_call_result(result: &RawJson) -> Result<CallToolResult, McpError> {
    let malformed = |error| McpError::broken(format_args!("sent an invalid result for tools/call: {error}"));
    let result = CallToolResult::from_json(result).map_err(malformed)?;
    let kind = result.get("resultType").and_then(|kind| kind.deserialize::<String>().ok());
    Ok(match kind.as_deref() {
        Some("input_required") => result.into_input_required(),
        _ => result,
    })
}

impl fmt::Debug for McpClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpClient").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}
