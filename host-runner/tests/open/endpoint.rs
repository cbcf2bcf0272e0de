//! Only requests to the endpoint are forwarded, and none whose response a browser would use in the explorer's origin.

use crate::open::upstream::Upstream;

const PAGE: &str = "content-type: text/html\r\nconnection: close\r\n";

#[test]
fn only_the_endpoint_is_forwarded() {
    let upstream = Upstream::with_headers(PAGE);
    let open = upstream.open("/mcp");
    for path in ["/index.html", "/mcp/", "/mcp/x", "/mc", "/%6dcp", "/x/../mcp", "//mcp", "/explorers", "/messages"] {
        for method in ["GET", "POST"] {
            let refused = open.send(method, path, "", "{}");
            assert_eq!(refused.status, 404, "{method} {path}: {refused:?}");
            assert!(refused.body.contains("/explorer, the MCP endpoint at /mcp"), "{refused:?}");
        }
    }
    assert_eq!(upstream.take_requests(), Vec::<String>::new());
    assert_eq!(open.get("/mcp").body, "hello");
    assert_eq!(open.post("{}", "").body, "hello");
}

#[test]
fn the_path_of_the_url_is_sent_with_its_query_or_that_of_the_client() {
    let upstream = Upstream::with_headers("connection: close\r\n");
    let open = upstream.open("/other?key=1");
    for (path, start) in
        [("/mcp", "get /other?key=1 "), ("/mcp?key=1", "get /other?key=1 "), ("/mcp?a=b", "get /other?a=b ")]
    {
        assert_eq!(open.get(path).body, "hello");
        let requests = upstream.take_requests();
        assert!(requests.len() == 1 && requests[0].starts_with(start), "{path}: {requests:?}");
    }
    assert_eq!(open.get("/other?key=1").status, 404);
}

#[test]
fn no_document_worker_or_script_comes_from_the_endpoint() {
    let upstream = Upstream::with_headers(PAGE);
    let open = upstream.open("/mcp");
    for destination in ["document", "iframe", "frame", "worker", "sharedworker", "serviceworker", "script", "style"] {
        for mode in ["navigate", "same-origin", "no-cors", "cors"] {
            let headers = format!("sec-fetch-dest: {destination}\r\nsec-fetch-mode: {mode}\r\n");
            assert_eq!(open.send("GET", "/mcp", &headers, "").status, 403, "{headers}");
        }
    }
    for headers in [
        "sec-fetch-mode: navigate\r\n",
        "sec-fetch-mode: no-cors\r\n",
        "sec-fetch-dest: empty\r\nsec-fetch-mode: websocket\r\n",
        "sec-fetch-dest: empty\r\nsec-fetch-dest: document\r\n",
        "service-worker: script\r\n",
    ] {
        for method in ["GET", "POST"] {
            assert_eq!(open.send(method, "/mcp", headers, "a=b").status, 403, "{method} {headers}");
        }
    }
    assert_eq!(upstream.take_requests(), Vec::<String>::new());

    for mode in ["cors", "same-origin"] {
        let headers = format!("sec-fetch-dest: empty\r\nsec-fetch-mode: {mode}\r\n");
        assert_eq!(open.send("GET", "/mcp", &headers, "").body, "hello", "{mode}");
    }
}
