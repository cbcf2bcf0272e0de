//! Memory use of open live responses. A separate test binary, because memory is measured for the whole process.
#![cfg(target_os = "linux")]

use axum::body::Body;
use http::Request;
use http_body_util::BodyExt as _;
use tower_mcp_ui::tools::{Arguments, CallContext, ToolList};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool, embedding};

const STREAMS: usize = 1_000;

/// Returns this process's memory in bytes (proc(5), `status`).
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
}

#[tokio::test]
async fn an_open_stream_takes_little_memory_however_long_it_runs() {
    let tools = ToolList::new([Tool::new("t", "")]).unwrap();
    let config = McpUiConfig::new().execution(Execution::all());
    let layer = McpUiLayer::new(config).tools_with(tools, |_: String, _: Arguments, context: CallContext| async move {
        for step in 0..u32::MAX {
            context.progress(f64::from(step), None, Some("The next message waits until this one is read")).await;
        }
        "done"
    });
    let open = async || {
        let request = Request::post("/explorer/rpc/tools/call").header("host", "localhost");
        let request = request.body(Body::from(r#"{"params":{"name":"t","arguments":{}}}"#)).unwrap();
        embedding::respond(&layer, request).await.unwrap().into_body()
    };
    // The first stream also allocates what all streams share.
    let mut streams = vec![open().await];
    let before = resident();
    for _ in 1..STREAMS {
        streams.push(open().await);
    }
    let opened = resident().saturating_sub(before) / STREAMS;
    for _ in 0..100 {
        for stream in &mut streams {
            assert!(stream.frame().await.unwrap().unwrap().is_data());
        }
    }
    let run = resident().saturating_sub(before) / STREAMS;
    println!("{STREAMS} open streams: {opened} bytes each, {run} bytes after 100 messages each");
    assert!(opened <= 20_000 && run <= 20_000, "{opened} bytes each, {run} bytes after 100 messages each");
}
