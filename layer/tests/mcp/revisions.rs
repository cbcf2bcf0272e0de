//! Protocol revision negotiation, and the requests in each revision.

use http::{Request, StatusCode};
use serde_json::{Value, json};
use tower_mcp_ui::McpUiConfig;

use crate::support::script::{self, Seen, error, explorer, explorer_with, plain, result, text};

#[tokio::test]
async fn requests_of_the_newest_revision_are_self_contained() {
    let (explorer, log) = explorer(script::modern(|seen| result(seen, json!({ "content": [] }))));
    assert_eq!(script::call(&explorer, "t", r#"{"a":1.0}"#).await.status(), StatusCode::OK);
    assert_eq!(log.methods(), ["tools/list", "tools/call"]);
    let call = &log.all()[1];
    assert_eq!(call.header("mcp-protocol-version"), "2026-07-28");
    assert_eq!(call.header("mcp-method"), "tools/call");
    assert_eq!(call.header("mcp-name"), "t");
    assert_eq!(call.header("accept"), "application/json, text/event-stream");
    assert_eq!(call.header("content-type"), "application/json");
    assert_eq!(call.header("host"), "localhost");
    let meta = &call.message["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    let extensions = &meta["io.modelcontextprotocol/clientCapabilities"]["extensions"];
    for id in ["io.modelcontextprotocol/ui", "modelcontextprotocol.io/ui"] {
        assert_eq!(extensions[id]["mimeTypes"], json!(["text/html;profile=mcp-app"]));
    }
    assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "tower-mcp-ui");
}

#[tokio::test]
async fn names_and_arguments_are_mirrored_into_headers() {
    let schema =
        json!({ "type": "object", "properties": { "region": { "type": "string", "x-mcp-header": "Region" } } });
    let tools = json!([
        { "name": "größe", "inputSchema": schema },
        { "name": "unusable", "inputSchema": { "items": { "type": "string", "x-mcp-header": "A" } } },
    ]);
    let (explorer, log) = explorer(move |seen: Seen| {
        let response = if seen.method() == "tools/list" { json!({ "tools": tools }) } else { json!({ "content": [] }) };
        std::future::ready(result(&seen, response))
    });
    let list = script::get(&explorer, "/explorer/tools").await;
    assert!(!text(&list).contains("unusable"), "a tool with invalid annotations is left out: {}", text(&list));
    script::call(&explorer, "gr%C3%B6%C3%9Fe", r#"{"region":"nörd"}"#).await;
    let call = &log.of("tools/call")[0];
    assert_eq!(call.header("mcp-name"), "=?base64?Z3LDtsOfZQ==?=");
    assert_eq!(call.header("mcp-param-region"), "=?base64?bsO2cmQ=?=");
}

fn legacy(version: &'static str) -> impl Fn(Seen) -> std::future::Ready<http::Response<axum::body::Body>> + Clone {
    move |seen| {
        std::future::ready(match seen.method() {
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, "Unsupported protocol version"),
            "initialize" => result(&seen, json!({ "protocolVersion": version, "capabilities": {}, "serverInfo": {} })),
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
            "tools/call" => result(&seen, json!({ "content": [], "structuredContent": seen.message["params"] })),
            _ => plain(202, ""),
        })
    }
}

#[tokio::test]
async fn an_older_server_gets_its_handshake_once() {
    for (version, header) in [("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "")] {
        let (explorer, log) = explorer(legacy(version));
        assert_eq!(script::get(&explorer, "/explorer/tools").await.status(), StatusCode::OK);
        let called = script::call(&explorer, "t", r#"{"n":1.0}"#).await;
        assert!(text(&called).contains(r#""arguments":{"n":1.0}"#), "{}", text(&called));
        let expected = ["tools/list", "initialize", "notifications/initialized", "tools/list", "tools/call"];
        assert_eq!(log.methods(), expected, "the kind of revision is remembered");
        let initialize = &log.all()[1];
        assert_eq!(initialize.message["params"]["protocolVersion"], "2025-11-25");
        let extensions = &initialize.message["params"]["capabilities"]["extensions"];
        assert!(
            extensions["io.modelcontextprotocol/ui"].is_object()
                && extensions["modelcontextprotocol.io/ui"].is_object()
        );
        let call = &log.all()[4];
        assert_eq!(call.header("mcp-protocol-version"), header);
        assert_eq!(call.message["params"], json!({ "name": "t", "arguments": { "n": 1.0 } }));
    }
}

#[tokio::test]
async fn an_unsupported_version_is_named_in_the_error() {
    let (explorer, _) = explorer(legacy("2024-11-05"));
    let response = script::get(&explorer, "/explorer/tools").await;
    assert_eq!(response.status(), StatusCode::BAD_GATEWAY);
    assert!(text(&response).contains("2024-11-05"), "{}", text(&response));
}

#[tokio::test]
async fn the_revision_is_negotiated_again_after_a_server_is_replaced() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    let upgraded = Arc::new(AtomicBool::new(false));
    let (old, new) = (legacy("2025-11-25"), script::modern(|seen| result(seen, json!({ "content": [] }))));
    let now = Arc::clone(&upgraded);
    let (explorer, log) = explorer(move |seen: Seen| if now.load(Ordering::Relaxed) { new(seen) } else { old(seen) });
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
    upgraded.store(true, Ordering::Relaxed);
    let before = log.all().len();
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
    assert!(log.all().len() > before);
    upgraded.store(false, Ordering::Relaxed);
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn an_error_of_a_modern_server_does_not_trigger_a_handshake() {
    let (explorer, log) = explorer(script::modern(|seen| error(seen, 400, -32602, "no such argument")));
    let response = script::call(&explorer, "t", "{}").await;
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(text(&response), r#"{"content":[{"type":"text","text":"no such argument"}],"isError":true}"#);
    assert_eq!(log.methods(), ["tools/list", "tools/call"]);
}

#[tokio::test]
async fn input_required_by_the_server_is_reported() {
    let input_required =
        json!({ "resultType": "input_required", "inputRequests": { "a": { "method": "elicitation/create" } } });
    let (explorer, _) = explorer(script::modern(move |seen| result(seen, input_required.clone())));
    let response = script::call(&explorer, "t", "{}").await;
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    let body: Value = serde_json::from_slice(response.body()).unwrap();
    assert_eq!(body["isError"], true);
    assert_eq!(body["inputRequests"]["a"]["method"], "elicitation/create");
    assert!(body["content"][0]["text"].as_str().unwrap().contains("further input"));
}

#[tokio::test]
async fn only_credentials_traces_and_configured_headers_are_forwarded() {
    let config = McpUiConfig::new().forwarded_headers(["x-tenant"]).unwrap();
    let (explorer, log) = explorer_with(config, script::modern(|seen| result(seen, json!({}))));
    let request = Request::get("/explorer/tools")
        .header("host", "localhost:8080")
        .header("authorization", "Bearer a")
        .header("x-tenant", "b")
        .header("traceparent", "00-c")
        .header("cookie", "d=e")
        .header("origin", "http://localhost:8080")
        .header("if-none-match", "*");
    script::send(&explorer, request.body(axum::body::Body::empty()).unwrap()).await;
    let seen = &log.all()[0];
    for (name, value) in
        [("host", "localhost:8080"), ("authorization", "Bearer a"), ("x-tenant", "b"), ("traceparent", "00-c")]
    {
        assert_eq!(seen.header(name), value);
    }
    for name in ["cookie", "origin", "if-none-match"] {
        assert_eq!(seen.header(name), "", "{name}");
    }
}
