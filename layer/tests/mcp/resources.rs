//! An MCP server's resources, and apps' requests to it.

use axum::body::Body;
use http::{Request, Response};
use http_body_util::BodyExt as _;
use serde_json::json;
use tower::{Layer as _, ServiceExt as _};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};

use crate::support::script::{self, Seen, error, explorer, explorer_with, get, plain, result, text};

async fn respond(seen: Seen) -> Response<Body> {
    let cursor = seen.message["params"]["cursor"].as_str();
    match (seen.method(), cursor) {
        ("tools/list", _) => result(&seen, json!({ "tools": [{ "name": "t" }] })),
        ("tools/call", _) => result(&seen, json!({ "content": [], "ran": seen.message["params"]["name"] })),
        ("resources/list", None) => result(&seen, json!({ "resources": [{ "uri": "ui://a" }], "nextCursor": "2" })),
        ("resources/list", Some(_)) => result(&seen, json!({ "resources": [{ "uri": "ui://b" }] })),
        ("resources/templates/list", _) => error(&seen, 404, -32601, "Method not found"),
        ("resources/read", _) => match seen.message["params"]["uri"].as_str() {
            Some("ui://é") => result(&seen, json!({ "contents": [] })),
            Some("ui://broken") => result(&seen, json!({ "contents": {} })),
            Some("ui://failing") => error(&seen, 500, -32603, "the disk is on fire"),
            Some("ui://secret") => plain(401, "who are you?"),
            _ => error(&seen, 400, -32602, "Resource not found"),
        },
        _ => plain(400, ""),
    }
}

#[tokio::test]
async fn all_pages_of_the_resources_are_listed() {
    let (explorer, _) = explorer(respond);
    assert_eq!(text(&get(&explorer, "/explorer/resources").await), r#"[{"uri":"ui://a"},{"uri":"ui://b"}]"#);
}

#[tokio::test]
async fn a_server_without_resources_or_templates_lists_none() {
    let (explorer, _) = explorer(respond);
    let listed = get(&explorer, "/explorer/resources/templates").await;
    assert_eq!((listed.status().as_u16(), text(&listed)), (200, "[]"));
}

#[tokio::test]
async fn reading_a_resource_sends_its_uri_in_a_header() {
    let (explorer, log) = explorer(respond);
    let read = get(&explorer, "/explorer/resources/read?uri=ui%3A%2F%2F%C3%A9").await;
    assert_eq!(text(&read), r#"{"contents":[]}"#);
    let reads = log.of("resources/read");
    assert_eq!(reads[0].header("mcp-name"), "=?base64?dWk6Ly/DqQ==?=");
}

#[tokio::test]
async fn read_failures_are_explained() {
    let (explorer, _) = explorer(respond);
    for (uri, status, message) in [
        ("ui://nosuch", 404, "Resource not found: ui://nosuch"),
        ("ui://broken", 502, "sent an invalid result for resources/read"),
        ("ui://failing", 502, "the disk is on fire"),
        ("ui://secret", 401, "who are you?"),
    ] {
        let read = get(&explorer, &format!("/explorer/resources/read?uri={uri}")).await;
        assert_eq!(read.status().as_u16(), status, "{uri}");
        assert!(text(&read).contains(message), "{}", text(&read));
    }
}

/// Calls a tool that the server does not list, both as an app and as another client.
async fn called_unlisted(config: McpUiConfig, name: &str) -> [(u16, String); 2] {
    let (explorer, log) = explorer_with(config, respond);
    let call = |app: bool| {
        let request = Request::post(format!("/explorer/tools/{name}/call")).header("host", "localhost");
        let request = if app { request.header("mcp-ui-app", "ui://a") } else { request };
        script::send(&explorer, request.body(Body::from("{}")).unwrap())
    };
    let responses = [call(true).await, call(false).await];
    let sent = log.of("tools/call").len();
    let responses = responses.map(|response| (response.status().as_u16(), text(&response).to_owned()));
    assert_eq!(sent, responses.iter().filter(|(status, _)| *status == 200).count());
    responses
}

#[tokio::test]
async fn an_unlisted_tool_runs_for_every_caller_if_configured() {
    for (status, _) in called_unlisted(McpUiConfig::new(), "hidden").await {
        assert_eq!(status, 404);
    }
    let config = || McpUiConfig::new().unlisted_tools(true);
    let ran = |name: &str| (200, format!(r#"{{"content":[],"isError":false,"ran":"{name}"}}"#));
    for name in ["hidden", "a/b_c.d-0"] {
        assert_eq!(called_unlisted(config(), name).await, [ran(name), ran(name)]);
    }
    let long = "a".repeat(129);
    for name in ["a%0Ab", "%1b[31m", "a%20b", "%C3%A9", "%00", &long] {
        for (status, body) in called_unlisted(config(), name).await {
            assert!(status == 404 && body.starts_with(r#"{"error":"Tool not found: "#), "{name}: {body}");
        }
    }
}

#[tokio::test]
async fn an_unlisted_tool_runs_only_if_all_tools_may_run() {
    for execution in [Execution::read_only(), Execution::only(["hidden"]), Execution::when(|_| true)] {
        let server = tower::service_fn(|request: Request<tower_mcp_ui::service::RequestBody<Body>>| async {
            let message: serde_json::Value =
                serde_json::from_slice(&request.into_body().collect().await.unwrap().to_bytes()).unwrap();
            assert_eq!(message["method"], "tools/list");
            let response = json!({ "jsonrpc": "2.0", "id": message["id"], "result": { "tools": [] } });
            Ok::<_, std::convert::Infallible>(script::json_response(response))
        });
        let config = McpUiConfig::new().execution(execution).unlisted_tools(true);
        let request = Request::post("/explorer/tools/hidden/call").header("host", "localhost");
        let request = request.header("mcp-ui-app", "ui://a").body(Body::from("{}")).unwrap();
        let response = McpUiLayer::new(config).layer(server).oneshot(request).await.unwrap();
        assert_eq!(response.status().as_u16(), 404);
    }
}
