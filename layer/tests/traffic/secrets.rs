//! Planted secrets appear in no record.

use proptest::prelude::*;
use serde_json::{Value, json};
use tower_mcp_ui::{Traffic, TrafficSettings};

use super::{events, json as json_response, post, recorded, records, send};

const SECRET: &str = "hunter2-\u{e9}-\"quoted\"";

/// Generates places for a secret in a message.
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

/// Messages with a secret, in all the forms that are detected.
fn planted_secrets() -> Vec<Value> {
    const NAMES: [&str; 40] = [
        "password",
        "passwd",
        "pwd",
        "pass",
        "db_pass",
        "passcode",
        "passphrase",
        "auth",
        "proxy_auth",
        "bearer",
        "jwt",
        "idJwt",
        "cookie",
        "cookies",
        "set-cookie",
        "session_id",
        "sessionId",
        "ssh_key",
        "sshKeys",
        "pin",
        "cardPIN",
        "otp",
        "otp_code",
        "dsn",
        "SENTRY_DSN",
        "connection_string",
        "ConnectionStrings",
        "api_key",
        "X-Api-Key",
        "apikeys",
        "clientSecret",
        "client-secrets",
        "accessToken",
        "refresh_tokens",
        "csrftoken",
        "Authorization",
        "private_key",
        "awsAccessKeyId",
        "credentials",
        "signingKey",
    ];
    const TEXTS: [&str; 29] = [
        "postgres://me:hunter2@db.example/x",
        "see https://hunter2@example.com/ for more",
        "https://example.com/?a=1&access_token=hunter2",
        "https://example.com/?api_key=hunter2#top",
        "https://example.com/cb#id_token=hunter2&state=1",
        "https://example.com/x?X-Amz-Signature=hunter2&b=1",
        "/relative?sig=hunter2",
        "https://example.com/?%74oken=hunter2",
        "A=1\nDB_PASSWORD=hunter2\nB=2",
        "rk_test_hunter2hunter2hunter2",
        "whsec_hunter2hunter2hunter2",
        "prefixghp_hunter2hunter2hunter2",
        "SG.hunter2hunter2hunter2.hunter2",
        "export API_KEY='hunter2 and more'",
        "run --token=hunter2",
        "Authorization: Bearer hunter2hunter2",
        "authorization: basic hunter2hunter2==",
        "the key sk-hunter2hunter2hunter2 leaked",
        "sk-proj-hunter2-hunter2-hunter2",
        "ghp_hunter2hunter2hunter2",
        "github_pat_hunter2hunter2hunter2",
        "glpat-hunter2hunter2hunter2",
        "xoxb-hunter2hunter2",
        "xoxp-1-hunter2hunter2",
        "(eyJhunter2.eyJhunter2.hunter2)",
        "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nhunter2\n-----END PGP PRIVATE KEY BLOCK-----\n",
        "{\"a\":\"{\\\"pwd\\\":\\\"hunter2\\\"}\"}",
    ];
    let pairs = ["API_KEY", "Authorization", "session-id", "dbPassword"].into_iter().flat_map(|name| {
        [
            json!({ "name": name, "value": "hunter2" }),
            json!({ "Value": ["hunter2"], "Key": name }),
            json!({ "header": name, "value": "hunter2" }),
            json!(["Set-Cookie", "hunter2"]),
            json!(["X-Auth-Token", "hunter2"]),
            json!(["run", format!("--{name}"), "hunter2"]),
        ]
    });
    NAMES
        .map(|name| json!({ name: "hunter2" }))
        .into_iter()
        .chain(TEXTS.map(|text| json!({ "text": text })))
        .chain(pairs)
        .collect()
}

#[tokio::test]
async fn planted_secrets_are_not_recorded() {
    let planted = planted_secrets();
    assert!(planted.len() >= 80, "{}", planted.len());
    for message in planted {
        let all = records_with(&message, false, TrafficSettings::new()).await;
        assert!(!all.contains("hunter2"), "{message}\n{all}");
    }
}

#[tokio::test]
async fn what_only_looks_like_a_secret_is_recorded() {
    for message in [
        json!({ "shipping_address": "visible", "author": "visible", "compass": "visible", "hotpink": "visible" }),
        json!({ "max_tokens": 4096, "tokens": 12, "pin": true, "password": null, "token_type": "visible" }),
        json!({ "name": "city", "value": "visible" }),
        json!({ "pass_rate": "visible", "boarding_pass": "visible", "auth_type": "visible" }),
        json!({ "text": "/?key=visible&max_tokens=100" }),
        json!(["compass", "visible"]),
        json!({ "required": ["password", "username", "visible"], "enum": ["token", "visible"] }),
        json!({ "text": "https://visible.example/?page=2&keyword=visible, task-sk-visible, the bearer of visible news" }),
    ] {
        let all = records_with(&message, false, TrafficSettings::new()).await;
        let planted = message.to_string();
        assert_eq!(all.matches("visible").count(), 2 * planted.matches("visible").count(), "{planted}\n{all}");
        assert!(!all.contains(r#""max_tokens":"["#) && !all.contains(r#""pin":"["#), "{all}");
    }
}

/// A record repeats a resource's URI outside the message.
#[tokio::test]
async fn the_uri_of_a_resource_is_recorded_without_its_secrets() {
    let traffic = Traffic::new(TrafficSettings::new());
    let service = recorded(&traffic, |_| json_response(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned()));
    let uri = "https://me:hunter2@example.com/a?token=hunter2&page=1";
    let mut request = post(json!({ "id": 1, "method": "resources/read", "params": { "uri": uri } }).to_string());
    request.headers_mut().insert("mcp-name", uri.parse().unwrap());
    for name in ["mcp-api-key", "mcp-auth-token", "mcp-ui-token"] {
        request.headers_mut().insert(name, "hunter2".parse().unwrap());
    }
    send(&service, request).await;
    let all: String = records(&traffic, 2).await.iter().map(ToString::to_string).collect();
    assert!(!all.contains("hunter2"), "{all}");
    assert_eq!(all.matches("https://[redacted]@example.com/a?token=[redacted]&page=1").count(), 3, "{all}");
}

/// Headers repeat arguments under other names, so a record shows them only if the arguments contain no secrets.
#[tokio::test]
async fn headers_do_not_repeat_arguments_that_are_secrets() {
    for (arguments, is_shown) in [
        (json!({ "credentials": { "user": "hunter2" } }), false),
        (json!({ "name": "API_KEY", "value": "hunter2" }), false),
        (json!({ "city": "hunter2" }), true),
    ] {
        let traffic = Traffic::new(TrafficSettings::new());
        let service = recorded(&traffic, |_| json_response(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned()));
        let call = json!({ "id": 1, "method": "tools/call", "params": { "name": "a", "arguments": arguments } });
        let mut request = post(call.to_string());
        request.headers_mut().insert("mcp-param-value", "hunter2".parse().unwrap());
        // A truncated header could lose the part that identifies a secret.
        let url = format!("https://me:hunter2{}@example.com", "a".repeat(1024));
        request.headers_mut().insert("mcp-name", url.parse().unwrap());
        send(&service, request).await;
        let all: String = records(&traffic, 2).await.iter().map(ToString::to_string).collect();
        assert_eq!(all.matches("hunter2").count(), if is_shown { 2 } else { 0 }, "{all}");
    }
}

/// A record repeats parts of its message. The copies contain no secrets either.
#[tokio::test]
async fn copies_of_parts_of_a_message_are_redacted() {
    let traffic = Traffic::new(TrafficSettings::new());
    let service =
        recorded(&traffic, |_| json_response(r#"{"jsonrpc":"2.0","id":"token=hunter2","result":{}}"#.to_owned()));
    let meta = json!({
        "io.modelcontextprotocol/clientInfo": { "name": "https://me:hunter2@h", "version": "ghp_hunter2hunter2hunter2" },
        "io.modelcontextprotocol/protocolVersion": "token=hunter2",
    });
    let params = json!({ "name": "token=hunter2", "arguments": { "PASSWORD=hunter2": 1 }, "_meta": meta });
    send(&service, post(json!({ "id": "token=hunter2", "method": "tools/call", "params": params }).to_string())).await;
    let all: String = records(&traffic, 2).await.iter().map(ToString::to_string).collect();
    assert!(!all.contains("hunter2"), "{all}");
    let given = json!({
        "at": 1, "from": "client", "transport": "stdio", "kind": "request", "id": "token=hunter2", "exchange": "token=hunter2",
        "replica": "token=hunter2", "session": "token=hunter2", "revision": "token=hunter2", "name": "token=hunter2",
        "client": { "name": "token=hunter2" }, "redacted": ["/PASSWORD=hunter2"], "note": "token=hunter2",
    });
    traffic.record(&tower_mcp_ui::RawJson::from(given)).unwrap();
    let all: String = records(&traffic, 3).await.iter().map(ToString::to_string).collect();
    assert!(!all.contains("hunter2"), "{all}");
}

/// A pointer repeats the member names on the path to a secret.
#[tokio::test]
async fn pointers_to_secrets_are_bounded_in_bytes() {
    let secrets: serde_json::Map<_, _> = (0..100).map(|at| (format!("password{at}"), json!("hunter2"))).collect();
    let message = json!({ "k".repeat(50_000): secrets });
    let all = records_with(&message, false, TrafficSettings::new()).await;
    assert!(all.len() < 200_000 && !all.contains("hunter2"), "{} bytes", all.len());
}
