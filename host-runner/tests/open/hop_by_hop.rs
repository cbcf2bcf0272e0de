//! Hop-by-hop headers are removed from requests and responses.

use crate::open::upstream::Upstream;

/// Header lines with hop-by-hop headers. `connection` lists two more.
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
fn hop_by_hop_headers_are_not_forwarded() {
    let upstream = Upstream::with_headers(HOP_BY_HOP);
    let open = upstream.open("/mcp");
    let response = open.post("{}", HOP_BY_HOP);
    let request = upstream.take_requests().concat();
    for name in GONE {
        assert!(!request.contains(name), "{name} in {request}");
        assert!(!response.head.contains(name), "{name} in {response:?}");
    }
    assert!(request.contains("x-last: stays"), "{request}");
    assert!(response.head.contains("x-last: stays") && response.body == "hello", "{response:?}");
}

#[test]
fn an_upgrade_is_not_forwarded() {
    let upstream = Upstream::with_headers("connection: close, upgrade\r\nupgrade: h2c\r\n");
    let open = upstream.open("/mcp");
    let response = open.post("{}", "connection: upgrade\r\nupgrade: websocket\r\n");
    assert!(response.body == "hello" && !response.head.contains("upgrade"), "{response:?}");
    let request = upstream.take_requests().concat();
    assert!(!request.contains("upgrade"), "{request}");
}

#[test]
fn a_chunked_response_arrives_whole() {
    let chunks =
        "HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n";
    let upstream = Upstream::responding(chunks);
    let response = upstream.open("/mcp").get("/mcp");
    assert_eq!(response.head.matches("transfer-encoding: chunked").count(), 1, "{response:?}");
    assert!(response.status == 200 && response.body.starts_with("3\r\nhel\r\n2\r\nlo"), "{response:?}");
}
