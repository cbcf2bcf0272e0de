//! Only requests to the endpoint are forwarded, and none whose response a browser would use in the explorer's origin.

use crate::proxy;
use crate::running::assert_response;
use crate::upstream::Upstream;

const PAGE: &str = "content-type: text/html\r\nconnection: close\r\n";

#[test]
fn only_the_endpoint_is_forwarded() {
    let upstream = Upstream::with_headers(PAGE);
    let app = proxy(&upstream, "/mcp");
    assert!(app.authority().starts_with("127.0.0.1:"));
    for path in ["/", "/index.html", "/mcp/", "/mcp/x", "/mc", "/%6dcp", "/x/../mcp", "//mcp", "/explorers", "/?/mcp"] {
        let refused = app.get(path, "");
        assert_response(&refused, 404, "the path of --upstream");
        assert!(!refused.contains("hello"), "{refused}");
    }
    assert_response(&app.post("/messages", "", "{}"), 404, "/explorer");
    assert_eq!(upstream.take_requests(), Vec::<String>::new());
    assert_response(&app.get("/mcp", ""), 200, "hello");
    assert_response(&app.post("/mcp", "", "{}"), 200, "hello");
}

#[test]
fn the_query_of_the_endpoint_is_forwarded() {
    let upstream = Upstream::with_headers("connection: close\r\n");
    let app = proxy(&upstream, "/mcp?key=1");
    for (path, start) in [("/mcp", "get /mcp?key=1 "), ("/mcp?key=1", "get /mcp?key=1 "), ("/mcp?a=b", "get /mcp?a=b ")]
    {
        assert_response(&app.get(path, ""), 200, "hello");
        let requests = upstream.take_requests();
        assert!(requests.len() == 1 && requests[0].starts_with(start), "{path}: {requests:?}");
    }

    let app = proxy(&upstream, "");
    assert_response(&app.get("/", ""), 200, "hello");
    assert_response(&app.get("/mcp", ""), 404, "the path of --upstream");
}

#[test]
fn no_document_worker_or_script_comes_from_the_endpoint() {
    let upstream = Upstream::with_headers(PAGE);
    let app = proxy(&upstream, "/mcp");
    for destination in ["document", "iframe", "frame", "worker", "sharedworker", "serviceworker", "script", "style"] {
        for mode in ["navigate", "same-origin", "no-cors", "cors"] {
            let headers = format!("sec-fetch-dest: {destination}\r\nsec-fetch-mode: {mode}\r\n");
            assert_response(&app.get("/mcp", &headers), 403, "/explorer");
        }
    }
    for headers in [
        "sec-fetch-mode: navigate\r\n",
        "sec-fetch-mode: no-cors\r\n",
        "sec-fetch-dest: empty\r\nsec-fetch-mode: websocket\r\n",
        "sec-fetch-dest: empty\r\nsec-fetch-dest: document\r\n",
        "service-worker: script\r\n",
    ] {
        assert_response(&app.get("/mcp", headers), 403, "/explorer");
        assert_response(&app.post("/mcp", headers, "a=b"), 403, "/explorer");
    }
    assert_eq!(upstream.take_requests(), Vec::<String>::new());

    for mode in ["cors", "same-origin"] {
        let headers = format!("sec-fetch-dest: empty\r\nsec-fetch-mode: {mode}\r\n");
        assert_response(&app.get("/mcp", &headers), 200, "hello");
    }
}
