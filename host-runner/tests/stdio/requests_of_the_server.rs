//! Requests of the process, and the clients that answer them.

use serde_json::{Value, json};

use crate::support::{Client, Events, start};

fn ask(method: &str) -> String {
    let params = json!({ "name": "ask", "arguments": { "method": method } });
    json!({ "jsonrpc": "2.0", "id": "call", "method": "tools/call", "params": params }).to_string()
}

async fn answer(client: &Client, id: &Value, answer: &str) -> u16 {
    let message = json!({ "jsonrpc": "2.0", "id": id, "result": { "answer": answer } });
    client.post(&message.to_string()).await.status
}

#[tokio::test]
async fn a_request_goes_to_the_client_whose_call_is_running() {
    let server = start(&[]);
    let idle = Client::begin(&server, json!({ "elicitation": {} })).await;
    let caller = Client::begin(&server, json!({ "elicitation": {} })).await;
    let mut stream = Events::of(caller.send(&ask("elicitation/create")).await);
    let request = stream.next().await.unwrap();
    assert_eq!((&request["method"], &request["params"]), (&json!("elicitation/create"), &json!({ "message": "who?" })));
    // Another client cannot answer in its place.
    assert_eq!(answer(&idle, &request["id"], "forged").await, 400);
    assert_eq!(answer(&caller, &request["id"], "me").await, 202);
    let result = stream.next().await.unwrap();
    assert_eq!(
        (&result["id"], &result["result"]["content"][0]["text"]),
        (&json!("call"), &json!(r#"{"answer": "me"}"#))
    );
    assert_eq!(answer(&caller, &request["id"], "again").await, 400);
}

#[tokio::test]
async fn a_request_that_the_caller_cannot_answer_goes_to_the_explorer() {
    let server = start(&[]);
    let explorer = Client::begin(&server.for_explorer(), json!({})).await;
    let mut page = explorer.listen().await;
    let caller = Client::begin(&server, json!({ "elicitation": {} })).await;
    let mut stream = Events::of(caller.send(&ask("sampling/createMessage")).await);
    let request = page.next().await.unwrap();
    assert_eq!(request["method"], "sampling/createMessage");
    assert_eq!(request["params"]["_meta"], json!({ "mcp-ui/unattributed": true }));
    assert_eq!(answer(&explorer, &request["id"], "page").await, 202);
    assert_eq!(stream.next().await.unwrap()["result"]["content"][0]["text"], r#"{"answer": "page"}"#);
}

#[tokio::test]
async fn a_request_that_nobody_can_answer_gets_an_error() {
    let server = start(&[]);
    let caller = Client::begin(&server, json!({})).await;
    let text = caller.call("ask", json!({ "method": "sampling/createMessage" })).await;
    assert!(text.contains("-32601") && text.contains("sampling/createMessage"), "{text}");
}

#[tokio::test]
async fn without_a_client_that_has_roots_there_are_none() {
    let server = start(&[]);
    let caller = Client::begin(&server, json!({})).await;
    assert_eq!(caller.call("ask", json!({ "method": "roots/list" })).await, r#"{"roots": []}"#);
}

#[tokio::test]
async fn with_two_calls_running_a_request_belongs_to_neither() {
    let server = start(&[]);
    let first = Client::begin(&server, json!({ "sampling": {} })).await;
    let second = Client::begin(&server, json!({ "sampling": {} })).await;
    let _running = first.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hang"}}"#).await;
    let text = second.call("ask", json!({ "method": "sampling/createMessage" })).await;
    assert!(text.contains("-32601"), "{text}");
}

#[tokio::test]
async fn a_client_that_leaves_is_answered_for() {
    let server = start(&[]);
    let explorer = Client::begin(&server.for_explorer(), json!({})).await;
    let mut page = explorer.listen().await;
    let caller = Client::begin(&server, json!({})).await;
    let mut stream = Events::of(caller.send(&ask("roots/list")).await);
    page.next().await.unwrap();
    let delete = http::Request::delete("/").header("mcp-session-id", explorer.session.as_ref().unwrap());
    crate::support::respond(&server, delete.body(http_body_util::Full::default()).unwrap()).await;
    let result = stream.next().await.unwrap();
    assert!(result["result"]["content"][0]["text"].as_str().unwrap().contains("disconnected"), "{result}");
}
