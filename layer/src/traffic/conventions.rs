//! The names of [OpenTelemetry's conventions for MCP][conventions], whose status is "development". The spans of
//! [`TrafficLayer`](crate::traffic::TrafficLayer) have these fields, and `mcp-ui` writes and reads them as attributes.
//!
//! [conventions]: https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/

use std::borrow::Cow;

/// The name of the span, for subscribers of OpenTelemetry: the method and the name of the tool or prompt.
pub const OTEL_NAME: &str = "otel.name";

/// The kind of the span, for subscribers of OpenTelemetry.
pub const OTEL_KIND: &str = "otel.kind";

/// The status of the span, for subscribers of OpenTelemetry: `ERROR` or none.
pub const OTEL_STATUS_CODE: &str = "otel.status_code";

/// The method of the request or notification, such as `tools/call`.
pub const METHOD: &str = "mcp.method.name";

/// The name of the called tool.
pub const TOOL: &str = "gen_ai.tool.name";

/// The operation in terms of generative AI: [`EXECUTE_TOOL`] for `tools/call`.
pub const OPERATION: &str = "gen_ai.operation.name";

/// The value of [`OPERATION`] for `tools/call`.
pub const EXECUTE_TOOL: &str = "execute_tool";

/// The name of the prompt.
pub const PROMPT: &str = "gen_ai.prompt.name";

/// The URI of the resource.
pub const RESOURCE: &str = "mcp.resource.uri";

/// The id of the JSON-RPC request, as text.
pub const REQUEST_ID: &str = "jsonrpc.request.id";

/// The revision of MCP.
pub const REVISION: &str = "mcp.protocol.version";

/// The session. In the spans of this crate, a keyed hash of its id.
pub const SESSION: &str = "mcp.session.id";

/// The kind of failure: [`TOOL_ERROR`], the code of a JSON-RPC error, the status of an HTTP error, or [`OTHER_ERROR`].
pub const ERROR: &str = "error.type";

/// The value of [`ERROR`] for a result with `isError`.
pub const TOOL_ERROR: &str = "tool_error";

/// The value of [`ERROR`] for a request without a complete response.
pub const OTHER_ERROR: &str = "_OTHER";

/// The transport below MCP: [`TCP`], [`QUIC`] or [`PIPE`].
pub const TRANSPORT: &str = "network.transport";

/// The value of [`TRANSPORT`] for HTTP/1.1 and HTTP/2.
pub const TCP: &str = "tcp";

/// The value of [`TRANSPORT`] for HTTP/3.
pub const QUIC: &str = "quic";

/// The value of [`TRANSPORT`] for stdio.
pub const PIPE: &str = "pipe";

/// The arguments of a tool call as JSON. Not in the spans of this crate.
pub const ARGUMENTS: &str = "gen_ai.tool.call.arguments";

/// The result of a tool call as JSON. Not in the spans of this crate.
pub const RESULT: &str = "gen_ai.tool.call.result";

/// Set on requests of an explorer itself. This name and those below are not OpenTelemetry's.
pub const EXPLORER: &str = "mcp.explorer";

/// The name by which the client has described itself.
pub const CLIENT: &str = "mcp_ui.client.name";

/// The name of what a method is about that has no attribute of its own.
pub const TARGET: &str = "mcp_ui.target";

/// The event of a span with one of its records, in the files of the explorer's page.
pub const RECORD_EVENT: &str = "mcp_ui.record";

/// The record as JSON, an attribute of [`RECORD_EVENT`].
pub const RECORD: &str = "mcp_ui.record.json";

/// Returns the attribute for the name of what a method is about.
pub fn name_attribute(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" => Some(TOOL),
        "prompts/get" => Some(PROMPT),
        _ if method.starts_with("resources/") || method.starts_with("notifications/resources/") => Some(RESOURCE),
        _ => None,
    }
}

/// Returns the name of a span: the method and, as there are few of them, the tool or prompt.
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
