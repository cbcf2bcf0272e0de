//! A request that has no revision, id or session yet, because negotiation may send it more than once.

use crate::model::{RawJson, RawObject, Tool};

/// A request to the MCP server, independent of the revision.
///
/// It borrows its parts, and each revision serializes it in its own form.
pub(super) struct OutgoingRequest<'a> {
    pub(super) method: &'static str,
    pub(super) params: RawObject,
    /// The name of the requested tool or prompt, or the resource URI.
    pub(super) name: Option<&'a str>,
    /// The called tool and its arguments, if the request is a call.
    pub(super) call: Option<(&'a Tool, &'a RawJson)>,
    /// True if the request asks for progress notifications and log messages.
    pub(super) wants_messages: bool,
    /// The maximum response size in bytes.
    pub(super) limit: usize,
}

impl OutgoingRequest<'_> {
    /// Creates a request without params.
    pub(super) fn plain(method: &'static str, limit: usize) -> Self {
        Self { method, params: RawObject::default(), name: None, call: None, wants_messages: false, limit }
    }

    /// Returns whether the request is over in a moment, such as a list. Servers use a session's stream for other
    /// requests, if at all.
    pub(super) fn is_brief(&self) -> bool {
        !matches!(self.method, "tools/call" | "tasks/result" | "prompts/get" | "resources/read")
    }

    /// Returns whether the request has no side effects. All requests except tool calls can be repeated safely.
    pub(super) fn is_repeatable(&self) -> bool {
        self.method != "tools/call"
    }
}
