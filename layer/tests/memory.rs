//! Memory under load is bounded by the limits and the number of concurrent requests, not by the amount of data sent.
#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "these tests use only a part of it")]
mod support;

#[path = "memory/full.rs"]
mod full;

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Request, Response};
use serde_json::{Value, json};
use support::corpus::Deployment as _;
use support::deployments::{Bare, Served};
use support::script::{self, Seen, explorer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tower_mcp_ui::config::Limits;
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool, embedding};

const MIB: usize = 1 << 20;

/// Resets the peak memory use (proc(5), `clear_refs`).
fn reset_peak() {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
}

/// Returns this process's peak memory use since the last reset.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
}

/// Sends 100 MB in pieces until the server closes the connection, and returns its response.
async fn send_a_lot(server: std::net::SocketAddr, action: &'static str, framing: &'static str) -> String {
    let mut stream = TcpStream::connect(server).await.unwrap();
    let head = format!("POST /explorer/tools/t/{action} HTTP/1.1\r\nhost: localhost\r\n{framing}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut reader, mut writer) = stream.split();
    let chunked = framing.contains("chunked");
    let piece = if chunked { format!("10000\r\n{}\r\n", " ".repeat(0x10000)) } else { " ".repeat(0x10000) };
    let write = async {
        for _ in 0..100_000_000 / 0x10000 {
            if writer.write_all(piece.as_bytes()).await.is_err() {
                return;
            }
        }
        std::future::pending::<()>().await;
    };
    let mut response = vec![0; 1024];
    let read = async { reader.read(&mut response).await.unwrap_or(0) };
    let length = tokio::time::timeout(Duration::from_secs(60), async {
        tokio::pin!(read);
        tokio::select! {
            length = &mut read => length,
            () = write => read.await,
        }
    });
    let length = length.await.expect("the server answers or hangs up");
    String::from_utf8_lossy(&response[..length]).into_owned()
}

/// The only test in this file that runs by default, because the peak is measured for the whole process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_use_is_bounded() {
    let variables = [("MCP_UI_ALLOW_EXECUTE", "all"), ("MCP_UI_TOKEN", "sesame")];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let tools = ToolList::new([Tool::new("t", "")]).unwrap();
    let layer = McpUiLayer::new(McpUiConfig::from_env(variables).unwrap());
    let server = Served::hyper_with(layer.tools_with(tools, |_: String, _: Arguments| async { "" })).await;
    reset_peak();
    let before = peak();

    let mut requests = JoinSet::new();
    for number in 0..100 {
        let framing = if number % 2 == 0 { "content-length: 100000000" } else { "transfer-encoding: chunked" };
        let action = if number % 4 < 2 { "call" } else { "validate" };
        requests.spawn(send_a_lot(server.address(), action, framing));
    }
    while let Some(response) = requests.join_next().await {
        let response = response.unwrap();
        assert!(
            response.is_empty() || response.starts_with("HTTP/1.1 401") || response.starts_with("HTTP/1.1 413"),
            "{response}"
        );
    }
    // Calls without a token are refused unread. Among the 50 validations, the 25 chunked requests are read up to the
    // limit.
    let grown = peak().saturating_sub(before);
    println!("100 bodies of 100 MB: {} MiB", grown / MIB);
    assert!(grown < 25 * 4 * MIB * 2 + 64 * MIB, "100 bodies of 100 MB: {} MiB", grown / MIB);

    reset_peak();
    let before = peak();
    let respond = |seen: Seen| {
        let piece = |_| Ok::<_, Infallible>(Bytes::from(vec![b' '; 0x10000]));
        let gigabyte = futures_util::stream::iter((0..16_384).map(piece));
        std::future::ready(if seen.method() == "tools/list" {
            script::result(&seen, json!({ "tools": [{ "name": "t" }] }))
        } else {
            Response::builder().header("content-type", "application/json").body(Body::from_stream(gigabyte)).unwrap()
        })
    };
    let (explorer, _) = explorer(respond);
    let call = Request::post("/explorer/tools/t/call").header("host", "localhost").body(Body::empty()).unwrap();
    let refused = script::send(&explorer, call).await;
    assert_eq!(refused.status(), 502);
    assert!(script::text(&refused).contains("more than the limit of 16777216 bytes"));
    let grown = peak().saturating_sub(before);
    println!("a gigabyte from a tool: {} MiB", grown / MIB);
    assert!(grown < 3 * 16 * MIB, "a gigabyte from a tool: {} MiB", grown / MIB);

    bodies().await;
    validations().await;
}

#[tokio::test]
#[ignore = "takes minutes, and prints the table of docs/promises.md"]
async fn features_with_their_bounds_full() {
    full::features().await;
}

/// Sends 100 unfinished bodies at once, 3.9 MiB each, with a 64 MiB limit.
async fn bodies() {
    let limits = Limits::new().buffered_bytes(64 * MIB);
    let tools = ToolList::new([Tool::new("t", "")]).unwrap();
    let layer =
        McpUiLayer::new(McpUiConfig::new().limits(limits)).tools_with(tools, |_: String, _: Arguments| async { "" });
    reset_peak();
    let before = peak();
    let mut requests = JoinSet::new();
    for _ in 0..100 {
        let piece = Bytes::from(vec![b' '; 39 * MIB / 640]);
        let pieces = futures_util::stream::iter((0..64).map(move |_| Ok::<_, Infallible>(piece.clone())));
        let body = Body::from_stream(pieces.chain(futures_util::stream::pending()));
        let request = Request::post("/explorer/tools/t/validate").body(body).unwrap();
        let layer = layer.clone();
        requests.spawn(async move { embedding::respond(&layer, request).await.unwrap().status().as_u16() });
    }
    // Accepted requests wait for the rest of their body.
    let mut refused = 0;
    while let Ok(Some(status)) = tokio::time::timeout(Duration::from_secs(1), requests.join_next()).await {
        assert_eq!(status.unwrap(), 503);
        refused += 1;
    }
    let grown = peak().saturating_sub(before);
    println!("100 bodies of 3.9 MiB, {refused} refused: {} MiB", grown / MIB);
    assert!((1..100).contains(&refused));
    assert!(grown < 2 * 64 * MIB, "100 bodies of 3.9 MiB: {} MiB", grown / MIB);
}

/// Validates arguments against each schema, and returns the growth in peak memory use.
async fn validate(schemas: impl IntoIterator<Item = Value>, arguments: String) -> usize {
    let tools =
        schemas.into_iter().enumerate().map(|(at, schema)| Tool::new(format!("t{at}"), "").input_schema(schema));
    let tools = ToolList::new(tools).unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool.name().to_owned()).collect();
    let explorer = Bare(McpUiLayer::new(McpUiConfig::new()).tools_with(tools, |_: String, _: Arguments| async { "" }));
    reset_peak();
    let before = peak();
    for name in names {
        let request = Request::post(format!("/explorer/tools/{name}/validate")).body(arguments.clone().into()).unwrap();
        assert_eq!(explorer.send(request).await.status(), 200);
    }
    peak().saturating_sub(before)
}

async fn validations() {
    let names = |count| (0..count).map(|at| format!("n{at}")).collect::<Vec<_>>();
    let objects = |count: usize| format!("[{}{{}}]", "{},".repeat(count));
    let long = "k".repeat(20_000);
    let branch = json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] });
    let schemas = (0..20).map(|at| json!({ "title": at.to_string(), "anyOf": vec![branch.clone(); 4_000] }));
    let large = json!({ "a": vec![json!({ "a": 1 }); 1_000] }).to_string();
    let far = json!({ long.clone(): vec![1; 10_000] }).to_string();
    for (what, grown) in [
        ("required", validate([json!({ "items": { "required": names(1_000) } })], objects(2_700)).await),
        (
            "items",
            validate(
                [json!({ "properties": { "a": { "items": { "required": names(20) } } } })],
                format!(r#"{{"a":{}}}"#, objects(100_000)),
            )
            .await,
        ),
        ("alternatives", validate([json!({ "anyOf": [{ "required": names(1_000) }] })], large).await),
        ("pointers", validate([json!({ "additionalProperties": { "items": false } })], far).await),
        (
            "a schema's pointers",
            validate([json!({ "properties": { long: { "enum": vec![1; 20_000] } } })], "{}".to_owned()).await,
        ),
        ("schemas", validate(schemas, "{}".to_owned()).await),
    ] {
        println!("{what}: {} MiB", grown / MIB);
        assert!(grown < 100 * MIB, "{what}: {} MiB", grown / MIB);
    }
}
