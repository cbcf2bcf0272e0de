//! The demo as a user sees it: over a socket.

#[path = "../../hyper/tests/running/mod.rs"]
mod running;

use self::running::{Running, assert_response};

#[test]
fn the_demo_runs_its_tools() {
    let app = Running::start(env!("CARGO_BIN_EXE_demo"), &[]);
    assert!(app.authority().starts_with("127.0.0.1:"));

    assert_response(&app.get("/explorer", ""), 200, "<title>MCP UI</title>");
    assert_response(&app.get("/explorer/server", ""), 200, r#""title":"Demo tools""#);
    assert_response(&app.post("/explorer/tools/refuse/call", "", "{}"), 500, "this tool always fails");
}

#[test]
fn agents_of_the_newest_revision_get_complete_results() {
    let app = Running::start(env!("CARGO_BIN_EXE_demo"), &[]);
    let client = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"agent","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#;
    for (tool, arguments) in [("greet", r#"{"name":"Ada"}"#), ("weather/forecast", r#"{"city":"Lisbon","days":2}"#)] {
        let headers = format!(
            "content-type: application/json\r\naccept: application/json, text/event-stream\r\n\
             mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: {tool}\r\n"
        );
        let call = format!(r#"{{"name":"{tool}","arguments":{arguments},{client}}}"#);
        let request = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{call}}}"#);
        assert_response(&app.post("/mcp", &headers, &request), 200, r#""resultType":"complete""#);
    }
}

#[test]
fn a_client_that_never_finishes_its_headers_is_disconnected() {
    let app = Running::start(env!("CARGO_BIN_EXE_demo"), &["--header-timeout", "1"]);
    app.wait_until_closed(&["", "P", "GET /explo", "GET /explorer HTTP/1.1\r\nhost: "]);
}
