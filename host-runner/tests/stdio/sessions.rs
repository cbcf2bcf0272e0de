//! The clients' sessions, which share the process's only session.

use http::Request;
use http_body_util::Full;
use mcp_ui_host::ConsoleSource;
use serde_json::json;

use crate::support::{Client, respond, start, written};

#[tokio::test]
async fn the_process_gets_one_handshake_for_many_clients() {
    let server = start(&[]);
    let mut sessions = std::collections::HashSet::new();
    for _ in 0..5 {
        let client = Client::begin(&server, json!({})).await;
        assert_eq!(client.call("handshakes", json!({})).await, "1");
        sessions.insert(client.session);
    }
    assert_eq!(sessions.len(), 5);
}

#[tokio::test]
async fn an_unknown_session_is_404_and_a_missing_one_400() {
    let server = start(&[]);
    let mut client = Client::begin(&server, json!({})).await;
    let delete = || Request::delete("/mcp").header("mcp-session-id", client.session.as_ref().unwrap());
    assert_eq!(respond(&server, delete().body(Full::default()).unwrap()).await.status(), 204);
    assert_eq!(respond(&server, delete().body(Full::default()).unwrap()).await.status(), 404);
    let lost = client.request(json!(1), "tools/list", json!({})).await;
    assert_eq!((lost.status, lost.error().0), (404, -32001));
    client.session = None;
    assert_eq!(client.request(json!(1), "tools/list", json!({})).await.status, 400);
}

#[tokio::test]
async fn a_resource_is_unsubscribed_with_its_last_subscriber() {
    let server = start(&[]);
    let first = Client::begin(&server, json!({})).await;
    let second = Client::begin(&server, json!({})).await;
    let uri = json!({ "uri": "file:///a" });
    for client in [&first, &second] {
        assert_eq!(client.request(json!(1), "resources/subscribe", uri.clone()).await.last()["result"], json!({}));
    }
    assert_eq!(first.request(json!(2), "resources/unsubscribe", uri).await.last()["result"], json!({}));
    let delete = Request::delete("/mcp").header("mcp-session-id", second.session.as_ref().unwrap());
    assert_eq!(respond(&server, delete.body(Full::default()).unwrap()).await.status(), 204);
    written(&server, ConsoleSource::Stderr, "resources/unsubscribe").await;
    let lines = server.console().last_lines(ConsoleSource::Stderr, 9);
    let lines: Vec<_> = lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(
        lines,
        ["resources/subscribe file:///a", "resources/subscribe file:///a", "resources/unsubscribe file:///a"]
    );
}

#[tokio::test]
async fn other_requests_are_refused() {
    let server = start(&[]);
    let client = Client::begin(&server, json!({})).await;
    let put = Request::put("/mcp").body(Full::default()).unwrap();
    assert_eq!(respond(&server, put).await.status(), 405);
    let form = Request::post("/mcp").header("content-type", "text/plain").body(Full::default()).unwrap();
    assert_eq!(respond(&server, form).await.status(), 415);
    let long = format!(r#"{{"method":"{}"}}"#, "x".repeat(16 << 20));
    assert_eq!(client.post(&long).await.status, 413);
}

#[tokio::test]
async fn a_client_that_takes_no_event_stream_gets_json() {
    let server = start(&[]);
    let client = Client::begin(&server, json!({})).await;
    let params = json!({ "name": "progress", "arguments": { "name": "a" }, "_meta": { "progressToken": 1 } });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let request = Request::post("/mcp").header("content-type", "application/json").header("accept", "application/json");
    let request = request.header("mcp-session-id", client.session.as_ref().unwrap());
    let response = respond(&server, request.body(message.to_string().into()).unwrap()).await;
    assert_eq!(response.headers()["content-type"], "application/json");
}
