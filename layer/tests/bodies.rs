//! Request bodies that are too large, too slow, truncated or unwanted, over real sockets.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::support::deployments::Served;
use bytes::Bytes;
use futures_util::StreamExt as _;
use http::Request;
use http_body::Frame;
use http_body_util::StreamBody;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tower_mcp_ui::config::Limits;
use tower_mcp_ui::runtime::{Runtime, TokioRuntime};
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{BoxFuture, Execution, McpUiConfig, McpUiLayer, Tool, embedding};

/// Starts a server whose only tool counts its calls.
async fn served(config: McpUiConfig) -> (Served, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    let tools = ToolList::new([Tool::new("t", "")]).unwrap();
    let layer = McpUiLayer::new(config.execution(Execution::all())).tools_with(
        tools,
        move |_: String, arguments: Arguments| {
            count.fetch_add(1, Ordering::SeqCst);
            async move { arguments.get().len().to_string() }
        },
    );
    (Served::hyper_with(layer).await, calls)
}

fn head(action: &str, more: &str) -> String {
    format!("POST /explorer/tools/t/{action} HTTP/1.1\r\nhost: localhost\r\n{more}\r\n\r\n")
}

async fn connect(server: &Served, head: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

/// Reads the response head and the body part that has arrived with it.
async fn read_response(mut stream: TcpStream) -> String {
    let mut response = vec![0; 4096];
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut response)).await.expect("a response");
    String::from_utf8_lossy(&response[..read.unwrap_or(0)]).into_owned()
}

#[tokio::test]
async fn a_truncated_body_runs_nothing() {
    let (server, calls) = served(McpUiConfig::new()).await;
    for more in ["content-length: 100", "transfer-encoding: chunked"] {
        let mut stream = connect(&server, &head("call", more)).await;
        stream.write_all(if more.contains("chunked") { b"5\r\n{}   \r\n" } else { b"{}" }).await.unwrap();
        stream.shutdown().await.unwrap();
        let response = read_response(stream).await;
        assert!(response.is_empty() || response.starts_with("HTTP/1.1 400"), "{response}");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

/// A runtime whose clock runs a hundred times faster.
struct Hasty;

impl Runtime for Hasty {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        TokioRuntime.sleep(duration / 100)
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        TokioRuntime.spawn(task);
    }
}

#[tokio::test]
async fn a_body_that_never_ends_times_out() {
    let (server, calls) = served(McpUiConfig::new().runtime(Hasty)).await;
    for action in ["call", "validate"] {
        let response = read_response(connect(&server, &head(action, "content-length: 100")).await).await;
        assert!(response.starts_with("HTTP/1.1 408") && response.contains("within 30s"), "{response}");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_body_with_a_too_large_content_length_is_not_read() {
    let (server, calls) = served(McpUiConfig::new()).await;
    for action in ["call", "validate"] {
        let response = read_response(connect(&server, &head(action, "content-length: 4194305")).await).await;
        assert!(response.starts_with("HTTP/1.1 413") && response.contains("4194304 bytes"), "{response}");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_chunked_body_over_the_limit_is_refused() {
    let (server, calls) = served(McpUiConfig::new().limits(Limits::new().body_bytes(1000))).await;
    let mut stream = connect(&server, &head("call", "transfer-encoding: chunked")).await;
    for _ in 0..2 {
        stream.write_all(format!("258\r\n{}\r\n", " ".repeat(0x258)).as_bytes()).await.unwrap();
    }
    let response = read_response(stream).await;
    assert!(response.starts_with("HTTP/1.1 413"), "{response}");
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_body_is_not_requested_from_an_unauthorized_caller() {
    let token = [("MCP_UI_TOKEN".to_owned(), "sesame".to_owned())];
    let (server, _) = served(McpUiConfig::from_env(token).unwrap()).await;
    let expect = "content-length: 2\r\nexpect: 100-continue";
    let response = read_response(connect(&server, &head("call", expect)).await).await;
    assert!(response.starts_with("HTTP/1.1 401"), "{response}");
    let response =
        read_response(connect(&server, &head("call", &format!("{expect}\r\nauthorization: Bearer sesame"))).await)
            .await;
    assert!(response.starts_with("HTTP/1.1 100 Continue"), "{response}");
}

#[tokio::test]
async fn a_body_of_any_depth_is_accepted_but_never_reported_valid() {
    let (server, _) = served(McpUiConfig::new()).await;
    let depth = 1_000_000;
    let body = format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    for (action, expected) in [("call", body.len().to_string()), ("validate", "\"valid\":false".to_owned())] {
        let mut stream = connect(&server, &head(action, &format!("content-length: {}", body.len()))).await;
        stream.write_all(body.as_bytes()).await.unwrap();
        let response = read_response(stream).await;
        assert!(response.starts_with("HTTP/1.1 200") && response.contains(&expected), "{response}");
    }
}

/// Sends a head and up to 5 MB of body, or less if the server stops accepting data. Then reads the complete response.
async fn send_before_reading(server: &Served, head: &str) -> String {
    let stream = connect(server, head).await;
    let (mut reader, mut writer) = stream.into_split();
    let piece = vec![b' '; 50_000];
    for _ in 0..100 {
        if writer.write_all(&piece).await.is_err() {
            break;
        }
    }
    let mut response = Vec::new();
    // The connection may be reset after the response.
    let read = tokio::time::timeout(Duration::from_secs(10), reader.read_to_end(&mut response)).await;
    let _: Result<usize, _> = read.expect("the server closes the connection");
    String::from_utf8_lossy(&response).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_early_response_arrives_and_closes_the_connection() {
    let (server, calls) = served(McpUiConfig::new()).await;
    // The client announces far more than the 5 MB that it sends.
    let length = "content-length: 500000000";
    let post =
        |path: &str, host: &str, more: &str| format!("POST /explorer{path} HTTP/1.1\r\nhost: {host}\r\n{more}\r\n\r\n");
    for (status, head) in [
        (403, post("/tools/t/call", "localhost", &format!("{length}\r\nsec-fetch-site: cross-site"))),
        (404, post("/tools/nosuch/call", "localhost", length)),
        (404, post("/nosuch", "localhost", length)),
        (405, post("/tools", "localhost", length)),
        (413, post("/tools/t/call", "localhost", length)),
        (421, post("/tools/t/call", "rebound.example", length)),
    ] {
        for _ in 0..2 {
            let response = send_before_reading(&server, &head).await;
            let (head, body) = response.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{status}: {response:?}"));
            assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
            assert!(head.contains("connection: close"), "{head}");
            assert!(body.starts_with(r#"{"error":""#) && body.ends_with("\"}"), "{body}");
        }
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn an_early_response_leaves_the_connection_open_if_the_body_is_short() {
    let (server, _) = served(McpUiConfig::new()).await;
    let head = "POST /explorer/tools/nosuch/call HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n";
    let mut stream = connect(&server, head).await;
    for _ in 0..2 {
        stream.write_all(&vec![b' '; 100_000]).await.unwrap();
        let mut response = [0; 4096];
        let read = stream.read(&mut response).await.unwrap();
        let response = String::from_utf8_lossy(&response[..read]);
        assert!(response.starts_with("HTTP/1.1 404") && !response.contains("connection: close"), "{response}");
        stream.write_all(head.as_bytes()).await.unwrap();
    }
}

#[tokio::test]
async fn a_stalled_body_does_not_delay_an_early_response() {
    let (server, _) = served(McpUiConfig::new()).await;
    let response =
        read_response(connect(&server, &head("validate", "content-length: 100\r\nsec-fetch-site: cross-site")).await)
            .await;
    assert!(response.starts_with("HTTP/1.1 403") && response.contains("connection: close"), "{response}");
}

#[tokio::test]
async fn a_larger_unread_body_closes_the_connection() {
    let tools = ToolList::new([Tool::new("t", "")]).unwrap();
    let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(tools, |_: String, _: Arguments| async { "" });
    for (mebibytes, is_closed) in [(64, false), (65, true), (1_000, true)] {
        let read = Arc::new(AtomicUsize::new(0));
        let (count, mebibyte) = (Arc::clone(&read), Bytes::from(vec![b' '; 1 << 20]));
        let frames = futures_util::stream::iter(0..mebibytes).map(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            Ok::<_, Infallible>(Frame::data(mebibyte.clone()))
        });
        let request = Request::post("/explorer/nosuch").body(StreamBody::new(frames)).unwrap();
        let response = embedding::respond(&layer, request).await.unwrap();
        assert_eq!((response.status().as_u16(), response.headers().contains_key("connection")), (404, is_closed));
        assert_eq!(read.load(Ordering::SeqCst), mebibytes.min(65));
    }
}
