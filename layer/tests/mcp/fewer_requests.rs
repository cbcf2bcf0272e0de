//! Cached tool lists: kept as long as a 2026-07-28 server allows, or until an older server reports a change.

use axum::body::Body;
use futures_util::future::join_all;
use http::{Request, Response, StatusCode};
use serde_json::{Value, json};
use tower_mcp_ui::McpUiConfig;

use crate::support::script::{self, Explorer, Log, Seen, explorer, result};
use crate::support::sdk::Sdk;

/// An explorer around a server that sends its list with this `ttlMs`.
fn with_ttl(ttl: Value) -> (Explorer, Log) {
    explorer(move |seen: Seen| {
        std::future::ready(match seen.method() {
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }], "ttlMs": ttl, "cacheScope": "public" })),
            _ => result(&seen, json!({ "content": [] })),
        })
    })
}

async fn open_and_call(explorer: &Explorer) {
    assert_eq!(script::get(explorer, "/explorer/tools").await.status(), StatusCode::OK);
    assert_eq!(script::get(explorer, "/explorer/tools/t").await.status(), StatusCode::OK);
    assert_eq!(script::call(explorer, "t", "{}").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn opening_and_calling_a_tool_takes_one_list() {
    let (explorer, log) = with_ttl(json!(60_000));
    open_and_call(&explorer).await;
    assert_eq!(log.methods(), ["tools/list", "tools/call"]);
}

#[tokio::test]
async fn a_reload_requests_the_list_again() {
    let (explorer, log) = with_ttl(json!(60_000));
    let list = |value: &'static str| {
        let request = Request::get("/explorer/tools").header("host", "localhost").header("cache-control", value);
        request.body(Body::empty()).unwrap()
    };
    script::send(&explorer, list("max-age=0")).await;
    script::send(&explorer, list("max-age=0")).await;
    assert_eq!(log.methods().len(), 1);
    script::send(&explorer, list("no-cache")).await;
    assert_eq!(log.methods().len(), 2);
}

#[tokio::test]
async fn a_list_is_kept_for_its_caller_only() {
    let (explorer, log) = with_ttl(json!(60_000));
    for token in ["a", "b", "a"] {
        let request = Request::get("/explorer/tools").header("host", "localhost").header("authorization", token);
        script::send(&explorer, request.body(Body::empty()).unwrap()).await;
    }
    assert_eq!(log.methods().len(), 2);
}

#[tokio::test]
async fn an_invalid_ttl_counts_as_none() {
    for ttl in [json!(0), json!(-1), json!("60000"), json!(1.5), json!(null)] {
        let (explorer, log) = with_ttl(ttl.clone());
        open_and_call(&explorer).await;
        assert_eq!(log.of("tools/list").len(), 3, "{ttl}");
    }
}

/// An explorer around a server with sessions in an older revision. A call to the tool `change` reports a list change,
/// and adds a tool to the list.
fn older(config: McpUiConfig) -> (Explorer, Log, Sdk) {
    let sdk = Sdk { called: change, ..Sdk::new() };
    let server = sdk.clone();
    let (explorer, log) = script::explorer_with(config, move |seen: Seen| {
        std::future::ready(match seen.method() {
            "tools/list" if seen.header("mcp-protocol-version") != "2026-07-28" => {
                let names = ["t", "change", "later"].into_iter().take(2 + server.runs().min(1));
                let tools: Vec<_> = names.map(|name| json!({ "name": name })).collect();
                result(&seen, json!({ "tools": tools }))
            }
            _ => server.respond(&seen),
        })
    });
    (explorer, log, sdk)
}

fn change(seen: &Seen) -> Response<Body> {
    let answer = json!({ "jsonrpc": "2.0", "id": seen.message["id"], "result": { "content": [] } });
    let mut events = vec![script::event(&answer)];
    if seen.message["params"]["name"] == "change" {
        events.insert(0, script::event(&json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" })));
    }
    script::events(events)
}

/// Returns the methods that the server has received after the handshake.
fn in_session(log: &Log) -> Vec<String> {
    let methods = log.methods();
    let begin = methods.iter().position(|method| method == "notifications/initialized").unwrap();
    methods[begin + 1..].to_vec()
}

async fn call_at_once(explorer: &Explorer) {
    let responses = join_all((0..200).map(|_| script::call(explorer, "t", "{}"))).await;
    assert!(responses.iter().all(|response| response.status() == StatusCode::OK));
}

#[tokio::test]
async fn many_calls_take_a_list_in_a_hundred() {
    let (explorer, log) = with_ttl(json!(60_000));
    call_at_once(&explorer).await;
    assert!(log.methods().len() <= 202, "{} requests", log.methods().len());
    let (explorer, log, sdk) = older(McpUiConfig::new());
    call_at_once(&explorer).await;
    assert_eq!(sdk.runs(), 200);
    let lists = log.of("tools/list").iter().filter(|seen| seen.header("mcp-session-id") == "s1").count();
    assert!(lists <= 2, "{lists} lists");
}

#[tokio::test]
async fn a_change_and_a_new_session_outdate_the_list_of_an_older_server() {
    let (explorer, log, sdk) = older(McpUiConfig::new());
    open_and_call(&explorer).await;
    assert_eq!(in_session(&log), ["tools/list", "tools/call"]);
    assert_eq!(script::call(&explorer, "change", "{}").await.status(), StatusCode::OK);
    assert_eq!(script::get(&explorer, "/explorer/tools/later").await.status(), StatusCode::OK);
    assert_eq!(log.of("tools/list").len(), 3, "one was refused, since it was of 2026-07-28");
    sdk.restart();
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
    assert_eq!(script::get(&explorer, "/explorer/tools").await.status(), StatusCode::OK);
    assert_eq!(log.of("tools/list").len(), 4);
}

#[tokio::test]
async fn unknown_tools_do_not_take_a_list_each() {
    let (explorer, log, _) = older(McpUiConfig::new());
    let responses = join_all((0..50).map(|_| script::call(&explorer, "unknown", "{}"))).await;
    assert!(responses.iter().all(|response| response.status() == StatusCode::NOT_FOUND));
    assert_eq!(script::call(&explorer, "unknown", "{}").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(in_session(&log), ["tools/list"]);
}
