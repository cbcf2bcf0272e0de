//! Servers at a URL.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::running::{Running, run, server};

/// A server that always sends the same response. Returns its authority, and the heads of requests in lower case.
fn upstream(response: &'static str) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let authority = listener.local_addr().unwrap().to_string();
    let (sender, requests) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.unwrap();
            let mut reader = BufReader::new(&stream);
            let lines = reader.by_ref().lines().map_while(Result::ok).take_while(|line| !line.is_empty());
            let head = lines.fold(String::new(), |head, line| head + &line.to_ascii_lowercase() + "\n");
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
            std::io::copy(&mut reader.by_ref().take(length.unwrap_or(0)), &mut std::io::sink()).unwrap();
            if sender.send(head).is_err() {
                return;
            }
            (&stream).write_all(response.as_bytes()).unwrap();
        }
    });
    (authority, requests)
}

#[test]
fn a_server_at_a_url_is_explored() {
    // A server at a URL: the endpoint for agents of another command.
    let inner = Running::start(&server(&[], &[]));
    let url = format!("http://{}/mcp", inner.authority);
    let header = format!("Mcp-Ui-Token: {}", inner.token);
    let outer = Running::start(&[&url, "--header", &header]);
    assert_ne!(outer.token, inner.token);
    let result = outer.call("echo", r#"{"a":1}"#);
    assert_eq!((result.status, &result.json()["content"][0]["text"]), (200, &serde_json::json!(r#"{"a": 1}"#)));
    let hello = outer.post(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#, "");
    assert!(hello.status == 200 && hello.head.contains("mcp-session-id"), "{hello:?}");
}

#[test]
fn the_token_does_not_reach_the_server() {
    let (authority, requests) = upstream("HTTP/1.1 500 X\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    let open = Running::start(&[&authority, "--header", "authorization: Bearer sesame"]);
    open.printed(&format!("Opening http://{authority}/mcp"));
    open.post("{}", "cookie: a=b\r\n");
    for _ in 0..2 {
        let head = requests.recv().unwrap();
        assert!(head.starts_with("post /mcp http/1.1\n") && head.contains("authorization: bearer sesame"), "{head}");
        assert!(!head.contains("mcp-ui-token") && !head.contains("cookie"), "{head}");
    }
}

#[test]
fn an_unreachable_server_is_exit_code_4() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let (code, stderr) = run(&[&closed]);
    assert_eq!(code, Some(4));
    assert!(stderr.contains(&format!("http://{closed}/mcp cannot be reached")), "{stderr}");

    let (elsewhere, _requests) = upstream(
        "HTTP/1.1 307 X\r\nconnection: close\r\nlocation: https://other.example/\r\ncontent-length: 0\r\n\r\n",
    );
    let (code, stderr) = run(&[&elsewhere]);
    assert_eq!(code, Some(4));
    assert!(stderr.contains("redirects to https://other.example/"), "{stderr}");
}

#[test]
fn refused_credentials_are_exit_code_3() {
    let refusal =
        "HTTP/1.1 401 X\r\nconnection: close\r\nwww-authenticate: Bearer realm=\"x\"\r\ncontent-length: 0\r\n\r\n";
    let (authority, _requests) = upstream(refusal);
    let (code, stderr) = run(&[&authority, "--header", "Authorization: Bearer wrong"]);
    assert_eq!(code, Some(3));
    assert!(stderr.contains("refuses the credentials of --header") && stderr.contains("realm=\"x\""), "{stderr}");

    // Without credentials, the page asks for a token.
    let open = Running::start(&[&authority]);
    open.printed("Enter a token under “Access” in the page");
}
