//! Servers at a URL that speak HTTP+SSE (2024-11-05), and redirects.

use serde_json::json;

use crate::open::running::{Running, run};
use crate::support::child::Listening;

/// Starts `sse.py`.
fn server(arguments: &[&str]) -> Listening {
    Listening::start(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/children/sse.py"), arguments)
}

#[test]
fn a_server_over_sse_is_explored_and_serves_agents() {
    let server = server(&[]);
    let open = Running::start(&[&format!("http://{}/sse", server.authority)]);
    open.printed("speaks HTTP+SSE of MCP 2024-11-05");
    assert_eq!(open.get("/explorer/tools").json()[0]["name"], "echo");
    let live = r#"{"params":{"name":"progress","arguments":{}}}"#;
    let events = open.send("POST", "/explorer/rpc/tools/call", "content-type: application/json\r\n", live);
    assert_eq!(events.body.matches("notifications/progress").count(), 3, "{events:?}");

    let (first, second) = (open.session(), open.session());
    assert_ne!(first, second);
    for session in [first, second] {
        assert_eq!(open.call_in(&session, "echo"), "null");
    }
}

#[test]
fn a_lost_stream_fails_the_call_and_is_opened_again() {
    let server = server(&[]);
    let open = Running::start(&[&format!("http://{}/sse", server.authority)]);
    let failed = open.call("hang-up", "{}");
    assert!(failed.status >= 400 && failed.body.contains("The server ended the connection"), "{failed:?}");
    let begin = std::time::Instant::now();
    while open.call("echo", "{}").status != 200 {
        assert!(begin.elapsed() < crate::open::running::PATIENCE, "the stream is not opened again");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn redirects_within_the_origin_are_followed() {
    let server = server(&["--redirect", "307"]);
    let open = Running::start(&[&format!("http://{}/mcp", server.authority)]);
    assert_eq!(open.call("echo", r#"{"a":1}"#).json()["content"][0]["text"], json!(r#"{"a": 1}"#));
}

#[test]
fn messages_are_not_sent_to_another_server() {
    for endpoint in ["http://127.0.0.1:1/messages", "https://other.example/", "//other.example/", "data:,x"] {
        let server = server(&["--endpoint", endpoint]);
        let ran = run(&[&format!("http://{}/sse", server.authority), "--header", "Authorization: sesame"]);
        let expected = format!("The server asks for messages to be sent to {endpoint:?}, which is another server.");
        ran.failed(4, &expected);
        assert!(!ran.stderr.contains("sesame"), "{ran:?}");
    }
}
