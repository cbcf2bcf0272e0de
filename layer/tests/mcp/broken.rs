//! Servers that are missing, refuse requests, or send invalid responses.

use std::time::Duration;

use axum::body::Body;
use http::{Response, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::json;
use tower_mcp_ui::McpUiConfig;
use tower_mcp_ui::config::{Limits, Timeouts};

use crate::support::script::{self, Seen, event, events, explorer, explorer_with, plain, result, text, with_status};

/// Requests the list from a server that sends this response to every message. The explorer reads at most 10,000 bytes
/// of the response.
async fn listed(respond: impl Fn(&Seen) -> Response<Body> + Clone + Send + Sync + 'static) -> (StatusCode, String) {
    let config = McpUiConfig::new().limits(Limits::new().response_bytes(10_000));
    listed_with(config.timeouts(Timeouts::new().list(Duration::from_millis(500))), respond).await
}

async fn listed_with(
    config: McpUiConfig,
    respond: impl Fn(&Seen) -> Response<Body> + Clone + Send + Sync + 'static,
) -> (StatusCode, String) {
    let (explorer, _) = explorer_with(config, move |seen: Seen| std::future::ready(respond(&seen)));
    let response = script::get(&explorer, "/explorer/tools").await;
    assert_eq!(response.headers()["content-type"], "application/json");
    (response.status(), text(&response).to_owned())
}

/// The expected status, part of the expected error, and the server's response that causes it.
type Fault = (u16, &'static str, fn(&Seen) -> Response<Body>);
type Respond = Box<dyn Fn(&Seen) -> Response<Body> + Send + Sync>;

fn html(status: u16) -> Response<Body> {
    let page = Response::builder().header("content-type", "text/html").body(Body::from("<h1>Welcome</h1>"));
    with_status(page.unwrap(), status)
}

#[tokio::test]
async fn faulty_responses_of_the_server_are_explained() {
    let endless = || Body::from_stream(futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>(": ping\n\n")));
    let faults: Vec<(&str, Respond)> = vec![
        (
            "There is no MCP endpoint at /mcp (404 Not Found). Set `mcp_endpoint` (MCP_UI_ENDPOINT)",
            Box::new(|_| plain(404, "")),
        ),
        (
            "There is no MCP endpoint at /mcp (404 Not Found). Set `mcp_endpoint` (MCP_UI_ENDPOINT)",
            Box::new(|_| html(404)),
        ),
        ("There is no MCP endpoint at /mcp (405", Box::new(|_| plain(405, ""))),
        ("responded with text/html instead of JSON or an event stream", Box::new(|_| html(200))),
        ("responded with 500 Internal Server Error: out of memory", Box::new(|_| plain(500, "out of memory"))),
        ("responded with 302 Found", Box::new(|_| plain(302, ""))),
        ("responded with 204 No Content and no content", Box::new(|_| plain(204, ""))),
        ("the server is on strike", Box::new(|seen| script::error(seen, 200, -32000, "the server is on strike"))),
        ("not valid JSON-RPC", Box::new(|_| script::json_response(json!("garbage")))),
        ("not valid JSON-RPC", Box::new(|_| script::json_response(json!({ "jsonrpc": "2.0", "id": 1 })))),
        ("not a response to the request", Box::new(|_| script::json_response(json!({ "id": 9999, "result": {} })))),
        ("without an array of tools", Box::new(|seen| result(seen, json!({ "tools": 7 })))),
        ("without an object", Box::new(|seen| result(seen, json!([])))),
        (
            "Raise `Limits::response_bytes` (MCP_UI_MAX_RESPONSE_BYTES)",
            Box::new(|seen| result(seen, json!({ "tools": [], "x": "y".repeat(10_000) }))),
        ),
        (
            "more than the limit of 10000 bytes",
            Box::new(|seen| {
                result(seen, json!({ "tools": [], "x": "y".repeat(900), "nextCursor": seen.message["id"].to_string() }))
            }),
        ),
        ("closed the event stream before it sent the response", Box::new(|_| events(vec![": nothing\n\n".to_owned()]))),
        (
            "closed the event stream before it sent the response",
            Box::new(|seen| {
                let whole = event(&json!({ "jsonrpc": "2.0", "id": seen.message["id"], "result": { "tools": [] } }));
                events(vec![whole[..whole.len() / 2].to_owned()])
            }),
        ),
        ("not valid JSON-RPC", Box::new(|_| events(vec!["data: {\n\n".to_owned()]))),
        (
            "more than the limit of 10000 bytes",
            Box::new(move |_| Response::builder().header("content-type", "text/event-stream").body(endless()).unwrap()),
        ),
        (
            "interrupted its response",
            Box::new(|_| {
                let cut = futures_util::stream::iter([Ok("{\"jsonrpc\""), Err(std::io::Error::other("reset"))]);
                Response::builder().header("content-type", "application/json").body(Body::from_stream(cut)).unwrap()
            }),
        ),
    ];
    for (expected, respond) in faults {
        let respond = std::sync::Arc::new(respond);
        let (status, body) = listed(move |seen| respond(seen)).await;
        assert_eq!(status, StatusCode::BAD_GATEWAY, "{expected}: {body}");
        assert!(body.starts_with(r#"{"error":""#) && body.contains(expected), "{expected}: {body}");
    }
}

#[tokio::test]
async fn the_rest_of_a_long_error_text_is_cut_off() {
    let (_, body) = listed(|_| with_status(Response::new(Body::from("é".repeat(301))), 500)).await;
    assert_eq!(body.matches('é').count(), 300, "{body}");
}

#[tokio::test]
async fn a_list_may_have_ten_thousand_tools() {
    let tools = |count| move |seen: &Seen| result(seen, json!({ "tools": vec![json!({ "name": "a" }); count] }));
    let (status, body) = listed_with(McpUiConfig::new(), tools(10_000)).await;
    assert_eq!((status, &*body), (StatusCode::OK, r#"[{"name":"a","description":""}]"#));
    let (status, body) = listed_with(McpUiConfig::new(), tools(10_001)).await;
    assert_eq!(status, StatusCode::BAD_GATEWAY);
    assert!(body.contains("lists more than 10000 tools"), "{body}");
}

#[tokio::test]
async fn a_list_may_have_a_thousand_pages() {
    let pages = |count: u64| {
        move |seen: &Seen| {
            let at: u64 = seen.message["params"]["cursor"].as_str().map_or(1, |cursor| cursor.parse().unwrap());
            let next = (at < count).then(|| (at + 1).to_string());
            result(seen, json!({ "tools": [], "nextCursor": next }))
        }
    };
    let config = || McpUiConfig::new().timeouts(Timeouts::new().list(Duration::from_secs(60)));
    assert_eq!(listed_with(config(), pages(1_000)).await, (StatusCode::OK, "[]".to_owned()));
    let (status, body) = listed_with(config(), pages(1_001)).await;
    assert_eq!(status, StatusCode::BAD_GATEWAY);
    assert!(body.contains("on more than 1000 pages"), "{body}");
}

#[tokio::test]
async fn a_refusal_is_forwarded_with_its_challenge_and_retry_after() {
    for status in [401, 403, 429] {
        let refuse = move |_: Seen| {
            let mut response = script::json_response(
                json!({ "error": "invalid_token", "error_description": "the token has expired" }),
            );
            response.headers_mut().insert("www-authenticate", "Bearer realm=\"mcp\"".parse().unwrap());
            response.headers_mut().insert("retry-after", "7".parse().unwrap());
            response.headers_mut().insert("set-cookie", "a=b".parse().unwrap());
            std::future::ready(with_status(response, status))
        };
        let (explorer, log) = explorer(refuse);
        let response = script::get(&explorer, "/explorer/tools").await;
        assert_eq!(response.status().as_u16(), status);
        assert_eq!(response.headers()["www-authenticate"], "Bearer realm=\"mcp\"");
        assert_eq!(response.headers()["retry-after"], "7");
        assert!(!response.headers().contains_key("set-cookie"));
        assert!(text(&response).contains("the token has expired"), "{}", text(&response));
        assert_eq!(log.methods(), ["tools/list"], "a refusal is not a reason to try an older revision");
    }
}

#[tokio::test]
async fn a_server_that_hangs_times_out() {
    let config = McpUiConfig::new().timeouts(Timeouts::new().list(Duration::from_millis(50)));
    let (explorer, _) = explorer_with(config, |_| std::future::pending());
    let response = script::get(&explorer, "/explorer/tools").await;
    assert_eq!(response.status(), StatusCode::GATEWAY_TIMEOUT);
    assert_eq!(
        text(&response),
        r#"{"error":"The backend did not list its tools within 50ms. Raise `Timeouts::list` (MCP_UI_LIST_TIMEOUT) if it needs more time."}"#
    );
}

#[tokio::test]
async fn pages_are_joined_and_a_repeated_cursor_ends_the_list() {
    let (explorer, log) = explorer(|seen: Seen| {
        let (name, next) = match seen.message["params"]["cursor"].as_str() {
            None => ("a", "second"),
            Some("second") => ("b", "third"),
            Some(_) => ("c", "second"),
        };
        std::future::ready(result(&seen, json!({ "tools": [{ "name": name }], "nextCursor": next })))
    });
    let response = script::get(&explorer, "/explorer/tools").await;
    let names: Vec<serde_json::Value> = serde_json::from_slice(response.body()).unwrap();
    assert_eq!(names.iter().map(|tool| tool["name"].as_str().unwrap()).collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(log.methods().len(), 3);
}

#[tokio::test]
async fn the_first_tool_of_a_name_wins() {
    let tools = json!([{ "name": "a", "description": "first" }, { "name": "a", "description": "second" }]);
    let (status, body) = listed(move |seen| result(seen, json!({ "tools": tools }))).await;
    assert_eq!((status, &*body), (StatusCode::OK, r#"[{"name":"a","description":"first"}]"#));
}

#[tokio::test]
async fn call_failures_outside_the_tool_have_a_status() {
    let faults: [Fault; 5] = [
        (502, "responded with text/html", |_| html(200)),
        (502, "sent an invalid result", |seen| result(seen, json!("text"))),
        (502, "sent an invalid result", |seen| result(seen, json!({ "isError": "yes" }))),
        (429, "slow down", |_| plain(429, "slow down")),
        (500, "unknown tool", |seen| script::error(seen, 200, -32602, "unknown tool")),
    ];
    for (status, expected, respond) in faults {
        let (explorer, _) = explorer(script::modern(respond));
        let response = script::call(&explorer, "t", "{}").await;
        assert_eq!(response.status().as_u16(), status, "{expected}: {}", text(&response));
        assert!(text(&response).contains(expected), "{expected}: {}", text(&response));
    }
}

#[tokio::test]
async fn a_service_that_fails_is_a_bad_gateway() {
    use tower::{Layer as _, ServiceExt as _};
    let broken = tower::service_fn(|_: http::Request<tower_mcp_ui::service::RequestBody<Body>>| async {
        Err::<Response<Body>, _>(std::io::Error::from(std::io::ErrorKind::ConnectionRefused))
    });
    let app = tower_mcp_ui::McpUiLayer::new(McpUiConfig::new()).layer(broken);
    let request = http::Request::get("/explorer/tools").body(Body::empty()).unwrap();
    let response = app.oneshot(request).await.expect("the explorer's failures are responses");
    assert_eq!(response.status(), StatusCode::BAD_GATEWAY);
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let expected = r#"{"error":"Can't reach the MCP endpoint /mcp: connection refused. Is the server running?"}"#;
    assert_eq!(String::from_utf8_lossy(&body), expected);
}

#[tokio::test]
async fn a_service_can_name_the_server_that_it_does_not_reach() {
    use tower::{Layer as _, ServiceExt as _};
    let broken = tower::service_fn(|_: http::Request<tower_mcp_ui::service::RequestBody<Body>>| async {
        let late = std::io::Error::from(std::io::ErrorKind::TimedOut);
        Err::<Response<Body>, _>(tower_mcp_ui::tools::ToolsError::unreachable("a.example:81", &late))
    });
    let app = tower_mcp_ui::McpUiLayer::new(McpUiConfig::new()).layer(broken);
    let request = http::Request::get("/explorer/tools").body(Body::empty()).unwrap();
    let response = app.oneshot(request).await.expect("the explorer's failures are responses");
    assert_eq!(response.status(), StatusCode::GATEWAY_TIMEOUT);
    let body = response.into_body().collect().await.unwrap().to_bytes();
    assert!(body.starts_with(br#"{"error":"Can't reach a.example:81: the connection timed out."#), "{body:?}");
}

#[tokio::test]
async fn a_response_over_the_memory_limit_names_the_setting() {
    let config = McpUiConfig::new().limits(Limits::new().buffered_bytes(5_000));
    let long = |seen: Seen| std::future::ready(result(&seen, json!({ "tools": [], "x": "y".repeat(10_000) })));
    let (explorer, _) = explorer_with(config, long);
    for _ in 0..2 {
        let response = script::get(&explorer, "/explorer/tools").await;
        assert_eq!(response.status(), StatusCode::BAD_GATEWAY);
        assert!(
            text(&response).contains("`Limits::buffered_bytes` (MCP_UI_MAX_BUFFERED_BYTES)"),
            "{}",
            text(&response)
        );
    }
}
