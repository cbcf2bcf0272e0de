//! Exporting traffic to a collector.

use std::net::TcpListener;

use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use serde_json::json;

use crate::open::running::{Running, command, run, server};
use crate::support::collector::{Collector, text};

/// Sends a call as an agent, in its own session.
fn call(open: &Running, tool: &str, arguments: &serde_json::Value) {
    let session = open.session();
    let traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let params = json!({ "name": tool, "arguments": arguments, "_meta": { "traceparent": traceparent } });
    let call = json!({ "jsonrpc": "2.0", "id": "a-7", "method": "tools/call", "params": params });
    open.post(&call.to_string(), &format!("mcp-session-id: {session}\r\n"));
}

fn attribute(span: &Span, key: &str) -> Option<String> {
    text(&span.attributes, key)
}

#[test]
fn a_request_with_its_response_is_a_span() {
    let collector = Collector::start();
    let mut command = command(&server(&["--otlp", &collector.url()], &[]));
    command.env("OTEL_EXPORTER_OTLP_HEADERS", "x-key=a%20b").env("OTEL_SERVICE_NAME", "my service");
    let open = Running::of(command);
    call(&open, "echo", &json!({ "text": "hunter2", "password": "hunter2" }));
    let mut secrets = Vec::new();
    let span = loop {
        let export = collector.export();
        assert!(export.head.starts_with("post /v1/traces http/1.1\n"), "{}", export.head);
        assert!(export.head.contains("x-key: a b\n") && export.head.contains("content-type: application/x-protobuf\n"));
        assert_eq!(export.services, ["my service"]);
        secrets.extend(export.bytes);
        if let Some(span) = export.spans.into_iter().find(|span| span.name == "tools/call echo") {
            break span;
        }
    };
    for secret in ["hunter2", &open.token] {
        assert!(!String::from_utf8_lossy(&secrets).contains(secret), "{secret}");
    }
    for (key, expected) in [
        ("mcp.method.name", Some("tools/call")),
        ("gen_ai.tool.name", Some("echo")),
        ("gen_ai.operation.name", Some("execute_tool")),
        ("jsonrpc.request.id", Some("a-7")),
        ("network.transport", Some("tcp")),
        ("gen_ai.tool.call.arguments", None),
        ("gen_ai.tool.call.result", None),
        ("mcp.explorer", None),
        ("error.type", None),
    ] {
        assert_eq!(attribute(&span, key).as_deref(), expected, "{key}");
    }
    assert_eq!(attribute(&span, "mcp.session.id").map(|hash| hash.len()), Some(8));
    assert_eq!((span.kind(), span.trace_id[0], span.parent_span_id[0]), (SpanKind::Server, 0x0a, 0xb7));
    assert!(span.start_time_unix_nano > 1_700_000_000_000_000_000);
    assert!((span.start_time_unix_nano..).contains(&span.end_time_unix_nano));
}

#[test]
fn content_is_exported_on_demand_and_without_secrets() {
    let collector = Collector::start();
    let open = Running::start(&server(&["--otlp", &collector.url(), "--otlp-content"], &[]));
    call(&open, "echo", &json!({ "text": "shown", "password": "hunter2", "n": 1 }));
    let (span, services) = loop {
        let export = collector.export();
        if let Some(span) = export.spans.into_iter().find(|span| span.name == "tools/call echo") {
            break (span, export.services);
        }
    };
    // The server's own name, not its program's name.
    assert!(services.contains(&"test".to_owned()) && services.iter().all(|name| !name.contains('/')), "{services:?}");
    let expected = r#"{"n":1,"password":"[redacted]","text":"shown"}"#;
    assert_eq!(attribute(&span, "gen_ai.tool.call.arguments").as_deref(), Some(expected));
    let result = attribute(&span, "gen_ai.tool.call.result").unwrap();
    assert!(result.contains("\"content\"") && !result.contains("hunter2"), "{result}");
}

#[test]
fn failures_say_of_which_kind_they_are() {
    let collector = Collector::start();
    let open = Running::start(&server(&["--otlp", &collector.url()], &[]));
    call(&open, "no such tool", &json!({}));
    let span = collector.span("tools/call no such tool");
    assert_eq!(attribute(&span, "error.type").unwrap().parse::<i64>().map(|code| code < 0), Ok(true));
    assert_eq!(span.status.unwrap().code, 2);
}

#[test]
fn spans_wait_for_a_collector_that_is_down() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let open = Running::start(&server(&["--otlp", &format!("http://{address}")], &[]));
    call(&open, "echo", &json!({}));
    let said = open.printed("cannot be used");
    assert!(said.contains(&address) && said.contains("refused"), "{said}");
    let collector = Collector::at(&address, &[503, 429]);
    collector.span("tools/call echo");
    assert!(open.printed("accepts spans again").ends_with("accepts spans again."));
}

#[test]
fn a_collector_that_refuses_spans_is_not_asked_again() {
    let collector = Collector::at("127.0.0.1:0", &[401]);
    let open = Running::start(&server(&["--otlp", &collector.url()], &[]));
    call(&open, "echo", &json!({}));
    let said = open.printed("refuses the spans");
    assert!(said.contains("401"), "{said}");
    call(&open, "pid", &json!({}));
    collector.span("tools/call pid");
    assert!(open.printed("accepts spans again").contains("lost"));
}

#[cfg(unix)]
#[test]
fn the_last_spans_are_sent_at_the_end() {
    let collector = Collector::start();
    let mut open = Running::start(&server(&["--otlp", &collector.url()], &[]));
    call(&open, "echo", &json!({}));
    open.interrupt();
    collector.span("tools/call echo");
    assert_eq!(open.exit_code(), Some(0));
}

#[test]
fn a_wrong_url_is_refused_without_its_credentials() {
    run(&server(&["--otlp", "localhost:4318"], &[])).failed(1, "http://localhost:4318");
    let ran = run(&server(&["--otlp", "http://user:hunter2@localhost"], &[]));
    assert!(ran.code == Some(1) && !ran.stderr.contains("hunter2"), "{ran:?}");
}
