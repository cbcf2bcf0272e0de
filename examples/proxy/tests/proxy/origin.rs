//! Responses of the upstream server have no power over the explorer's origin.

use crate::proxy;
use crate::running::assert_answer;
use crate::upstream::Upstream;

#[test]
fn a_response_has_no_power_over_the_origin() {
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
    let app = proxy(&upstream, "/mcp");
    let answer = app.get("/mcp", "").to_ascii_lowercase();
    assert_answer(&app.get("/mcp", ""), 200, "hello");
    for line in [
        "content-security-policy: sandbox; default-src 'none'",
        "x-content-type-options: nosniff",
        "cache-control: no-store",
        "mcp-session-id: 7",
        "www-authenticate: bearer",
        "x-own: stays",
    ] {
        assert_eq!(answer.matches(&format!("\r\n{line}\r\n")).count(), 1, "{line} in {answer}");
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
        assert!(!answer.contains(name), "{name} in {answer}");
    }
}

#[test]
fn refusals_and_failures_have_no_power_either() {
    let upstream = Upstream::with_headers("connection: close\r\n");
    let app = proxy(&upstream, "/mcp");
    let broken = Upstream::answering("no HTTP\r\n\r\n");
    let unreachable = proxy(&broken, "/mcp");
    for (answer, status) in [
        (app.get("/other", ""), 404),
        (app.get("/mcp", "service-worker: script\r\n"), 403),
        (app.get("/mcp", "origin: https://evil.example\r\n"), 403),
        (unreachable.get("/mcp", ""), 502),
    ] {
        assert_answer(&answer, status, "content-type: text/plain");
        assert_answer(&answer, status, "content-security-policy: sandbox; default-src 'none'");
        assert_answer(&answer, status, "x-content-type-options: nosniff");
    }
}

#[test]
fn cookies_of_other_servers_on_this_machine_stay_here() {
    let upstream = Upstream::with_headers("connection: close\r\n");
    let app = proxy(&upstream, "/mcp");
    assert_answer(
        &app.get("/mcp", "cookie: session=of-another-port\r\nauthorization: Bearer sesame\r\n"),
        200,
        "hello",
    );
    let asked = upstream.asked().concat();
    assert!(!asked.contains("cookie") && asked.contains("authorization: bearer sesame"), "{asked}");
}

#[test]
fn a_redirect_passes_as_it_is() {
    let upstream =
        Upstream::answering("HTTP/1.1 307 X\r\nconnection: close\r\ncontent-length: 0\r\nlocation: /login\r\n\r\n");
    assert_answer(&proxy(&upstream, "/mcp").get("/mcp", ""), 307, "location: /login");
}
