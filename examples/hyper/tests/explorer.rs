//! The example as a user sees it: over a socket.

mod running;

use self::running::{Running, assert_response};

#[test]
fn the_explorer_responds_and_everything_else_passes_through() {
    let app = Running::start(env!("CARGO_BIN_EXE_example-hyper"), &[]);
    assert!(app.authority().starts_with("127.0.0.1:"));

    assert_response(&app.get("/explorer", ""), 200, "<title>Tools on hyper</title>");
    assert_response(
        &app.get("/explorer/tools", ""),
        200,
        r#"[{"name":"greet","description":"Greets somebody by name"}]"#,
    );
    let called = app.post("/explorer/tools/greet/call", "", r#"{"name":"Ada"}"#);
    assert_response(&called, 200, r#"{"content":[{"type":"text","text":"Hello, Ada!"}],"isError":false}"#);
    assert_response(
        &app.post("/explorer/tools/greet/call", "", "{}"),
        500,
        r#"The arguments are invalid:\n- \"name\" is required"#,
    );
    assert_response(&app.get("/explorers", ""), 200, "the service's own response to /explorers");
}

#[test]
fn a_client_that_never_finishes_its_headers_is_disconnected() {
    let app = Running::start(env!("CARGO_BIN_EXE_example-hyper"), &["--header-timeout", "1"]);
    app.wait_until_closed(&[
        "",
        "P",
        "GET /explo",
        "GET /explorer HTTP/1.1\r\nhost: ",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]);
}
