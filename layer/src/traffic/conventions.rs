//! The names in [OpenTelemetry's conventions for MCP][conventions], whose status is "development". Spans from
//! [`TrafficLayer`](crate::traffic::TrafficLayer) have these fields, and `mcp-ui` writes and reads them as attributes.
//!
//! [conventions]: https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/

use std::borrow::Cow;

/// The span's name, for OpenTelemetry subscribers: the method and the tool or prompt name.
pub const OTEL_NAME: &str = "otel.name";

/// The span's kind, for OpenTelemetry subscribers.
pub const OTEL_KIND: &str = "otel.kind";

/// The span's status, for OpenTelemetry subscribers: `ERROR` or unset.
pub const OTEL_STATUS_CODE: &str = "otel.status_code";

/// The request or notification method, such as `tools/call`.
pub const METHOD: &str = "mcp.method.name";

/// The called tool's name.
pub const TOOL: &str = "gen_ai.tool.name";

/// The operation in generative AI terms: [`EXECUTE_TOOL`] for `tools/call`.
pub const OPERATION: &str = "gen_ai.operation.name";

/// The [`OPERATION`] value for `tools/call`.
pub const EXECUTE_TOOL: &str = "execute_tool";

/// The prompt's name.
pub const PROMPT: &str = "gen_ai.prompt.name";

/// The resource's URI.
pub const RESOURCE: &str = "mcp.resource.uri";

/// The JSON-RPC request id, as text.
pub const REQUEST_ID: &str = "jsonrpc.request.id";

/// The MCP revision.
pub const REVISION: &str = "mcp.protocol.version";

/// The session id. In this crate's spans, a keyed hash of it.
pub const SESSION: &str = "mcp.session.id";

/// The failure kind: [`TOOL_ERROR`], a JSON-RPC error code, an HTTP error status, or [`OTHER_ERROR`].
pub const ERROR: &str = "error.type";

/// The [`ERROR`] value for a result with `isError`.
pub const TOOL_ERROR: &str = "tool_error";

/// The [`ERROR`] value for a request without a complete response.
pub const OTHER_ERROR: &str = "_OTHER";

/// The transport below MCP: [`TCP`], [`QUIC`] or [`PIPE`].
pub const TRANSPORT: &str = "network.transport";

/// The [`TRANSPORT`] value for HTTP/1.1 and HTTP/2.
pub const TCP: &str = "tcp";

/// The [`TRANSPORT`] value for HTTP/3.
pub const QUIC: &str = "quic";

/// The [`TRANSPORT`] value for stdio.
pub const PIPE: &str = "pipe";

/// A tool call's arguments as JSON. Not in this crate's spans.
pub const ARGUMENTS: &str = "gen_ai.tool.call.arguments";

/// A tool call's result as JSON. Not in this crate's spans.
pub const RESULT: &str = "gen_ai.tool.call.result";

/// Marks an explorer's own requests. The names from here on are not OpenTelemetry's.
pub const EXPLORER: &str = "mcp.explorer";

/// The client's own name.
pub const CLIENT: &str = "mcp_ui.client.name";

/// The name of a method's target, such as a task, if OpenTelemetry has no attribute for it.
pub const TARGET: &str = "mcp_ui.target";

/// The span event that holds one of the span's records, in files from the explorer's page.
pub const RECORD_EVENT: &str = "mcp_ui.record";

/// The record as JSON, as an attribute on [`RECORD_EVENT`].
pub const RECORD: &str = "mcp_ui.record.json";

/// Returns the attribute for the name of a method's target, such as the called tool.
pub fn name_attribute(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" => Some(TOOL),
        "prompts/get" => Some(PROMPT),
        _ if method.starts_with("resources/") || method.starts_with("notifications/resources/") => Some(RESOURCE),
        _ => None,
    }
}

/// Returns a span's name: the method and the tool or prompt, since these are few.
///
/// ```
/// use tower_mcp_ui::traffic::conventions::span_name;
///
/// assert_eq!(span_name("tools/call", Some("greet")), "tools/call greet");
/// assert_eq!(span_name("resources/read", Some("file:///a")), "resources/read");
/// ```
pub fn span_name(method: &str, name: Option<&str>) -> String {
    match name {
        Some(name) if matches!(name_attribute(method), Some(TOOL | PROMPT)) => format!("{method} {name}"),
        _ => method.to_owned(),
    }
}

/// Returns a URI without user info, query and fragment, which can hold secrets.
///
/// ```
/// use tower_mcp_ui::traffic::conventions::plain_uri;
///
/// assert_eq!(plain_uri("https://me:secret@example.com/a?token=1#b"), "https://example.com/a");
/// assert_eq!(plain_uri("note://today"), "note://today");
/// ```
pub fn plain_uri(uri: &str) -> Cow<'_, str> {
    let plain = uri.split(['?', '#']).next().unwrap_or_default();
    let Some((scheme, rest)) = plain.split_once("://") else { return plain.into() };
    let end = rest.find('/').unwrap_or(rest.len());
    match rest[..end].rfind('@') {
        Some(at) => format!("{scheme}://{}", &rest[at + 1..]).into(),
        None => plain.into(),
    }
}
