//! Event streams in older revisions that end before the response, and are resumed.

use axum::body::Body;
use http::{Method, Response, StatusCode};
use serde_json::json;

use crate::support::script::{self, Explorer, Log, Seen, event, events, explorer, plain, result, text};

/// An explorer around a server that ends each call's stream after `begin`. `resume` gets the call's id, and responds to
/// the request for the rest of the stream.
fn interrupted(
    begin: &'static [&'static str],
    resume: impl Fn(&Seen, &serde_json::Value) -> Response<Body> + Clone + Send + Sync + 'static,
) -> (Explorer, Log) {
    let call_id = std::sync::Arc::new(std::sync::Mutex::new(json!(null)));
    explorer(move |seen: Seen| {
        std::future::ready(match seen.method() {
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
            "initialize" => script::session(&seen, "s"),
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
            "tools/call" => {
                *call_id.lock().unwrap() = seen.message["id"].clone();
                events(begin.iter().map(|&part| part.to_owned()).collect())
            }
            _ if seen.http == Method::GET => resume(&seen, &call_id.lock().unwrap()),
            _ => plain(202, ""),
        })
    })
}

fn finished(id: &serde_json::Value) -> Response<Body> {
    events(vec![event(&json!({ "jsonrpc": "2.0", "id": id, "result": { "content": [] } }))])
}

fn resumptions(log: &Log) -> Vec<Seen> {
    log.all().into_iter().filter(|seen| seen.http == Method::GET).collect()
}

#[tokio::test]
async fn a_stream_is_resumed_after_its_last_event() {
    let (explorer, log) = interrupted(
        &["id: 1\nretry: 20\ndata: \n\n", "id: 2\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n"],
        |_, id| finished(id),
    );
    let started = std::time::Instant::now();
    let response = script::call(&explorer, "t", "{}").await;
    assert_eq!(response.status(), StatusCode::OK, "{}", text(&response));
    assert!(started.elapsed().as_millis() >= 20, "the delay of `retry` is kept");
    let [resumed] = &resumptions(&log)[..] else { panic!("{:?}", log.all()) };
    assert_eq!(resumed.header("last-event-id"), "2");
    assert_eq!(resumed.header("accept"), "text/event-stream");
    assert_eq!(resumed.header("mcp-session-id"), "s");
    assert_eq!(resumed.header("mcp-protocol-version"), "2025-11-25");
    assert_eq!(log.of("tools/call").len(), 1, "the call is not repeated");
    assert!(log.of("notifications/cancelled").is_empty());
}

#[tokio::test]
async fn a_stream_is_resumed_as_long_as_events_arrive() {
    let (explorer, log) = interrupted(&["id: 0\nretry: 1\ndata: \n\n"], |seen, id| {
        match seen.header("last-event-id").parse::<u32>().unwrap() {
            10 => finished(id),
            last => events(vec![format!("id: {}\ndata: \n\n", last + 1)]),
        }
    });
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
    assert_eq!(resumptions(&log).len(), 11);
}

#[tokio::test]
async fn a_stream_without_new_events_is_given_up() {
    let (explorer, log) = interrupted(&["id: 1\nretry: 1\ndata: \n\n"], |_, _| events(Vec::new()));
    let response = script::call(&explorer, "t", "{}").await;
    assert_eq!(response.status(), StatusCode::BAD_GATEWAY);
    assert!(text(&response).contains("closed the event stream before it sent the response"), "{}", text(&response));
    assert_eq!(resumptions(&log).len(), 1, "the resumed stream has no event, so there is no point to resume it at");
    let (explorer, log) =
        interrupted(&["id: 1\nretry: 1\ndata: \n\n"], |_, _| events(vec!["id: 1\nretry: 1\ndata: \n\n".to_owned()]));
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::BAD_GATEWAY);
    assert_eq!(resumptions(&log).len(), 3);
}

#[tokio::test]
async fn a_server_that_takes_any_revision_is_asked_for_the_rest() {
    let call_id = std::sync::Arc::new(std::sync::Mutex::new(json!(null)));
    let (explorer, log) = explorer(move |seen: Seen| {
        std::future::ready(match seen.method() {
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
            "tools/call" => {
                *call_id.lock().unwrap() = seen.message["id"].clone();
                events(vec!["id: 1\nretry: 1\ndata: \n\n".to_owned()])
            }
            _ => finished(&call_id.lock().unwrap()),
        })
    });
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
    let [resumed] = &resumptions(&log)[..] else { panic!("{:?}", log.all()) };
    assert_eq!(resumed.header("mcp-protocol-version"), "2026-07-28");
}

#[tokio::test]
async fn a_stream_without_ids_or_support_is_not_resumed() {
    let (explorer, log) = interrupted(&["retry: 1\ndata: \n\n"], |_, id| finished(id));
    assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::BAD_GATEWAY);
    assert!(resumptions(&log).is_empty());
    let (explorer, log) = interrupted(&["id: 1\nretry: 1\ndata: \n\n"], |_, _| plain(405, ""));
    let response = script::call(&explorer, "t", "{}").await;
    assert_eq!(response.status(), StatusCode::BAD_GATEWAY);
    assert!(text(&response).contains("closed the event stream"), "{}", text(&response));
    assert_eq!(resumptions(&log).len(), 1);
}
