//! A request before it has a revision, an id or a session: negotiation may send it more than once.

use super::messages::ResponseLimit;
use crate::model::{RawJson, RawObject, Tool};

/// A request to the MCP server, independent of the revision in which it is sent.
///
/// It borrows its parts, and each revision serializes it in its own form.
pub(super) struct OutgoingRequest<'a> {
    pub(super) method: &'static str,
    pub(super) params: RawObject,
    /// The name of the tool or prompt, or the URI of the resource, that the request is for.
    pub(super) name: Option<&'a str>,
    /// The tool that is called, with the arguments, if the request is a call.
    pub(super) call: Option<(&'a Tool, &'a RawJson)>,
    /// The client capabilities for which a person at the page answers.
    pub(super) capabilities: Option<&'a RawObject>,
    /// Set to request progress notifications and log messages.
    pub(super) wants_messages: bool,
    /// The maximum size of the response.
    pub(super) limit: ResponseLimit,
}

impl OutgoingRequest<'_> {
    /// Creates a request without params.
    pub(super) fn plain(method: &'static str, limit: ResponseLimit) -> Self {
        Self {
            method,
            params: RawObject::default(),
            name: None,
            call: None,
            capabilities: None,
            wants_messages: false,
            limit,
        }
    }

    /// Returns whether the request has no side effects. All requests except tool calls can be repeated safely.
    pub(super) fn is_repeatable(&self) -> bool {
        self.method != "tools/call"
    }
}
