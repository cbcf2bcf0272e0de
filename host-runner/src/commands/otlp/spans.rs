//! A request's span, with the attributes from OpenTelemetry's conventions for MCP.

use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue, any_value};
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use opentelemetry_proto::tonic::trace::v1::{Span, Status};
use serde::Deserialize;
use tower_mcp_ui::traffic::conventions::{
    ARGUMENTS, CLIENT, ERROR, EXECUTE_TOOL, EXPLORER, METHOD, OPERATION, OTHER_ERROR, PIPE, PROMPT, REQUEST_ID, RESULT,
    REVISION, SESSION, TARGET, TCP, TOOL, TOOL_ERROR, TRANSPORT, name_attribute, plain_uri, span_name,
};

use super::record::{Message, Record, read};

/// The maximum size of arguments or a result in a span, in bytes. Larger values are dropped: truncated JSON is invalid.
const CONTENT_BYTES: usize = 64 * 1024;

/// Maximum size of an error message in a span, in bytes. The rest is cut off.
const STATUS_BYTES: usize = 1024;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ToolResult {
    #[serde(rename = "isError")]
    is_error: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct RpcError {
    code: i64,
    message: String,
}

/// Starts a request's span.
pub(super) fn begin(request: &Record<'_>, with_content: bool) -> Span {
    let method = request.method.as_deref().unwrap_or_default();
    let (trace_id, parent_span_id) =
        request.traceparent().and_then(|parent| parse(&parent)).unwrap_or_else(|| (random(16), Vec::new()));
    let is_from_client = request.is_from_client();
    let mut span = Span {
        trace_id,
        parent_span_id,
        span_id: random(8),
        name: span_name(method, request.name.as_deref()),
        kind: if is_from_client { SpanKind::Server } else { SpanKind::Client }.into(),
        start_time_unix_nano: request.nanoseconds(),
        ..Span::default()
    };
    set(&mut span, METHOD, method);
    if let Some(name) = request.name.as_deref() {
        let attribute = name_attribute(method).unwrap_or(TARGET);
        let is_name = with_content || matches!(attribute, TOOL | PROMPT);
        set(&mut span, attribute, if is_name { name.into() } else { plain_uri(name) });
        if attribute == TOOL {
            set(&mut span, OPERATION, EXECUTE_TOOL);
        }
    }
    for (attribute, value) in [
        (REQUEST_ID, request.id_text()),
        (REVISION, request.revision.clone()),
        (CLIENT, request.client().map(ToOwned::to_owned)),
        (SESSION, request.session.clone()),
        (ARGUMENTS, request.message().arguments().filter(|_| with_content && is_call(method)).and_then(content)),
    ] {
        if let Some(value) = value {
            set(&mut span, attribute, value);
        }
    }
    set(&mut span, TRANSPORT, if request.transport == "stdio" { PIPE } else { TCP });
    if request.explorer {
        span.attributes.push(attribute(EXPLORER, any_value::Value::BoolValue(true)));
    }
    span
}

/// Ends a span with its response.
pub(super) fn respond(span: &mut Span, response: &Record<'_>, with_content: bool) {
    span.end_time_unix_nano = response.nanoseconds().max(span.start_time_unix_nano);
    let Message { result, error, .. } = response.message();
    if let Some(error) = error {
        let RpcError { code, mut message } = read(error).unwrap_or_default();
        // The text may repeat arguments.
        message.truncate(if with_content { message.floor_char_boundary(STATUS_BYTES) } else { 0 });
        return fail(span, &code.to_string(), message);
    }
    if let Some(status) = response.status().filter(|status| *status >= 400) {
        return fail(span, &status.to_string(), String::new());
    }
    let is_tool = span.name.starts_with("tools/call");
    if result.and_then(read::<ToolResult>).is_some_and(|result| result.is_error) {
        fail(span, TOOL_ERROR, String::new());
    }
    if let Some(result) = result.filter(|_| with_content && is_tool).and_then(|result| content(result.get())) {
        set(span, RESULT, result);
    }
}

/// Ends a span without a response.
pub(super) fn cut(span: &mut Span, end: u64, reason: &str) {
    span.end_time_unix_nano = end.max(span.start_time_unix_nano);
    fail(span, OTHER_ERROR, reason.to_owned());
}

fn is_call(method: &str) -> bool {
    name_attribute(method) == Some(TOOL)
}

fn content(json: &str) -> Option<String> {
    (json.len() <= CONTENT_BYTES).then(|| json.to_owned())
}

fn fail(span: &mut Span, error: &str, message: String) {
    set(span, ERROR, error);
    span.status = Some(Status { message, code: StatusCode::Error.into() });
}

fn set(span: &mut Span, key: &str, value: impl Into<String>) {
    span.attributes.push(attribute(key, any_value::Value::StringValue(value.into())));
}

pub(super) fn attribute(key: &str, value: any_value::Value) -> KeyValue {
    KeyValue { key: key.to_owned(), value: Some(AnyValue { value: Some(value) }), ..KeyValue::default() }
}

/// Parses a `traceparent` (W3C Trace Context) into the trace id and the parent id.
fn parse(traceparent: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut parts = traceparent.split('-');
    let version = bytes::<1>(parts.next()?)?;
    let (trace, parent) = (bytes::<16>(parts.next()?)?, bytes::<8>(parts.next()?)?);
    let is_valid = version != [0xff] && trace != [0; 16] && parent != [0; 8];
    is_valid.then(|| (trace.to_vec(), parent.to_vec()))
}

/// Decodes lowercase hexadecimal digits.
fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let is_hex = text.len() == 2 * N && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let mut bytes = [0; N];
    for (byte, at) in bytes.iter_mut().zip((0..text.len()).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2).filter(|_| is_hex)?, 16).ok()?;
    }
    is_hex.then_some(bytes)
}

fn random(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).expect("the system has a source of random numbers");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traceparents_are_checked() {
        let (trace, parent) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
        let (id, parent_id) = parse(&format!("00-{trace}-{parent}-01")).unwrap();
        assert_eq!((id[..2].to_vec(), parent_id[..2].to_vec()), (vec![0x0a, 0xf7], vec![0xb7, 0xad]));
        for wrong in [
            format!("ff-{trace}-{parent}-01"),
            format!("00-{}-{parent}-01", "0".repeat(32)),
            format!("00-{trace}-{}-01", "0".repeat(16)),
            format!("00-{}-{parent}-01", trace.to_uppercase()),
            format!("00-{trace}"),
            "é-".repeat(40),
            String::new(),
        ] {
            assert_eq!(parse(&wrong), None, "{wrong}");
        }
    }
}
