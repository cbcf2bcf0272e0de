//! The corpus's tools behind an MCP server that sends their JSON unchanged, with JSON responses and without sessions,
//! in the stateless revision (modern) or an older one (legacy).

use std::collections::BTreeMap;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::corpus;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    Modern,
    Legacy,
}

/// A router with the server at `/mcp` and another path that echoes its body.
pub(crate) fn router(era: Era) -> Router {
    Router::new()
        .route("/mcp", post(move |headers: HeaderMap, body: Bytes| async move { respond(era, &headers, &body) }))
        .route("/else", axum::routing::any(|body: Bytes| async move { body }))
}

fn respond(era: Era, headers: &HeaderMap, body: &[u8]) -> Response {
    let request: BTreeMap<String, &RawValue> = serde_json::from_slice(body).expect("a JSON-RPC message");
    let member = |name: &str| request.get(name).map_or("null", |value| value.get());
    let method: String = serde_json::from_str(member("method")).expect("a method");
    let modern = headers.get("mcp-protocol-version").is_some_and(|version| version == "2026-07-28");
    if modern != (era == Era::Modern) {
        return (StatusCode::BAD_REQUEST, "unsupported protocol version").into_response();
    }
    if modern {
        assert_eq!(headers["mcp-method"], method.as_str());
    }
    match method.as_str() {
        "initialize" => reply(member("id"), &initialized()),
        "server/discover" => reply(member("id"), &discovered()),
        "ping" => reply(member("id"), "{}"),
        "notifications/initialized" | "notifications/cancelled" => StatusCode::ACCEPTED.into_response(),
        "tools/list" => {
            let tools: Vec<_> = corpus::tools().iter().map(|tool| tool.get().to_owned()).collect();
            reply(member("id"), &format!(r#"{{"tools":[{}]}}"#, tools.join(",")))
        }
        "tools/call" => call(member("id"), member("params")),
        "resources/list" => {
            let listed: Vec<_> = corpus::resources().listed.iter().map(|one| one.get().to_owned()).collect();
            reply(member("id"), &format!(r#"{{"resources":[{}]}}"#, listed.join(",")))
        }
        "resources/templates/list" => reply(member("id"), r#"{"resourceTemplates":[]}"#),
        "resources/read" => read(era, member("id"), member("params")),
        other => panic!("unexpected method {other}"),
    }
}

fn initialized() -> String {
    let corpus::Server { server_info, capabilities, instructions } = corpus::server();
    format!(
        r#"{{"protocolVersion":"2025-11-25","capabilities":{capabilities},"serverInfo":{server_info},"instructions":{instructions}}}"#
    )
}

fn discovered() -> String {
    let corpus::Server { server_info, capabilities, instructions } = corpus::server();
    format!(
        r#"{{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{capabilities},"instructions":{instructions},"ttlMs":0,"cacheScope":"public","_meta":{{"io.modelcontextprotocol/serverInfo":{server_info}}}}}"#
    )
}

fn call(id: &str, params: &str) -> Response {
    let params: BTreeMap<String, &RawValue> = serde_json::from_str(params).expect("params");
    let name: String = serde_json::from_str(params["name"].get()).expect("a name");
    match name.as_str() {
        "echo" => {
            let text = Value::from(params["arguments"].get());
            reply(id, &format!(r#"{{"content":[{{"type":"text","text":{text}}}]}}"#))
        }
        "fail" => {
            let error = json!({ "code": -32603, "message": "the disk is on fire" });
            json_response(format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#))
        }
        name => reply(id, corpus::results()[name].get()),
    }
}

fn read(era: Era, id: &str, params: &str) -> Response {
    let params: Value = serde_json::from_str(params).expect("params");
    let uri = params["uri"].as_str().expect("a URI");
    if let Some(contents) = corpus::resources().contents.get(uri) {
        return reply(id, contents.get());
    }
    let code = if era == Era::Modern { -32602 } else { -32002 };
    let error = json!({ "code": code, "message": "Resource not found" });
    json_response(format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#))
}

fn reply(id: &str, result: &str) -> Response {
    json_response(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
}

fn json_response(body: String) -> Response {
    ([("content-type", "application/json")], body).into_response()
}
