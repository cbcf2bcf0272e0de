//! The runner's error responses reach clients that send the complete body before they read.

use std::net::SocketAddr;

use bytes::Bytes;
use http::Request;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use mcp_ui_host_e2e::{Server, component, middleware_before};

/// The length of a body that does not fit into the kernel's buffers.
const BODY: usize = 5 << 20;

/// Sends a request with a large body, and then reads until the connection is closed.
async fn refused(address: SocketAddr, head: &str) -> String {
    let mut client = TcpStream::connect(address).await.unwrap();
    client.write_all(format!("{head}\r\ncontent-length: {BODY}\r\n\r\n").as_bytes()).await.unwrap();
    client.write_all(&vec![b' '; BODY]).await.expect("the server reads or discards the body");
    let mut response = String::new();
    client.read_to_string(&mut response).await.expect("the response arrives whole");
    response
}

fn assert_refused(response: &str, status: u16) {
    assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{response}");
    assert!(response.contains("\r\nconnection: close\r\n"), "{response}");
    assert!(response.contains("{\"error\":"), "{response}");
}

#[tokio::test]
async fn a_request_beyond_the_limits_gets_its_503() {
    let options = ["--concurrent-requests", "1", "--queued-requests", "0"];
    let server = Server::start(&[component("fixture-backend")], &[], &options);
    let running = server.begin(Request::get("/bytes/900000000").body(Bytes::new()).unwrap()).await;
    for _ in 0..5 {
        assert_refused(&refused(server.address, "POST /echo HTTP/1.1\r\nhost: localhost").await, 503);
    }
    drop(running);
}

#[tokio::test]
async fn a_malformed_or_forbidden_request_gets_its_error() {
    let server = Server::start(&[component("fixture-backend")], &[], &[]);
    for _ in 0..5 {
        let malformed = "POST /echo HTTP/1.1\r\nhost: a.example\r\nhost: b.example";
        assert_refused(&refused(server.address, malformed).await, 400);
        let not_allowed = "POST /readyz HTTP/1.1\r\nhost: localhost";
        assert_refused(&refused(server.address, not_allowed).await, 405);
    }
}

#[tokio::test]
async fn a_request_whose_instance_cannot_start_gets_its_500() {
    let server = Server::start(&middleware_before("fixture-backend"), &[], &["--memory", "2"]);
    for _ in 0..5 {
        assert_refused(&refused(server.address, "POST /echo HTTP/1.1\r\nhost: localhost").await, 500);
    }
}

#[tokio::test]
async fn an_error_for_a_complete_request_keeps_the_connection() {
    let server = Server::start(&[component("fixture-backend")], &[], &[]);
    let mut client = TcpStream::connect(server.address).await.unwrap();
    for _ in 0..2 {
        client.write_all(b"POST /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        let mut response = [0; 1024];
        let length = client.read(&mut response).await.unwrap();
        let response = String::from_utf8_lossy(&response[..length]);
        assert!(response.starts_with("HTTP/1.1 405 ") && !response.contains("connection: close"), "{response}");
    }
}
