//! A request before it has a revision, an id or a session: negotiation may send it more than once.

use super::jsonrpc::Params;
use crate::backend::ToolCall;

/// A request to the MCP server, independent of the revision in which it is sent.
///
/// It borrows its parts, and each revision serializes it in its own form.
pub(super) struct OutgoingRequest<'a> {
    pub(super) method: &'static str,
    pub(super) params: Params<'a>,
    /// The name of the tool or the URI of the resource that the request is for.
    pub(super) name: Option<&'a str>,
    /// The call, if the request is one.
    pub(super) call: Option<&'a ToolCall>,
    /// The maximum size of the response in bytes.
    pub(super) limit: usize,
}

impl OutgoingRequest<'_> {
    /// Creates a request without params.
    pub(super) fn plain(method: &'static str, limit: usize) -> Self {
        Self { method, params: &[], name: None, call: None, limit }
    }

    /// Returns whether the request has no side effects. All requests except tool calls can be repeated safely.
    pub(super) fn is_repeatable(&self) -> bool {
        self.call.is_none()
    }
}
