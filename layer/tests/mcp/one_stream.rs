//! The one event stream that a session may have, for messages that belong to no request.

use std::convert::Infallible;
use std::future::ready;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Method, Request, Response};
use serde_json::json;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::events::{CHANGED, LOG, data, follow};
use crate::support::script::{self, Explorer, Log, Seen, explorer, plain, result, text};

async fn call(explorer: &Explorer, tool: &str) -> Response<Bytes> {
    let call = Request::post("/explorer/rpc/tools/call").header("host", "localhost");
    script::send(explorer, call.body(Body::from(json!({ "params": { "name": tool } }).to_string())).unwrap()).await
}

fn follow_in_background(explorer: &Explorer, query: &'static str) -> JoinHandle<Response<Bytes>> {
    let explorer = explorer.clone();
    tokio::spawn(async move { follow(&explorer, query).await })
}

fn streamed(receiver: async_channel::Receiver<String>) -> Response<Body> {
    let events = Body::from_stream(receiver.map(Ok::<_, Infallible>));
    Response::builder().header("content-type", "text/event-stream").body(events).unwrap()
}

/// A server that allows one stream for each session, as the SDKs do. A call to its tool sends a log line and a change
/// notification on that stream.
fn with_one_stream() -> (Explorer, Log) {
    let stream: Arc<Mutex<Option<async_channel::Sender<String>>>> = Arc::default();
    explorer(move |seen: Seen| {
        let stream = Arc::clone(&stream);
        async move {
            match seen.method() {
                _ if seen.http == Method::GET => {
                    let mut open = stream.lock().unwrap();
                    if open.as_ref().is_some_and(|open| !open.is_closed()) {
                        return plain(409, "");
                    }
                    let (sender, receiver) = async_channel::unbounded();
                    *open = Some(sender);
                    streamed(receiver)
                }
                _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
                "initialize" => script::session(&seen, "s"),
                "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
                "resources/subscribe" | "resources/unsubscribe" => result(&seen, json!({})),
                "tools/call" => {
                    let open = stream.lock().unwrap().take().unwrap();
                    for message in [LOG, CHANGED] {
                        open.try_send(format!("data: {message}\n\n")).unwrap();
                    }
                    // The result must not overtake the messages on the other stream.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    result(&seen, json!({ "content": [] }))
                }
                _ => plain(202, ""),
            }
        }
    })
}

#[tokio::test]
async fn a_call_leaves_the_stream_that_is_followed_alone_and_gets_its_messages() {
    let (explorer, log) = with_one_stream();
    let called = async {
        log.wait_for_stream().await;
        call(&explorer, "t").await
    };
    let (followed, called) = tokio::join!(follow(&explorer, ""), called);
    let methods = |response: &Response<Bytes>| {
        let notifications = data(response, "notification").into_iter();
        notifications.map(|message| message["method"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(methods(&called), ["notifications/message"], "{}", text(&called));
    let expected = ["notifications/subscriptions/acknowledged", "notifications/tools/list_changed"];
    assert_eq!(methods(&followed), expected, "{}", text(&followed));
    assert_eq!(log.all().iter().filter(|seen| seen.http == Method::GET).count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_second_follower_is_refused_and_takes_nothing_from_the_first() {
    let (explorer, log) = with_one_stream();
    let first = follow_in_background(&explorer, "?resource=a");
    log.wait_for("resources/subscribe").await;
    let second = follow(&explorer, "?resource=b").await;
    assert!(text(&second).contains("allows only one event stream"), "{}", text(&second));
    assert!(log.of("resources/unsubscribe").is_empty(), "{:?}", log.methods());
    first.abort();
}

/// A server that allows one stream for each session, and refuses as many streams as `refusals` says. The tool `first`
/// responds when the tool `second` is called, which sends a log line on the next stream and then responds.
fn taking_turns(refusals: usize) -> (Explorer, Log) {
    let (first_may_end, refused) = (Arc::new(Notify::new()), Arc::new(AtomicUsize::new(0)));
    let (streams, opened) = async_channel::unbounded::<async_channel::Sender<String>>();
    explorer(move |seen: Seen| {
        let (first_may_end, refused) = (Arc::clone(&first_may_end), Arc::clone(&refused));
        let (streams, opened) = (streams.clone(), opened.clone());
        async move {
            match seen.method() {
                _ if seen.http == Method::GET => {
                    if refused.fetch_add(1, Ordering::SeqCst) < refusals {
                        return plain(409, "");
                    }
                    let (sender, receiver) = async_channel::unbounded();
                    streams.try_send(sender).unwrap();
                    streamed(receiver)
                }
                _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
                "initialize" => script::session(&seen, "s"),
                "tools/list" => result(&seen, json!({ "tools": [{ "name": "first" }, { "name": "second" }] })),
                "tools/call" if seen.message["params"]["name"] == "first" => {
                    first_may_end.notified().await;
                    result(&seen, json!({ "content": [] }))
                }
                "tools/call" => {
                    first_may_end.notify_one();
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    while let Ok(stream) = opened.recv().await {
                        // Fails if the first call has closed this stream.
                        if stream.try_send(format!("data: {LOG}\n\n")).is_ok() {
                            break;
                        }
                    }
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    result(&seen, json!({ "content": [] }))
                }
                _ => plain(202, ""),
            }
        }
    })
}

#[tokio::test(start_paused = true)]
async fn a_stream_is_requested_again_while_the_server_still_has_an_earlier_one() {
    for (refusals, is_heard) in [(0, true), (4, true), (5, false)] {
        let (explorer, log) = taking_turns(refusals);
        let begin = tokio::time::Instant::now();
        let called = tokio::time::timeout(Duration::from_secs(10), call(&explorer, "second")).await;
        assert_eq!(called.is_ok(), is_heard, "{refusals}");
        if let Ok(called) = called {
            assert_eq!(data(&called, "notification").len(), 1, "{refusals}: {}", text(&called));
            assert!(begin.elapsed() < Duration::from_millis(500), "{:?}", begin.elapsed());
        }
        let first = log.all().iter().position(|seen| seen.http == Method::GET).unwrap();
        let sent: Vec<_> = log.all()[first..].iter().map(|seen| seen.http.clone()).collect();
        let gets = refusals.min(4) + 1;
        assert!(sent[..gets].iter().all(|method| *method == Method::GET), "the call waits: {sent:?}");
        assert_eq!(sent[gets], Method::POST, "{sent:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_gets_the_stream_that_an_earlier_call_leaves() {
    let (explorer, log) = taking_turns(0);
    let second = async {
        log.wait_for("tools/call").await;
        call(&explorer, "second").await
    };
    let (_, second) = tokio::join!(call(&explorer, "first"), second);
    assert_eq!(data(&second, "notification").len(), 1, "{}", text(&second));
    assert_eq!(log.all().iter().filter(|seen| seen.http == Method::GET).count(), 2, "one after the other");
}

#[tokio::test(start_paused = true)]
async fn the_last_words_after_a_response_are_heard_for_a_moment() {
    for (milliseconds, is_heard) in [(5, true), (15, false)] {
        let (sender, receiver) = async_channel::unbounded();
        let (explorer, _) = explorer(move |seen: Seen| {
            ready(match seen.method() {
                _ if seen.http == Method::GET => streamed(receiver.clone()),
                _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
                "initialize" => script::session(&seen, "s"),
                "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
                "tools/call" => {
                    let sender = sender.clone();
                    tokio::spawn(async move {
                        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
                        sender.try_send(format!("data: {LOG}\n\n")).unwrap();
                    });
                    result(&seen, json!({ "content": [] }))
                }
                _ => plain(202, ""),
            })
        });
        let called = call(&explorer, "t").await;
        assert_eq!(data(&called, "notification").len(), usize::from(is_heard), "{}", text(&called));
        assert_eq!(data(&called, "result").len(), 1);
    }
}

/// A server that accepts a stream after 100 ms, and whose lists take 2 s. A call sends a log line on the newest stream.
fn slow() -> (Explorer, Log) {
    let newest: Arc<Mutex<Option<async_channel::Sender<String>>>> = Arc::default();
    explorer(move |seen: Seen| {
        let newest = Arc::clone(&newest);
        async move {
            match seen.method() {
                _ if seen.http == Method::GET => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    let (sender, receiver) = async_channel::unbounded();
                    *newest.lock().unwrap() = Some(sender);
                    streamed(receiver)
                }
                _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
                "initialize" => script::session(&seen, "s"),
                "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
                "prompts/list" => {
                    tokio::time::sleep(Duration::from_secs(2)).await;
                    result(&seen, json!({ "prompts": [] }))
                }
                "tools/call" => {
                    if let Some(stream) = &*newest.lock().unwrap() {
                        stream.try_send(format!("data: {LOG}\n\n")).unwrap();
                    }
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    result(&seen, json!({ "content": [] }))
                }
                _ => plain(202, ""),
            }
        }
    })
}

/// Returns the responses to a list and to a call that starts while the list is running.
async fn call_beside_a_list(explorer: &Explorer, log: &Log) -> (Response<Bytes>, Response<Bytes>) {
    let list = Request::post("/explorer/rpc/prompts/list").header("host", "localhost");
    let called = async {
        log.wait_for("prompts/list").await;
        call(explorer, "t").await
    };
    tokio::join!(script::send(explorer, list.body(Body::from("{}")).unwrap()), called)
}

#[tokio::test(start_paused = true)]
async fn a_call_waits_for_the_stream_that_another_request_opens() {
    let (explorer, log) = slow();
    let followed = follow_in_background(&explorer, "");
    log.wait_for_stream().await;
    let called = call(&explorer, "t").await;
    assert_eq!(data(&called, "notification").len(), 1, "{}", text(&called));
    assert_eq!(log.all().iter().filter(|seen| seen.http == Method::GET).count(), 1);
    followed.abort();
}

#[tokio::test(start_paused = true)]
async fn a_slow_list_does_not_make_the_server_late() {
    let (explorer, log) = slow();
    call_beside_a_list(&explorer, &log).await;
    let called = call(&explorer, "t").await;
    let sent: Vec<_> = log.all().iter().rev().take(2).map(|seen| seen.http.clone()).collect();
    assert_eq!((data(&called, "notification").len(), &sent[..]), (1, &[Method::POST, Method::GET][..]));
}

#[tokio::test(start_paused = true)]
async fn a_call_gets_the_messages_on_the_stream_of_a_list() {
    let (explorer, log) = slow();
    let (listed, called) = call_beside_a_list(&explorer, &log).await;
    assert_eq!((data(&listed, "notification").len(), data(&called, "notification").len()), (0, 1), "{}", text(&called));
}
