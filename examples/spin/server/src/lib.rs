//! A small MCP server for Spin: MCP's revision 2026-07-28, in which every request stands for itself.

use bytes::Bytes;
use http::{Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use serde_json::{Value, json};
use spin_sdk::http::{IntoResponse, Request};
use spin_sdk::http_service;

const PROTOCOL: &str = "2026-07-28";

#[http_service]
async fn serve(request: Request) -> impl IntoResponse {
    if request.uri().path() != "/mcp" {
        return answer(StatusCode::NOT_FOUND, &json!({ "error": "There is an MCP server at /mcp." }));
    }
    if request.headers().get("mcp-protocol-version").is_none_or(|version| version != PROTOCOL) {
        return answer(StatusCode::BAD_REQUEST, &json!({ "error": format!("This server speaks MCP {PROTOCOL}.") }));
    }
    let Ok(body) = request.into_body().collect().await else {
        return answer(StatusCode::BAD_REQUEST, &json!({ "error": "The request has ended too soon." }));
    };
    let Ok(message) = serde_json::from_slice::<Value>(&body.to_bytes()) else {
        return answer(StatusCode::BAD_REQUEST, &json!({ "error": "The request is not JSON." }));
    };
    let reply = match message["method"].as_str() {
        Some("tools/list") => json!({ "result": { "tools": tools() } }),
        Some("tools/call") => call(&message["params"]),
        _ => json!({ "error": { "code": -32601, "message": "There is no such method." } }),
    };
    let mut reply = reply;
    reply["jsonrpc"] = "2.0".into();
    reply["id"] = message["id"].clone();
    answer(StatusCode::OK, &reply)
}

fn tools() -> Value {
    json!([{
        "name": "greet",
        "description": "Greets somebody by name",
        "inputSchema": {
            "type": "object",
            "properties": { "name": { "type": "string", "default": "world" } },
            "required": ["name"],
        },
    }])
}

fn call(params: &Value) -> Value {
    match (params["name"].as_str(), params["arguments"]["name"].as_str()) {
        (Some("greet"), Some(name)) => {
            json!({ "result": { "content": [{ "type": "text", "text": format!("Hello, {name}!") }] } })
        }
        (Some("greet"), None) => json!({ "error": { "code": -32602, "message": "`name` must be a string." } }),
        _ => json!({ "error": { "code": -32602, "message": "There is no such tool." } }),
    }
}

fn answer(status: StatusCode, body: &Value) -> Response<Full<Bytes>> {
    let body = Bytes::from(body.to_string());
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    response.headers_mut().insert("content-type", http::HeaderValue::from_static("application/json"));
    response
}
