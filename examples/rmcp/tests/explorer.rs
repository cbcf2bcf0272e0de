//! The example as a user sees it: over a socket.

#[path = "../../hyper/tests/running/mod.rs"]
mod running;

use self::running::{Running, assert_response};

#[test]
fn the_explorer_responds_and_everything_else_passes_through() {
    let app = Running::start(env!("CARGO_BIN_EXE_example-rmcp"), &[]);
    assert!(app.authority().starts_with("127.0.0.1:"));

    assert_response(&app.get("/explorer", ""), 200, "<title>Greeter</title>");
    assert_response(
        &app.get("/explorer/tools", ""),
        200,
        r#"[{"name":"greet","description":"Greets somebody by name"}]"#,
    );
    let called = app.post("/explorer/tools/greet/call", "", r#"{"name":"Ada"}"#);
    assert_response(&called, 200, r#"{"content":[{"type":"text","text":"Hello, Ada!"}],"isError":false"#);

    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{
        "protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"0"}}}"#;
    let mcp = "content-type: application/json\r\naccept: application/json, text/event-stream\r\n";
    assert_response(&app.post("/mcp", mcp, initialize), 200, "serverInfo");
}

#[test]
fn a_client_that_never_finishes_its_headers_is_disconnected() {
    let app = Running::start(env!("CARGO_BIN_EXE_example-rmcp"), &["--header-timeout", "1"]);
    app.wait_until_closed(&["", "P", "GET /explo", "GET /explorer HTTP/1.1\r\nhost: "]);
}
