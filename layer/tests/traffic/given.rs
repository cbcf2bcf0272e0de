//! Records that were made elsewhere.

use proptest::prelude::*;
use serde_json::{Value, json};
use tower_mcp_ui::{RawJson, Traffic, TrafficSettings};

use super::{records, traffic};

/// Returns the record that is stored for a given record.
async fn stored(given: Value) -> Value {
    let traffic = traffic();
    traffic.record(&given.into()).unwrap();
    records(&traffic, 1).await.remove(0)
}

fn error(given: &Value) -> String {
    traffic().record(&given.clone().into()).unwrap_err().to_string()
}

#[tokio::test]
async fn a_record_is_stored_as_it_would_have_been_recorded() {
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": { "name": "greet",
        "arguments": { "password": "hunter2" } } });
    let given = json!({ "at": 1_764_000_000_123.456, "from": "client", "kind": "response", "name": "other",
        "transport": "http", "exchange": "e-1", "session": "hunter2", "caller": "hunter2", "unknown": "hunter2",
        "span": { "trace": "aa", "span": "bb", "parent": "hunter2" }, "raw": message,
        "http": { "method": "POST", "path": "/mcp", "headers": { "Authorization": "hunter2", "Mcp-Method": "tools/call",
            "Mcp-Session-Id": "hunter2", "Mcp-Param-Password": "hunter2" } } });
    let record = stored(given).await;
    assert!(!record.to_string().contains("hunter2"), "{record}");
    for (pointer, expected) in [
        ("/at", json!(1_764_000_000_123.456)),
        ("/kind", json!("request")),
        ("/method", json!("tools/call")),
        ("/name", json!("greet")),
        ("/id", json!(7)),
        ("/exchange", json!("e-1")),
        ("/redacted", json!(["/params/arguments/password"])),
        ("/span", json!({ "trace": "aa", "span": "bb" })),
        ("/http/headers/mcp-method", json!("tools/call")),
        ("/http/headers/mcp-param-password", json!("[redacted]")),
    ] {
        assert_eq!(record.pointer(pointer), Some(&expected), "{pointer} of {record}");
    }
}

#[tokio::test]
async fn a_record_that_was_exported_comes_back_as_it_was() {
    let exported = json!({ "at": 1.5, "from": "server", "kind": "error", "method": null, "transport": "stdio",
        "client": { "name": "c", "version": "1" }, "session": "wrap-3", "caller": "77ab10ff", "revision": "2026-07-28",
        "explorer": true, "bytes": 99, "redacted": ["/error/data"],
        "raw": { "id": "x", "error": { "code": 1, "message": "m", "data": "[redacted]" } } });
    let mut expected = exported.clone();
    expected.as_object_mut().unwrap().remove("method");
    expected["id"] = json!("x");
    assert_eq!(stored(exported).await, expected);
}

#[tokio::test]
async fn a_message_that_cannot_be_kept_leaves_its_size_and_the_reason() {
    let record = |raw: Value| json!({ "at": 1, "from": "client", "transport": "http", "raw": raw });
    for (raw, note) in
        [(json!("x".repeat(300_000)), "is too large to be kept."), (json!(7), "The message is not JSON-RPC.")]
    {
        let record = stored(record(raw)).await;
        assert!(record["note"].as_str().unwrap().ends_with(note), "{record}");
    }
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let given = format!(r#"{{"at":1,"from":"client","transport":"http","raw":{{"method":"a","params":{deep}}}}}"#);
    let traffic = traffic();
    traffic.record(&RawJson::parse(given).unwrap()).unwrap();
    let record = records(&traffic, 1).await.remove(0);
    assert!(record["note"].as_str().unwrap().contains("nested too deeply") && record["kind"] == "unparsed", "{record}");
}

#[test]
fn what_is_no_record_is_refused_with_a_reason() {
    let record = json!({ "at": 1, "from": "client", "transport": "http", "kind": "http" });
    let with = |key: &str, value: Value| {
        let mut record = record.clone();
        record[key] = value;
        error(&record)
    };
    assert_eq!(error(&json!([])), "The record is not a JSON object.");
    assert_eq!(error(&json!({ "at": 1 })), "The record has no member \"from\".");
    assert_eq!(
        with("kind", json!("x")),
        "The member \"kind\" of a record is not one of: request, response, error, \
        notification, http, cut, unparsed."
    );
    for at in [json!(-1), json!("1"), json!(1e20)] {
        assert_eq!(with("at", at), "The member \"at\" of a record is not a number from 0 to 10^16.");
    }
    let long = "The member \"session\" of a record is not a string of at most 1024 bytes.";
    assert_eq!(with("session", json!("x".repeat(1025))), long);
    assert_eq!(with("session", json!({})), long);
    assert_eq!(Traffic::off().record(&json!([]).into()), Ok(()));
}

#[tokio::test]
async fn headers_and_pointers_are_limited_in_number() {
    let given = |members: Value| {
        let mut record = json!({ "at": 1, "from": "client", "transport": "http", "raw": { "id": 1, "method": "a" } });
        record.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        stored(record)
    };
    for (others, is_kept) in [(255, true), (256, false)] {
        // The map sorts names, so these headers come first.
        let mut headers: serde_json::Map<_, _> = (0..others).map(|at| (format!("a{at:03}"), json!("x"))).collect();
        headers.insert("accept".to_owned(), json!("x"));
        let record = given(json!({ "http": { "headers": headers } })).await;
        assert_eq!(record["http"]["headers"]["accept"] == "x", is_kept, "{record}");
    }
    for (count, kept) in [(100, Some(100)), (101, None)] {
        let pointers: Vec<_> = (0..count).map(|at| format!("/{at}")).collect();
        let record = given(json!({ "redacted": pointers })).await;
        assert_eq!(record["redacted"].as_array().map(Vec::len), kept, "{record}");
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<f64>().prop_map(|number| json!(number)),
        any::<u64>().prop_map(|number| json!(number)),
        ".{0,20}".prop_map(Value::from),
        "(client|server|http|stdio|cut|\n|\u{2028})".prop_map(Value::from),
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 30, 6, |inner| {
        let key = "(at|from|kind|transport|raw|http|headers|status|span|id|method|client|name|redacted|session|[a-z\"\n]{0,4})";
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map(key, inner, 0..8).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn anything_is_refused_or_stored_on_one_line(given in any_json(), complete: bool) {
        let mut given = given;
        if let (true, Some(members)) = (complete, given.as_object_mut()) {
            members.extend([("at".to_owned(), json!(1)), ("from".to_owned(), json!("client")), ("transport".to_owned(), json!("http"))]);
        }
        let traffic = Traffic::new(TrafficSettings::new());
        if traffic.record(&given.into()).is_ok() {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
            let record = runtime.block_on(records(&traffic, 1)).remove(0);
            prop_assert!(record["at"].is_number() && record["kind"].is_string() && record["bytes"].is_number());
        }
    }
}
