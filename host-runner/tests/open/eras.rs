//! A second process for requests in the newest revision, which starts only when explicitly requested.

use serde_json::{Value, json};

use crate::open::console::Follower;
use crate::open::running::{Response, Running, server};

/// Calls a tool without arguments through the explorer, in a chosen revision.
fn call_in(open: &Running, tool: &str, revision: &str) -> Response {
    let headers = format!("content-type: application/json\r\nmcp-ui-client: {{\"revision\":\"{revision}\"}}\r\n");
    open.send("POST", &format!("/explorer/tools/{tool}/call"), &headers, "{}")
}

/// Calls a tool without arguments as an agent that speaks the newest revision.
fn stateless(open: &Running, path: &str, tool: &str) -> Response {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "agent", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({ "name": tool, "arguments": {}, "_meta": meta });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let headers = "content-type: application/json\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\n";
    open.send("POST", path, &format!("{headers}mcp-name: {tool}\r\n"), &call.to_string())
}

fn text(response: &Response) -> String {
    assert_eq!(response.status, 200, "{response:?}");
    let json = response.json();
    let result = json.get("result").unwrap_or(&json);
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

#[test]
fn a_second_process_serves_the_newest_revision() {
    let open = Running::start(&server(&[], &["--revision", "both"]));
    let shared = open.call_in(&open.session(), "pid");
    assert_eq!(text(&call_in(&open, "pid", "automatic")), shared);
    let mut page = Follower::start(&open, "");
    assert_eq!(page.state("ready")["newest"], Value::Null);
    assert_eq!(stateless(&open, "/mcp", "pid").json()["error"]["code"], -32022);

    let newest = text(&call_in(&open, "pid", "newest"));
    assert_ne!(newest, shared);
    assert_eq!(text(&stateless(&open, "/mcp/2026-07-28", "pid")), newest);
    // The shared process is unchanged for both agents and the explorer.
    assert_eq!(open.call_in(&open.session(), "pid"), shared);
    assert_eq!(text(&call_in(&open, "pid", "older")), shared);

    let state = page.state("ready");
    assert_eq!(state["newest"], json!({ "state": "ready" }));
    assert_eq!((&state["revision"], &state["agents"]), (&json!("2025-11-25"), &json!(2)));
    let (lines, _) = Follower::start(&open, "").lines_to(&format!("as process {newest}"));
    assert!(lines.iter().any(|line| line["text"].as_str().unwrap().contains(&format!("as process {shared}"))));

    assert_eq!(open.send("POST", "/restart", "", "").status, 202);
    page.state("starting");
    page.state("ready");
    let again = [text(&call_in(&open, "pid", "newest")), text(&call_in(&open, "pid", "automatic"))];
    assert!(!again.contains(&newest) && !again.contains(&shared), "{again:?}");
}

#[test]
fn both_processes_are_started_by_an_option() {
    let open = Running::start(&server(&["--protocol", "both"], &["--revision", "both"]));
    let mut page = Follower::start(&open, "");
    let mut state = page.state("ready");
    while state["newest"]["state"] != "ready" {
        state = page.state("ready");
    }
    // A server that speaks only the newest revision needs no second process.
    let open = Running::start(&server(&["--protocol", "both"], &["--revision", "2026-07-28"]));
    let shared = text(&call_in(&open, "pid", "automatic"));
    assert_eq!(text(&stateless(&open, "/mcp", "pid")), shared);
    assert_eq!(text(&stateless(&open, "/mcp/2026-07-28", "pid")), shared);
    assert_eq!(Follower::start(&open, "").state("ready")["newest"], Value::Null);
}

#[test]
fn a_server_without_the_newest_revision_says_so() {
    let open = Running::start(&server(&[], &["--revision", "2025-11-25"]));
    for _ in 0..2 {
        let refused = stateless(&open, "/mcp/2026-07-28", "pid");
        let message = refused.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(refused.status == 503 && message.contains("does not speak MCP 2026-07-28"), "{refused:?}");
    }
    let mut page = Follower::start(&open, "");
    let newest = page.state("ready")["newest"].clone();
    let reason = newest["reason"].as_str().unwrap();
    assert!(newest["state"] == "down" && reason.contains("does not speak MCP 2026-07-28"), "{newest}");
    assert_eq!(open.call("pid", "{}").status, 200, "the shared process goes on");
}

#[test]
fn a_second_process_that_ends_is_started_again() {
    let open = Running::start(&server(&[], &["--revision", "both"]));
    let shared = open.call_in(&open.session(), "pid");
    let first = text(&call_in(&open, "pid", "newest"));
    assert_ne!(call_in(&open, "crash", "newest").status, 200);
    // The process is restarted within a second.
    let again = loop {
        let response = call_in(&open, "pid", "newest");
        if response.status == 200 {
            break text(&response);
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    };
    assert_ne!(again, first);
    assert_eq!(open.call_in(&open.session(), "pid"), shared);
}

#[test]
fn a_chosen_revision_has_one_process() {
    let open = Running::start(&server(&["--protocol", "2025-11-25"], &["--revision", "both"]));
    assert_eq!(stateless(&open, "/mcp/2026-07-28", "pid").status, 404);
    assert_ne!(call_in(&open, "pid", "newest").status, 200);
    assert_eq!(open.call("pid", "{}").status, 200);
}
