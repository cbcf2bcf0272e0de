//! Server replicas that share their traffic over a bus.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_channel::{Sender, unbounded};
use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::{BoxStream, empty};
use http::Request;
use http::request::Parts;
use http_body_util::BodyDataStream;
use proptest::prelude::*;
use serde_json::{Value, json};
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::traffic::TrafficBus;
use tower_mcp_ui::{McpUiConfig, McpUiLayer, Traffic, TrafficSettings};

use super::{json as json_response, post, recorded, records, send, whole};

/// An in-memory bus, which can be down.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    is_down: bool,
    subscribers: Vec<Sender<Bytes>>,
    published: Vec<Bytes>,
    /// The number of attempts to subscribe.
    attempts: usize,
}

impl TrafficBus for Memory {
    fn publish(&self, record: Bytes) {
        let mut state = self.0.lock().unwrap();
        state.subscribers.retain(|subscriber| subscriber.try_send(record.clone()).is_ok());
        state.published.push(record);
    }

    fn subscribe(&self) -> BoxStream<'static, Bytes> {
        let mut state = self.0.lock().unwrap();
        state.attempts += 1;
        if state.is_down {
            return empty().boxed();
        }
        let (subscriber, records) = unbounded();
        state.subscribers.push(subscriber);
        records.boxed()
    }
}

impl Memory {
    fn replica(&self) -> Traffic {
        Traffic::new(TrafficSettings::new().bus(self.clone(), [7; 32]))
    }

    fn set_down(&self, is_down: bool) {
        let mut state = self.0.lock().unwrap();
        state.is_down = is_down;
        state.subscribers.clear();
    }

    /// Waits until this many replicas have subscribed.
    async fn subscribed(&self, count: usize) {
        while self.0.lock().unwrap().subscribers.len() < count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

/// Lets a replica answer a call within a session.
async fn call(replica: &Traffic, text: &str, caller: &str) {
    let service = recorded(replica, |_| json_response(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#));
    let mut request = post(
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": text,
        "arguments": { "password": "hunter2" } } })
        .to_string(),
    );
    request.headers_mut().insert("mcp-session-id", "shared".parse().unwrap());
    request.headers_mut().insert("authorization", caller.parse().unwrap());
    send(&service, request).await;
}

#[tokio::test]
async fn each_replica_has_the_records_of_both() {
    let bus = Memory::default();
    let (first, second) = (bus.replica(), bus.replica());
    bus.subscribed(2).await;
    call(&first, "on the first", "a").await;
    let seen = records(&second, 2).await;
    call(&second, "on the second", "a").await;
    let own = records(&first, 4).await;
    let all = records(&second, 4).await;

    let kinds = |records: &[Value]| records.iter().map(|record| record["kind"].clone()).collect::<Vec<_>>();
    assert_eq!(kinds(&own), ["request", "response", "request", "response"]);
    assert_eq!(kinds(&all), kinds(&own));
    let replicas = |records: &[Value]| records.iter().map(|record| record["replica"].is_string()).collect::<Vec<_>>();
    assert_eq!(replicas(&own), [false, false, true, true]);
    assert_eq!(replicas(&all), [true, true, false, false]);
    for (mut seen, own) in seen.into_iter().zip(own) {
        let replica = seen.as_object_mut().unwrap().remove("replica").unwrap();
        assert!(own["exchange"].as_str().unwrap().starts_with(replica.as_str().unwrap()), "{replica}");
        assert_eq!(seen, own);
    }
}

#[tokio::test]
async fn calls_with_the_same_session_and_id_on_two_replicas_stay_apart() {
    let bus = Memory::default();
    let (first, second) = (bus.replica(), bus.replica());
    bus.subscribed(2).await;
    tokio::join!(call(&first, "one", "a"), call(&second, "two", "a"));
    let records = records(&second, 4).await;
    assert!(records.iter().all(|record| record["session"] == records[0]["session"] && record["id"] == 1));
    for name in ["one", "two"] {
        let exchange = &records.iter().find(|record| record["name"] == name).unwrap()["exchange"];
        let kinds = records.iter().filter(|record| record["exchange"] == *exchange).map(|record| &record["kind"]);
        assert_eq!(kinds.collect::<Vec<_>>(), ["request", "response"], "{name}");
    }
}

#[tokio::test]
async fn viewers_see_their_own_calls_of_all_replicas() {
    let bus = Memory::default();
    let (first, second) = (bus.replica(), bus.replica());
    bus.subscribed(2).await;
    call(&first, "of another caller", "a").await;
    call(&first, "of this caller", "b").await;
    records(&second, 4).await;
    let hook = |parts: Parts| async move { Ok::<_, std::convert::Infallible>(parts) };
    let server = service_fn(async |_: Request<_>| Ok::<_, std::convert::Infallible>(json_response("")));
    let service = McpUiLayer::new(McpUiConfig::new().traffic(&second).auth(hook).any_host()).layer(server);
    let request = Request::get("/explorer/traffic").header("authorization", "b").header("host", "localhost");
    let response = service.oneshot(request.body(whole("")).unwrap()).await.unwrap();
    let mut body = BodyDataStream::new(response.into_body());
    let mut text = String::new();
    while !text.contains(r#""kind":"response""#) {
        let part = tokio::time::timeout(Duration::from_secs(10), body.next()).await.unwrap().unwrap().unwrap();
        text.push_str(std::str::from_utf8(&part).unwrap());
    }
    assert!(text.contains(r#""replicas":true"#) && text.contains(r#""scope":"own""#), "{text}");
    assert!(text.contains("of this caller") && !text.contains("of another caller"), "{text}");
}

#[tokio::test]
async fn no_secret_is_published() {
    let bus = Memory::default();
    let replica = bus.replica();
    call(&replica, "greet", "Bearer hunter2").await;
    records(&replica, 2).await;
    let published = bus.0.lock().unwrap().published.clone();
    assert_eq!(published.len(), 2);
    for record in published {
        let record = String::from_utf8(record.to_vec()).unwrap();
        assert!(!record.contains("hunter2") && !record.contains("shared"), "{record}");
    }
}

#[tokio::test]
async fn whatever_is_no_record_is_counted_and_left_out() {
    let bus = Memory::default();
    let (first, second) = (bus.replica(), bus.replica());
    bus.subscribed(2).await;
    let caller = "0".repeat(32);
    let record = json!({ "at": 1, "from": "client", "transport": "http", "kind": "http" });
    let with = |replica: Value, caller: Value, record: Value| {
        json!({ "replica": replica, "caller": caller, "record": record }).to_string().into_bytes()
    };
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let mut hostile = vec![
        Vec::new(),
        vec![0xff; 100],
        b"null".to_vec(),
        b"{}".to_vec(),
        deep.clone().into_bytes(),
        format!(r#"{{"replica":"a","caller":"{caller}","record":{deep}}}"#).into_bytes(),
        vec![b' '; 6 << 20],
        with(json!("a"), json!(caller), json!({})),
        with(json!("a"), json!(caller), json!({ "at": "x", "from": "client" })),
        with(json!("a"), json!("short"), record.clone()),
        with(json!("a"), json!("+".repeat(32)), record.clone()),
        with(json!("<script>"), json!(caller), record.clone()),
        with(json!("a".repeat(65)), json!(caller), record.clone()),
        with(json!("é"), json!(caller), record.clone()),
    ];
    let count = hostile.len();
    hostile.push(with(json!("abcdef0123456789"), json!(caller), record));
    for text in hostile {
        bus.publish(text.into());
    }
    for replica in [&first, &second] {
        let record = records(replica, 1).await.remove(0);
        assert_eq!((&record["kind"], &record["replica"]), (&json!("http"), &json!("abcdef01")));
        assert!(format!("{replica:?}").contains(&format!("unread_of_replicas: {count}")), "{replica:?}");
    }
}

#[tokio::test]
async fn records_of_others_are_redacted_and_bounded_again() {
    let bus = Memory::default();
    let replica = bus.replica();
    bus.subscribed(1).await;
    for text in ["hunter2".to_owned(), "x".repeat(300_000)] {
        let raw = json!({ "jsonrpc": "2.0", "id": 1, "method": "a", "params": { "password": text, "b": text } });
        let record = json!({ "at": 1, "from": "client", "transport": "http", "caller": "someone", "raw": raw });
        bus.publish(
            json!({ "replica": "a", "caller": "1".repeat(32), "record": record }).to_string().into_bytes().into(),
        );
    }
    let records = records(&replica, 2).await;
    assert_eq!(records[0]["raw"]["params"], json!({ "password": "[redacted]", "b": "hunter2" }));
    assert_eq!(records[0]["caller"], "11111111");
    assert!(records[1]["raw"].is_null() && records[1]["kind"] == "unparsed", "{}", records[1]);
}

#[tokio::test]
async fn long_headers_hide_no_record_from_other_replicas() {
    let bus = Memory::default();
    let (first, second) = (bus.replica(), bus.replica());
    bus.subscribed(2).await;
    let service = recorded(&first, |_| json_response(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#));
    for name in ["mcp-protocol-version", "content-encoding", "traceparent", "mcp-session-id", "user-agent"] {
        let mut request = post(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
        request.headers_mut().insert(name, "x".repeat(5000).parse().unwrap());
        send(&service, request).await;
    }
    let kinds: Vec<_> = records(&second, 10).await.into_iter().map(|record| record["kind"].clone()).collect();
    assert_eq!(kinds.iter().filter(|kind| *kind == "response").count(), 5, "{kinds:?}");
    assert!(format!("{second:?}").contains("unread_of_replicas: 0"), "{second:?}");
}

#[tokio::test(start_paused = true)]
async fn an_outage_leaves_the_own_records_and_ends() {
    let bus = Memory::default();
    bus.set_down(true);
    let (first, second) = (bus.replica(), bus.replica());
    call(&first, "alone", "a").await;
    assert_eq!(records(&first, 2).await.len(), 2);
    tokio::time::sleep(Duration::from_secs(100)).await;
    let attempts = bus.0.lock().unwrap().attempts;
    assert!((12..=20).contains(&attempts), "two replicas subscribed {attempts} times in 100 s");

    for _ in 0..2 {
        bus.set_down(false);
        bus.subscribed(2).await;
        bus.set_down(true);
    }
    bus.set_down(false);
    bus.subscribed(2).await;
    call(&first, "together", "a").await;
    assert_eq!(records(&second, 1).await[0]["name"], "together");
    let own: Vec<_> = records(&first, 4).await.iter().map(|record| record["replica"].is_string()).collect();
    assert_eq!(own, [false; 4]);
}

#[tokio::test]
async fn a_recording_that_is_dropped_follows_no_longer() {
    let bus = Memory::default();
    let replica = bus.replica();
    bus.subscribed(1).await;
    drop(replica);
    while bus.0.lock().unwrap().subscribers.iter().any(|subscriber| !subscriber.is_closed()) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[test]
fn a_recording_may_be_created_before_the_runtime() {
    let bus = Memory::default();
    let (first, second) = (bus.replica(), bus.replica());
    assert_eq!(bus.0.lock().unwrap().attempts, 0);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        call(&second, "begins to follow", "a").await;
        bus.subscribed(1).await;
        call(&first, "seen", "a").await;
        assert_eq!(records(&second, 3).await[2]["name"], "seen");
    });
}

proptest! {
    #[test]
    fn anything_on_the_bus_is_survived(texts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..20)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let bus = Memory::default();
            let (first, second) = (bus.replica(), bus.replica());
            bus.subscribed(2).await;
            for text in texts {
                bus.publish(text.into());
            }
            call(&first, "after", "a").await;
            let records = records(&second, 1).await;
            assert_eq!(records[0]["name"], "after");
        });
    }
}
