//! Event streams: only the event with the response changes, and nothing waits for it.

use std::convert::Infallible;

use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Request, Response};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use serde_json::json;
use tokio::sync::mpsc;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::uis::{AugmentBody, AugmentLayer};

use super::{AnyBody, catalog, request};

#[tokio::test]
async fn a_stream_of_known_length_gets_its_new_length() {
    const EVENTS: &str = "data: {\"id\":1,\"result\":{\"tools\":[{\"name\":\"list-databases\"}]}}\n\n";
    let server = service_fn(|_: Request<AugmentBody<AnyBody>>| async {
        let headers = [("content-type", "text/event-stream"), ("content-length", "63"), ("etag", "\"old\"")];
        let response = headers.into_iter().fold(Response::builder(), |all, (name, value)| all.header(name, value));
        Ok::<_, Infallible>(response.body(BodyExt::boxed(http_body_util::Full::from(EVENTS))).unwrap())
    });
    let list = request(true, "tools/list", &json!({}));
    let response = AugmentLayer::new(&catalog()).layer(server).oneshot(list).await.unwrap();
    let (head, body) = response.into_parts();
    let text = body.collect().await.unwrap().to_bytes();
    assert_eq!(head.headers["content-length"], text.len().to_string());
    assert_eq!(head.headers.get("etag"), None);
    assert!(text.len() > EVENTS.len() && text.ends_with(b"}]}}\n\n"), "{text:?}");
}

#[tokio::test]
async fn events_pass_as_they_arrive() {
    let (events, received) = mpsc::unbounded_channel::<&'static str>();
    let received = std::sync::Arc::new(std::sync::Mutex::new(Some(received)));
    let server = service_fn(move |_: Request<AugmentBody<AnyBody>>| {
        let received = received.lock().unwrap().take().unwrap();
        let frames = futures_util::stream::unfold(received, |mut received| async move {
            received.recv().await.map(|event| (Ok::<_, Infallible>(Frame::data(Bytes::from(event))), received))
        });
        let response = Response::builder().header("content-type", "text/event-stream");
        async move { Ok::<_, Infallible>(response.body(BodyExt::boxed(StreamBody::new(frames))).unwrap()) }
    });
    let list = request(true, "tools/list", &json!({}));
    let response = AugmentLayer::new(&catalog()).layer(server).oneshot(list).await.unwrap();
    let mut body = response.into_body().into_data_stream();
    let mut next = async |count: usize| {
        let mut text = String::new();
        for _ in 0..count {
            text.push_str(std::str::from_utf8(&body.next().await.unwrap().unwrap()).unwrap());
        }
        text
    };
    events.send(": ping\n\n").unwrap();
    assert_eq!(next(2).await, ": ping\n\n");
    let notification = "data: {\"method\":\"notifications/message\",\"params\":{}}\n\n";
    events.send("id: 7\ndata: {\"method\":\"notifi").unwrap();
    assert_eq!(next(1).await, "id: 7\n");
    events.send("cations/message\",\"params\":{}}\n\n").unwrap();
    assert_eq!(next(1).await, notification);
    events.send("event: message\nid: 8\ndata: {\"id\":1,\ndata: \"result\":{\"tools\":[{\"name\":\"list-databases\"}]}}\n\n").unwrap();
    let response = next(3).await;
    assert!(
        response.starts_with("event: message\nid: 8\ndata: {\"id\":1,\ndata: \"result\":{\"tools\":[{\"name\""),
        "{response}"
    );
    assert!(response.contains("resourceUri") && response.ends_with("}]}}\n\n"), "{response}");
    events.send("data: after\n\n").unwrap();
    assert_eq!(next(1).await, "data: after\n\n");
    drop(events);
    assert!(body.next().await.is_none());
}
