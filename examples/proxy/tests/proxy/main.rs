//! The proxy as its clients and its upstream server see it: over sockets.

mod endpoint;
mod hop_by_hop;
mod origin;
#[path = "../../../hyper/tests/running/mod.rs"]
mod running;
mod upstream;

use std::thread;
use std::time::Duration;

use self::running::{Running, assert_response};
use self::upstream::Upstream;

/// Starts a proxy in front of this upstream server.
fn proxy(upstream: &Upstream, path: &str) -> Running {
    Running::start(env!("CARGO_BIN_EXE_proxy"), &["--upstream", &format!("http://{}{path}", upstream.authority())])
}

#[test]
fn a_client_that_never_finishes_its_headers_is_disconnected() {
    let app =
        Running::start(env!("CARGO_BIN_EXE_proxy"), &["--upstream", "http://127.0.0.1:1/mcp", "--header-timeout", "1"]);
    for begun in ["", "P", "POST /m", "POST /mcp HTTP/1.1\r\nhost: "] {
        app.wait_until_closed(begun);
    }
}

#[test]
fn an_idle_connection_to_the_upstream_server_is_not_reused() {
    let upstream = Upstream::with_headers("");
    let app = proxy(&upstream, "/mcp");
    assert_response(&app.post("/mcp", "", "{}"), 200, "hello");
    thread::sleep(Duration::from_secs(4));
    assert_response(&app.post("/mcp", "", "{}"), 200, "hello");
}
