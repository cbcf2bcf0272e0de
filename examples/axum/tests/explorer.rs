//! The examples as a user sees them: over a socket.

#[path = "../../hyper/tests/running/mod.rs"]
mod running;

use self::running::{Running, assert_response};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{
    "protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"0"}}}"#;
const MCP: &str = "content-type: application/json\r\naccept: application/json, text/event-stream\r\n";
const SESAME: &str = "authorization: Bearer sesame\r\n";
const DINNER: &str = "authorization: Bearer dinner\r\n";

#[test]
fn wrapped_app() {
    let app = Running::start(env!("CARGO_BIN_EXE_wrapped"), &[]);
    assert!(app.authority().starts_with("127.0.0.1:"));

    assert_response(&app.get("/explorer", ""), 200, "<title>Greeter</title>");
    assert_response(&app.get("/explorer/tools", ""), 200, r#"{"name":"greet","description":"Greets somebody by name""#);
    assert_response(&app.post("/explorer/tools/greet/call", "", r#"{"name":"Ada"}"#), 200, "Hello, Ada!");
    assert_response(&app.get("/", ""), 200, "the app's own response");
    assert_response(&app.post("/mcp", MCP, INITIALIZE), 200, "serverInfo");
}

#[test]
fn handed_over_service_keeps_its_guard() {
    let app = Running::start(env!("CARGO_BIN_EXE_handed-over"), &[]);

    assert_response(&app.get("/explorer", ""), 200, "<title>Greeter, guarded</title>");
    assert_response(&app.get("/explorer/tools", ""), 401, "www-authenticate: Bearer");
    assert_response(&app.get("/explorer/tools", SESAME), 200, r#"{"name":"greet","#);
    assert_response(&app.post("/explorer/tools/greet/call", "", r#"{"name":"Ada"}"#), 401, "error");
    assert_response(&app.post("/explorer/tools/greet/call", SESAME, r#"{"name":"Ada"}"#), 200, "Hello, Ada!");
    assert_response(&app.get("/", ""), 200, "the app's own response");
    assert_response(&app.post("/mcp", MCP, INITIALIZE), 401, "www-authenticate: Bearer");
    assert_response(&app.post("/mcp", &format!("{MCP}{SESAME}"), INITIALIZE), 200, "serverInfo");
}

#[test]
fn tools_in_code_know_the_caller() {
    let app = Running::start(env!("CARGO_BIN_EXE_in-code"), &[]);

    assert_response(&app.get("/explorer", ""), 200, "<title>Tools in code</title>");
    assert_response(&app.get("/explorer/tools", ""), 200, r#"[{"name":"add","description":"Adds two numbers"}"#);
    assert_response(&app.post("/explorer/tools/whoami/call", "", "{}"), 401, r#"{"error":"Unauthorized"}"#);
    assert_response(&app.post("/explorer/tools/whoami/call", SESAME, "{}"), 200, "You are Ali Baba.");
    assert_response(&app.post("/explorer/tools/whoami/call", DINNER, "{}"), 200, "You are Morgiana.");
    assert_response(&app.post("/explorer/tools/add/call", SESAME, r#"{"a":2,"b":0.5}"#), 200, "2.5");
    assert_response(&app.get("/", ""), 200, "the app's own response");
}

#[test]
fn a_page_that_signs_in() {
    let app = Running::start(env!("CARGO_BIN_EXE_signing-in"), &["--issuer", "http://127.0.0.1:1"]);

    assert_response(&app.get("/explorer", ""), 200, r#"data-sign-in="true""#);
    assert_response(&app.get("/explorer/tools", ""), 401, "www-authenticate: Bearer resource_metadata=");
    assert_response(&app.get("/.well-known/oauth-protected-resource/mcp", ""), 200, "authorization_servers");
    let begin = format!(r#"{{"page":"http://{}/explorer"}}"#, app.authority());
    assert_response(&app.post("/explorer/authorization", "", &begin), 200, r#""state":"failed""#);
    assert_response(&app.post("/mcp", MCP, INITIALIZE), 401, "www-authenticate: Bearer");
}

#[test]
fn a_client_that_never_finishes_its_headers_is_disconnected() {
    for program in [env!("CARGO_BIN_EXE_wrapped"), env!("CARGO_BIN_EXE_handed-over"), env!("CARGO_BIN_EXE_in-code")] {
        let app = Running::start(program, &["--header-timeout", "1"]);
        app.wait_until_closed(&["", "P", "GET /explo", "GET /explorer HTTP/1.1\r\nhost: "]);
    }
}
