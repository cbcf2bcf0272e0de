//! One layer with traffic and UIs, around an MCP server, in front of a separate one, and with tools in code.

use std::convert::Infallible;

use axum::body::Body;
use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use serde_json::{Value, json};
use tower::{Layer as _, Service, ServiceExt as _, service_fn};
use tower_mcp_ui::config::TrafficScope;
use tower_mcp_ui::tools::{Arguments, CallToolResult};
use tower_mcp_ui::traffic::TrafficEvent;
use tower_mcp_ui::uis::{Ui, UiCatalog};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool, Tools, Traffic, TrafficSettings};

/// An MCP server with one tool that has no UI of its own.
async fn server<B>(request: Request<B>) -> Result<Response<Full<Bytes>>, Infallible>
where
    B: http_body::Body<Data = Bytes, Error: std::fmt::Debug>,
{
    let body = request.into_body().collect().await.expect("a body").to_bytes();
    let message: Value = serde_json::from_slice(&body).unwrap_or_default();
    let result = match message["method"].as_str() {
        Some("tools/list") => json!({ "tools": [{ "name": "time", "inputSchema": { "type": "object" } }] }),
        Some("tools/call") => json!({ "content": [], "structuredContent": { "hour": 12 } }),
        _ => json!({}),
    };
    let response = json!({ "jsonrpc": "2.0", "id": message["id"], "result": result }).to_string();
    Ok(Response::builder().header("content-type", "application/json").body(Full::from(response)).expect("a response"))
}

fn catalog() -> UiCatalog {
    let schema = json!({ "type": "object", "required": ["hour"] });
    UiCatalog::new().ui("time", Ui::html("<!doctype html><p>Time").schema(schema)).unwrap()
}

fn config() -> McpUiConfig {
    McpUiConfig::new().mcp_endpoint("/api/mcp").unwrap().execution(Execution::all()).see_traffic(TrafficScope::All)
}

/// Creates a client message in revision 2026-07-28.
fn message(method: &str, params: &Value) -> Request<Body> {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    Request::post("/api/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", method)
        .header("mcp-name", params["name"].as_str().unwrap_or_default())
        .body(Body::from(message.to_string()))
        .unwrap()
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).header("host", "localhost").body(Body::empty()).unwrap()
}

async fn json_of<S, B>(service: S, request: Request<Body>) -> Value
where
    S: Service<Request<Body>, Response = Response<B>>,
    S::Error: std::fmt::Debug,
    B: http_body::Body<Data = Bytes, Error: std::fmt::Debug>,
{
    let response = service.oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap()
}

/// Checks that a client and the explorer see the tool with its UI, and that the client is recorded.
async fn check<S, B>(service: S, traffic: &Traffic)
where
    S: Service<Request<Body>, Response = Response<B>> + Clone,
    S::Error: std::fmt::Debug,
    B: http_body::Body<Data = Bytes, Error: std::fmt::Debug>,
{
    let list = json_of(service.clone(), message("tools/list", &json!({}))).await;
    let uri = list["result"]["tools"][0]["_meta"]["ui"]["resourceUri"].as_str().unwrap().to_owned();
    let read = json_of(service.clone(), message("resources/read", &json!({ "uri": uri, "name": uri }))).await;
    assert!(read["result"]["contents"][0]["text"].as_str().unwrap().contains("<p>Time"), "{read}");
    let called = json_of(service.clone(), message("tools/call", &json!({ "name": "time" }))).await;
    assert_eq!(called["result"]["structuredContent"], json!({ "hour": 12 }));
    let shown = json_of(service.clone(), get("/explorer/tools/time")).await;
    assert_eq!(shown["_meta"]["ui"]["resourceUri"], *uri);
    let uis = json_of(service, get("/explorer/uis")).await;
    assert_eq!(uis["uis"][0]["name"], "time", "{uis}");

    let mut methods = Vec::new();
    let mut events = traffic.subscribe();
    while methods.len() < 3 {
        let next = tokio::time::timeout(std::time::Duration::from_secs(10), events.next()).await;
        let Some(TrafficEvent::Record { record, .. }) = next.expect("a record") else { continue };
        let record: Value = record.deserialize().unwrap();
        if record["kind"] == "request" && record["explorer"].is_null() {
            methods.push(record["method"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(methods, ["tools/list", "resources/read", "tools/call"]);
}

#[tokio::test]
async fn the_layer_records_the_wrapped_server_and_adds_uis_to_it() {
    let traffic = Traffic::new(TrafficSettings::new());
    let layer = McpUiLayer::new(config()).traffic(traffic.clone()).uis(catalog());
    check(layer.layer(service_fn(server)), &traffic).await;
}

#[tokio::test]
async fn the_layer_does_the_same_in_the_middle_of_an_axum_router() {
    let traffic = Traffic::new(TrafficSettings::new());
    // The methods can be called in any order.
    let layer = McpUiLayer::new(config()).uis(catalog()).mcp(service_fn(server)).traffic(traffic.clone());
    check(axum::Router::new().route_service("/api/mcp", service_fn(server)).layer(layer), &traffic).await;
}

#[tokio::test]
async fn tools_in_code_get_their_uis() {
    let tools = Tools::new()
        .tool(Tool::new("time", "The time"), || async {
            CallToolResult::new().structured_content(json!({ "hour": 12 }))
        })
        .tool(Tool::new("wrong", "Another tool"), |_: Arguments| async { "text" });
    let layer = McpUiLayer::new(config()).tools(tools).resources(Vec::new()).uis(catalog());
    let service = layer.layer(axum::Router::new());
    let tool = json_of(service.clone(), get("/explorer/tools/time")).await;
    let uri = tool["_meta"]["ui"]["resourceUri"].as_str().unwrap();
    let read = json_of(service.clone(), get(&format!("/explorer/resources/read?uri={uri}"))).await;
    assert!(read.to_string().contains("<p>Time"), "{read}");
    let call = Request::post("/explorer/tools/time/call").header("host", "localhost").body(Body::empty()).unwrap();
    json_of(service.clone(), call).await;
    let uis = json_of(service, get("/explorer/uis")).await;
    assert_eq!(uis["uis"][0]["outcomes"]["linked"], 1, "{uis}");
}
