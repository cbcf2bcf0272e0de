//! The state that all requests to the server share, in any revision.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::uri::PathAndQuery;

use super::answers::Answers;
use super::kept_lists::KeptLists;
use super::request::OutgoingRequest;
use crate::config::McpUiConfig;
use crate::constants;
use crate::runtime::Background;

/// The way to the server: it sends messages, and reads the responses. The modules `send`, `handshake` and
/// `subscriptions` implement its methods.
pub(super) struct Wire {
    pub(super) endpoint: PathAndQuery,
    pub(super) max_response_bytes: usize,
    /// The timeout for requests that the client sends on its own: probes, session closures, cancellations.
    pub(super) request_timeout: Duration,
    pub(super) background: Background,
    /// The next JSON-RPC request id. Ids are never reused, not even in different sessions.
    next_id: AtomicU64,
    /// The lists that a response can report as changed.
    pub(super) kept_lists: KeptLists,
    /// The answers to questions that a response can contain.
    pub(super) answers: Answers,
}

impl Wire {
    pub(super) fn new(config: &McpUiConfig) -> Self {
        Self {
            endpoint: config.mcp_endpoint.parse().expect("checked when it was set"),
            max_response_bytes: config.limits.response_bytes,
            request_timeout: config.timeouts.list,
            background: config.background.clone(),
            next_id: AtomicU64::new(1),
            kept_lists: KeptLists::new(constants::SESSIONS, constants::CACHED_BYTES),
            answers: Answers::new(config),
        }
    }

    pub(super) fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Creates a request without parameters.
    pub(super) fn plain(&self, method: &'static str) -> OutgoingRequest<'static> {
        OutgoingRequest::plain(method, self.max_response_bytes)
    }
}
