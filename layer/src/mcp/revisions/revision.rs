use std::fmt;

use bytes::Bytes;
use http::header::{HeaderMap, HeaderName, HeaderValue};

use crate::mcp::jsonrpc;
use crate::mcp::request::OutgoingRequest;
use crate::model::{RawJson, RawObject, Tool};

pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
pub(super) const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// A revision of MCP over Streamable HTTP: the operations that differ between revisions.
///
/// The default implementations are for 2025-06-18 and 2025-11-25, which do not differ in what the explorer uses.
pub(in crate::mcp) trait Revision: fmt::Debug + Sync {
    /// Returns the date that identifies the revision in requests and responses.
    fn version(&self) -> &'static str;

    /// Serializes a request as a JSON-RPC message. Only 2026-07-28 puts the client's capabilities into each request.
    fn request(&self, id: u64, request: &OutgoingRequest<'_>, _capabilities: Option<&RawObject>) -> Bytes {
        if !request.wants_messages {
            return jsonrpc::request(id, request.method, &request.params);
        }
        let mut meta = meta_of(&request.params);
        meta.set("progressToken", RawJson::from_written(id.to_string().into()));
        let mut params = request.params.clone();
        params.set("_meta", meta.to_json());
        jsonrpc::request(id, request.method, &params)
    }

    /// Returns the request headers that depend on the request's content.
    fn request_headers(&self, _: &OutgoingRequest<'_>) -> HeaderMap {
        HeaderMap::new()
    }

    /// Returns the headers for every message within a session. The server may have given the session no id.
    fn session_headers(&self, id: Option<&HeaderValue>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(PROTOCOL_VERSION, HeaderValue::from_static(self.version()));
        headers.extend(id.map(|id| (SESSION_ID, id.clone())));
        headers
    }

    /// Checks the tool annotations that have a meaning in this revision. Clients must exclude an invalid tool.
    ///
    /// # Errors
    ///
    /// If an annotation is invalid. The error is a sentence with the reason.
    fn check_tool(&self, _: &Tool) -> Result<(), String> {
        Ok(())
    }
}

/// Returns the request's `_meta` from its params, so that members can be added.
pub(super) fn meta_of(params: &RawObject) -> RawObject {
    params.get("_meta").and_then(|meta| RawObject::parse(meta).ok()).unwrap_or_default()
}
