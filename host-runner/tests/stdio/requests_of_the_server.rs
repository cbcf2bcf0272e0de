//! The process's requests, and the clients that answer them.

use std::time::Duration;

use mcp_ui_host::StdioServer;
use serde_json::{Value, json};

use crate::support::{Client, Events, begin, start};

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
    // Another client cannot answer instead of the caller.
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
    let explorer = Client::begin(&server.for_explorer(), json!({ "sampling": {} })).await;
    let mut page = explorer.listen().await;
    let caller = Client::begin(&server, json!({ "elicitation": {} })).await;
    let mut stream = Events::of(caller.send(&ask("sampling/createMessage")).await);
    let request = page.next().await.unwrap();
    assert_eq!(request["method"], "sampling/createMessage");
    assert_eq!(request["params"]["_meta"], json!({ "mcp-ui/calls": [] }));
    assert_eq!(answer(&explorer, &request["id"], "page").await, 202);
    assert_eq!(stream.next().await.unwrap()["result"]["content"][0]["text"], r#"{"answer": "page"}"#);
}

#[tokio::test]
async fn a_request_that_nobody_can_answer_gets_an_error() {
    let (_, caller) = begin(&[]).await;
    let text = caller.call("ask", json!({ "method": "sampling/createMessage" })).await;
    assert!(text.contains("-32601") && text.contains("sampling/createMessage"), "{text}");
}

#[tokio::test]
async fn without_a_client_that_has_roots_there_are_none() {
    let (_, caller) = begin(&[]).await;
    assert_eq!(caller.call("ask", json!({ "method": "roots/list" })).await, r#"{"roots": []}"#);
}

/// Calls by two agents that can both answer questions. The second call makes the server ask.
struct Two {
    server: StdioServer,
    agents: [Client; 2],
    streams: [Events; 2],
}

impl Two {
    async fn call(server: StdioServer) -> Self {
        let first = Client::begin_as("first", &server, json!({ "sampling": {} })).await;
        let second = Client::begin_as("second", &server, json!({ "sampling": {} })).await;
        let hang = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hang"}}"#;
        let waiting = Events::of(first.send(hang).await);
        let asking = Events::of(second.send(&ask("sampling/createMessage")).await);
        Self { server, agents: [first, second], streams: [waiting, asking] }
    }

    /// Returns the text from the call that made the server ask.
    async fn text(&mut self) -> String {
        self.streams[1].next().await.unwrap()["result"]["content"][0]["text"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn the_one_of_several_callers_that_can_answer_is_asked() {
    let server = start(&[]);
    let page = Client::begin(&server.for_explorer(), json!({ "sampling": {} })).await;
    let _listening = page.listen().await;
    let unable = Client::begin(&server, json!({})).await;
    let able = Client::begin(&server, json!({ "sampling": {} })).await;
    let hang = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hang"}}"#;
    let mut waiting = Events::of(able.send(hang).await);
    let mut asking = Events::of(unable.send(&ask("sampling/createMessage")).await);
    let request = waiting.next().await.unwrap();
    assert_eq!(request["method"], "sampling/createMessage");
    assert_eq!(answer(&able, &request["id"], "able").await, 202);
    assert_eq!(asking.next().await.unwrap()["result"]["content"][0]["text"], r#"{"answer": "able"}"#);
}

#[tokio::test]
async fn without_a_page_the_newest_of_several_callers_is_asked() {
    let mut two = Two::call(start(&[])).await;
    let request = two.streams[1].next().await.unwrap();
    assert_eq!(answer(&two.agents[1], &request["id"], "second").await, 202);
    assert_eq!(two.text().await, r#"{"answer": "second"}"#);
}

#[tokio::test]
async fn the_page_answers_for_several_callers_or_hands_the_question_over() {
    let server = start(&[]);
    let page = Client::begin(&server.for_explorer(), json!({ "sampling": {} })).await;
    let mut listening = page.listen().await;
    let mut two = Two::call(server).await;
    let question = listening.next().await.unwrap();
    let calls = &question["params"]["_meta"]["mcp-ui/calls"];
    let names = |at: usize| (&calls[at]["client"], &calls[at]["tool"]);
    assert_eq!((names(0), names(1)), ((&json!("second"), &json!("ask")), (&json!("first"), &json!("hang"))));
    let hand = async |to: &Value| {
        let error = json!({ "code": -1, "message": "Handed over.", "data": { "mcp-ui/handTo": to } });
        page.post(&json!({ "jsonrpc": "2.0", "id": question["id"], "error": error }).to_string()).await.status
    };
    assert_eq!(hand(&json!(0)).await, 400, "no such call");
    assert_eq!(hand(&calls[1]["id"]).await, 202);
    assert_eq!(answer(&page, &question["id"], "late").await, 400);
    let request = two.streams[0].next().await.unwrap();
    assert_eq!((&request["method"], &request["params"]["_meta"]), (&json!("sampling/createMessage"), &Value::Null));
    assert_eq!(answer(&two.agents[0], &request["id"], "first").await, 202);
    assert_eq!(two.text().await, r#"{"answer": "first"}"#);

    let asking = two.agents[1].send(&ask("sampling/createMessage")).await;
    two.streams[1] = Events::of(asking);
    let question = listening.next().await.unwrap();
    assert_eq!(answer(&page, &question["id"], "page").await, 202);
    assert_eq!(two.text().await, r#"{"answer": "page"}"#);
    drop(two.server);
}

#[tokio::test]
async fn a_question_that_the_page_leaves_goes_to_the_newest_caller() {
    let server = start(&[]);
    let page = Client::begin(&server.for_explorer(), json!({ "sampling": {} })).await;
    let mut listening = page.listen().await;
    let mut two = Two::call(server).await;
    let question = listening.next().await.unwrap();
    tokio::time::pause();
    tokio::time::advance(Duration::from_mins(5)).await;
    tokio::time::resume();
    let withdrawn = listening.next().await.unwrap();
    assert_eq!(
        (&withdrawn["method"], &withdrawn["params"]["requestId"]),
        (&json!("notifications/cancelled"), &question["id"])
    );
    let request = two.streams[1].next().await.unwrap();
    assert_eq!(answer(&page, &question["id"], "late").await, 400);
    assert_eq!(answer(&two.agents[1], &request["id"], "second").await, 202);
    assert_eq!(two.text().await, r#"{"answer": "second"}"#);
}

#[tokio::test]
async fn a_question_that_cannot_wait_for_the_page_goes_to_the_newest_caller() {
    let server = start(&[]);
    let page = Client::begin(&server.for_explorer(), json!({ "sampling": {} })).await;
    let mut listening = page.listen().await;
    let two = Two::call(server).await;
    listening.next().await.unwrap();
    // 6 MiB each, so that two of them may wait.
    let params = json!({ "name": "ask", "arguments": { "method": "sampling/createMessage", "repeat": 3 << 19 } });
    let asked = async |id: &str| {
        let call = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
        Events::of(two.agents[0].send(&call.to_string()).await)
    };
    let _waiting = [asked("a").await, asked("b").await];
    for _ in 0..2 {
        assert!(listening.next().await.unwrap()["params"]["_meta"]["mcp-ui/calls"].is_array());
    }
    let mut third = asked("c").await;
    let question = third.next().await.unwrap();
    assert_eq!((&question["method"], &question["params"]["_meta"]), (&json!("sampling/createMessage"), &Value::Null));
    assert_eq!(answer(&two.agents[0], &question["id"], "first").await, 202);
    assert_eq!(third.next().await.unwrap()["result"]["content"][0]["text"], r#"{"answer": "first"}"#);
}

#[tokio::test]
async fn a_client_that_leaves_is_answered_for() {
    let server = start(&[]);
    let explorer = Client::begin(&server.for_explorer(), json!({ "roots": {} })).await;
    let mut page = explorer.listen().await;
    let caller = Client::begin(&server, json!({})).await;
    let mut stream = Events::of(caller.send(&ask("roots/list")).await);
    page.next().await.unwrap();
    let delete = http::Request::delete("/").header("mcp-session-id", explorer.session.as_ref().unwrap());
    crate::support::respond(&server, delete.body(http_body_util::Full::default()).unwrap()).await;
    let result = stream.next().await.unwrap();
    assert!(result["result"]["content"][0]["text"].as_str().unwrap().contains("disconnected"), "{result}");
}
