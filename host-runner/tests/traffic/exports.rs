//! Spans exported to a collector.

use std::io::Write as _;
use std::net::TcpStream;

use flate2::Compression;
use flate2::write::GzEncoder;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue, any_value};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, ScopeSpans, Span, Status};
use prost::Message as _;
use serde_json::{Value, json};

use crate::traffic::running::{Running, post, send};

/// A time before the first span, in nanoseconds.
const BEGIN: u64 = 1_764_000_000_000_123_456;

fn attribute(key: &str, value: &str) -> KeyValue {
    let value = AnyValue { value: Some(any_value::Value::StringValue(value.to_owned())) };
    KeyValue { key: key.to_owned(), value: Some(value), ..KeyValue::default() }
}

fn span(number: u8, attributes: &[(&str, &str)]) -> Span {
    Span {
        trace_id: vec![number; 16],
        span_id: vec![number; 8],
        parent_span_id: vec![9; 8],
        kind: 3,
        start_time_unix_nano: BEGIN + u64::from(number) * 1_000_000_000,
        end_time_unix_nano: BEGIN + u64::from(number) * 1_000_000_000 + 500_000_000,
        attributes: attributes.iter().map(|(key, value)| attribute(key, value)).collect(),
        ..Span::default()
    }
}

fn request(spans: Vec<Span>) -> ExportTraceServiceRequest {
    let resource = Resource { attributes: vec![attribute("service.name", "my agent")], ..Resource::default() };
    let scope_spans = vec![ScopeSpans { spans, ..ScopeSpans::default() }];
    let spans = ResourceSpans { resource: Some(resource), scope_spans, ..ResourceSpans::default() };
    ExportTraceServiceRequest { resource_spans: vec![spans] }
}

fn call() -> Span {
    span(
        1,
        &[
            ("mcp.method.name", "tools/call"),
            ("gen_ai.tool.name", "greet"),
            ("jsonrpc.request.id", "7"),
            ("mcp.session.id", "hunter2"),
            ("mcp.protocol.version", "2026-07-28"),
            ("network.transport", "pipe"),
            ("gen_ai.tool.call.arguments", r#"{"password":"hunter2","n":12345678901234567890}"#),
            ("gen_ai.tool.call.result", r#"{"content":[{"type":"text","text":"{\"token\":\"hunter2\"}"}]}"#),
            ("http.request.header.authorization", "hunter2"),
        ],
    )
}

fn check_call(records: &[Value]) {
    let expected = json!({ "from": "client", "kind": "request", "transport": "stdio", "method": "tools/call",
        "name": "greet", "id": 7, "at": 1_764_000_001_000.123, "revision": "2026-07-28",
        "client": { "name": "my agent" }, "exchange": format!("{}-{}", "01".repeat(16), "01".repeat(8)),
        "span": { "trace": "01".repeat(16), "span": "01".repeat(8), "parent": "09".repeat(8) } });
    for (key, expected) in expected.as_object().unwrap() {
        assert_eq!(records[0].get(key), Some(expected), "{key} of {}", records[0]);
    }
    let text = records[0].to_string();
    assert!(text.contains(r#""n":12345678901234567890"#), "{text}");
    assert_eq!(records[0]["redacted"], json!(["/params/arguments/password"]));
    assert_eq!((&records[1]["from"], &records[1]["kind"]), (&json!("server"), &json!("response")));
    assert_eq!((&records[1]["id"], &records[1]["at"]), (&json!(7), &json!(1_764_000_001_500.123)));
    assert!(records[1]["raw"]["result"]["content"].is_array(), "{}", records[1]);
    assert!(!format!("{records:?}").contains("hunter2"), "{records:?}");
}

#[test]
fn spans_in_every_format_become_records_without_secrets() {
    let spans = request(vec![span(2, &[("http.method", "GET")]), call()]);
    let protobuf = spans.encode_to_vec();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&protobuf).unwrap();
    let json = serde_json::to_vec(&spans).unwrap();
    for (headers, body, answer) in [
        ("content-type: application/x-protobuf\r\n", protobuf, ""),
        ("content-type: application/x-protobuf\r\ncontent-encoding: gzip\r\n", gzip.finish().unwrap(), ""),
        ("content-type: application/json; charset=utf-8\r\n", json, "{}"),
    ] {
        let (running, authority) = Running::receiving();
        assert_eq!(post(&authority, headers, &body), (200, answer.to_owned()), "{headers}");
        check_call(&running.records(2));
    }
}

#[test]
fn failures_stay_failures() {
    let failed = |number, error: &str| {
        let mut span = span(number, &[("mcp.method.name", "tools/call"), ("error.type", error)]);
        span.status = Some(Status { code: 2, message: "text of the error".to_owned() });
        span
    };
    let spans = request(vec![failed(1, "tool_error"), failed(2, "-32602"), failed(3, "429"), failed(4, "timeout")]);
    let (running, authority) = Running::receiving();
    post(&authority, "content-type: application/x-protobuf\r\n", &spans.encode_to_vec());
    let records = running.records(8);
    let kinds: Vec<_> = records.iter().map(|record| record["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["request", "response", "request", "error", "request", "http", "request", "cut"]);
    assert_eq!(records[1]["raw"]["result"]["isError"], true);
    assert_eq!(records[3]["raw"]["error"], json!({ "code": -32602, "message": "text of the error" }));
    assert_eq!(records[5]["http"]["status"], 429);
    assert_eq!(records[7]["note"], "The request failed: timeout: text of the error");
}

#[test]
fn what_is_not_an_export_is_refused() {
    let (running, authority) = Running::receiving();
    let protobuf = "content-type: application/x-protobuf\r\n";
    let json = "content-type: application/json\r\n";
    let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
    (0..17).for_each(|_| bomb.write_all(&vec![0; 1 << 20]).unwrap());
    let gzip = format!("{protobuf}content-encoding: gzip\r\n");
    let objects = format!(r#"{{"resourceSpans":[{}{{}}]}}"#, "{},".repeat(1_000_001));
    for (headers, body, status) in [
        (protobuf, &b"\xff\xff"[..], 400),
        (json, b"{", 400),
        (json, b"7", 400),
        (json, objects.as_bytes(), 400),
        (&gzip, b"not gzip", 400),
        (&gzip, &bomb.finish().unwrap(), 413),
        (protobuf, &vec![0; (16 << 20) + 1], 413),
        ("content-type: text/plain\r\n", b"", 415),
        ("", b"", 415),
        (&format!("{protobuf}content-encoding: br\r\n"), b"", 415),
        (&format!("{protobuf}origin: http://evil.example\r\n"), b"", 403),
    ] {
        assert_eq!(post(&authority, headers, body).0, status, "{headers}");
    }
    let get = |path: &str| send(&authority, &format!("GET {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n"), b"").0;
    assert_eq!((get("/v1/traces"), get("/")), (405, 404));
    // A hostile body with many tiny spans.
    assert_eq!(post(&authority, protobuf, &tiny_spans(8 << 20)).0, 200);
    assert_eq!(post(&authority, protobuf, &request(vec![call()]).encode_to_vec()).0, 200);
    check_call(&running.records(2));
}

#[test]
fn slow_senders_hold_up_nobody() {
    let (running, authority) = Running::receiving();
    let protobuf = "content-type: application/x-protobuf\r\n";
    let unfinished = format!("POST /v1/traces HTTP/1.1\r\nhost: {authority}\r\ncontent-length: 100\r\n{protobuf}\r\nx");
    let slow: Vec<_> = (0..300)
        .map(|_| {
            let mut stream = TcpStream::connect(&authority).unwrap();
            stream.write_all(unfinished.as_bytes()).unwrap();
            stream
        })
        .collect();
    assert_eq!(post(&authority, protobuf, &request(vec![call()]).encode_to_vec()).0, 200);
    check_call(&running.records(2));
    drop(slow);
}

/// Returns an export with empty spans.
fn tiny_spans(bytes: usize) -> Vec<u8> {
    let field = |number: u8, content: Vec<u8>| {
        let mut field = vec![number << 3 | 2];
        prost::encode_length_delimiter(content.len(), &mut field).unwrap();
        field.extend(content);
        field
    };
    field(1, field(2, [2 << 3 | 2, 0].repeat(bytes / 2)))
}

#[test]
fn the_page_needs_the_token_and_has_no_tools() {
    let (running, _) = Running::receiving();
    assert_eq!(running.status_without_token("/explorer"), 200);
    for path in ["/explorer/traffic", "/explorer/tools", "/mcp", "/v1/traces"] {
        assert_eq!(running.status_without_token(path), 403, "{path}");
    }
    assert_eq!(running.get("/explorer/tools"), (200, "[]".to_owned()));
    assert_eq!((running.get("/mcp").0, running.get("/other").0), (403, 404));
}
