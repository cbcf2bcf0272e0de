//! The request and response headers that are kept: those defined by MCP, and some common ones such as `User-Agent`.
//! Session ids and credentials are not kept.

use std::borrow::Cow;

use http::header::{HeaderMap, HeaderName};

use super::redaction::{REDACTED, Secrets};
use crate::model::ObjectWriter;

/// The session id header.
pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// The prefix of headers that repeat tool arguments (`Mcp-Param-{Name}`).
const PARAMETER: &str = "mcp-param-";

/// The maximum length of a value in bytes. A longer value is dropped rather than cut, because some secrets, as in a
/// URL, are recognizable only by their end.
const VALUE_BYTES: usize = 1024;

/// Maximum total size of the kept headers in bytes. Additional headers are dropped.
const ALL_BYTES: usize = 8 * 1024;

/// The initial capacity in bytes, enough for a usual request's headers.
const USUAL: usize = 256;

/// The kept headers, as lines. They are copied, since handles on the original headers would cost more.
#[derive(Debug, Default)]
pub(super) struct Headers(Vec<u8>);

impl Headers {
    /// Copies the headers to keep.
    pub(super) fn kept(headers: &HeaderMap) -> Self {
        let mut lines = Vec::with_capacity(USUAL);
        for (name, value) in headers.iter().filter(|(name, value)| is_kept(name.as_str(), value.as_bytes())) {
            let value = value.as_bytes();
            if lines.len() + name.as_str().len() + value.len() > ALL_BYTES {
                break;
            }
            lines.extend_from_slice(name.as_str().as_bytes());
            lines.push(b':');
            lines.extend_from_slice(value);
            lines.push(b'\n');
        }
        Self(lines)
    }

    /// Returns the names and values. Neither has a line break, and a name has no colon.
    fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.split(|&byte| byte == b'\n').filter_map(|line| {
            let colon = line.iter().position(|&byte| byte == b':')?;
            Some((str::from_utf8(&line[..colon]).ok()?, &line[colon + 1..]))
        })
    }

    /// Returns a header's first value, if it is text.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(other, _)| *other == name).and_then(|(_, value)| str::from_utf8(value).ok())
    }

    /// Appends the headers as a JSON object.
    fn write_to(&self, out: &mut Vec<u8>, secrets: &Secrets, shows_arguments: bool) {
        out.push(b'{');
        for (at, (name, value)) in self.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            serde_json::to_writer(&mut *out, name).expect("a string can be written to a vector");
            out.push(b':');
            serde_json::to_writer(&mut *out, &shown(name, value, secrets, shows_arguments))
                .expect("a string can be written to a vector");
        }
        out.push(b'}');
    }

    /// Appends the headers as an object member. Headers that repeat arguments are redacted unless `shows_arguments`.
    pub(super) fn write_member(&self, object: &mut ObjectWriter<'_>, secrets: &Secrets, shows_arguments: bool) {
        if !self.0.is_empty() {
            object.member_with("headers", |out| self.write_to(out, secrets, shows_arguments));
        }
    }
}

/// Returns whether a header is kept: one defined by MCP, or a common one such as `User-Agent`. Other headers may hold
/// secrets, such as a gateway's `Mcp-Api-Key`.
fn is_kept(name: &str, value: &[u8]) -> bool {
    let is_known = matches!(
        name,
        "accept"
            | "content-encoding"
            | "content-type"
            | "last-event-id"
            | "mcp-method"
            | "mcp-name"
            | "origin"
            | "retry-after"
            | "traceparent"
            | "user-agent"
    );
    let is_defined = name.starts_with(PARAMETER) || name == "mcp-protocol-version" && is_revision(value);
    (is_known || is_defined) && value.len() <= VALUE_BYTES
}

/// Returns whether a value looks like an MCP revision, such as `2026-07-28`.
fn is_revision(value: &[u8]) -> bool {
    let begins = value.first().is_some_and(u8::is_ascii_digit) || value.starts_with(b"DRAFT");
    begins && value.len() <= 24 && value.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

/// Returns the header value to record, with secrets hidden.
fn shown<'v>(name: &str, value: &'v [u8], secrets: &Secrets, shows_arguments: bool) -> Cow<'v, str> {
    let is_secret = name.strip_prefix(PARAMETER).is_some_and(|name| !shows_arguments || secrets.include_header(name));
    // The header repeats an argument, perhaps in Base64.
    let is_encoded_name = name == "mcp-name" && !shows_arguments && value.starts_with(b"=?");
    if is_secret || is_encoded_name {
        return REDACTED.into();
    }
    match String::from_utf8_lossy(value) {
        Cow::Borrowed(text) => secrets.text(text),
        Cow::Owned(text) => secrets.text(&text).into_owned().into(),
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn headers_are_kept_within_bounds() {
        let mut headers = HeaderMap::new();
        headers.insert("accept", HeaderValue::from_static("text/html: yes"));
        headers.insert(SESSION_ID, HeaderValue::from_static("sesame"));
        headers.insert("user-agent", HeaderValue::from_bytes(&[b'a'; VALUE_BYTES + 1]).expect("a value"));
        let kept = Headers::kept(&headers);
        assert_eq!(kept.get("accept"), Some("text/html: yes"));
        assert_eq!(kept.get("user-agent"), None);
        assert_eq!(kept.get(SESSION_ID.as_str()), None);
        let revision = |text| {
            let headers = HeaderMap::from_iter([(
                HeaderName::from_static("mcp-protocol-version"),
                HeaderValue::from_static(text),
            )]);
            Headers::kept(&headers).get("mcp-protocol-version").map(str::to_owned)
        };
        assert_eq!(revision("2026-07-28").as_deref(), Some("2026-07-28"));
        assert_eq!(revision("ghp_0123456789abcdefghij0123456789abcdef"), None);

        for number in 0..100 {
            let name = HeaderName::try_from(format!("mcp-param-{number}")).expect("a name");
            headers.insert(name, HeaderValue::from_bytes(&[0xff; 500]).expect("a value"));
        }
        let kept = Headers::kept(&headers);
        assert!(kept.0.len() <= ALL_BYTES + 2 * kept.iter().count(), "{} bytes", kept.0.len());
        let mut json = Vec::new();
        kept.write_to(&mut json, &Secrets::default(), true);
        assert!(
            serde_json::from_slice::<serde_json::Value>(&json).is_ok_and(|json| json["accept"] == "text/html: yes")
        );
    }
}
