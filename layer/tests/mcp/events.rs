//! Changes in what the server offers, and messages that belong to no request: `GET {prefix}/events`.

use std::future::ready;

use axum::body::Body;
use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Method, Request, Response, StatusCode};
use serde_json::{Value, json};
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::service::RequestBody;
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool, embedding};

use crate::support::script::{self, Explorer, Log, Seen, event, explorer, plain, result, text};

pub(super) const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"n":1.0}}"#;

pub(super) const LOG: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"working"}}"#;

pub(super) async fn follow(explorer: &Explorer, query: &str) -> Response<Bytes> {
    script::get(explorer, &format!("/explorer/events{query}")).await
}

/// Returns the data from the response's events with this name.
pub(super) fn data(response: &Response<Bytes>, name: &str) -> Vec<Value> {
    let events = text(response).split("\n\n").filter_map(|event| event.strip_prefix("event: ")?.split_once("\ndata: "));
    events.filter(|(event, _)| *event == name).map(|(_, data)| serde_json::from_str(data).unwrap()).collect()
}

/// A 2025-11-25 server that sends `stream` as messages that belong to no request, and then closes the stream.
fn legacy(stream: &'static [&'static str]) -> (Explorer, Log) {
    explorer(move |seen: Seen| {
        ready(match seen.method() {
            _ if seen.http == Method::GET => {
                script::events(stream.iter().map(|message| format!("data: {message}\n\n")).collect())
            }
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
            "initialize" => script::session(&seen, "s"),
            "resources/subscribe" if seen.message["params"]["uri"] == "secret" => {
                script::error(&seen, 200, -32602, "no such resource")
            }
            "resources/subscribe" | "resources/unsubscribe" => result(&seen, json!({})),
            _ => plain(202, ""),
        })
    })
}

#[tokio::test]
async fn the_newest_revision_is_asked_to_report_changes() {
    let (explorer, log) = explorer(|seen: Seen| {
        let accepted = json!({ "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged" });
        let ended = json!({ "jsonrpc": "2.0", "id": seen.message["id"], "result": { "resultType": "complete" } });
        ready(script::events(vec![event(&accepted), format!("data: {CHANGED}\n\n"), event(&ended)]))
    });
    let response = follow(&explorer, "?resource=file%3A%2F%2F%2Fx&task=7").await;
    assert_eq!(response.status(), StatusCode::OK, "{}", text(&response));
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert!(text(&response).contains(&format!("event: notification\ndata: {CHANGED}\n\n")), "as written");
    assert_eq!(data(&response, "result").len(), 1, "the server ended the subscription");
    let [seen] = &log.of("subscriptions/listen")[..] else { panic!("{:?}", log.methods()) };
    let wanted = json!({
        "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true,
        "resourceSubscriptions": ["file:///x"], "taskIds": ["7"],
    });
    assert_eq!(seen.message["params"]["notifications"], wanted);
    assert_eq!(seen.header("mcp-method"), "subscriptions/listen");
}

#[tokio::test]
async fn an_older_server_reports_changes_on_the_stream_of_its_session() {
    let (explorer, log) = legacy(&[CHANGED, r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#]);
    let response = follow(&explorer, "?resource=a&resource=secret").await;
    let [accepted, changed] = &data(&response, "notification")[..] else { panic!("{}", text(&response)) };
    assert_eq!(accepted["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(accepted["params"]["notifications"]["resourceSubscriptions"], json!(["a"]), "the server refused one");
    assert_eq!(changed["method"], "notifications/tools/list_changed");
    assert_eq!(data(&response, "request").len(), 1, "the ping, which has been answered");
    assert_eq!(data(&response, "error").len(), 1, "the stream ended, so that the page opens another one");
    let subscribed = |method| -> Vec<_> {
        log.of(method).iter().map(|seen| seen.message["params"]["uri"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(subscribed("resources/subscribe"), ["a", "secret"]);
    follow(&explorer, "?resource=b").await;
    assert_eq!(subscribed("resources/unsubscribe"), ["a"]);
    assert_eq!(subscribed("resources/subscribe"), ["a", "secret", "b"]);
    follow(&explorer, "?resource=b").await;
    assert_eq!(subscribed("resources/subscribe").len(), 3, "the session remembers its subscriptions");
    assert_eq!(log.of("initialize").len(), 1);
}

#[tokio::test]
async fn nothing_is_followed_if_nothing_can_change() {
    let (explorer, _) = explorer(|seen: Seen| ready(script::error(&seen, 404, -32601, "Method not found")));
    assert_eq!(follow(&explorer, "").await.status(), StatusCode::NO_CONTENT, "a server without subscriptions");
    let (explorer, _) = explorer_without_stream();
    let response = follow(&explorer, "").await;
    assert_eq!(response.status(), StatusCode::NO_CONTENT, "an older server without a stream");
    assert!(response.body().is_empty() && !response.headers().contains_key("content-length"));
    let tools = ToolList::new([Tool::new("t", "")]).unwrap();
    let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(tools, |_: String, _: Arguments| async { "" });
    let request = Request::get("/explorer/events").header("host", "localhost").body(Body::empty()).unwrap();
    let response = embedding::respond(&layer, request).await.unwrap();
    assert_eq!(response.status(), StatusCode::NO_CONTENT, "tools in code");
}

fn explorer_without_stream() -> (Explorer, Log) {
    explorer(|seen: Seen| {
        ready(match seen.method() {
            _ if seen.http == Method::GET => plain(405, ""),
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
            "initialize" => result(&seen, json!({ "protocolVersion": "2025-06-18", "capabilities": {} })),
            _ => plain(202, ""),
        })
    })
}

#[tokio::test]
async fn another_site_cannot_hold_a_stream_and_head_opens_none() {
    let (explorer, log) = legacy(&[CHANGED]);
    let request = |method: Method, site: &str| {
        let request = Request::builder().method(method).uri("/explorer/events").header("host", "localhost");
        request.header("sec-fetch-site", site).body(Body::empty()).unwrap()
    };
    let foreign = script::send(&explorer, request(Method::GET, "cross-site")).await;
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
    let head = script::send(&explorer, request(Method::HEAD, "same-origin")).await;
    assert_eq!(
        (head.status(), &head.headers()["content-type"]),
        (StatusCode::OK, &"text/event-stream".parse().unwrap())
    );
    assert!(log.all().is_empty(), "{:?}", log.methods());
    let too_many = (0..=100).fold(String::new(), |query, number| query + &format!("&resource={number}"));
    let response = follow(&explorer, &format!("?{too_many}")).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    assert!(text(&response).contains("more than 100 values of `resource`"), "{}", text(&response));
}

#[tokio::test]
async fn the_open_streams_are_limited_for_each_caller_and_in_all() {
    let server = service_fn(async |_: Request<RequestBody<Body>>| {
        let accepted = event(&json!({ "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged" }));
        let events = futures_util::stream::iter([Ok::<_, std::io::Error>(accepted)]);
        let events = Body::from_stream(events.chain(futures_util::stream::pending()));
        Ok::<_, std::convert::Infallible>(
            Response::builder().header("content-type", "text/event-stream").body(events).unwrap(),
        )
    });
    let app = McpUiLayer::new(McpUiConfig::new()).layer(server);
    let open = async |key: &str| {
        let request = Request::get("/explorer/events").header("host", "localhost").header("x-api-key", key);
        app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    };
    let mut streams = Vec::new();
    for _ in 0..4 {
        streams.push(open("one").await);
        assert_eq!(streams.last().unwrap().status(), StatusCode::OK);
    }
    assert_eq!(open("one").await.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(open("another").await.status(), StatusCode::OK);
    streams.pop();
    assert_eq!(open("one").await.status(), StatusCode::OK, "a closed stream makes room");
    for other in streams.len()..64 {
        streams.push(open(&other.to_string()).await);
        assert_eq!(streams.last().unwrap().status(), StatusCode::OK, "{other}");
    }
    assert_eq!(open("the last").await.status(), StatusCode::TOO_MANY_REQUESTS, "of all callers together");
}
