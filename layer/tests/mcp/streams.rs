//! Responses in an event stream, and abandoned calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use http::{Method, Response, StatusCode};
use serde_json::json;
use tower::ServiceExt as _;
use tower_mcp_ui::McpUiConfig;
use tower_mcp_ui::config::Timeouts;

use crate::support::script::{self, Seen, event, events, explorer, explorer_with, plain, result, text};

#[tokio::test]
async fn the_response_is_extracted_from_the_events_byte_for_byte() {
    let (explorer, _) = explorer(script::modern(|seen| {
        let id = &seen.message["id"];
        let response =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[],"structuredContent":{{"n": 1.0}}}}}}"#);
        let (first, second) = response.split_at(20);
        events(vec![
            ": a comment\nretry: 5\n\nid: 1\ndata:\n\n".to_owned(),
            event(&json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": {} })),
            event(&json!({ "jsonrpc": "2.0", "id": 999_999, "result": {} })),
            format!("data: {first}"),
            format!("{second}\r\n\r\n"),
        ])
    }));
    let response = script::call(&explorer, "t", "{}").await;
    assert_eq!(text(&response), r#"{"content":[],"isError":false,"structuredContent":{"n": 1.0}}"#);
}

#[tokio::test]
async fn messages_before_a_list_are_skipped() {
    let (explorer, _) = explorer(|seen: Seen| {
        let progress = event(&json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": {} }));
        let list = json!({ "jsonrpc": "2.0", "id": seen.message["id"], "result": { "tools": [{ "name": "t" }] } });
        std::future::ready(events(vec![progress.clone(), progress.clone(), progress, event(&list)]))
    });
    let list = script::get(&explorer, "/explorer/tools").await;
    assert_eq!(list.status(), StatusCode::OK, "{}", text(&list));
}

#[tokio::test]
async fn the_messages_of_a_batch_are_read() {
    let (explorer, _) = explorer(script::modern(|seen| {
        let response = json!({ "jsonrpc": "2.0", "id": seen.message["id"], "result": { "content": [] } });
        script::json_response(json!([{ "jsonrpc": "2.0", "method": "notifications/message" }, response]))
    }));
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
}

/// An older server whose tool calls are handled by `on_call`.
fn legacy(
    on_call: impl Fn(&Seen) -> Response<Body> + Clone + Send + Sync + 'static,
) -> impl Fn(Seen) -> std::future::Ready<Response<Body>> + Clone {
    move |seen| {
        std::future::ready(match seen.method() {
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
            "initialize" => result(&seen, json!({ "protocolVersion": "2025-11-25", "capabilities": {} })),
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
            "tools/call" => on_call(&seen),
            _ => plain(202, ""),
        })
    }
}

#[tokio::test]
async fn requests_of_the_server_are_answered() {
    let (explorer, log) = explorer(legacy(|seen| {
        events(vec![
            event(&json!({ "jsonrpc": "2.0", "id": "p", "method": "ping" })),
            event(&json!({ "jsonrpc": "2.0", "id": 7, "method": "sampling/createMessage", "params": {} })),
            event(&json!({ "jsonrpc": "2.0", "id": seen.message["id"], "result": { "content": [] } })),
        ])
    }));
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
    let responses: Vec<_> =
        log.all().into_iter().filter(|seen| seen.http == Method::POST && seen.method().is_empty()).collect();
    assert_eq!(responses[0].message, json!({ "jsonrpc": "2.0", "id": "p", "result": {} }));
    assert_eq!(responses[1].message["id"], 7);
    assert_eq!(responses[1].message["error"]["code"], -32601);
}

#[tokio::test]
async fn a_flood_of_requests_is_answered_with_limited_concurrency() {
    let (explorer, log) = explorer(legacy(|seen| {
        let ping = |number: usize| event(&json!({ "jsonrpc": "2.0", "id": number, "method": "ping" }));
        let mut parts: Vec<_> = (0..1_000).map(ping).collect();
        parts.push(event(&json!({ "jsonrpc": "2.0", "id": seen.message["id"], "result": { "content": [] } })));
        events(parts)
    }));
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
    assert!(log.all().len() > 900, "{}", log.all().len());
}

#[tokio::test]
async fn an_event_with_more_requests_is_refused() {
    for (count, status) in [(64, StatusCode::OK), (65, StatusCode::BAD_GATEWAY)] {
        let (explorer, _) = explorer(legacy(move |seen| {
            let pings: Vec<_> = (0..count).map(|id| json!({ "jsonrpc": "2.0", "id": id, "method": "ping" })).collect();
            let end = json!({ "jsonrpc": "2.0", "id": seen.message["id"], "result": { "content": [] } });
            events(vec![event(&json!(pings)), event(&end)])
        }));
        let response = script::call(&explorer, "t", "{}").await;
        assert_eq!(response.status(), status, "{count}: {}", text(&response));
        assert_eq!(text(&response).contains("sent too many requests in one event"), count > 64);
    }
}

/// Records that a stream was dropped.
#[derive(Clone, Default)]
struct Closed(Arc<AtomicBool>);

impl Closed {
    fn is(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

struct CloseOnDrop(Closed);

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::SeqCst);
    }
}

/// A stream that stays open without sending anything.
fn silence(closed: &Closed) -> Response<Body> {
    let listening = CloseOnDrop(closed.clone());
    let stream = futures_util::stream::poll_fn(move |_| {
        let _ = &listening;
        std::task::Poll::<Option<Result<bytes::Bytes, std::io::Error>>>::Pending
    });
    Response::builder().header("content-type", "text/event-stream").body(Body::from_stream(stream)).unwrap()
}

#[tokio::test]
async fn a_disconnected_caller_closes_the_stream() {
    let closed = Closed::default();
    let stream = closed.clone();
    let (explorer, log) = explorer(script::modern(move |_| silence(&stream)));
    let request =
        http::Request::post("/explorer/tools/t/call").header("host", "localhost").body(Body::empty()).unwrap();
    let mut waiting = Box::pin(explorer.clone().oneshot(request));
    let timeout = tokio::time::timeout(Duration::from_millis(100), &mut waiting);
    assert!(timeout.await.is_err(), "the tool never answers");
    assert!(!closed.is());
    drop(waiting);
    assert!(closed.is());
    assert_eq!(log.methods(), ["tools/list", "tools/call"], "this revision sends no cancellation");
}

#[tokio::test]
async fn an_older_server_is_notified_when_the_caller_disconnects() {
    let closed = Closed::default();
    let (explorer, log) = explorer(legacy(move |_| silence(&closed)));
    let request =
        http::Request::post("/explorer/tools/t/call").header("host", "localhost").body(Body::empty()).unwrap();
    let waiting = explorer.clone().oneshot(request);
    assert!(tokio::time::timeout(Duration::from_millis(100), waiting).await.is_err());
    log.wait_for("notifications/cancelled").await;
    let call = &log.of("tools/call")[0];
    assert_eq!(log.of("notifications/cancelled")[0].message["params"]["requestId"], call.message["id"]);
}

#[tokio::test]
async fn a_tool_that_hangs_times_out() {
    let timeouts = Timeouts::new().call(Duration::from_millis(50));
    let closed = Closed::default();
    let (explorer, log) = explorer_with(McpUiConfig::new().timeouts(timeouts), legacy(move |_| silence(&closed)));
    let response = script::call(&explorer, "t", "{}").await;
    assert_eq!(response.status(), StatusCode::GATEWAY_TIMEOUT);
    assert_eq!(
        text(&response),
        r#"{"error":"The tool did not respond within 50ms. Raise `Timeouts::call` (MCP_UI_CALL_TIMEOUT) if it needs more time."}"#
    );
    log.wait_for("notifications/cancelled").await;
}
