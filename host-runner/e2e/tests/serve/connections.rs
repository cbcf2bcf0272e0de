//! Clients that hold a connection, and do nothing with it. Time passes by itself here whenever nothing else happens.

use std::future;
use std::time::Duration;

use mcp_ui_host::{Binary, ComponentService, Options, serve};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;

use mcp_ui_host_e2e::component;

/// Sends this, and whether the server lets go of the connection and of all that it does for it within an hour.
async fn is_given_up(sent: &[u8]) -> bool {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let backend = Binary::read(component("fixture-backend")).unwrap();
    let service = ComponentService::new(&backend, Options::new()).unwrap();
    let server = tokio::spawn(serve(listener, service, "/readyz", Duration::from_secs(1), future::pending()));
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
