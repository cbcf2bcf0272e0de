//! Clients that hold a connection without using it. With the time paused, tokio skips idle waits.

use std::net::SocketAddr;
use std::time::Duration;
use std::{future, io};

use mcp_ui_host::{Binary, ComponentService, Options, ServerOptions, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use mcp_ui_host_e2e::component;

/// Starts a server in this runtime, and returns its address.
async fn start(options: ServerOptions) -> (JoinHandle<io::Result<()>>, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let backend = Binary::read(component("fixture-backend")).unwrap();
    let service = ComponentService::new(&backend, Options::new()).unwrap();
    (tokio::spawn(async move { serve(listener, service, &options, future::pending()).await }), address)
}

/// Sends bytes, and returns whether the server closes the connection and ends all its tasks within an hour.
async fn is_closed(sent: &[u8]) -> bool {
    let (server, address) = start(ServerOptions::new()).await;
    let tasks = || Handle::current().metrics().num_alive_tasks();
    let before = tasks();
    let mut client = TcpStream::connect(address).await.unwrap();
    client.write_all(sent).await.unwrap();
    while tasks() == before {
        tokio::task::yield_now().await;
    }
    let mut seconds = 3_600;
    while tasks() != before && seconds > 0 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        seconds -= 1;
    }
    server.abort();
    assert!(server.await.unwrap_err().is_cancelled());
    seconds > 0
}

#[tokio::test(start_paused = true)]
async fn a_client_that_sends_incomplete_headers_is_disconnected() {
    for begun in ["", "P", "GET / HTTP/1.1\r\nhost: ", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        assert!(is_closed(begun.as_bytes()).await, "{begun:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_idle_client_is_disconnected() {
    assert!(is_closed(b"GET /bytes/1 HTTP/1.1\r\nhost: localhost\r\n\r\n").await);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_sends_an_incomplete_body_is_disconnected() {
    assert!(is_closed(b"POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n").await);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_is_disconnected() {
    assert!(is_closed(b"GET /bytes/900000000 HTTP/1.1\r\nhost: localhost\r\n\r\n").await);
}

#[tokio::test]
async fn a_client_beyond_the_connection_limit_waits() {
    const REQUEST: &[u8] = b"GET /bytes/1 HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let (server, address) = start(ServerOptions::new().connections(1)).await;
    let mut first = TcpStream::connect(address).await.unwrap();
    first.write_all(REQUEST).await.unwrap();
    assert_ne!(first.read(&mut [0; 16]).await.unwrap(), 0);
    let mut second = TcpStream::connect(address).await.unwrap();
    second.write_all(REQUEST).await.unwrap();
    let mut response = [0; 16];
    assert!(timeout(Duration::from_millis(200), second.read(&mut response)).await.is_err());
    drop(first);
    assert_ne!(second.read(&mut response).await.unwrap(), 0);
    server.abort();
}
