//! The proxy as its clients meet it: over sockets.

#[path = "../../../hyper/tests/running/mod.rs"]
mod running;

use self::running::{Running, assert_answer};

#[test]
fn a_client_that_never_finishes_its_headers_is_let_go() {
    let app = Running::start(
        env!("CARGO_BIN_EXE_proxy"),
        &["--upstream", "http://127.0.0.1:1/mcp", "--header-timeout", "1"],
    );
    assert!(app.authority().starts_with("127.0.0.1:"));
    for begun in ["", "P", "POST /m", "POST /mcp HTTP/1.1\r\nhost: "] {
        app.wait_until_closed(begun);
    }
    assert_answer(&app.get("/mcp", ""), 502, "cannot be reached");
    assert_answer(&app.post("/mcp", "", "{}"), 502, "cannot be reached");
}
