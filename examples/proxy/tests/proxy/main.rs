//! The proxy as its clients and its upstream server meet it: over sockets.

mod endpoint;
mod hop_by_hop;
mod origin;
#[path = "../../../hyper/tests/running/mod.rs"]
mod running;
mod upstream;

use self::running::Running;
use self::upstream::Upstream;

/// A proxy of this upstream server.
fn proxy(upstream: &Upstream, path: &str) -> Running {
    Running::start(env!("CARGO_BIN_EXE_proxy"), &["--upstream", &format!("http://{}{path}", upstream.authority())])
}

#[test]
fn a_client_that_never_finishes_its_headers_is_let_go() {
    let app =
        Running::start(env!("CARGO_BIN_EXE_proxy"), &["--upstream", "http://127.0.0.1:1/mcp", "--header-timeout", "1"]);
    for begun in ["", "P", "POST /m", "POST /mcp HTTP/1.1\r\nhost: "] {
        app.wait_until_closed(begun);
    }
}
