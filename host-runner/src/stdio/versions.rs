//! The protocol version in an HTTP request, and the headers that repeat parts of its body (2026-07-28).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;

use super::message::{Kind, Message};
use super::options::STATELESS;

/// The member of `_meta` with a request's protocol version.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Returns the version of a request from 2026-07-28 or later, or `None` for an older request.
pub(super) fn stateless(headers: &HeaderMap, message: &Message) -> Option<String> {
    // Versions are dates, so they can be compared as strings.
    let header = header(headers, "mcp-protocol-version").filter(|version| *version >= STATELESS);
    message.string(&["_meta", VERSION]).or_else(|| header.map(str::to_owned))
}

/// Finds a header that contradicts the body. Returns a sentence that describes the mismatch.
pub(super) fn mismatch(headers: &HeaderMap, message: &Message) -> Option<String> {
    let method = match &message.kind {
        Kind::Request { method, .. } | Kind::Notification { method } => Some(method.clone()),
        Kind::Response { .. } => None,
    };
    let name = match method.as_deref() {
        Some("tools/call" | "prompts/get") => message.string(&["name"]),
        Some("resources/read") => message.string(&["uri"]),
        _ => None,
    };
    let expected =
        [("mcp-protocol-version", message.string(&["_meta", VERSION])), ("mcp-method", method), ("mcp-name", name)];
    expected.into_iter().find_map(|(name, in_body)| {
        let (sent, in_body) = (decoded(header(headers, name)?), in_body?);
        (sent != in_body).then(|| format!("The header {name} is {sent:?}, but the body has {in_body:?}."))
    })
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// Decodes a value that a header cannot contain literally: `=?base64?…?=`.
fn decoded(value: &str) -> String {
    let encoded = value.strip_prefix("=?base64?").and_then(|value| value.strip_suffix("?="));
    let text = encoded.and_then(|encoded| String::from_utf8(STANDARD.decode(encoded).ok()?).ok());
    text.unwrap_or_else(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(header: (&'static str, &'static str), body: &str) -> Option<String> {
        let headers = HeaderMap::from_iter([(header.0.parse().unwrap(), header.1.parse().unwrap())]);
        mismatch(&headers, &Message::parse(body.to_owned()).unwrap())
    }

    #[test]
    fn a_header_that_contradicts_the_body_is_found() {
        let body = r#"{"id":1,"method":"tools/call","params":{"name":"grüß"}}"#;
        assert_eq!(found(("mcp-method", "tools/call"), body), None);
        assert!(found(("mcp-method", "tools/list"), body).unwrap().contains("tools/list"));
        assert_eq!(found(("mcp-name", "=?base64?Z3LDvMOf?="), body), None);
        assert!(found(("mcp-name", "other"), body).is_some());
        assert_eq!(found(("mcp-protocol-version", "2026-07-28"), body), None);
    }
}
