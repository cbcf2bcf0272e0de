//! The example as a user meets it: over a socket.

mod running;

use self::running::{Running, assert_answer};

#[test]
fn the_explorer_answers_and_everything_else_passes() {
    let app = Running::start(env!("CARGO_BIN_EXE_example-hyper"), &[]);
    assert!(app.authority().starts_with("127.0.0.1:"));

    assert_answer(&app.get("/explorer", ""), 200, "<title>Tools on hyper</title>");
    assert_answer(
        &app.get("/explorer/tools", ""),
        200,
        r#"[{"name":"greet","description":"Greets somebody by name"}]"#,
    );
    let called = app.post("/explorer/tools/greet/call", "", r#"{"name":"Ada"}"#);
    assert_answer(&called, 200, r#"{"content":[{"type":"text","text":"Hello, Ada!"}],"isError":false}"#);
    assert_answer(&app.post("/explorer/tools/greet/call", "", "{}"), 500, "missing field `name`");
    assert_answer(&app.get("/explorers", ""), 200, "the service's own answer to /explorers");
}

#[test]
fn a_client_that_never_finishes_its_headers_is_let_go() {
    let app = Running::start(env!("CARGO_BIN_EXE_example-hyper"), &["--header-timeout", "1"]);
    for begun in ["", "P", "GET /explo", "GET /explorer HTTP/1.1\r\nhost: ", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        app.wait_until_closed(begun);
    }
}
