//! The MCP methods that the explorer uses, and the client's state between requests.
//!
//! The client belongs to the layer and outlives every connection, so all requests share its knowledge about the server
//! (revision, sessions, lists).

use std::sync::Arc;
use std::time::Duration;

use http::HeaderName;
use http::uri::PathAndQuery;

use super::connection::Connection;
use super::descriptions::Descriptions;
use super::error::McpError;
use super::jsonrpc;
use super::kept_lists::{KeptLists, Lifetime};
use super::known_revision::KnownRevision;
use super::pagination::{ListOf, Lists, Pages};
use super::request::OutgoingRequest;
use super::revisions::Negotiated;
use super::session::Sessions;
use super::wire::Wire;
use crate::backend::{
    Answer, AnswerError, CallError, Listing, LiveError, LiveRequest, LiveResult, Messages, ToolCall, ToolsError,
};
use crate::budget::Budget;
use crate::config::McpUiConfig;
use crate::constants;
use crate::model::{CallToolResult, RawJson, RawObject, ReadResourceResult, ToolList};
use crate::setting::SettingNames;

/// A client for an MCP server: its state between requests, and the MCP methods that the explorer uses.
pub(crate) struct McpClient {
    /// True if clients reach the server at the endpoint even though the service was passed in code.
    pub(super) endpoint_passes: bool,
    forwarded_headers: Vec<HeaderName>,
    setting_names: SettingNames,
    budget: Budget,
    pub(super) wire: Wire,
    pub(super) known_revision: KnownRevision,
    pub(super) sessions: Arc<Sessions>,
    lists: Lists,
    pub(super) descriptions: Descriptions,
}

impl McpClient {
    /// Creates a layer's client. It sends nothing yet.
    pub(crate) fn new(config: &McpUiConfig, budget: Budget) -> Self {
        Self {
            endpoint_passes: config.endpoint_passes,
            forwarded_headers: config.forwarded_headers.clone(),
            setting_names: config.setting_names,
            budget,
            wire: Wire::new(config),
            known_revision: KnownRevision::default(),
            sessions: Arc::new(Sessions::new(constants::SESSIONS, config.timeouts.session_idle)),
            lists: Lists::new(),
            descriptions: Descriptions::new(),
        }
    }

    pub(super) fn endpoint(&self) -> &PathAndQuery {
        &self.wire.endpoint
    }

    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }

    pub(super) fn forwarded_headers(&self) -> &[HeaderName] {
        &self.forwarded_headers
    }

    /// Returns the callers' tool lists, which responses can report as changed.
    pub(super) fn kept_lists(&self) -> &KeptLists {
        &self.wire.kept_lists
    }

    /// Sends the answer to a server's question.
    pub(super) async fn answer(&self, answer: &Answer, connection: &Connection) -> Result<(), AnswerError> {
        let sent =
            self.wire.answers.send(answer, connection, self.endpoint().as_str(), self.wire.max_response_bytes).await?;
        sent.map_err(|failure| AnswerError::Tools(self.tools_error(failure)))
    }

    /// Returns the caller's tool list if it was requested within `age`. Otherwise requests the list, once for all
    /// concurrent requests from the caller that need it.
    pub(super) async fn list(&self, connection: &Connection, age: Duration) -> Result<ToolList, ToolsError> {
        let key = connection.caller.key;
        let mut failed = None;
        let work = async {
            if let Some(list) = self.kept_lists().within(&key, age) {
                return Some(list);
            }
            Box::pin(self.request_list(connection)).await.map_err(|failure| failed = Some(failure)).ok()
        };
        let list = self.kept_lists().flight(&key).run(self.wire.background.outlives_requests(), work).await;
        match (list, failed) {
            (_, Some(failure)) => Err(failure),
            (Some(list), None) => Ok(list),
            (None, None) => Err(self.tools_error(McpError::broken("did not list its tools"))),
        }
    }

    /// Requests the caller's tool list in the background.
    pub(super) fn renew_list(self: &Arc<Self>, connection: Connection) {
        let client = Arc::clone(self);
        self.wire.background.spawn(async move {
            let list = client.list(&connection, Duration::ZERO);
            let renewed = client.wire.background.timeout(client.wire.request_timeout, list);
            if let Ok(Err(error)) = renewed.await {
                tracing::debug!(%error, "the list of tools could not be renewed");
            }
        });
    }

    /// Requests all pages of `tools/list`. The list is empty if the server declares no tools and does not support the
    /// method.
    async fn request_list(&self, connection: &Connection) -> Result<ToolList, ToolsError> {
        let requested = self.kept_lists().requested();
        let pages = self.all_pages(ListOf::TOOLS, connection).await;
        if let Err(McpError::Rpc { error, .. }) = &pages
            && error.code == jsonrpc::METHOD_NOT_FOUND
            && self.describe(connection, false).await.declares_no_tools()
        {
            return Ok(ToolList::first_wins([]));
        }
        let lifetime = pages.as_ref().map_or(Lifetime::Ttl(Duration::ZERO), Pages::lifetime);
        if let Some((version, server_info)) = pages.as_ref().ok().and_then(Pages::server_info) {
            self.descriptions.put_identity(connection.caller.key, version, server_info);
        }
        let list = pages.and_then(|pages| self.lists.list(pages));
        let list = list.map_err(|failure| self.tools_error(failure))?;
        self.kept_lists().put(connection.caller.key, &list, lifetime, requested);
        Ok(list)
    }

    /// Requests all pages of `resources/list` or `resources/templates/list`. The list is empty if the server does not
    /// support the method.
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

    /// Requests page after page, until the server returns no next cursor.
    ///
    /// # Errors
    ///
    /// If any page fails or the list exceeds its limits, because an incomplete list must never look complete.
    async fn all_pages(&self, list: ListOf, connection: &Connection) -> Result<Pages, McpError> {
        let mut pages = Pages::new(list, self.wire.max_response_bytes);
        let mut cursor: Option<RawJson> = None;
        loop {
            let params = cursor.map_or_else(RawObject::default, |cursor| RawObject::of([("cursor", cursor)]));
            let request = OutgoingRequest { params, ..OutgoingRequest::plain(list.method, pages.bytes_left()) };
            let page = self.send(connection, &request, &Messages::default()).await?;
            cursor = pages.add(page)?;
            if cursor.is_none() {
                return Ok(pages);
            }
        }
    }

    /// Requests `resources/read`. Returns `None` if the server does not have the resource.
    ///
    /// The error code for a missing resource is -32602 since 2026-07-28 and -32002 in older revisions. A server without
    /// resources responds that it does not support the method.
    pub(super) async fn read(
        &self,
        uri: &str,
        connection: &Connection,
    ) -> Result<Option<ReadResourceResult>, ToolsError> {
        /// The error codes for a missing resource.
        const NOT_FOUND: [i64; 3] = [jsonrpc::METHOD_NOT_FOUND, -32002, -32602];
        let params = RawObject::of([("uri", RawJson::string(uri))]);
        let plain = self.wire.plain("resources/read");
        let request = OutgoingRequest { params, name: Some(uri), ..plain };
        match self.send(connection, &request, &Messages::default()).await {
            Ok(sent) => {
                let malformed =
                    |error| McpError::broken(format_args!("sent an invalid result for resources/read: {error}"));
                let read = ReadResourceResult::from_json(sent.result).map_err(malformed);
                read.map(Some).map_err(|failure| self.tools_error(failure))
            }
            Err(McpError::Rpc { error, .. }) if NOT_FOUND.contains(&error.code) => {
                tracing::debug!(uri, %error, "resource not found on the MCP server");
                Ok(None)
            }
            Err(failure) => Err(self.tools_error(failure)),
        }
    }

    /// Requests `tools/call`.
    ///
    /// A JSON-RPC error counts as a failed call, with the server's message for the caller. Any other error concerns the
    /// server.
    pub(super) async fn call(&self, call: &ToolCall, connection: &Connection) -> Result<CallToolResult, CallError> {
        let mut sent = self.send_call(call, connection).await;
        // The error means that the server has a newer tool definition with other headers, and did not run the tool.
        if let Err(McpError::Rpc { error, .. }) = &sent
            && error.code == jsonrpc::HEADER_MISMATCH
            && let Some(tool) = self.list(connection, Duration::ZERO).await?.get(call.tool.name())
            && tool.get("inputSchema") != call.tool.get("inputSchema")
        {
            let call = ToolCall { tool: tool.clone(), ..call.clone() };
            sent = self.send_call(&call, connection).await;
        }
        match sent {
            Ok(sent) => Ok(parse_call_result(&sent.result).map_err(|failure| self.tools_error(failure))?),
            Err(McpError::Rpc { error, .. }) => Err(CallError::failed(error.explained())),
            Err(failure) => Err(self.tools_error(failure).into()),
        }
    }

    async fn send_call(&self, call: &ToolCall, connection: &Connection) -> Result<Negotiated, McpError> {
        let name = call.tool.name();
        let arguments = call.arguments.as_json();
        let params = RawObject::of([("name", RawJson::string(name)), ("arguments", arguments.clone())]);
        let plain = self.wire.plain("tools/call");
        let request = OutgoingRequest { params, name: Some(name), call: Some((&call.tool, arguments)), ..plain };
        self.send(connection, &request, &Messages::default()).await
    }

    /// Sends the page's request, and passes on the server's messages until the result arrives.
    pub(super) async fn live(&self, live: &LiveRequest, connection: &Connection, messages: &Messages) -> LiveResult {
        let name = live.name();
        let arguments = live.params.get("arguments").cloned().unwrap_or_else(|| RawJson::literal("{}"));
        let request = OutgoingRequest {
            method: live.method,
            params: live.params.clone(),
            name: name.as_deref(),
            call: live.tool.as_ref().map(|tool| (tool, &arguments)),
            wants_messages: true,
            limit: self.wire.max_response_bytes,
        };
        match self.send(connection, &request, messages).await {
            Ok(sent) => Ok(sent.result),
            Err(McpError::Rpc { error, .. }) => Err(LiveError::Rpc(error.object)),
            Err(failure) => Err(self.tools_error(failure).into()),
        }
    }

    pub(super) fn tools_error(&self, failure: McpError) -> ToolsError {
        failure.into_tools_error(self.endpoint().as_str(), self.wire.max_response_bytes, self.setting_names)
    }
}

/// Parses a `tools/call` result.
fn parse_call_result(result: &RawJson) -> Result<CallToolResult, McpError> {
    let malformed = |error| McpError::broken(format_args!("sent an invalid result for tools/call: {error}"));
    CallToolResult::from_json(result).map_err(malformed)
}
