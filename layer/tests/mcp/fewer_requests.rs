//! Lists of tools that a server allows the explorer to cache.

use axum::body::Body;
use http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::support::script::{self, Explorer, Log, Seen, explorer, result};

/// The explorer around a server that sends its list with this `ttlMs`.
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
