//! The upstream server's responses cannot affect the explorer's origin.

use crate::open::upstream::Upstream;

#[test]
fn a_response_cannot_affect_the_origin() {
    let upstream = Upstream::with_headers(
        "connection: close\r\ncontent-type: text/html\r\ncontent-security-policy: script-src *\r\n\
         content-security-policy: sandbox allow-scripts allow-same-origin\r\nx-content-type-options: sniff\r\n\
         content-security-policy-report-only: default-src *; report-uri /x\r\ncache-control: max-age=9999\r\n\
         service-worker-allowed: /\r\nclear-site-data: \"*\"\r\nrefresh: 0;url=/\r\nset-cookie: a=b\r\nset-cookie: c=d\r\n\
         strict-transport-security: max-age=9999\r\nalt-svc: h3=\":1\"\r\nlink: </x>; rel=preload\r\n\
         reporting-endpoints: a=\"/x\"\r\nreport-to: {}\r\nnel: {}\r\naccept-ch: ua\r\ncritical-ch: ua\r\n\
         set-login: logged-out\r\norigin-agent-cluster: ?1\r\nspeculation-rules: \"/x\"\r\nuse-as-dictionary: match=\"/*\"\r\n\
         secure-session-registration: (ES256);path=\"x\"\r\n\
         mcp-session-id: 7\r\nwww-authenticate: Bearer\r\nx-own: stays\r\n",
    );
    let response = upstream.open("/mcp").get("/mcp");
    assert_eq!((response.status, &*response.body), (200, "hello"));
    for line in [
        "content-security-policy: sandbox; default-src 'none'",
        "x-content-type-options: nosniff",
        "cache-control: no-store",
        "mcp-session-id: 7",
        "www-authenticate: bearer",
        "x-own: stays",
    ] {
        assert_eq!(response.head.lines().filter(|sent| *sent == line).count(), 1, "{line} in {response:?}");
    }
    for name in [
        "script-src",
        "allow-scripts",
        ": sniff",
        "report-only",
        "max-age",
        "service-worker-allowed",
        "clear-site-data",
        "refresh",
        "cookie",
        "strict-transport-security",
        "alt-svc",
        "link",
        "reporting-endpoints",
        "report-to",
        "nel:",
        "accept-ch",
        "critical-ch",
        "set-login",
        "agent-cluster",
        "speculation-rules",
        "use-as-dictionary",
        "session-registration",
    ] {
        assert!(!response.head.contains(name), "{name} in {response:?}");
    }
}

#[test]
fn error_responses_cannot_affect_the_origin_either() {
    let open = Upstream::with_headers("connection: close\r\n").open("/mcp");
    for (path, header, status) in [
        ("/other", "", 404),
        ("/mcp", "service-worker: script\r\n", 403),
        ("/mcp", "origin: https://evil.example\r\n", 403),
        ("/mcp", "mcp-ui-token: wrong\r\n", 403),
    ] {
        let response = open.send("GET", path, header, "");
        assert_eq!(response.status, status, "{response:?}");
        for line in [
            "content-type: text/plain",
            "content-security-policy: sandbox; default-src 'none'",
            "x-content-type-options: nosniff",
        ] {
            assert!(response.head.contains(line), "{line} in {response:?}");
        }
    }
}

#[test]
fn cookies_of_other_servers_on_this_machine_are_not_forwarded() {
    let upstream = Upstream::with_headers("connection: close\r\n");
    let open = upstream.open("/mcp");
    let response = open.post("{}", "cookie: session=of-another-port\r\nauthorization: Bearer sesame\r\n");
    assert_eq!((response.status, &*response.body), (200, "hello"));
    let request = upstream.take_requests().concat();
    assert!(!request.contains("cookie") && request.contains("authorization: bearer sesame"), "{request}");
}
