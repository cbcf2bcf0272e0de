//! Live requests to servers whose streams break the rules.

use axum::body::Body;
use bytes::Bytes;
use http::{Request, Response};
use serde_json::{Value, json};
use tower_mcp_ui::McpUiConfig;
use tower_mcp_ui::config::Limits;

use crate::support::script::{self, Explorer, Seen, event, events, explorer, explorer_with, result, text};

async fn call(explorer: &Explorer, body: String) -> Response<Bytes> {
    let request = Request::post("/explorer/rpc/tools/call").header("host", "localhost");
    script::send(explorer, request.body(Body::from(body)).unwrap()).await
}

fn plain_call() -> String {
    json!({ "params": { "name": "t" } }).to_string()
}

/// Returns a response's events, as names and data.
fn events_of(response: &Response<Bytes>) -> Vec<(&str, Value)> {
    let split = |event: &str| event.find("\ndata: ").map(|at| (at, at + "\ndata: ".len()));
    let parsed = text(response).split_terminator("\n\n").filter(|event| !event.starts_with(':')).map(|event| {
        let (end, data) = split(event).expect("an event with data");
        (&event["event: ".len()..end], serde_json::from_str(&event[data..]).expect("JSON"))
    });
    parsed.collect()
}

fn progress(progress: u32) -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": { "progress": progress } })
}

fn response_to(id: &Value, text: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": { "content": [], "text": text } })
}

#[tokio::test]
async fn responses_to_other_requests_are_ignored_and_the_first_result_counts() {
    let (explorer, _) = explorer(script::modern(|seen: &Seen| {
        let id = &seen.message["id"];
        events(vec![
            event(&response_to(&json!(4711), "a foreign number")),
            event(&response_to(&json!("x"), "a foreign text")),
            event(&progress(1)),
            event(&response_to(id, "the result")),
            event(&response_to(id, "a second result")),
            event(&progress(2)),
        ])
    }));
    let response = call(&explorer, plain_call()).await;
    let [("notification", first), ("result", end)] = &events_of(&response)[..] else { panic!("{}", text(&response)) };
    assert_eq!((&first["params"]["progress"], &end["result"]["text"]), (&json!(1), &json!("the result")));
}

/// A thousand notifications, then the result.
fn many(seen: &Seen) -> Response<Body> {
    let mut stream = vec![event(&progress(1)); 1_000];
    stream.push(event(&response_to(&seen.message["id"], "the result")));
    events(stream)
}

fn small_responses() -> McpUiConfig {
    McpUiConfig::new().limits(Limits::new().response_bytes(10_000).buffered_bytes(100_000))
}

#[tokio::test]
async fn notifications_that_somebody_receives_do_not_count_as_a_part_of_the_response() {
    let (explorer, _) = explorer_with(small_responses(), script::modern(many));
    let response = call(&explorer, plain_call()).await;
    let events = events_of(&response);
    assert_eq!(events.len(), 1_001);
    assert_eq!(events.last().unwrap().0, "result");
}

#[tokio::test]
async fn notifications_that_nobody_receives_exceed_the_limit_of_a_response() {
    let (explorer, _) = explorer_with(small_responses(), script::modern(many));
    let request = Request::post("/explorer/tools/t/call").header("host", "localhost").body(Body::from("{}"));
    let response = script::send(&explorer, request.unwrap()).await;
    assert_eq!(response.status(), 502);
    assert!(text(&response).contains("more than the limit of 10000 bytes"), "{}", text(&response));
}

#[tokio::test]
async fn one_notification_beyond_the_limit_ends_a_live_request() {
    let long = json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": { "data": "x".repeat(10_000) } });
    let (explorer, _) = explorer_with(small_responses(), script::modern(move |_| events(vec![event(&long)])));
    let response = call(&explorer, plain_call()).await;
    let seen = text(&response);
    assert!(response.status() == 502 && seen.contains("more than the limit of 10000 bytes"), "{seen}");
}

#[tokio::test]
async fn a_state_of_one_mebibyte_is_returned_as_it_was() {
    let state = "é\"\\".repeat((1 << 20) / 4);
    let expected = state.clone();
    let (explorer, _) = explorer(script::modern(move |seen: &Seen| {
        let returned = &seen.message["params"]["requestState"];
        if returned.is_null() {
            let asks = json!({ "k": { "method": "roots/list", "params": {} } });
            return result(
                seen,
                json!({ "resultType": "input_required", "inputRequests": asks, "requestState": state }),
            );
        }
        result(seen, json!({ "content": [], "same": returned == &json!(state) }))
    }));
    let asked = call(&explorer, plain_call()).await;
    let [("result", asked)] = &events_of(&asked)[..] else { panic!("{}", asked.status()) };
    let resume = json!({ "inputResponses": { "k": { "roots": [] } }, "requestState": asked["result"]["requestState"] });
    assert_eq!(resume["requestState"], json!(expected));
    let end = call(&explorer, json!({ "params": { "name": "t" }, "resume": resume }).to_string()).await;
    let [("result", end)] = &events_of(&end)[..] else { panic!("{}", text(&end)) };
    assert_eq!(end["result"]["same"], true);
}

#[tokio::test]
async fn a_stream_that_ends_without_a_result_is_an_error() {
    let (explorer, _) = explorer(script::modern(|_| events(vec![event(&progress(1))])));
    let response = call(&explorer, plain_call()).await;
    let [_, ("error", end)] = &events_of(&response)[..] else { panic!("{}", text(&response)) };
    let message = end["error"]["message"].as_str().unwrap();
    assert!(message.contains("closed the event stream before it sent the response"), "{message}");
}
