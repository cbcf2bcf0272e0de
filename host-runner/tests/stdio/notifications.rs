//! Notifications, and the clients that get them.

use mcp_ui_host::ConsoleSource;
use serde_json::json;

use crate::support::{Client, Events, begin, written};

#[tokio::test]
async fn changes_go_to_every_listener_and_updates_to_subscribers() {
    let (server, caller) = begin(&[]).await;
    let subscriber = Client::begin(&server, json!({})).await;
    let other = Client::begin(&server, json!({})).await;
    subscriber.request(json!(1), "resources/subscribe", json!({ "uri": "file:///a" })).await;
    let (mut updates, mut listening) = (subscriber.listen().await, other.listen().await);

    let params = json!({ "name": "changed", "arguments": { "uri": "file:///a" } });
    let reply = caller.request(json!(1), "tools/call", params).await;
    let methods: Vec<_> = reply.messages().iter().map(|message| message["method"].clone()).collect();
    assert_eq!(methods, [json!("notifications/tools/list_changed"), json!(null)]);
    assert_eq!(listening.next().await.unwrap()["method"], "notifications/tools/list_changed");
    assert_eq!(updates.next().await.unwrap()["method"], "notifications/tools/list_changed");
    assert_eq!(updates.next().await.unwrap()["params"]["uri"], "file:///a");

    // The other client did not get the update: the next message on its stream is another change.
    caller.call("changed", json!({ "uri": "file:///b" })).await;
    assert_eq!(listening.next().await.unwrap()["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn a_log_line_reaches_the_caller() {
    let (_, client) = begin(&[]).await;
    let reply = client.request(json!(1), "tools/call", json!({ "name": "log" })).await;
    assert_eq!(reply.messages()[0]["params"]["data"], "a line");
}

#[tokio::test]
async fn a_log_line_during_several_calls_reaches_those_that_have_set_a_level() {
    let (server, silent) = begin(&[]).await;
    let hang = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hang"}}"#;
    let _waiting = silent.send(hang).await;
    let client = Client::begin(&server, json!({})).await;
    client.request(json!(1), "logging/setLevel", json!({ "level": "info" })).await;
    let mut unasked = silent.listen().await;
    let reply = client.request(json!(1), "tools/call", json!({ "name": "log" })).await;
    assert_eq!(reply.messages()[0]["params"]["data"], "a line");
    client.call("changed", json!({ "uri": "file:///a" })).await;
    assert_eq!(unasked.next().await.unwrap()["method"], "notifications/tools/list_changed", "not the line");
}

#[tokio::test]
async fn a_client_may_have_several_streams_and_gets_each_message_once() {
    let (server, client) = begin(&[]).await;
    let (mut first, second) = (client.listen().await, client.listen().await);
    let other = Client::begin(&server, json!({})).await;
    other.call("changed", json!({ "uri": "file:///a" })).await;
    assert_eq!(first.next().await.unwrap()["method"], "notifications/tools/list_changed");
    drop(first);
    let mut second = second;
    other.call("changed", json!({ "uri": "file:///a" })).await;
    assert_eq!(second.next().await.unwrap()["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn a_cancelled_request_is_cancelled_by_our_id() {
    let (server, client) = begin(&[]).await;
    let other = Client::begin(&server, json!({})).await;
    let sleep = |name: &str| {
        let params = json!({ "name": "sleep", "arguments": { "name": name } });
        json!({ "jsonrpc": "2.0", "id": "same", "method": "tools/call", "params": params }).to_string()
    };
    let stream = client.send(&sleep("mine")).await;
    let others = other.send(&sleep("others")).await;
    let cancelled = json!({ "requestId": "same", "reason": "enough" });
    let message = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled });
    assert_eq!(client.post(&message.to_string()).await.status, 202);
    assert_eq!(written(&server, ConsoleSource::Stderr, "cancelled").await, "cancelled mine");
    assert_eq!(Events::of(stream).next().await.unwrap()["error"]["code"], -32603);

    drop(others);
    written(&server, ConsoleSource::Stderr, "cancelled others").await;
}
