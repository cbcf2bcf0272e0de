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
fn a_client_that_never_finishes_its_headers_is_disconnected() {
    let app = Running::start(env!("CARGO_BIN_EXE_demo"), &["--header-timeout", "1"]);
    for begun in ["", "P", "GET /explo", "GET /explorer HTTP/1.1\r\nhost: "] {
        app.wait_until_closed(begun);
    }
}
