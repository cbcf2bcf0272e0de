//! Request bodies that are too large, too slow, cut off or unwanted, over real sockets.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use support::deployments::Served;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tower_mcp_ui::{Arguments, Execution, Limits, McpUiConfig, McpUiLayer, Timeouts, Tool, ToolList};

/// A server whose one tool counts its calls; with the token `sesame`, if it is asked for.
async fn served(config: McpUiConfig) -> (Served, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    let tools = ToolList::new([Tool::new("t", "")]).unwrap();
    let layer =
        McpUiLayer::new(config.execution(Execution::all())).tools(tools, move |_: String, arguments: Arguments| {
            count.fetch_add(1, Ordering::SeqCst);
            async move { arguments.get().len().to_string() }
        });
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

/// What the server says until it has said an answer's head and as much of the body as is there.
async fn answer(mut stream: TcpStream) -> String {
    let mut said = vec![0; 4096];
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut said)).await.expect("an answer");
    String::from_utf8_lossy(&said[..read.unwrap_or(0)]).into_owned()
}

#[tokio::test]
async fn a_body_that_is_cut_off_runs_nothing() {
    let (server, calls) = served(McpUiConfig::new()).await;
    for more in ["content-length: 100", "transfer-encoding: chunked"] {
        let mut stream = connect(&server, &head("call", more)).await;
        stream.write_all(if more.contains("chunked") { b"5\r\n{}   \r\n" } else { b"{}" }).await.unwrap();
        stream.shutdown().await.unwrap();
        let said = answer(stream).await;
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 400"), "{said}");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_body_that_never_ends_is_given_up() {
    let (server, calls) = served(McpUiConfig::new().timeouts(Timeouts::new().body(Duration::from_millis(50)))).await;
    for action in ["call", "validate"] {
        let said = answer(connect(&server, &head(action, "content-length: 100")).await).await;
        assert!(said.starts_with("HTTP/1.1 408") && said.contains("50ms"), "{said}");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_body_that_is_announced_as_too_large_is_not_read() {
    let (server, calls) = served(McpUiConfig::new()).await;
    for action in ["call", "validate"] {
        let said = answer(connect(&server, &head(action, "content-length: 4194305")).await).await;
        assert!(said.starts_with("HTTP/1.1 413") && said.contains("4194304 bytes"), "{said}");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_body_that_turns_out_too_large_is_refused() {
    let (server, calls) = served(McpUiConfig::new().limits(Limits::new().body_bytes(1000))).await;
    let mut stream = connect(&server, &head("call", "transfer-encoding: chunked")).await;
    for _ in 0..2 {
        stream.write_all(format!("258\r\n{}\r\n", " ".repeat(0x258)).as_bytes()).await.unwrap();
    }
    let said = answer(stream).await;
    assert!(said.starts_with("HTTP/1.1 413"), "{said}");
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_body_is_not_asked_for_before_the_caller_may_call() {
    let token = [("MCP_UI_TOKEN".to_owned(), "sesame".to_owned())];
    let (server, _) = served(McpUiConfig::from_env(token).unwrap()).await;
    let expect = "content-length: 2\r\nexpect: 100-continue";
    let said = answer(connect(&server, &head("call", expect)).await).await;
    assert!(said.starts_with("HTTP/1.1 401"), "{said}");
    let said =
        answer(connect(&server, &head("call", &format!("{expect}\r\nauthorization: Bearer sesame"))).await).await;
    assert!(said.starts_with("HTTP/1.1 100 Continue"), "{said}");
}

#[tokio::test]
async fn a_body_of_any_depth_arrives_and_is_never_called_valid() {
    let (server, _) = served(McpUiConfig::new()).await;
    let depth = 1_000_000;
    let body = format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    for (action, expected) in [("call", body.len().to_string()), ("validate", "\"valid\":false".to_owned())] {
        let mut stream = connect(&server, &head(action, &format!("content-length: {}", body.len()))).await;
        stream.write_all(body.as_bytes()).await.unwrap();
        let said = answer(stream).await;
        assert!(said.starts_with("HTTP/1.1 200") && said.contains(&expected), "{said}");
    }
}

/// Sends a head and 5 MB, as far as the server takes them, before it reads anything; gives the whole response.
async fn send_before_reading(server: &Served, head: &str) -> String {
    let stream = connect(server, head).await;
    let (mut reader, mut writer) = stream.into_split();
    let piece = vec![b' '; 50_000];
    for _ in 0..100 {
        if writer.write_all(&piece).await.is_err() {
            break;
        }
    }
    let mut said = Vec::new();
    // The connection may end with a reset; what has been said before counts.
    let read = tokio::time::timeout(Duration::from_secs(10), reader.read_to_end(&mut said)).await;
    let _: Result<usize, _> = read.expect("the server closes the connection");
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_early_response_arrives_and_says_that_the_connection_ends() {
    let (server, calls) = served(McpUiConfig::new()).await;
    // The client announces far more than it sends before it reads.
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
            let said = send_before_reading(&server, &head).await;
            let (head, body) = said.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{status}: {said:?}"));
            assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
            assert!(head.contains("connection: close"), "{head}");
            assert!(body.starts_with(r#"{"error":""#) && body.ends_with("\"}"), "{body}");
        }
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn an_early_response_leaves_the_connection_open_where_the_body_is_short() {
    let (server, _) = served(McpUiConfig::new()).await;
    let head = "POST /explorer/tools/nosuch/call HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n";
    let mut stream = connect(&server, head).await;
    for _ in 0..2 {
        stream.write_all(&vec![b' '; 100_000]).await.unwrap();
        let mut said = [0; 4096];
        let read = stream.read(&mut said).await.unwrap();
        let said = String::from_utf8_lossy(&said[..read]);
        assert!(said.starts_with("HTTP/1.1 404") && !said.contains("connection: close"), "{said}");
        stream.write_all(head.as_bytes()).await.unwrap();
    }
}

#[tokio::test]
async fn a_body_that_stalls_does_not_hold_an_early_response_up() {
    let (server, _) = served(McpUiConfig::new()).await;
    let said =
        answer(connect(&server, &head("validate", "content-length: 100\r\nsec-fetch-site: cross-site")).await).await;
    assert!(said.starts_with("HTTP/1.1 403") && said.contains("connection: close"), "{said}");
}
