//! The revision that the process speaks, and clients of others.

use std::time::Duration;

use mcp_ui_host::{ConsoleSource, ProtocolChoice, StdioOptions, StdioServer};
use serde_json::json;

use crate::support::{Client, command, start, stateless, within, written};

#[tokio::test]
async fn a_server_of_2026_07_28_needs_no_session() {
    let server = start(&["--revision", "2026-07-28"]);
    let reply = stateless(&server, json!("a"), "tools/call", json!({ "name": "echo", "arguments": { "b": 1 } })).await;
    assert_eq!((reply.status, reply.last()["id"].clone(), reply.text()), (200, json!("a"), Some(r#"{"b": 1}"#.into())));

    let client = Client { server: server.clone(), session: None };
    let refused = client.request(json!(1), "initialize", json!({ "protocolVersion": "2025-06-18" })).await;
    assert_eq!((refused.status, refused.error().0), (400, -32022));
    let data = json!({ "supported": ["2026-07-28"], "requested": "2025-06-18" });
    assert_eq!(refused.last()["error"]["data"], data);
}

#[tokio::test]
async fn a_subscription_has_the_id_of_the_client() {
    let server = start(&["--revision", "2026-07-28"]);
    let reply = stateless(&server, json!("mine"), "subscriptions/listen", json!({ "notifications": {} })).await;
    let messages = reply.messages();
    assert_eq!(messages.len(), 3, "{reply:?}");
    for message in &messages[..2] {
        assert_eq!(message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], "mine");
    }
    assert_eq!(messages[2]["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"], "mine");
}

#[tokio::test]
async fn a_header_that_contradicts_the_body_is_refused() {
    let server = start(&["--revision", "2026-07-28"]);
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#;
    let request = http::Request::post("/").header("content-type", "application/json");
    let request = request.header("mcp-protocol-version", "2026-07-28").header("mcp-method", "tools/call");
    let response = crate::support::respond(&server, request.body(body.into()).unwrap()).await;
    let reply = crate::support::Reply::read(response).await;
    assert_eq!((reply.status, reply.error().0), (400, -32020));
}

#[tokio::test]
async fn a_client_of_2026_07_28_learns_the_revision_of_an_older_server() {
    for (revision, presented) in [("2025-06-18", "2025-06-18"), ("2024-11-05", "2025-03-26")] {
        let server = start(&["--revision", revision]);
        let refused = stateless(&server, json!(1), "tools/list", json!({})).await;
        assert_eq!((refused.status, refused.error().0), (400, -32022));
        assert_eq!(refused.last()["error"]["data"], json!({ "supported": [presented], "requested": "2026-07-28" }));

        let client = Client { server: server.clone(), session: None };
        let reply = client.request(json!(1), "initialize", json!({ "capabilities": {} })).await;
        assert_eq!(reply.last()["result"]["protocolVersion"], presented);
        assert!(reply.texts[0].contains(r#""x-unknown":{"kept":1.0}"#), "{reply:?}");
    }
}

#[tokio::test]
async fn a_server_that_does_not_answer_the_probe_gets_the_handshake() {
    let options = StdioOptions::new().probe_timeout(Duration::from_millis(200));
    let server = StdioServer::start(command(&["--fault", "silent probe"]), options);
    within(server.ready()).await.unwrap();
    let client = Client::begin(&server, json!({})).await;
    assert_eq!(client.call("handshakes", json!({})).await, "1");
}

#[tokio::test]
async fn a_server_that_ends_at_the_probe_is_started_again_with_the_handshake() {
    let server = start(&["--fault", "dies at the probe"]);
    let client = Client::begin(&server, json!({})).await;
    assert_eq!(client.call("handshakes", json!({})).await, "1");
    written(&server, ConsoleSource::Runner, "asked for its revision").await;
}

#[tokio::test]
async fn the_revision_is_remembered() {
    let (folder, log) = (tempfile::tempdir().unwrap(), tempfile::NamedTempFile::new().unwrap());
    for probes in [1, 1] {
        let options = StdioOptions::new().cache(folder.path());
        let server = StdioServer::start(command(&["--log", log.path().to_str().unwrap()]), options);
        within(server.ready()).await.unwrap();
        server.shut_down().await;
        let received = std::fs::read_to_string(log.path()).unwrap();
        assert_eq!(received.matches("server/discover").count(), probes);
    }
}

#[tokio::test]
async fn the_choice_of_a_revision_overrules_the_probe() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let options = StdioOptions::new().protocol(ProtocolChoice::Handshake("2025-03-26"));
    let server = StdioServer::start(command(&["--log", log.path().to_str().unwrap()]), options);
    within(server.ready()).await.unwrap();
    let received = std::fs::read_to_string(log.path()).unwrap();
    assert!(!received.contains("server/discover") && received.contains("2025-03-26"), "{received}");
}
