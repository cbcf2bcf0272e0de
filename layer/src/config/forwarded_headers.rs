use http::HeaderName;

use crate::error::ConfigError;

/// Headers that cannot be forwarded: the MCP client sets them itself, they belong to the connection, or they are
/// forwarded anyway. Headers of MCP, which begin with `mcp-`, cannot be forwarded either.
const RESERVED: [&str; 12] = [
    "accept",
    "baggage",
    "connection",
    "content-length",
    "content-type",
    "host",
    "last-event-id",
    "origin",
    "te",
    "traceparent",
    "tracestate",
    "transfer-encoding",
];

/// Parses the name of a header that is to be forwarded to the MCP server.
pub(super) fn parse(name: &str) -> Result<HeaderName, ConfigError> {
    let is_reserved = |header: &HeaderName| RESERVED.contains(&header.as_str()) || header.as_str().starts_with("mcp-");
    let header = name.parse().ok().filter(|header| !is_reserved(header));
    let allowed = "names of headers that identify the caller";
    header.ok_or_else(|| ConfigError::new("forwarded_headers", name, allowed))
}
