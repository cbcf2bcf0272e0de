//! Planted secrets are in no record.

use proptest::prelude::*;
use serde_json::{Value, json};
use tower_mcp_ui::{Traffic, TrafficSettings};

use super::{events, json as json_response, post, recorded, records, send};

const SECRET: &str = "hunter2-\u{e9}-\"quoted\"";

/// Places of a secret in a message.
fn planted() -> impl Strategy<Value = Value> {
    let name = prop_oneof![
        Just("password"),
        Just("apiKey"),
        Just("API-KEY"),
        Just("client_secret"),
        Just("refresh_token"),
        Just("Authorization"),
        Just("awsSecretAccessKey"),
        Just("db_credentials"),
        Just("Set-Cookie"),
        Just("Passwd1"),
    ];
    let leaf = name.prop_flat_map(|name| {
        let value = prop_oneof![
            Just(json!(SECRET)),
            Just(json!([SECRET])),
            Just(json!({ "value": SECRET, "properties": { "password": SECRET } })),
        ];
        value.prop_map(move |value| json!({ "a": 1, name: value, "b": null }))
    });
    leaf.prop_recursive(5, 20, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| json!({ "x": inner, "inputSchema": [true] })),
            inner.clone().prop_map(|inner| json!([1, inner, "text"])),
            inner.clone().prop_map(|inner| json!({ "type": "text", "text": inner.to_string() })),
            inner.prop_map(|inner| json!({ "text": serde_json::to_string_pretty(&inner).unwrap() })),
        ]
    })
}

async fn records_with(message: &Value, as_events: bool, settings: TrafficSettings) -> String {
    let traffic = Traffic::new(settings);
    let response = json!({ "jsonrpc": "2.0", "id": 1, "result": message }).to_string();
    let service = recorded(&traffic, move |_| {
        if as_events {
            let text = format!("data: {response}\n\n");
            let (first, second) = text.as_bytes().split_at(text.len() / 2);
            events([first.to_vec(), second.to_vec()])
        } else {
            json_response(response.clone())
        }
    });
    let call = json!({ "id": 1, "method": "tools/call", "params": { "name": "a", "arguments": message } });
    let mut request = post(call.to_string());
    for name in ["authorization", "cookie", "mcp-session-id", "x-api-key", "mcp-param-password", "mcp-param-api-key"] {
        request.headers_mut().insert(name, "hunter2".parse().unwrap());
    }
    send(&service, request).await;
    let mut all = String::new();
    for record in records(&traffic, 2).await {
        all.push_str(&record.to_string());
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_secret_is_in_a_record(message in planted(), as_events: bool, limit in prop_oneof![Just(100_000), 10_usize..400]) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let settings = TrafficSettings::new().message_bytes(limit);
        let all = runtime.block_on(records_with(&message, as_events, settings));
        prop_assert!(!all.contains("hunter2"), "{}", all);
    }
}

#[tokio::test]
async fn redaction_of_members_can_be_turned_off_but_not_that_of_headers() {
    let all = records_with(&json!({ "password": "visible" }), false, TrafficSettings::new().without_redaction()).await;
    assert!(all.contains("visible") && !all.contains("hunter2"), "{all}");
}
