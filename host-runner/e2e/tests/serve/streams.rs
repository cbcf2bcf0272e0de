//! Streams through the middleware: bodies part by part, trailers, and disconnects on both sides.

use std::convert::Infallible;
use std::error::Error;
use std::fs;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, StreamExt as _};
use http::{HeaderMap, HeaderValue, Request};
use http_body::{Body, Frame};
use http_body_util::{BodyExt as _, Empty, StreamBody};
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

use mcp_ui_host_e2e::{Server, component, middleware_before};

type Part = Result<Frame<Bytes>, Infallible>;

/// A request body that is sent part by part.
fn body(parts: mpsc::Receiver<Part>) -> StreamBody<BoxStream<'static, Part>> {
    let next = |mut parts: mpsc::Receiver<Part>| async move { parts.recv().await.map(|part| (part, parts)) };
    StreamBody::new(stream::unfold(parts, next).boxed())
}

fn middleware() -> Server {
    Server::start(&middleware_before("fixture-backend"), &[], &[])
}

#[tokio::test]
async fn each_part_passes_before_the_next_is_sent() {
    let server = middleware();
    let (sender, parts) = mpsc::channel(1);
    let request = Request::post("/echo").header("host", "localhost").body(body(parts)).unwrap();
    let mut connection = server.connect().await;
    let responding = tokio::spawn(async move { connection.send_request(request).await.unwrap() });
    sender.send(Ok(Frame::data("one".into()))).await.unwrap();
    let mut response = responding.await.unwrap().into_body();
    assert_eq!(response.frame().await.unwrap().unwrap().into_data().unwrap(), "one");
    sender.send(Ok(Frame::data("two".into()))).await.unwrap();
    assert_eq!(response.frame().await.unwrap().unwrap().into_data().unwrap(), "two");
    drop(sender);
    assert!(response.collect().await.unwrap().to_bytes().is_empty());
}

#[tokio::test]
async fn a_request_body_that_becomes_the_response_keeps_its_length() {
    let server = Server::start(&[component("fixture-backend")], &[], &[]);
    let request = Request::post("/echo").header("host", "localhost").body(Bytes::from("five!")).unwrap();
    let response = server.send(request).await;
    assert_eq!((&response.headers()["content-length"], &**response.body()), (&HeaderValue::from(5), &b"five!"[..]));
}

async fn http2<B: Body<Data: Send, Error: Error + Send + Sync> + Send + Unpin + 'static>(
    server: &Server,
) -> SendRequest<B> {
    let stream = TcpStream::connect(server.address).await.unwrap();
    let (sender, connection) = handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    tokio::spawn(async move { drop(connection.await) });
    sender
}

#[tokio::test]
async fn responses_to_head_have_no_body_in_http2() {
    let server = Server::start(&[component("fixture-backend")], &[], &[]);
    let mut connection = http2(&server).await;
    for (path, length) in [("/readyz", Some("14")), ("/error", Some("55")), ("/bytes/900000000", None)] {
        let request = Request::head(format!("http://localhost{path}")).body(Empty::<Bytes>::new()).unwrap();
        let response = connection.send_request(request).await.unwrap();
        let sent = response.headers().get("content-length").map(|length| length.to_str().unwrap());
        assert_eq!(sent, length, "{path}");
        assert!(response.into_body().collect().await.unwrap().to_bytes().is_empty(), "{path}");
    }
}

#[tokio::test]
async fn trailers_pass() {
    let server = middleware();
    let (sender, parts) = mpsc::channel(2);
    let request = Request::post("/echo").header("host", "localhost").header("te", "trailers");
    let request = request.header("trailer", "x-sum").body(body(parts)).unwrap();
    let mut connection = http2(&server).await;
    let (mut parts, body) = request.into_parts();
    parts.uri = "http://localhost/echo".parse().unwrap();
    parts.headers.remove("host");
    sender.send(Ok(Frame::data("data".into()))).await.unwrap();
    let trailers = HeaderMap::from_iter([(http::HeaderName::from_static("x-sum"), HeaderValue::from_static("42"))]);
    sender.send(Ok(Frame::trailers(trailers))).await.unwrap();
    drop(sender);
    let response = connection.send_request(Request::from_parts(parts, body)).await.unwrap();
    let collected = response.into_body().collect().await.unwrap();
    assert_eq!(collected.trailers().map(|trailers| trailers["x-sum"].clone()), Some(HeaderValue::from_static("42")));
    assert_eq!(collected.to_bytes(), "data");
}

#[tokio::test]
async fn ten_megabytes_pass_both_ways() {
    let server = middleware();
    let sent: Bytes = (0..10_000_000_u32).map(|at| at.to_le_bytes()[0] ^ at.to_le_bytes()[1]).collect();
    let request = Request::post("/echo").header("host", "localhost").body(sent.clone()).unwrap();
    assert!(server.send(request).await.into_body() == sent);
}

#[tokio::test]
async fn arguments_of_any_size_arrive_whole_in_a_component() {
    let env = [("MCP_UI_ALLOW_EXECUTE", "true")];
    let server = Server::start(&middleware_before("fixture-backend"), &env, &[]);
    let arguments = format!("{{\"text\":\"{}\"}}", "x".repeat(3_000_000));
    let (status, body) = server.post("/explorer/tools/echo/call", &arguments).await;
    assert_eq!(status, 200, "{body:.300}");
    assert!(body.contains(&arguments.replace('"', "\\\"")));
}

#[tokio::test]
async fn a_client_that_disconnects_ends_only_its_request() {
    let server = middleware();
    for _ in 0..20 {
        let (sender, parts) = mpsc::channel(1);
        let request = Request::post("/echo").header("host", "localhost").body(body(parts)).unwrap();
        let mut connection = server.connect().await;
        sender.send(Ok(Frame::data("begun".into()))).await.unwrap();
        let mut response = connection.send_request(request).await.unwrap();
        assert!(response.body_mut().frame().await.unwrap().is_ok());
        drop((response, connection, sender));
    }
    assert_eq!(server.get("/bytes/3").await, (200, "...".to_owned()));
}

#[tokio::test]
async fn a_gigabyte_leaves_memory_flat() {
    let server = middleware();
    let resident = || -> usize {
        let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    assert_eq!(server.get("/bytes/1000000").await.0, 200);
    let before = resident();
    let request = Request::get("/bytes/1000000000").header("host", "localhost").body(Bytes::new()).unwrap();
    let mut body = server.begin(request).await.into_body();
    let (mut received, mut most) = (0, 0);
    while let Some(frame) = body.frame().await {
        received += frame.unwrap().into_data().unwrap().len();
        most = most.max(resident());
    }
    assert_eq!(received, 1_000_000_000);
    assert!(most < before + 32_000, "{before} kB before, {most} kB at most");
}

#[tokio::test]
async fn a_backend_that_fails_gives_500_and_the_server_goes_on() {
    let server = Server::start(&[component("fixture-backend")], &[], &["--timeout", "5"]);
    assert_eq!(server.get("/trap").await.0, 500);
    assert_eq!(server.get("/error").await.0, 500);
    tokio::time::sleep(Duration::from_millis(10)).await;
    assert_eq!(server.get("/bytes/1").await.0, 200);
}
