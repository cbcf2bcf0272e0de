//! The 2026-07-28 error codes that tell the client how to retry a request successfully.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use http::{Response, StatusCode};
use serde_json::{Value, json};

use crate::support::script::{self, Seen, explorer, plain, result, text};

fn error_with(seen: &Seen, code: i64, data: &Value) -> Response<Body> {
    let error = json!({ "code": code, "message": "refused", "data": data });
    let message = json!({ "jsonrpc": "2.0", "id": seen.message["id"], "error": error });
    script::with_status(script::json_response(message), 400)
}

#[tokio::test]
async fn a_version_that_the_server_names_is_sent_once_more() {
    let refusals = Arc::new(AtomicUsize::new(1));
    let left = Arc::clone(&refusals);
    let (explorer, log) = explorer(move |seen: Seen| {
        let refuses = left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
        std::future::ready(match seen.method() {
            _ if refuses => error_with(&seen, -32022, &json!({ "supported": ["2026-07-28"] })),
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
            _ => result(&seen, json!({ "content": [] })),
        })
    });
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
    assert_eq!(log.methods(), ["tools/list", "tools/list", "tools/call"], "the server is not an older one");
    refusals.store(100, Ordering::SeqCst);
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::BAD_GATEWAY);
    assert_eq!(log.methods().len(), 5, "and only once");
}

#[tokio::test]
async fn a_header_mismatch_is_resolved_by_the_new_definition_of_the_tool() {
    let schema = |header: &str| json!({ "properties": { "a": { "type": "string", "x-mcp-header": header } } });
    for (definitions, lists, calls, status) in
        [(["Old", "New"], 2, 2, StatusCode::OK), (["Old", "Old"], 2, 1, StatusCode::INTERNAL_SERVER_ERROR)]
    {
        let listed = Arc::new(AtomicUsize::new(0));
        let (explorer, log) = explorer(move |seen: Seen| {
            std::future::ready(match seen.method() {
                "tools/list" => {
                    let definition = definitions[listed.fetch_add(1, Ordering::SeqCst).min(1)];
                    result(&seen, json!({ "tools": [{ "name": "t", "inputSchema": schema(definition) }] }))
                }
                _ if seen.header("mcp-param-new") == "x" => result(&seen, json!({ "content": [] })),
                _ => error_with(&seen, -32020, &json!(null)),
            })
        });
        let response = script::call(&explorer, "t", r#"{"a":"x"}"#).await;
        assert_eq!(response.status(), status, "{}", text(&response));
        assert_eq!((log.of("tools/list").len(), log.of("tools/call").len()), (lists, calls));
    }
}

#[tokio::test]
async fn a_missing_capability_is_named() {
    let (explorer, _) = explorer(script::modern(|seen| {
        error_with(seen, -32021, &json!({ "requiredCapabilities": { "elicitation": {} } }))
    }));
    let response = script::call(&explorer, "t", "{}").await;
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert!(text(&response).contains("does not have: {\\\"elicitation\\\":{}}"), "{}", text(&response));
}

#[tokio::test]
async fn a_server_that_names_older_versions_gets_a_session() {
    let (explorer, _) = explorer(|seen: Seen| {
        std::future::ready(match seen.method() {
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => {
                error_with(&seen, -32022, &json!({ "supported": ["2025-11-25"] }))
            }
            "initialize" => result(&seen, json!({ "protocolVersion": "2025-11-25", "capabilities": {} })),
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
            "tools/call" => result(&seen, json!({ "content": [] })),
            _ => plain(202, ""),
        })
    });
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
}
