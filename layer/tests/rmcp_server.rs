//! The official Rust SDK's server in each of its modes.

use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::{Value, json};
use tower::{Layer, ServiceExt as _};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, embedding};

/// Rejects the newest revision, like a server that supports only earlier revisions.
async fn refuse_the_newest(request: axum::extract::Request, next: axum::middleware::Next) -> axum::response::Response {
    if request.headers().get("mcp-protocol-version").is_some_and(|version| version == "2026-07-28") {
        return axum::response::IntoResponse::into_response((StatusCode::BAD_REQUEST, "unsupported protocol version"));
    }
    next.run(request).await
}

/// The demo's server in the newest revision, and in each mode for the older revisions.
fn servers() -> Vec<(&'static str, Router)> {
    let config = StreamableHttpServerConfig::default;
    let served = |config| Router::new().nest_service("/mcp", demo::service_with(config));
    let older = |config| served(config).layer(axum::middleware::from_fn(refuse_the_newest));
    vec![
        ("2026-07-28", served(config())),
        ("2026-07-28, JSON", served(config().with_json_response(true))),
        ("sessions", older(config())),
        ("no sessions", older(config().with_legacy_session_mode(false))),
        ("no sessions, JSON", older(config().with_legacy_session_mode(false).with_json_response(true))),
    ]
}

async fn send<S, B>(service: &S, request: Request<Body>) -> Response<Bytes>
where
    S: tower::Service<Request<Body>, Response = Response<B>, Error: std::fmt::Debug> + Clone,
    B: http_body::Body<Error: std::fmt::Debug>,
{
    let (parts, body) = service.clone().oneshot(request).await.unwrap().into_parts();
    Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).header("host", "localhost").body(Body::empty()).unwrap()
}

fn post(path: &str, body: &'static str) -> Request<Body> {
    Request::post(path).header("host", "localhost").body(Body::from(body)).unwrap()
}

#[tokio::test]
async fn the_demos_tools_are_listed_and_called() {
    for (mode, server) in servers() {
        let layer = McpUiLayer::new(McpUiConfig::new().execution(Execution::all()));
        let app = layer.layer(server);
        let list = send(&app, get("/explorer/tools")).await;
        let tools: Vec<Value> = serde_json::from_slice(list.body()).unwrap_or_else(|_| panic!("{mode}: {list:?}"));
        assert!(tools.len() >= 12, "{mode}: {tools:?}");

        let greeted = send(&app, post("/explorer/tools/greet/call", r#"{"name":"Ada"}"#)).await;
        assert_eq!(greeted.status(), StatusCode::OK, "{mode}: {greeted:?}");
        let greeted: Value = serde_json::from_slice(greeted.body()).unwrap();
        assert_eq!(greeted["content"], json!([{ "type": "text", "text": "Hello, Ada!" }]), "{mode}");

        let failed = send(&app, post("/explorer/tools/fail/call", "{}")).await;
        assert_eq!(failed.status(), StatusCode::INTERNAL_SERVER_ERROR, "{mode}");
        let refused = send(&app, post("/explorer/tools/refuse/call", "{}")).await;
        assert_eq!(refused.status(), StatusCode::INTERNAL_SERVER_ERROR, "{mode}");
        assert!(String::from_utf8_lossy(refused.body()).contains("this tool always fails"), "{mode}: {refused:?}");

        let everything = send(&app, post("/explorer/tools/everything/call", "{}")).await;
        let everything: Value = serde_json::from_slice(everything.body()).unwrap();
        assert_eq!(everything["content"].as_array().map(Vec::len), Some(7), "{mode}");
    }
}

#[tokio::test]
async fn every_input_schema_of_the_demo_compiles() {
    let (_, server) = servers().remove(0);
    let app = McpUiLayer::new(McpUiConfig::new().execution(Execution::all())).layer(server);
    let list = send(&app, get("/explorer/tools")).await;
    let tools: Vec<Value> = serde_json::from_slice(list.body()).unwrap();
    for tool in tools.iter().filter_map(|tool| tool["name"].as_str()) {
        let detail = send(&app, get(&format!("/explorer/tools/{tool}"))).await;
        assert_eq!(detail.status(), StatusCode::OK, "{tool}");
        let validated = send(&app, post(&format!("/explorer/tools/{tool}/validate"), "{}")).await;
        assert!(!String::from_utf8_lossy(validated.body()).contains(r#""keyword":"schema""#), "{tool}: {validated:?}");
    }
}

#[tokio::test]
async fn the_mcp_service_can_be_passed_directly() {
    let layer = McpUiLayer::new(McpUiConfig::new().execution(Execution::all())).mcp(demo::service());
    let response = embedding::respond(&layer, post("/explorer/tools/add/call", r#"{"a":1,"b":2}"#)).await.unwrap();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    assert!(String::from_utf8_lossy(&body).contains(r#""structuredContent":{"sum":3.0}"#), "{body:?}");
}

#[tokio::test]
async fn the_wrapped_server_still_serves_its_own_clients() {
    let app = McpUiLayer::new(McpUiConfig::new()).layer(demo::service());
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
    let mut request = post("/mcp", ping);
    request.headers_mut().insert("content-type", "application/json".parse().unwrap());
    request.headers_mut().insert("accept", "application/json, text/event-stream".parse().unwrap());
    let response = app.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert!(response.headers().contains_key("mcp-session-id"));
}
