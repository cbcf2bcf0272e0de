//! Secrets in recorded messages: wherever they are, no record shows them.
#![no_main]

use futures_util::StreamExt as _;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use tower_mcp_ui::traffic::TrafficEvent;
use tower_mcp_ui::{RawJson, Traffic, TrafficSettings};
use tower_mcp_ui_fuzz::run;

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

fuzz_target!(|node: Node| {
    let arguments = value(&node, 0);
    let message =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "a", "arguments": arguments } });
    let record = json!({ "at": 1.0, "from": "client", "transport": "http", "raw": message });
    let record = RawJson::parse(record.to_string()).expect("the record is JSON");
    run(async {
        let traffic = Traffic::new(TrafficSettings::new());
        traffic.record(&record).expect("it is a record");
        let event = traffic.subscribe().next().await;
        let Some(TrafficEvent::Record { record, .. }) = event else { panic!("{event:?}") };
        let shown = record.get();
        let is_kept = shown.contains("tools/call") || shown.contains("The message is too large to be kept.");
        assert!(is_kept && !shown.contains(SECRET), "{shown}");
    });
});
