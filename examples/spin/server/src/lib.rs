//! A small MCP server for Spin, with tools and an MCP app. It supports MCP revision 2026-07-28, which has no sessions.

use bytes::Bytes;
use http::{Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use serde_json::{Value, json};
use spin_sdk::http::{IntoResponse, Request};
use spin_sdk::http_service;

const PROTOCOL: &str = "2026-07-28";
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;

#[http_service]
async fn serve(request: Request) -> impl IntoResponse {
    if request.uri().path() != "/mcp" {
        return respond(StatusCode::NOT_FOUND, &json!({ "error": "There is an MCP server at /mcp." }));
    }
    if request.headers().get("mcp-protocol-version").is_none_or(|version| version != PROTOCOL) {
        return respond(
            StatusCode::BAD_REQUEST,
            &json!({ "error": format!("This server supports only MCP {PROTOCOL}.") }),
        );
    }
    let Ok(body) = request.into_body().collect().await else {
        return respond(StatusCode::BAD_REQUEST, &json!({ "error": "The request body is incomplete." }));
    };
    let Ok(message) = serde_json::from_slice::<Value>(&body.to_bytes()) else {
        return respond(StatusCode::BAD_REQUEST, &json!({ "error": "The request is not JSON." }));
    };
    let mut reply = match handle(&message) {
        Ok(mut result) => {
            result["resultType"] = "complete".into();
            json!({ "result": result })
        }
        Err(problem) => json!({ "error": { "code": problem.0, "message": problem.1 } }),
    };
    reply["jsonrpc"] = "2.0".into();
    reply["id"] = message["id"].clone();
    respond(StatusCode::OK, &reply)
}

/// Handles a JSON-RPC request. Returns its result, or a JSON-RPC error's code and text.
fn handle(message: &Value) -> Result<Value, (i32, &'static str)> {
    let params = &message["params"];
    match message["method"].as_str() {
        Some("server/discover") => Ok(lasting(json!({
            "supportedVersions": [PROTOCOL],
            "capabilities": { "tools": {}, "resources": {} },
            "serverInfo": { "name": "spin-server", "version": env!("CARGO_PKG_VERSION") },
        }))),
        Some("tools/list") => Ok(lasting(json!({ "tools": tools() }))),
        Some("tools/call") if params["name"] == "greet" => greet(&params["arguments"]),
        Some("tools/call") => weather::call(params["name"].as_str().unwrap_or_default(), &params["arguments"])
            .ok_or((INVALID_PARAMS, "There is no such tool.")),
        Some("resources/list") => Ok(lasting(json!({ "resources": [weather::resource()] }))),
        Some("resources/read") if params["uri"] == weather::URI => {
            Ok(lasting(json!({ "contents": [weather::contents()] })))
        }
        Some("resources/read") => Err((INVALID_PARAMS, "There is no such resource.")),
        _ => Err((METHOD_NOT_FOUND, "There is no such method.")),
    }
}

/// Allows all clients and proxies to cache a result for an hour.
fn lasting(mut result: Value) -> Value {
    result["ttlMs"] = 3_600_000.into();
    result["cacheScope"] = "public".into();
    result
}

fn tools() -> Vec<Value> {
    let greet = json!({
        "name": "greet",
        "description": "Greets somebody by name",
        "inputSchema": {
            "type": "object",
            "properties": { "name": { "type": "string", "default": "world" } },
            "required": ["name"],
        },
    });
    std::iter::once(greet).chain(weather::tools()).collect()
}

fn greet(arguments: &Value) -> Result<Value, (i32, &'static str)> {
    let name = arguments["name"].as_str().ok_or((INVALID_PARAMS, "`name` must be a string."))?;
    Ok(json!({ "content": [{ "type": "text", "text": format!("Hello, {name}!") }] }))
}

fn respond(status: StatusCode, body: &Value) -> Response<Full<Bytes>> {
    let body = Bytes::from(body.to_string());
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    response.headers_mut().insert("content-type", http::HeaderValue::from_static("application/json"));
    response
}
