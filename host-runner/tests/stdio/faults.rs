//! Processes that misbehave as no MCP server should.

use std::time::Duration;

use mcp_ui_host::{ConsoleSource, ProtocolChoice, StdioCommand, StdioOptions, StdioServer};
use serde_json::json;

use crate::support::{Client, Events, begin, command, start, within, written};

async fn fails_to_start(server: StdioServer) -> String {
    within(server.ready()).await.unwrap_err().to_string()
}

#[tokio::test]
async fn a_command_that_does_not_exist_is_named() {
    let options = StdioOptions::new;
    let missing = StdioServer::start(StdioCommand::new("no-such-program"), options());
    let message = fails_to_start(missing).await;
    assert!(message.contains("no-such-program") && message.contains("PATH"), "{message}");
    let missing = StdioServer::start(StdioCommand::new("./no-such-program"), options());
    assert!(fails_to_start(missing).await.contains("there is no such program"));
    let nowhere = StdioServer::start(command(&[]).cwd("/no/such/folder"), options());
    assert!(fails_to_start(nowhere).await.contains("/no/such/folder is not a folder"));
}

#[tokio::test]
async fn a_process_that_exits_at_once_shows_its_stderr() {
    let message = fails_to_start(start(&["--fault", "exits at once"])).await;
    assert_eq!(message, "The server exited with code 7.\nLast lines of stderr:\nno configuration");
}

#[tokio::test]
async fn a_process_of_another_revision_is_ended_with_its_answer() {
    let other = fails_to_start(start(&["--revision", "1999-01-01"])).await;
    assert!(
        other.starts_with("The server speaks protocol version 1999-01-01. Supported versions: 2026-07-28, "),
        "{other}"
    );
    let older = StdioOptions::new().protocol(ProtocolChoice::Handshake("2025-11-25"));
    let refused = fails_to_start(StdioServer::start(command(&["--revision", "2026-07-28"]), older)).await;
    assert!(refused.starts_with("The server refuses the handshake: {\"code\":-32601"), "{refused}");
}

#[tokio::test]
async fn a_process_that_never_answers_is_ended() {
    let options = StdioOptions::new().init_timeout(Duration::from_millis(300));
    let message = fails_to_start(StdioServer::start(command(&["--fault", "hangs"]), options)).await;
    assert!(message.contains("neither initialize nor server/discover within 0.3 s"), "{message}");
}

#[tokio::test]
async fn a_process_that_is_killed_fails_open_requests_and_is_started_again() {
    let (server, client) = begin(&[]).await;
    let mut open = Events::of(
        client.send(r#"{"jsonrpc":"2.0","id":"open","method":"tools/call","params":{"name":"hang"}}"#).await,
    );
    let mut listening = client.listen().await;
    let pid = client.call("pid", json!({})).await;
    let crashed = client.request(json!(1), "tools/call", json!({ "name": "crash" })).await;
    let (code, message) = crashed.error();
    assert_eq!((code, &crashed.last()["id"]), (-32603, &json!(1)));
    assert_eq!(message, "The server was terminated by SIGKILL. It will be restarted in 1 s.");
    let lines = crashed.last()["error"]["data"]["stderr"].as_array().unwrap().clone();
    assert_eq!(lines.last(), Some(&json!("last words")));
    let failed = open.next().await.unwrap();
    assert_eq!((&failed["id"], &failed["error"]["code"]), (&json!("open"), &json!(-32603)));
    assert_eq!(listening.next().await, None);

    // Until the process is restarted, requests are answered with the reason.
    let refused = client.request(json!(2), "tools/list", json!({})).await;
    assert!(refused.status == 503 || refused.status == 404, "{refused:?}");
    written(&server, ConsoleSource::Runner, "will be restarted in 1 s").await;
    within(async {
        while server.ready().await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await;
    assert_eq!(client.request(json!(3), "tools/list", json!({})).await.status, 404);
    let client = Client::begin(&server, json!({})).await;
    assert_ne!(client.call("pid", json!({})).await, pid);
}

#[tokio::test]
async fn a_process_that_exits_with_code_0_stays_down_until_it_is_restarted() {
    let (server, client) = begin(&[]).await;
    let (_, message) =
        client.request(json!(1), "tools/call", json!({ "name": "exit", "arguments": { "code": 0 } })).await.error();
    assert_eq!(message, "The server exited with code 0.");
    assert!(within(server.ready()).await.is_err());
    server.restart();
    within(async {
        while server.ready().await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    Client::begin(&server, json!({})).await;
}

#[tokio::test]
async fn a_call_that_hangs_blocks_nobody_else() {
    let (_, client) = begin(&[]).await;
    let _hanging = client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hang"}}"#).await;
    assert_eq!(client.call("echo", json!({})).await, "{}");
}

#[tokio::test]
async fn text_on_stdout_is_shown_and_does_no_harm() {
    let (server, client) = begin(&["--fault", "prints a banner"]).await;
    assert_eq!(client.call("print", json!({})).await, "printed");
    assert_eq!(client.call("invalid UTF-8", json!({})).await, "written");
    for text in ["Server listening on port 3000", "Hello from a print statement", "\u{fffd}"] {
        written(&server, ConsoleSource::Stdout, text).await;
    }
    written(&server, ConsoleSource::Runner, "text to stdout that is not MCP").await;
}

#[tokio::test]
async fn an_answer_that_is_not_utf_8_fails_its_call() {
    let (_, client) = begin(&[]).await;
    let reply = client.request(json!(1), "tools/call", json!({ "name": "answer that is not UTF-8" })).await;
    assert_eq!(reply.error().0, -32603);
    assert!(reply.error().1.contains("not UTF-8"), "{reply:?}");
    assert_eq!(client.call("echo", json!({})).await, "{}");
}

#[tokio::test]
async fn half_lines_are_put_together() {
    let (_, client) = begin(&[]).await;
    let reply = client.request(json!(1), "tools/call", json!({ "name": "half lines" })).await;
    assert_eq!(reply.last()["result"], json!({ "content": [] }));
}

#[tokio::test]
async fn a_child_that_never_reads_is_stopped() {
    let (server, client) = begin(&[]).await;
    let call = json!({ "name": "ping without reading" });
    let (code, message) = client.request(json!(1), "tools/call", call).await.error();
    assert_eq!(code, -32603);
    let reason = "The server sends requests, but does not read the answers, so it was stopped.";
    assert!(message.starts_with(reason), "{message}");
    written(&server, ConsoleSource::Runner, "It will be restarted").await;
}

#[tokio::test]
async fn a_line_without_end_ends_the_process() {
    let (_, client) = begin(&[]).await;
    let (code, message) = client.request(json!(1), "tools/call", json!({ "name": "endless line" })).await.error();
    assert_eq!(code, -32603);
    assert!(message.contains("a line of more than 16 MiB"), "{message}");
}

#[tokio::test]
async fn a_result_of_many_megabytes_arrives() {
    let (_, client) = begin(&[]).await;
    assert_eq!(client.call("large", json!({ "bytes": 15 << 20 })).await.len(), 15 << 20);
}

#[tokio::test]
async fn foreign_and_duplicate_ids_reach_nobody() {
    let (server, client) = begin(&["--fault", "foreign ids", "--fault", "duplicate ids"]).await;
    for number in 0..3 {
        let text = client.call("echo", json!({ "number": number })).await;
        assert_eq!(text, json!({ "number": number }).to_string().replace(':', ": "));
    }
    written(&server, ConsoleSource::Runner, "a request that it never received: id 987654").await;
    written(&server, ConsoleSource::Runner, "a request that it never received: id \"never\"").await;
}
