//! Clients that hold a connection, and do nothing with it. Time passes by itself here whenever nothing else happens.

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

/// A server in this runtime, and its address.
async fn start(options: ServerOptions) -> (JoinHandle<io::Result<()>>, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let backend = Binary::read(component("fixture-backend")).unwrap();
    let service = ComponentService::new(&backend, Options::new()).unwrap();
    (tokio::spawn(async move { serve(listener, service, &options, future::pending()).await }), address)
}

/// Sends this, and whether the server lets go of the connection and of all that it does for it within an hour.
async fn is_given_up(sent: &[u8]) -> bool {
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
async fn who_sends_no_whole_head_is_given_up() {
    for begun in ["", "P", "GET / HTTP/1.1\r\nhost: ", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        assert!(is_given_up(begun.as_bytes()).await, "{begun:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn who_asks_no_more_is_given_up() {
    assert!(is_given_up(b"GET /bytes/1 HTTP/1.1\r\nhost: localhost\r\n\r\n").await);
}

#[tokio::test(start_paused = true)]
async fn who_sends_no_whole_body_is_given_up() {
    assert!(is_given_up(b"POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n").await);
}

#[tokio::test(start_paused = true)]
async fn who_takes_no_answer_is_given_up() {
    assert!(is_given_up(b"GET /bytes/900000000 HTTP/1.1\r\nhost: localhost\r\n\r\n").await);
}

#[tokio::test]
async fn who_finds_no_place_waits_for_one() {
    const REQUEST: &[u8] = b"GET /bytes/1 HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let (server, address) = start(ServerOptions::new().connections(1)).await;
    let mut first = TcpStream::connect(address).await.unwrap();
    first.write_all(REQUEST).await.unwrap();
    assert_ne!(first.read(&mut [0; 16]).await.unwrap(), 0);
    let mut second = TcpStream::connect(address).await.unwrap();
    second.write_all(REQUEST).await.unwrap();
    let mut answer = [0; 16];
    assert!(timeout(Duration::from_millis(200), second.read(&mut answer)).await.is_err());
    drop(first);
    assert_ne!(second.read(&mut answer).await.unwrap(), 0);
    server.abort();
}
