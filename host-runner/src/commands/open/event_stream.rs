//! Server-sent events for the page.

use std::convert::Infallible;

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _};
use http::Response;
use http::header::{self, HeaderValue};
use http_body::Frame;
use http_body_util::{BodyExt as _, StreamBody};
use mcp_ui_host::ServerBody;
use serde::Serialize;

/// An event with one line of JSON data.
pub(super) fn event(name: &str, id: Option<&str>, data: &impl Serialize) -> Bytes {
    let id = id.map(|id| format!("id: {id}\n")).unwrap_or_default();
    let data = serde_json::to_string(data).expect("events have only numbers, strings, lists and objects");
    Bytes::from(format!("event: {name}\n{id}data: {data}\n\n"))
}

/// A response that streams these events.
pub(super) fn response(events: impl Stream<Item = Bytes> + Send + 'static) -> Response<ServerBody> {
    let frames = events.map(|event| Ok::<_, Infallible>(Frame::data(event)));
    let body = StreamBody::new(frames).map_err(|never| match never {}).boxed_unsync();
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response
}
