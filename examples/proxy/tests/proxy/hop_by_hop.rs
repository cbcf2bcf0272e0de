//! Headers that concern one connection.

use crate::proxy;
use crate::running::assert_answer;
use crate::upstream::Upstream;

/// Headers that concern one connection, as they would be sent. `connection` names two more.
const HOP_BY_HOP: &str = "connection: x-first, close\r\nconnection: X-Second\r\nx-first: 1\r\nx-second: 2\r\nproxy-connection: close\r\n\
     keep-alive: timeout=9\r\nte: trailers\r\ntrailer: x-late\r\nproxy-authenticate: Basic\r\n\
     proxy-authorization: Basic c2VjcmV0\r\nx-last: stays\r\n";

const GONE: [&str; 8] = [
    "x-first",
    "x-second",
    "proxy-connection",
    "keep-alive",
    "\nte:",
    "trailer",
    "proxy-authenticate",
    "proxy-authorization",
];

#[test]
fn what_concerns_one_connection_goes_no_further() {
    let upstream = Upstream::with_headers(HOP_BY_HOP);
    let app = proxy(&upstream, "/mcp");
    let answer = app.post("/mcp", HOP_BY_HOP, "{}").to_ascii_lowercase();
    let asked = upstream.asked().concat();
    for name in GONE {
        assert!(!asked.contains(name), "{name} in {asked}");
        assert!(!answer.contains(name), "{name} in {answer}");
    }
    assert!(asked.contains("x-last: stays"), "{asked}");
    assert!(answer.contains("x-last: stays") && answer.ends_with("hello"), "{answer}");
}

#[test]
fn an_upgrade_is_not_passed() {
    let upstream = Upstream::with_headers("connection: close, upgrade\r\nupgrade: h2c\r\n");
    let app = proxy(&upstream, "/mcp");
    let answer = app.get("/mcp", "connection: upgrade\r\nupgrade: websocket\r\n").to_ascii_lowercase();
    assert!(answer.ends_with("hello") && !answer.contains("upgrade"), "{answer}");
    let asked = upstream.asked().concat();
    assert!(!asked.contains("upgrade"), "{asked}");
}

#[test]
fn a_chunked_response_arrives_whole() {
    let chunks =
        "HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n";
    let upstream = Upstream::answering(chunks);
    let answer = proxy(&upstream, "/mcp").get("/mcp", "");
    assert_eq!(answer.matches("transfer-encoding: chunked").count(), 1, "{answer}");
    assert_answer(&answer, 200, "hel");
}
