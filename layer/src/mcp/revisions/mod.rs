//! The MCP revisions that the client speaks, one file for each.
//!
//! To add a revision, implement [`Revision`] in a new file, and add it to [`WITH_SESSIONS`] or replace [`STATELESS`]
//! with it. Negotiation, sessions and sending know only the trait.

mod v2025_03_26;
mod v2025_06_18;
mod v2025_11_25;
mod v2026_07_28;

use std::fmt;

use bytes::Bytes;
use http::header::{HeaderMap, HeaderName, HeaderValue};

use self::v2025_03_26::V2025_03_26;
use self::v2025_06_18::V2025_06_18;
use self::v2025_11_25::V2025_11_25;
use self::v2026_07_28::V2026_07_28;
use super::jsonrpc;
use super::request::OutgoingRequest;
use crate::model::{RawJson, RawObject, Tool};

const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// The newest revision, which is stateless: each request carries all metadata.
pub(super) const STATELESS: &dyn Revision = &V2026_07_28;

/// The revisions with a handshake and sessions, newest first.
pub(super) const WITH_SESSIONS: [&dyn Revision; 3] = [&V2025_11_25, &V2025_06_18, &V2025_03_26];

/// A revision of MCP over Streamable HTTP: the operations in which revisions differ.
///
/// The default implementations are for 2025-06-18 and 2025-11-25, which do not differ in anything that the explorer
/// uses.
pub(super) trait Revision: fmt::Debug + Sync {
    /// Returns the date by which requests and responses name the revision.
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

/// A result, and the revision in which it was sent.
pub(super) struct Negotiated {
    pub(super) result: RawJson,
    pub(super) revision: &'static dyn Revision,
}

/// Returns the request's `_meta` from its params, so that further members can be added.
fn meta_of(params: &RawObject) -> RawObject {
    params.get("_meta").and_then(|meta| RawObject::parse(meta).ok()).unwrap_or_default()
}

/// Finds a revision with sessions by its date.
pub(super) fn with_sessions(version: &str) -> Option<&'static dyn Revision> {
    WITH_SESSIONS.into_iter().find(|revision| revision.version() == version)
}

/// Returns the dates of the oldest and newest revisions.
pub(super) fn supported() -> (&'static str, &'static str) {
    let [.., oldest] = WITH_SESSIONS;
    (oldest.version(), STATELESS.version())
}
