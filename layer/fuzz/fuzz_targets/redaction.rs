//! Secrets in recorded messages: wherever they are, and in whatever pieces they come, no record shows them.
#![no_main]

use std::convert::Infallible;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Request, Response};
use http_body_util::BodyExt as _;
use http_body_util::combinators::UnsyncBoxBody;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::traffic::{TrafficBody, TrafficEvent};
use tower_mcp_ui::{RawJson, Traffic, TrafficSettings};
use tower_mcp_ui_fuzz::{body, pieces, run};

const SECRET: &str = "pl4nted-Secret-0123456789";
const NAMES: [&str; 8] = [
    "password",
    "apiKey",
    "access_token",
    "client_secret",
    "authorization",
    "X-Api-Key",
    "refreshToken",
    "private_key",
];

/// A JSON value of the machine's choice, with secrets below names that say so.
#[derive(Arbitrary, Debug)]
enum Node {
    Null,
    Number(i32),
    Text(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
    /// A member whose name says that its value is secret.
    Secret(u8),
    /// The JSON of a value, in a string.
    Quoted(Box<Node>),
}

fn value(node: &Node, depth: usize) -> Value {
    if depth > 20 {
        return Value::Null;
    }
    match node {
        Node::Null => Value::Null,
        Node::Number(number) => (*number).into(),
        Node::Text(text) => text.clone().into(),
        Node::List(items) => items.iter().map(|item| value(item, depth + 1)).collect(),
        Node::Object(members) => members.iter().map(|(name, node)| (name.clone(), value(node, depth + 1))).collect(),
        Node::Secret(name) => json!({ NAMES[usize::from(*name) % NAMES.len()]: SECRET }),
        Node::Quoted(node) => value(node, depth + 1).to_string().into(),
    }
}

#[derive(Arbitrary, Debug)]
struct Input {
    node: Node,
    way: Way,
    /// The lengths of the pieces in which bodies arrive. The rest is one piece.
    pieces: Vec<u8>,
    /// The largest message that is kept whole.
    limit: Option<u8>,
}

/// The way of a message into the records.
#[derive(Arbitrary, Debug)]
enum Way {
    Given,
    Request,
    Response,
    Events { line: u8 },
}

type Body = UnsyncBoxBody<Bytes, Infallible>;

/// Sends a request with this body through the layer to a service that gives this response. Both must pass unchanged.
async fn exchange(traffic: &Traffic, request: &str, response: &str, input: &Input) {
    let media_type = if matches!(input.way, Way::Events { .. }) { "text/event-stream" } else { "application/json" };
    let service = traffic.layer().layer(service_fn(|received: Request<TrafficBody<Body>>| {
        let response = body(pieces(response.to_owned(), &input.pieces));
        async move {
            let received = received.into_body().collect().await?.to_bytes();
            assert!(received == *request.as_bytes(), "the request has changed");
            Ok::<_, Infallible>(
                Response::builder().header("content-type", media_type).body(response).expect("a response"),
            )
        }
    }));
    let sent = Request::post("/mcp").header("content-type", "application/json");
    let sent = sent.body(body(pieces(request.to_owned(), &input.pieces))).expect("a request");
    let Ok(answer) = service.oneshot(sent).await;
    let Ok(answer) = answer.into_body().collect().await;
    assert!(answer.to_bytes() == *response.as_bytes(), "the response has changed");
}

fuzz_target!(|input: Input| {
    let planted = value(&input.node, 0);
    let call = |arguments: &Value| json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "a", "arguments": arguments } });
    let result = json!({ "jsonrpc": "2.0", "id": 1, "result": { "structuredContent": planted } }).to_string();
    run(async {
        let settings = TrafficSettings::new();
        let traffic = Traffic::new(match input.limit {
            Some(limit) => settings.message_bytes(usize::from(limit) * 16),
            None => settings,
        });
        let (given, nothing) = (call(&planted), call(&Value::Null).to_string());
        let (request, response) = match input.way {
            Way::Given => {
                let record = json!({ "at": 1.0, "from": "client", "transport": "http", "raw": given });
                let record = RawJson::parse(record.to_string()).expect("the record is JSON");
                traffic.record(&record).expect("it is a record");
                return assert_hidden(&traffic, 1).await;
            }
            Way::Request => (given.to_string(), r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned()),
            Way::Response => (nothing, result),
            Way::Events { line } => {
                let end = ["\n", "\r\n", "\r"][usize::from(line) % 3];
                (nothing, format!("data: {result}{end}{end}"))
            }
        };
        exchange(&traffic, &request, &response, &input).await;
        assert_hidden(&traffic, 2).await;
    });
});

/// Checks that this many messages are recorded, without the secret.
async fn assert_hidden(traffic: &Traffic, count: usize) {
    let records = traffic.subscribe().filter_map(async |event| match event {
        TrafficEvent::Record { record, .. } => Some(record.get().to_owned()),
        _ => None,
    });
    let records = records.take(count).collect::<Vec<_>>();
    let records = tokio::time::timeout(Duration::from_secs(60), records).await.expect("each message is recorded");
    for record in records {
        assert!(!record.contains(SECRET), "{record}");
    }
}
