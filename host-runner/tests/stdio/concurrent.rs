//! Several clients sharing one process.

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt as _};
use serde_json::{Value, json};

use crate::support::{Client, Events, Reply, begin, start};

#[tokio::test]
async fn ids_and_progress_tokens_of_two_agents_and_the_page_are_restored() {
    let server = start(&[]);
    let page = server.for_explorer();
    let clients = [
        Client::begin(&server, json!({})).await,
        Client::begin(&server, json!({})).await,
        Client::begin(&page, json!({})).await,
    ];
    let calls = stream::iter(0..10_000).map(|number| {
        let client = &clients[number % 3];
        async move {
            // All clients use the same ids and tokens, as numbers and as strings.
            let id = if number % 6 < 3 { json!(number / 3) } else { json!((number / 3).to_string()) };
            let (token, name) = (json!(format!("token {}", number / 3)), format!("{number}"));
            let params = json!({
                "name": "progress",
                "arguments": { "name": name, "steps": 2 },
                "_meta": { "progressToken": token },
            });
            let reply = client.request(id.clone(), "tools/call", params).await;
            let messages = reply.messages();
            assert_eq!(messages.len(), 3, "{reply:?}");
            for (step, message) in messages[..2].iter().enumerate() {
                assert_eq!(message["params"], json!({ "progressToken": token, "progress": step }));
            }
            assert_eq!((&messages[2]["id"], reply.text()), (&id, Some(name)));
        }
    });
    calls.buffer_unordered(300).collect::<()>().await;
}

/// A client that answers questions with its name, on whichever call's stream they arrive.
struct Answering {
    client: Client,
    name: &'static str,
    question: &'static str,
}

impl Answering {
    /// Makes a call, and checks its result. Every eighth call makes the server ask.
    async fn call(&self, number: usize) {
        let asks = number.is_multiple_of(8);
        let name = format!("{} {number}", self.name);
        let (tool, arguments) = if asks {
            ("ask", json!({ "method": self.question }))
        } else {
            ("progress", json!({ "name": name, "steps": 1 }))
        };
        let params = json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": number } });
        let call = json!({ "jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params });
        let response = self.client.send(&call.to_string()).await;
        if response.headers()["content-type"] == "application/json" {
            // The question has arrived on another call's stream.
            assert!(asks);
            return self.check(number, &Reply::read(response).await.last());
        }
        let mut stream = Events::of(response);
        let result = loop {
            let message = stream.next().await.expect("the call has a result");
            match message["method"].as_str() {
                None => break message,
                Some("notifications/progress") => assert_eq!(message["params"]["progressToken"], number),
                Some(question) => {
                    assert_eq!(question, self.question);
                    let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": { "of": self.name } });
                    assert_eq!(self.client.post(&answer.to_string()).await.status, 202);
                }
            }
        };
        self.check(number, &result);
    }

    /// Checks that a result belongs to this call: an echo, or the answer given by this client.
    fn check(&self, number: usize, result: &Value) {
        let asks = number.is_multiple_of(8);
        let expected = if asks { format!("{{\"of\": \"{}\"}}", self.name) } else { format!("{} {number}", self.name) };
        assert_eq!((&result["id"], &result["result"]["content"][0]["text"]), (&json!(number), &json!(expected)));
    }
}

#[tokio::test]
async fn questions_among_thousands_of_calls_reach_the_client_that_can_answer() {
    let server = start(&[]);
    let page = server.for_explorer();
    let client = async |server, name, capability: &str, question| {
        let client = Client::begin_as(name, server, json!({ capability: {} })).await;
        Answering { client, name, question }
    };
    let clients = [
        client(&server, "first", "elicitation", "elicitation/create").await,
        client(&server, "second", "sampling", "sampling/createMessage").await,
        client(&page, "page", "roots", "roots/list").await,
    ];
    let all = clients
        .iter()
        .map(|client| stream::iter(0..2_000).map(|number| client.call(number)).buffer_unordered(8).collect::<()>());
    join_all(all).await;
}

#[tokio::test]
async fn more_than_a_thousand_requests_at_once_are_refused() {
    let (_, agent) = begin(&[]).await;
    let hang = |id: usize| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"hang"}}}}"#);
    let messages: Vec<_> = (0..1_000).map(hang).collect();
    // The responses start as event streams, and stay open until they are dropped.
    let open = join_all(messages.iter().map(|message| agent.send(message))).await;
    let refused = agent.post(&hang(1_000)).await;
    assert_eq!((refused.status, refused.error().0, &refused.last()["id"]), (503, -32603, &json!(1_000)));
    drop(open);
    assert_eq!(agent.call("echo", json!({})).await, "{}");
}

#[tokio::test]
async fn ids_keep_their_spelling() {
    let (_, agent) = begin(&[]).await;
    for id in [r#""""#, r#""\u0061\/""#, "1.50e1", "-0", "9007199254740993", "123456789012345678901234567890"] {
        let reply = agent.post(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)).await;
        assert!(reply.texts[0].contains(&format!(r#""id":{id},"#)), "{id}: {reply:?}");
    }
    for token in ["1.0", r#""\u0062""#] {
        let params = format!(
            r#"{{"name":"progress","arguments":{{"name":"a","steps":1}},"_meta":{{"progressToken":{token},"x":1.0}}}}"#
        );
        let reply = agent.post(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#)).await;
        assert!(reply.texts[0].contains(&format!(r#""progressToken":{token},"#)), "{token}: {reply:?}");
    }
}

#[tokio::test]
async fn messages_pass_as_they_are_written() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let (_, agent) = begin(&["--log", log.path().to_str().unwrap()]).await;
    let sent = "{ \"params\" : {\"name\":\"echo\",\n\t\"arguments\":{\"b\":1.50,\"a\":[1e400],\"\\u0078\":\"\\/\"}, \"new\":null},\"id\":7,\"method\":\"tools/call\",\"jsonrpc\":\"2.0\",\"later\":{}}";
    assert_eq!(agent.post(sent).await.status, 200);
    let received = std::fs::read_to_string(log.path()).unwrap();
    let (before, after) = sent.split_once("\"id\":7").unwrap();
    let (before, after) = (before.replace('\n', " "), after.replace('\n', " "));
    let line = received.lines().last().unwrap();
    assert!(line.starts_with(&format!("{before}\"id\":")) && line.ends_with(&after), "{line}");
}

#[tokio::test]
async fn a_repeated_member_is_refused() {
    let (_, agent) = begin(&[]).await;
    for message in [
        r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":1,"progressToken":2}}}"#,
    ] {
        let reply = agent.post(message).await;
        assert_eq!((reply.status, reply.error().0), (400, -32600), "{message}");
    }
    let reply = agent.post("[]").await;
    assert_eq!((reply.status, reply.last()["id"].clone()), (400, Value::Null));
    assert_eq!(agent.post("{").await.error().0, -32700);
}
