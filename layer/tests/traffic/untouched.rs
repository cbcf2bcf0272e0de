//! Requests and responses pass unchanged.

use std::convert::Infallible;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, Response};
use http_body::{Body as _, Frame};
use http_body_util::{BodyExt, Full, StreamBody};
use proptest::prelude::*;
use tokio_test::assert_pending;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::traffic::TrafficBody;
use tower_mcp_ui::{Traffic, TrafficSettings};
use tower_test::mock;

use super::{AnyBody, traffic};

#[tokio::test]
async fn it_is_ready_if_the_inner_service_is_ready() {
    let layer = traffic().layer();
    let (mut service, mut handle) =
        mock::spawn_with(move |mock: mock::Mock<Request<TrafficBody<Full<Bytes>>>, Response<Full<Bytes>>>| {
            layer.layer(mock)
        });
    handle.allow(0);
    assert_pending!(service.poll_ready());
    handle.allow(1);
    assert!(service.poll_ready().is_ready());
    let response = service.call(Request::post("/mcp").body(Full::default()).unwrap());
    handle.next_request().await.unwrap().1.send_error("broken");
    assert_eq!(response.await.unwrap_err().to_string(), "broken");
}

fn frames() -> impl Strategy<Value = Vec<Frame<Bytes>>> {
    let frame = prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 0..40).prop_map(|bytes| Ok::<_, ()>(Bytes::from(bytes))),
        2 => "(data: \\{\"id\":1\\}|\n\n|\r\n)".prop_map(|text| Ok(Bytes::from(text))),
        1 => Just(Err(())),
    ];
    prop::collection::vec(frame, 0..8).prop_map(|frames| {
        let trailers = || HeaderMap::from_iter([(http::header::ETAG, HeaderValue::from_static("x"))]);
        frames.into_iter().map(|frame| frame.map_or_else(|()| Frame::trailers(trailers()), Frame::data)).collect()
    })
}

/// Describes a frame as text.
fn described(frame: &Frame<Bytes>) -> String {
    frame.data_ref().map_or_else(|| format!("{:?}", frame.trailers_ref()), |data| format!("{data:?}"))
}

proptest! {
    #[test]
    fn frames_pass_as_they_are(frames in frames(), kind in "(application/json|text/event-stream|)", limit in 0_usize..50) {
        let expected: Vec<_> = frames.iter().map(described).collect();
        let traffic = Traffic::new(TrafficSettings::new().message_bytes(limit));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let seen: Vec<String> = runtime.block_on(async move {
            let echo = service_fn(async |request: Request<TrafficBody<AnyBody>>| {
                let kind = request.headers()["content-type"].clone();
                let mut response = Response::new(request.into_body());
                response.headers_mut().insert("content-type", kind);
                Ok::<_, Infallible>(response)
            });
            let body = BodyExt::boxed(StreamBody::new(futures_util::stream::iter(frames.into_iter().map(Ok))));
            let request = Request::post("/mcp").header("content-type", kind).body(body).unwrap();
            let mut body = traffic.layer().layer(echo).oneshot(request).await.unwrap().into_body();
            let mut seen = Vec::new();
            while let Some(Ok(frame)) = body.frame().await {
                seen.push(described(&frame));
            }
            seen
        });
        prop_assert_eq!(seen, expected);
    }
}

#[tokio::test]
async fn size_hints_are_those_of_the_original_body() {
    let inner = service_fn(async |request: Request<TrafficBody<Full<Bytes>>>| {
        assert_eq!(request.body().size_hint().exact(), Some(3));
        Ok::<_, Infallible>(Response::new(Full::<Bytes>::from("12345")))
    });
    let request = Request::post("/mcp").body(Full::<Bytes>::from("123")).unwrap();
    let response = traffic().layer().layer(inner).oneshot(request).await.unwrap();
    assert_eq!((response.body().size_hint().exact(), response.body().is_end_stream()), (Some(5), false));
}
