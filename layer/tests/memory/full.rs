//! Memory use with each feature filled to its bounds. Features are filled one after the other, and nothing is released
//! before the end.

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use http::Request;
use serde_json::{Value, json};
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{McpUiConfig, McpUiLayer, RawJson, Tool, Traffic, TrafficSettings};

use crate::MIB;
use crate::support::corpus::Deployment as _;
use crate::support::deployments::Bare;
use crate::support::script::{self, Explorer, Seen};

/// Returns this process's memory use.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
}

/// Fills each feature to its bounds, and checks the memory that it takes.
pub(crate) async fn features() {
    let begin = resident();
    let last = AtomicUsize::new(begin);
    let check = |what: &str, most: usize| {
        let now = resident();
        let grown = now.saturating_sub(last.swap(now, Ordering::Relaxed)) / MIB;
        println!("full {what}: {grown} MiB");
        assert!(grown < most, "{what}: {grown} MiB");
    };
    // 64 MiB of records, and their bookkeeping.
    let _traffic = traffic();
    check("traffic", 160);
    // 32 MiB of lists, cached by text and by caller.
    let _lists = lists().await;
    check("lists", 160);
    // 32 MiB of compiled schemas.
    let _schemas = schemas().await;
    check("schemas", 160);
    println!("full together: {} MiB", (resident() - begin) / MIB);
}

/// Records more messages than are kept.
fn traffic() -> Traffic {
    let traffic = Traffic::new(TrafficSettings::new());
    let text = "a text ".repeat(1_500);
    for id in 0..10_000 {
        let result = json!({ "content": [{ "type": "text", "text": format!("{id} {text}") }] });
        let raw = json!({ "jsonrpc": "2.0", "id": id, "result": result });
        let record = json!({ "at": 1_764_000_000_000_u64 + id, "from": "server", "transport": "http", "raw": raw });
        traffic.record(&RawJson::parse(record.to_string()).unwrap()).unwrap();
    }
    traffic
}

/// Lists different tools for each of 300 callers.
async fn lists() -> Explorer {
    let respond = |seen: Seen| {
        let text = format!("{} ", seen.header("authorization")).repeat(50);
        let tool = |at| json!({ "name": format!("t{at}"), "description": text, "inputSchema": {} });
        let tools: Vec<_> = (0..500).map(tool).collect();
        std::future::ready(script::result(&seen, json!({ "tools": tools, "ttlMs": 3_600_000 })))
    };
    let (explorer, _) = script::explorer(respond);
    for caller in 0..300 {
        let request = Request::get("/explorer/tools").header("host", "localhost");
        let request = request.header("authorization", format!("Bearer {caller}")).body(Body::empty()).unwrap();
        assert_eq!(script::send(&explorer, request).await.status(), 200);
    }
    explorer
}

/// Validates against 1,500 schemas.
async fn schemas() -> Bare {
    let schema = |at: usize| -> Value {
        let properties: serde_json::Map<_, _> =
            (0..60).map(|name| (format!("p{at}-{name}"), json!({ "type": "string", "maxLength": at }))).collect();
        json!({ "type": "object", "properties": properties })
    };
    let tools = (0..1_500).map(|at| Tool::new(format!("t{at}"), "").input_schema(schema(at)));
    let layer = McpUiLayer::new(McpUiConfig::new());
    let explorer = Bare(layer.tools_with(ToolList::new(tools).unwrap(), |_: String, _: Arguments| async { "" }));
    for at in 0..1_500 {
        let request = Request::post(format!("/explorer/tools/t{at}/validate")).body("{}".to_owned().into()).unwrap();
        assert_eq!(explorer.send(request).await.status(), 200);
    }
    explorer
}
