//! Hostile clients and servers: the recording stays within its bounds, and the traffic is untouched.

use bytes::Bytes;
use futures_util::StreamExt as _;
use http::Request;
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use serde_json::json;
use tower_mcp_ui::traffic::TrafficEvent;
use tower_mcp_ui::{Traffic, TrafficSettings};

use super::{json as json_response, post, recorded, records, send, traffic};

async fn note_of(body: impl Into<Bytes>) -> String {
    let traffic = traffic();
    send(&recorded(&traffic, |_| json_response("{}")), post(body)).await;
    let record = records(&traffic, 1).await.remove(0);
    assert_eq!((&record["kind"], record.get("raw")), (&json!("unparsed"), None), "{record}");
    record["note"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn what_cannot_be_read_is_not_kept_and_the_record_says_why() {
    assert!(note_of("{\"password\":\"x\"").await.starts_with("The message is not JSON:"));
    assert!(note_of("\u{fffd}").await.starts_with("The message is not JSON:"));
    assert_eq!(note_of("7").await, "The message is not JSON-RPC.");
    assert_eq!(note_of("x".repeat(300_000)).await, "The message is too large to be kept.");
    let deep = format!("{{\"id\":1,\"method\":\"a\",\"params\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
    assert!(note_of(deep).await.contains("nested too deeply"));
    let batch = format!("[{}]", vec!["{\"method\":\"a\"}"; 1_001].join(","));
    assert!(note_of(batch).await.starts_with("The batch has more than 1000 messages"));
}

#[tokio::test]
async fn compressed_messages_are_only_counted() {
    let traffic = traffic();
    let service = recorded(&traffic, |_| {
        let mut response = json_response(vec![31, 139, 8]);
        response.headers_mut().insert("content-encoding", "gzip".parse().unwrap());
        response
    });
    let mut request = post(vec![31, 139]);
    request.headers_mut().insert("content-encoding", "x\"y".parse().unwrap());
    send(&service, request).await;
    let records = records(&traffic, 2).await;
    assert_eq!((&records[0]["bytes"], &records[1]["bytes"]), (&json!(2), &json!(3)));
    assert!(records.iter().all(|record| record["note"].as_str().unwrap().contains("compressed")), "{records:?}");
}

#[tokio::test]
async fn the_rest_of_a_long_encoding_is_cut_off() {
    let traffic = traffic();
    let mut request = post(vec![31, 139]);
    request.headers_mut().insert("content-encoding", "x".repeat(101).parse().unwrap());
    send(&recorded(&traffic, |_| json_response("{}")), request).await;
    let note = records(&traffic, 1).await[0]["note"].take();
    assert_eq!(note, format!("The message is compressed ({}), and is not kept.", "x".repeat(100)));
}

#[tokio::test]
async fn each_message_of_a_batch_is_a_record() {
    let traffic = traffic();
    let service = recorded(&traffic, |_| json_response(r#"[{"id":1,"result":{}},{"id":2,"error":{}}]"#));
    send(&service, post(r#"[{"id":1,"method":"a"},7,{"method":"b"}]"#)).await;
    let records = records(&traffic, 5).await;
    let kinds: Vec<_> = records.iter().map(|record| record["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["request", "unparsed", "notification", "response", "error"]);
}

/// The 100 MB body is generated while it is read.
#[tokio::test]
async fn a_message_of_100_megabytes_passes_and_is_counted() {
    let traffic = traffic();
    let service = recorded(&traffic, |body| json_response(format!("{{\"id\":1,\"result\":{}}}", body.len())));
    let part = Bytes::from(vec![b' '; 1_000_000]);
    let frames = futures_util::stream::iter((0..100).map(move |_| Ok(Frame::data(part.clone()))));
    let request = Request::post("/mcp").body(BodyExt::boxed(StreamBody::new(frames))).unwrap();
    let response = send(&service, request).await;
    assert_eq!(response.body(), "{\"id\":1,\"result\":100000000}");
    let records = records(&traffic, 2).await;
    assert_eq!((&records[0]["kind"], &records[0]["bytes"]), (&json!("unparsed"), &json!(100_000_000)));
}

#[tokio::test]
async fn many_requests_leave_the_newest_records() {
    let traffic = Traffic::new(TrafficSettings::new().records(100));
    let service = recorded(&traffic, |_| json_response(r#"{"id":1,"result":{}}"#));
    let mut never_read: Vec<_> = (0..10).map(|_| traffic.subscribe()).collect();
    for _ in 0..5_000 {
        send(&service, post(r#"{"id":1,"method":"ping"}"#)).await;
    }
    loop {
        tokio::task::yield_now().await;
        if format!("{traffic:?}").contains("Ring(100 records") && number_of_newest(&traffic).await == 10_000 {
            break;
        }
    }
    let Some(TrafficEvent::Missed { from, to, .. }) = never_read[0].next().await else { panic!("nothing is missed") };
    assert_eq!((from, to), (1, 9_900));
}

async fn number_of_newest(traffic: &Traffic) -> u64 {
    let mut events = traffic.subscribe().skip(100);
    let Some(TrafficEvent::Record { number, .. }) = events.next().await else { return 0 };
    number
}

#[tokio::test]
async fn the_bytes_of_the_records_are_bounded() {
    let traffic = Traffic::new(TrafficSettings::new().bytes(100_000));
    let service = recorded(&traffic, |_| json_response(r#"{"id":1,"result":{}}"#));
    let call =
        json!({ "id": 1, "method": "tools/call", "params": { "name": "a", "arguments": { "x": "y".repeat(20_000) } } });
    for _ in 0..50 {
        send(&service, post(call.to_string())).await;
        tokio::task::yield_now().await;
    }
    let debug = format!("{traffic:?}");
    let bytes: usize = debug.split_once(" records, ").unwrap().1.split_once(' ').unwrap().0.parse().unwrap();
    assert!((50_000..=100_000).contains(&bytes), "{debug}");
}

/// Without a reader, recorded messages are dropped when there are too many.
#[test]
fn what_waits_for_the_reader_is_bounded() {
    let traffic = traffic();
    let service = recorded(&traffic, |_| json_response("{}"));
    let call = format!("{{\"id\":1,\"method\":\"{}\"}}", "m".repeat(200_000));
    let mut runtime = tokio_test::task::spawn(async {
        for _ in 0..200 {
            send(&service, post(call.clone())).await;
        }
    });
    // Outside a runtime, there are no background tasks.
    assert!(runtime.poll().is_ready());
    drop(runtime);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let notes = runtime.block_on(async {
        send(&service, post("{}")).await;
        let records = records(&traffic, 402).await;
        records.iter().filter_map(|record| record["note"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    });
    let behind = notes.iter().filter(|note| note.contains("faster than it could be read")).count();
    assert!((150..200).contains(&behind), "{behind}");
}
