//! A span's records: one for the request and one for the response, or a single one for a notification.

use std::fmt::Write as _;

use opentelemetry_proto::tonic::common::v1::any_value::Value as Attribute;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tower_mcp_ui::traffic::conventions::{
    ARGUMENTS, CLIENT, ERROR, EXPLORER, METHOD, PIPE, RECORD, RECORD_EVENT, REQUEST_ID, RESULT, REVISION, SESSION,
    TARGET, TOOL_ERROR, TRANSPORT, name_attribute,
};

use super::record::{Record, append};

/// Requests from servers to clients, in the revisions before 2026-07-28.
const OF_SERVERS: [&str; 3] = ["elicitation/create", "roots/list", "sampling/createMessage"];

/// Notifications from clients.
const OF_CLIENTS: [&str; 3] =
    ["notifications/cancelled", "notifications/initialized", "notifications/roots/list_changed"];

/// Maximum nesting depth of structured attributes that become JSON. A deeper attribute is omitted.
const MAX_DEPTH: usize = 32;

/// A span's attributes.
struct Attributes<'s>(&'s [KeyValue]);

/// A request's outcome.
struct Outcome {
    kind: &'static str,
    status: Option<u16>,
    /// The response member with the content, and the content itself.
    content: Option<(&'static str, Box<RawValue>)>,
    note: Option<String>,
}

/// Returns the records that the page has put into a span, as JSON.
pub(super) fn own_records(span: &Span) -> impl Iterator<Item = String> {
    let events = span.events.iter().filter(|event| event.name == RECORD_EVENT);
    events.filter_map(|event| Attributes(&event.attributes).text(RECORD))
}

/// Returns a span's records, if it has MCP attributes.
pub(super) fn records(resource: Option<&Resource>, span: &Span) -> Option<Vec<Record>> {
    let attributes = Attributes(&span.attributes);
    let method = attributes.text(METHOD)?;
    let is_notification = method.starts_with("notifications/");
    let is_of_server = if is_notification { !OF_CLIENTS.contains(&&*method) } else { OF_SERVERS.contains(&&*method) };
    let (sender, receiver) = if is_of_server { ("server", "client") } else { ("client", "server") };
    let id = hexadecimal(&span.span_id);
    let request_id = attributes.text(REQUEST_ID).map_or(Value::from(&*id), |text| match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => number.into(),
        _ => text.into(),
    });
    let is_stdio = attributes.text(TRANSPORT).as_deref() == Some(PIPE);
    let record = |from: &'static str, at: u64| Record {
        at: milliseconds(at),
        from,
        transport: if is_stdio { "stdio" } else { "http" },
        exchange: Some(format!("{}-{id}", hexadecimal(&span.trace_id))),
        id: (!is_notification).then(|| request_id.clone()),
        client: attributes.text(CLIENT).map(|name| json!({ "name": name })).or_else(|| client(resource, span)),
        // Over stdio, records show connection names unchanged. This attribute may be a secret, so it is omitted.
        session: attributes.text(SESSION).filter(|_| !is_stdio),
        revision: attributes.text(REVISION),
        explorer: attributes.get(EXPLORER) == Some(&Attribute::BoolValue(true)),
        span: Some(ids(span)),
        ..Record::default()
    };
    let name = attributes.text(name_attribute(&method).unwrap_or(TARGET));
    let raw = attributes.json(ARGUMENTS).map(|arguments| {
        let params = params(name.as_deref(), attributes.text(REVISION).as_deref());
        message(&request_id, &[("method", to_json(&method)), ("params", append(&params, "arguments", &arguments))])
    });
    let request = Record {
        kind: Some(if is_notification { "notification" } else { "request" }),
        method: Some(method),
        name,
        note: raw.is_none().then(|| "The span has no message.".to_owned()),
        raw,
        ..record(sender, span.start_time_unix_nano)
    };
    if is_notification {
        return Some(vec![request]);
    }
    let Outcome { kind, status, content, note } = Outcome::of(span, &attributes);
    let response = Record {
        kind: Some(kind),
        http: status.map(|status| json!({ "status": status })),
        raw: content.map(|content| message(&request_id, &[content])),
        note,
        ..record(receiver, span.end_time_unix_nano.max(span.start_time_unix_nano))
    };
    Some(vec![request, response])
}

impl Outcome {
    fn of(span: &Span, attributes: &Attributes<'_>) -> Self {
        let status = span.status.as_ref();
        let text = status.map(|status| status.message.as_str()).filter(|text| !text.is_empty());
        let has_failed = status.is_some_and(|status| status.code == i32::from(StatusCode::Error));
        let result = attributes.json(RESULT);
        let error = attributes.text(ERROR).or_else(|| has_failed.then(|| "_OTHER".to_owned()));
        let plain = Self { kind: "response", status: None, content: None, note: None };
        let Some(error) = error else {
            let note = result.is_none().then(|| "The span has no message.".to_owned());
            return Self { content: result.map(|result| ("result", result)), note, ..plain };
        };
        let number = error.parse::<i64>();
        match (result, number) {
            (Some(result), _) => Self { content: Some(("result", result)), ..plain },
            (None, _) if error == TOOL_ERROR => {
                let result = json!({ "content": [], "isError": true });
                let note = Some("The span says that the tool failed. It has no result.".to_owned());
                Self { content: Some(("result", to_json(&result))), note, ..plain }
            }
            (None, Ok(status @ 400..=599)) => Self { kind: "http", status: status.try_into().ok(), ..plain },
            (None, Ok(code)) => {
                let error = json!({ "code": code, "message": text.unwrap_or_default() });
                Self { kind: "error", content: Some(("error", to_json(&error))), ..plain }
            }
            (None, Err(_)) => {
                let mut note = format!("The request failed: {}", shortened(&error));
                // Writing to a string cannot fail.
                let _ = text.map_or(Ok(()), |text| write!(note, ": {}", shortened(text)));
                Self { kind: "cut", note: Some(note), ..plain }
            }
        }
    }
}

impl<'s> Attributes<'s> {
    fn get(&self, key: &str) -> Option<&'s Attribute> {
        self.0.iter().find(|attribute| attribute.key == key)?.value.as_ref()?.value.as_ref()
    }

    /// An attribute's text. Some programs write numbers.
    fn text(&self, key: &str) -> Option<String> {
        match self.get(key)? {
            Attribute::StringValue(text) => Some(text.clone()),
            Attribute::IntValue(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// An attribute's JSON, from text or a structured value.
    fn json(&self, key: &str) -> Option<Box<RawValue>> {
        match self.get(key)? {
            Attribute::StringValue(text) => RawValue::from_string(text.clone()).ok(),
            structured => to_raw_value(&structure(structured, 0)?).ok(),
        }
    }
}

fn structure(value: &Attribute, depth: usize) -> Option<Value> {
    let below = |value: Option<&AnyValue>| match value.and_then(|value| value.value.as_ref()) {
        Some(value) => structure(value, depth + 1),
        None => Some(Value::Null),
    };
    match value {
        _ if depth > MAX_DEPTH => None,
        Attribute::StringValue(text) => Some(text.as_str().into()),
        Attribute::BoolValue(value) => Some((*value).into()),
        Attribute::IntValue(number) => Some((*number).into()),
        Attribute::DoubleValue(number) => Some((*number).into()),
        Attribute::ArrayValue(array) => array.values.iter().map(|value| below(Some(value))).collect(),
        Attribute::KvlistValue(list) => {
            let members = list.values.iter().map(|member| Some((member.key.clone(), below(member.value.as_ref())?)));
            members.collect::<Option<serde_json::Map<_, _>>>().map(Value::Object)
        }
        Attribute::BytesValue(_) | Attribute::StringValueStrindex(_) => None,
    }
}

/// A JSON-RPC message with these members besides its id. Members keep their spelling.
fn message(id: &Value, members: &[(&str, Box<RawValue>)]) -> Box<RawValue> {
    let begin = to_json(&json!({ "jsonrpc": "2.0", "id": id }));
    members.iter().fold(begin, |message, (key, value)| append(&message, key, value))
}

/// A call's parameters, without its arguments. Since 2026-07-28, requests include the revision.
fn params(name: Option<&str>, revision: Option<&str>) -> Box<RawValue> {
    match revision.filter(|revision| *revision >= "2026-07-28") {
        Some(revision) => {
            to_json(&json!({ "name": name, "_meta": { "io.modelcontextprotocol/protocolVersion": revision } }))
        }
        None => to_json(&json!({ "name": name })),
    }
}

fn to_json(value: &(impl serde::Serialize + ?Sized)) -> Box<RawValue> {
    to_raw_value(value).expect("values and texts are JSON")
}

/// The client's name and version, if the span is the client's own.
fn client(resource: Option<&Resource>, span: &Span) -> Option<Value> {
    let resource = Attributes(&resource.filter(|_| span.kind() == SpanKind::Client)?.attributes);
    // Shortened, because each record of the resource repeats them.
    let text = |name| Some(shortened(&resource.text(name)?).to_owned());
    let name = text("service.name")?;
    Some(match text("service.version") {
        Some(version) => json!({ "name": name, "version": version }),
        None => json!({ "name": name }),
    })
}

fn ids(span: &Span) -> Value {
    let mut ids = json!({ "trace": hexadecimal(&span.trace_id), "span": hexadecimal(&span.span_id) });
    if !span.parent_span_id.is_empty() {
        ids["parent"] = hexadecimal(&span.parent_span_id).into();
    }
    ids
}

/// An id's hexadecimal digits. Only the first 16 bytes are used.
fn hexadecimal(id: &[u8]) -> String {
    mcp_ui_host::hexadecimal(&id[..id.len().min(16)])
}

fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(400)]
}

/// Milliseconds with three decimal places, as in records.
#[expect(clippy::cast_precision_loss, reason = "a double has microseconds until the year 2255")]
fn milliseconds(nanoseconds: u64) -> f64 {
    (nanoseconds / 1_000) as f64 / 1_000.0
}

#[cfg(test)]
mod tests {
    use opentelemetry_proto::tonic::common::v1::ArrayValue;

    use super::*;

    fn attribute(key: &str, value: Attribute) -> KeyValue {
        KeyValue { key: key.to_owned(), value: Some(AnyValue { value: Some(value) }), ..KeyValue::default() }
    }

    /// Returns the record of a call whose arguments are this many nested arrays around a value.
    fn call(depth: usize) -> Record {
        let nested = (0..depth).fold(Attribute::BoolValue(true), |inner, _| {
            Attribute::ArrayValue(ArrayValue { values: vec![AnyValue { value: Some(inner) }] })
        });
        let method = Attribute::StringValue("tools/call".to_owned());
        let span =
            Span { attributes: vec![attribute(METHOD, method), attribute(ARGUMENTS, nested)], ..Span::default() };
        records(None, &span).unwrap().remove(0)
    }

    #[test]
    fn a_deeper_attribute_is_left_out() {
        let raw = call(32).raw.unwrap();
        assert!(raw.get().contains(&format!("{}true{}", "[".repeat(32), "]".repeat(32))), "{raw}");
        let deeper = call(33);
        assert_eq!((deeper.raw.is_none(), deeper.note.as_deref()), (true, Some("The span has no message.")));
    }
}
