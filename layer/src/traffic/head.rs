//! The headers that are kept of requests and responses: those of MCP, and some that describe the content. Session ids
//! and credentials are not among them.

use std::borrow::Cow;

use http::header::{self, HeaderMap, HeaderName, HeaderValue};

use super::redaction::{REDACTED, Secrets};
use crate::model::ObjectWriter;

/// The header with the id of a session.
pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// The headers that are kept besides those that begin with `mcp-`.
const KEPT: [HeaderName; 8] = [
    header::ACCEPT,
    header::CONTENT_ENCODING,
    header::CONTENT_TYPE,
    HeaderName::from_static("last-event-id"),
    header::ORIGIN,
    header::RETRY_AFTER,
    HeaderName::from_static("traceparent"),
    header::USER_AGENT,
];

/// The maximum number of bytes that are kept of a value.
const VALUE_BYTES: usize = 1024;

/// The maximum number of headers that are kept.
const COUNT: usize = 64;

/// The headers that are kept.
#[derive(Debug, Default)]
pub(super) struct Headers(Vec<(HeaderName, HeaderValue)>);

impl Headers {
    /// Takes the headers that are kept. Their values are shared, not copied.
    pub(super) fn kept(headers: &HeaderMap) -> Self {
        let is_kept =
            |name: &HeaderName| (name.as_str().starts_with("mcp-") && *name != SESSION_ID) || KEPT.contains(name);
        let kept = headers.iter().filter(|(name, _)| is_kept(name)).take(COUNT);
        Self(kept.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    /// Returns the first value of a header, if it is text.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).and_then(|(_, value)| value.to_str().ok())
    }

    /// Appends the headers as a JSON object.
    fn write_to(&self, out: &mut Vec<u8>, secrets: &Secrets) {
        out.push(b'{');
        for (at, (name, value)) in self.0.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            serde_json::to_writer(&mut *out, name.as_str()).expect("a string can be written to a vector");
            out.push(b':');
            serde_json::to_writer(&mut *out, &shown(name, value, secrets))
                .expect("a string can be written to a vector");
        }
        out.push(b'}');
    }

    /// Appends the headers as a member of an object.
    pub(super) fn write_member(&self, object: &mut ObjectWriter<'_>, secrets: &Secrets) {
        if !self.0.is_empty() {
            object.member_with("headers", |out| self.write_to(out, secrets));
        }
    }
}

/// The value of a header in a record. An argument that was copied into a header (`Mcp-Param-{Name}`) can be a secret.
fn shown<'v>(name: &HeaderName, value: &'v HeaderValue, secrets: &Secrets) -> Cow<'v, str> {
    if name.as_str().strip_prefix("mcp-param-").is_some_and(|name| secrets.include_header(name)) {
        return REDACTED.into();
    }
    String::from_utf8_lossy(&value.as_bytes()[..value.len().min(VALUE_BYTES)])
}
