//! Servers at a URL.

use std::net::TcpListener;

use crate::open::running::{Running, run, server};
use crate::open::upstream::Upstream;

#[test]
fn a_server_at_a_url_is_explored() {
    // The server at a URL is another command's endpoint for agents.
    let inner = Running::start(&server(&[], &[]));
    let url = format!("http://{}/mcp", inner.authority);
    let header = format!("Mcp-Ui-Token: {}", inner.agents_token);
    let outer = Running::start(&[&url, "--header", &header]);
    assert_ne!(outer.agents_token, inner.agents_token);
    let result = outer.call("echo", r#"{"a":1}"#);
    assert_eq!((result.status, &result.json()["content"][0]["text"]), (200, &serde_json::json!(r#"{"a": 1}"#)));
    let hello = outer.post(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#, "");
    assert!(hello.status == 200 && hello.head.contains("mcp-session-id"), "{hello:?}");
}

#[test]
fn a_server_at_a_url_has_no_console() {
    let inner = Running::start(&server(&[], &[]));
    let header = format!("Mcp-Ui-Token: {}", inner.agents_token);
    let outer = Running::start(&[&format!("http://{}/mcp", inner.authority), "--header", &header]);
    assert_eq!((outer.get("/console").status, outer.send("POST", "/restart", "", "").status), (404, 404));
    assert!(outer.get("/explorer").body.contains("data-host-endpoints=\"doctor mcp authorization start\""));
    assert!(
        inner.get("/explorer").body.contains("data-host-endpoints=\"doctor mcp console restart mcp/2026-07-28 start\"")
    );
}

#[test]
fn the_token_does_not_reach_the_server() {
    let upstream = Upstream::responding("HTTP/1.1 500 X\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    let authority = upstream.authority();
    let open = Running::start(&[authority, "--header", "authorization: Bearer sesame"]);
    open.printed(&format!("Opening http://{authority}/mcp"));
    open.post("{}", "cookie: a=b\r\n");
    let requests = upstream.take_requests();
    assert_eq!(requests.len(), 2);
    for head in requests {
        assert!(head.starts_with("post /mcp http/1.1\n") && head.contains("authorization: bearer sesame"), "{head}");
        assert!(!head.contains("mcp-ui-token") && !head.contains("cookie"), "{head}");
    }
}

#[test]
fn an_unreachable_server_is_exit_code_4() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    run(&[&closed]).failed(4, &format!("Can't reach {closed}: connection refused. Is the server running?"));

    let elsewhere = Upstream::responding(
        "HTTP/1.1 307 X\r\nconnection: close\r\nlocation: https://other.example/\r\ncontent-length: 0\r\n\r\n",
    );
    let ran = run(&[elsewhere.authority()]);
    ran.failed(4, "redirects to https://other.example/");
    ran.failed(4, "Redirects to another server are not followed");

    let circle =
        Upstream::responding("HTTP/1.1 307 X\r\nconnection: close\r\nlocation: /again\r\ncontent-length: 0\r\n\r\n");
    run(&[circle.authority()]).failed(4, "redirects more than 5 times");
    assert_eq!(circle.take_requests().len(), 6);
}

#[test]
fn refused_credentials_are_exit_code_3() {
    let refusal =
        "HTTP/1.1 401 X\r\nconnection: close\r\nwww-authenticate: Bearer realm=\"x\"\r\ncontent-length: 0\r\n\r\n";
    let upstream = Upstream::responding(refusal);
    let ran = run(&[upstream.authority(), "--header", "Authorization: Bearer wrong"]);
    ran.failed(3, "refuses the credentials of --header");
    ran.failed(3, "realm=\"x\"");

    // Without credentials, the page asks for a token.
    let open = Running::start(&[upstream.authority()]);
    open.printed("Sign in or enter a token in the page");
}
