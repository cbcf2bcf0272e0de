//! Attacks by web pages and by other users on the same machine.

#[cfg(target_os = "linux")]
use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::TcpStream,
    time::Duration,
};

use crate::open::running::{Running, server};

const JSON: &str = "content-type: application/json\r\n";

#[test]
fn only_the_documents_are_there_without_the_token() {
    let open = Running::start(&server(&[], &["--revision", "2025-11-25", "--fault", "a secret argument"]));
    let host = format!("host: {}\r\n", open.authority);
    for path in ["/explorer", "/explorer/sandbox"] {
        assert!(open.send_raw("GET", path, &host, "").status < 403, "{path}");
    }
    for (method, path) in [
        ("GET", "/explorer/tools"),
        ("GET", "/explorer/resources"),
        ("POST", "/explorer/tools/echo/call"),
        ("POST", "/explorer/rpc/tools/call"),
        ("POST", "/mcp"),
        ("GET", "/mcp"),
        ("DELETE", "/mcp"),
        ("GET", "/console"),
        ("POST", "/restart"),
        ("POST", "/doctor"),
    ] {
        for token in ["", "mcp-ui-token: 0123456789abcdef0123456789abcdef\r\n", "mcp-ui-token:\r\n"] {
            let refused = open.send_raw(method, path, &format!("{host}{JSON}{token}"), "{}");
            assert_eq!(refused.status, 403, "{method} {path}: {refused:?}");
            assert!(refused.body.contains("printed") && !refused.body.contains(&open.token), "{refused:?}");
        }
    }
    let page = open.send_raw("GET", "/explorer", &host, "");
    assert!(!page.body.contains(&open.token) && !page.body.contains("a secret argument"));
}

#[test]
fn each_token_opens_its_endpoints_alone() {
    let open = Running::start(&server(&[], &[]));
    assert_ne!(open.token, open.agents_token);
    let status = |method: &str, path: &str, token: &str| {
        let headers = format!("host: {}\r\nmcp-ui-token: {token}\r\n{JSON}", open.authority);
        open.send_raw(method, path, &headers, "{}").status
    };
    for (method, path) in [
        ("GET", "/explorer/tools"),
        ("GET", "/explorer/server"),
        ("GET", "/explorer/uis"),
        ("POST", "/explorer/tools/echo/call"),
        ("POST", "/explorer/tools/echo/validate"),
        ("POST", "/explorer/rpc/tools/list"),
        ("POST", "/explorer/rpc/tools/call"),
        ("POST", "/explorer/rpc/answer"),
        ("POST", "/explorer/traffic"),
        ("POST", "/explorer/access"),
        ("GET", "/explorer/resources"),
        ("POST", "/restart"),
        ("POST", "/doctor"),
    ] {
        assert_eq!(status(method, path, &open.agents_token), 403, "{method} {path}");
        assert_ne!(status(method, path, &open.token), 403, "{method} {path}");
    }
    assert_eq!(status("POST", "/mcp", &open.token), 403);
    assert_ne!(status("POST", "/mcp", &open.agents_token), 403);
    assert_eq!(open.agents()["mcpServers"]["mcp-ui"]["headers"]["Mcp-Ui-Token"], open.agents_token);
}

#[test]
fn an_address_works_once_and_the_next_one_is_printed() {
    let open = Running::start(&server(&[], &[]));
    // Starting the test used the first URL.
    let next = open.printed("The next one is");
    let code = next.split_once("#code=").unwrap().1;
    let tokens = open.exchange(code);
    assert_eq!((tokens.status, tokens.json()["page"].as_str()), (200, Some(open.token.as_str())));
    assert!(tokens.head.contains("cache-control: no-store"), "{tokens:?}");
    let used = open.exchange(code);
    assert!(used.status == 403 && used.body.contains("Open the latest one"), "{used:?}");
    assert_ne!(open.printed("The next one is"), next);
    for headers in ["origin: https://evil.example\r\n", "sec-fetch-dest: document\r\n"] {
        let headers = format!("host: {}\r\nmcp-ui-code: {code}\r\n{headers}", open.authority);
        assert_eq!(open.send_raw("POST", "/start", &headers, "").status, 403, "{headers}");
    }
}

#[test]
fn other_pages_and_names_are_refused_even_with_the_token() {
    let open = Running::start(&server(&[], &[]));
    let port = open.authority.rsplit_once(':').unwrap().1;
    let token = format!("mcp-ui-token: {}\r\n{JSON}", open.token);
    for name in ["evil.example", "127.0.0.1.evil.example", "10.0.0.1", "user@127.0.0.1"] {
        for path in ["/explorer", "/explorer/tools", "/mcp", "/console"] {
            let refused = open.send_raw("GET", path, &format!("host: {name}:{port}\r\n{token}"), "");
            assert_eq!(refused.status, 421, "{name} {path}");
        }
    }
    for origin in ["https://evil.example", "null", "http://localhost:3000", &format!("https://{}", open.authority)] {
        for path in ["/mcp", "/explorer/tools/echo/call", "/restart"] {
            let token = if path == "/mcp" { token.replace(&open.token, &open.agents_token) } else { token.clone() };
            let headers = format!("host: {}\r\n{token}origin: {origin}\r\n", open.authority);
            assert_eq!(open.send_raw("POST", path, &headers, "{}").status, 403, "{origin} {path}");
        }
    }
    let own = format!("origin: http://{}\r\n{JSON}", open.authority);
    assert_eq!(open.send("POST", "/explorer/tools/echo/call", &own, "{}").status, 200);
    // A page cannot even send a preflight request, because there is no CORS.
    let preflight = open.send("OPTIONS", "/mcp", "access-control-request-method: POST\r\n", "");
    assert_eq!(preflight.status, 405);
    assert!(!preflight.head.contains("access-control"), "{preflight:?}");
}

#[test]
fn the_endpoint_is_no_document_and_nothing_else_is_there() {
    let open = Running::start(&server(&[], &[]));
    let refused = open.send("GET", "/mcp", "sec-fetch-dest: document\r\nsec-fetch-mode: navigate\r\n", "");
    assert_eq!(refused.status, 403);
    for path in ["/other", "/mcp/", "/mcp/x", "/.well-known/x", "/index.html"] {
        assert_eq!(open.get(path).status, 404, "{path}");
    }
    let answer = open.post(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#, "");
    assert!(answer.head.contains("content-security-policy: sandbox; default-src 'none'"), "{answer:?}");
}

#[test]
fn no_other_page_restarts_the_server_or_follows_its_console() {
    let open = Running::start(&server(&["--no-token"], &[]));
    let pid = open.call("pid", "{}").json();
    let host = format!("host: {}\r\n", open.authority);
    for foreign in [
        "origin: https://evil.example\r\n",
        "origin: null\r\n",
        "sec-fetch-mode: no-cors\r\nsec-fetch-dest: empty\r\n",
        "sec-fetch-mode: navigate\r\nsec-fetch-dest: document\r\n",
        "sec-fetch-mode: no-cors\r\nsec-fetch-dest: script\r\n",
    ] {
        for (method, path) in [("POST", "/restart"), ("POST", "/doctor"), ("GET", "/console")] {
            let refused = open.send_raw(method, path, &format!("{host}{foreign}"), "");
            assert_eq!(refused.status, 403, "{method} {path} {foreign}");
            assert!(refused.head.contains("content-security-policy: sandbox; default-src 'none'"), "{refused:?}");
        }
    }
    for method in ["GET", "HEAD", "PUT", "OPTIONS"] {
        let refused = open.send_raw(method, "/restart", &host, "");
        assert_eq!(refused.status, 405, "{method}");
        assert!(refused.head.contains("allow: post") && !refused.head.contains("access-control"), "{refused:?}");
    }
    assert_eq!(open.call("pid", "{}").json(), pid);
}

#[test]
fn no_token_is_needed_if_that_is_said() {
    let open = Running::start(&server(&["--no-token"], &[]));
    assert_eq!(open.token, "");
    let host = format!("host: {}\r\n", open.authority);
    assert_eq!(open.send_raw("GET", "/explorer/tools", &host, "").status, 200);
    let foreign = format!("{host}origin: https://evil.example\r\n{JSON}");
    assert_eq!(open.send_raw("POST", "/mcp", &foreign, "{}").status, 403);
}

/// Sends a body except for its last byte on many connections, and returns the status lines that come back immediately.
#[cfg(target_os = "linux")]
fn unfinished(open: &Running, count: usize, bytes: usize) -> Vec<String> {
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: {}\r\nmcp-ui-token: {}\r\n{JSON}content-length: {}\r\n\r\n",
        open.authority,
        open.agents_token,
        bytes + 1
    );
    let body = vec![b' '; bytes];
    let streams = (0..count).map(|_| {
        let mut stream = TcpStream::connect(&open.authority).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        // Fails once the body is refused.
        let _ = stream.write_all(&body);
        stream
    });
    let streams: Vec<_> = streams.collect();
    let status = |mut stream: TcpStream| {
        stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        let mut line = String::new();
        BufReader::new(&mut stream).read_line(&mut line).ok()?;
        Some(line).filter(|line| !line.is_empty())
    };
    // No connection is dropped before all have been checked.
    let read: Vec<_> = streams.iter().map(|stream| status(stream.try_clone().unwrap())).collect();
    read.into_iter().flatten().collect()
}

#[cfg(target_os = "linux")]
#[test]
fn many_bodies_together_take_bounded_memory() {
    let open = Running::start(&server(&[], &[]));
    let refused = unfinished(&open, 60, 15 << 20);
    assert!(refused.len() >= 50, "{refused:?}");
    assert!(refused.iter().all(|line| line.starts_with("HTTP/1.1 503 ")), "{refused:?}");
    let status = std::fs::read_to_string(format!("/proc/{}/status", open.child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")).unwrap();
    assert!(peak.parse::<u64>().unwrap() < 400_000, "{peak} kB");
    // There is free memory again.
    assert_eq!(open.post(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, "").status, 400);
    let session = open.session();
    assert_eq!(open.call_in(&session, "echo"), "{}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_stopping_proves_nothing_and_keeps_its_port() {
    use nix::sys::signal::Signal;
    // The server's process takes seconds to end. The system never assigns ports below 32,768 by itself, so no other
    // test's program gets this port.
    let port = (20_000 + std::process::id() % 12_000).to_string();
    let mut open = Running::start(&server(&["--port", &port], &["--fault", "ignores the end of stdin"]));
    let begin = format!("POST /start HTTP/1.1\r\nhost: {}\r\ncontent-length: 0\r\n", open.authority);
    let mut held = TcpStream::connect(&open.authority).unwrap();
    held.write_all(begin.as_bytes()).unwrap();
    // A request sent before the signal is answered.
    assert_eq!(open.send("POST", "/start", "mcp-ui-nonce: 00\r\n", "").status, 200);
    open.signal(Signal::SIGINT);
    std::thread::sleep(Duration::from_millis(100));
    assert!(std::net::TcpListener::bind(&open.authority).is_err(), "another program could take the port");
    // Fails if the connection is already closed.
    let _ = held.write_all(b"mcp-ui-nonce: 00\r\n\r\n");
    held.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let mut answer = Vec::new();
    let _ = std::io::Read::read_to_end(&mut held, &mut answer);
    assert_eq!(String::from_utf8_lossy(&answer), "");
    assert!(std::net::TcpListener::bind(&open.authority).is_err(), "another program could take the port");
    assert_eq!(open.exit_code(), Some(0));
    std::net::TcpListener::bind(&open.authority).unwrap();
}
