//! The revision that the process speaks, and clients that speak other revisions.

use std::time::Duration;

use mcp_ui_host::{ConsoleSource, ProtocolChoice, StdioOptions, StdioServer};
use serde_json::{Value, json};

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
    let said = written(&server, ConsoleSource::Runner, "was refused").await;
    assert!(said.contains("MCP 2025-06-18") && said.contains("--protocol"), "{said}");
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

/// Returns the methods that a server has received, in order.
fn methods(log: &tempfile::NamedTempFile) -> Vec<String> {
    let received = std::fs::read_to_string(log.path()).unwrap();
    let messages = received.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    messages.filter_map(|message| message["method"].as_str().map(ToOwned::to_owned)).collect()
}

async fn logged(arguments: &[&str], options: StdioOptions) -> (StdioServer, tempfile::NamedTempFile) {
    let log = tempfile::NamedTempFile::new().unwrap();
    let arguments = [arguments, &["--log", log.path().to_str().unwrap()]].concat();
    let server = StdioServer::start(command(&arguments), options);
    within(server.ready()).await.unwrap();
    (server, log)
}

#[tokio::test]
async fn a_server_of_both_eras_is_run_in_the_older_one() {
    let (server, log) = logged(&["--revision", "both"], StdioOptions::new()).await;
    let client = Client::begin(&server, json!({})).await;
    assert_eq!(client.call("handshakes", json!({})).await, "1");
    assert_eq!(methods(&log)[..2], ["initialize", "notifications/initialized"]);
    // Agents in the newest revision learn that they must fall back.
    let refused = stateless(&server, json!(1), "tools/list", json!({})).await;
    assert_eq!((refused.status, refused.error().0), (400, -32022));
    assert_eq!(refused.last()["error"]["data"]["supported"], json!(["2025-11-25"]));
}

#[tokio::test]
async fn an_older_server_is_never_asked_for_the_newest_revision() {
    for fault in ["silent probe", "dies at the probe"] {
        let (server, log) = logged(&["--fault", fault], StdioOptions::new()).await;
        let client = Client::begin(&server, json!({})).await;
        assert_eq!(client.call("handshakes", json!({})).await, "1");
        assert!(!methods(&log).contains(&"server/discover".to_owned()));
    }
}

#[tokio::test]
async fn a_server_that_refuses_the_handshake_is_asked_by_discover() {
    let (server, log) = logged(&["--revision", "2026-07-28"], StdioOptions::new()).await;
    assert_eq!(methods(&log), ["initialize", "server/discover"]);
    // The next process is probed in the way that worked before.
    server.restart();
    within(server.ready()).await.unwrap();
    while methods(&log).len() < 3 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(methods(&log), ["initialize", "server/discover", "server/discover"]);
}

#[tokio::test]
async fn a_server_that_does_not_answer_the_handshake_is_asked_by_discover() {
    let options = StdioOptions::new().probe_timeout(Duration::from_millis(200));
    let (_server, log) = logged(&["--revision", "2026-07-28", "--fault", "silent handshake"], options).await;
    assert_eq!(methods(&log), ["initialize", "server/discover"]);
}

#[tokio::test]
async fn a_server_that_a_handshake_ends_or_pins_is_started_once_more() {
    for (fault, reason) in [
        ("dies at the handshake", "started again, with server/discover as the first request"),
        ("pinned by a handshake", "The server refuses the handshake"),
    ] {
        let (server, log) = logged(&["--revision", "2026-07-28", "--fault", fault], StdioOptions::new()).await;
        written(&server, ConsoleSource::Runner, reason).await;
        assert_eq!(methods(&log).last().map(String::as_str), Some("server/discover"));
        let reply = stateless(&server, json!(1), "tools/call", json!({ "name": "echo", "arguments": {} })).await;
        assert_eq!(reply.status, 200, "{fault}");
    }
}

/// A probe would make some servers print an error that they never printed before.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_that_is_still_starting_is_not_asked_by_discover() {
    let options = StdioOptions::new().probe_timeout(Duration::from_millis(100));
    let (_server, log) = logged(&["--fault", "slow start"], options).await;
    assert!(!methods(&log).contains(&"server/discover".to_owned()));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_that_crashes_before_the_handshake_is_started_once() {
    let server = start(&["--fault", "crash at start"]);
    let exit = within(server.ready()).await.unwrap_err();
    assert_eq!(exit.to_string().matches("no configuration").count(), 1, "{exit}");
    let lines = server.console().lines_from(0, 100);
    assert_eq!(lines.iter().filter(|line| line.text.contains("no configuration")).count(), 1, "{lines:?}");
}

#[tokio::test]
async fn a_server_that_speaks_no_revision_says_so() {
    let server = start(&["--revision", "1999-01-01"]);
    let exit = within(server.ready()).await.unwrap_err();
    assert!(exit.to_string().contains("speaks protocol version 1999-01-01"), "{exit}");
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
