//! The runner's own answers, where no instance gives one.

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{Response, StatusCode};
use http_body::Body as _;

use crate::body::ResponseBody;

/// What a request gets that nothing can run.
pub(crate) fn busy() -> Response<Bytes> {
    unavailable("Too many requests at once; try again.")
}

/// The response to a request for which there is not enough memory, as long as other instances have theirs.
pub(crate) fn short_of_memory() -> Response<Bytes> {
    unavailable("There is not enough memory for this request now; try again.")
}

/// What a request gets that comes while the server shuts down.
pub(crate) fn closing() -> Response<Bytes> {
    let mut answer = unavailable("The server shuts down; try again.");
    answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    answer
}

fn unavailable(message: &str) -> Response<Bytes> {
    let mut answer = error(StatusCode::SERVICE_UNAVAILABLE, message);
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    answer
}

/// What a request gets that says in no usable way whom it is for (RFC 9112, section 3.2).
pub(crate) fn malformed() -> Response<Bytes> {
    error(StatusCode::BAD_REQUEST, "The request needs one valid host.")
}

/// What the requests of an instance get that has failed.
pub(crate) fn failed() -> Response<Bytes> {
    error(StatusCode::INTERNAL_SERVER_ERROR, "The component failed; the log says more.")
}

/// What a request gets that takes too long.
pub(crate) fn timed_out() -> Response<Bytes> {
    error(StatusCode::GATEWAY_TIMEOUT, "The component did not answer in time.")
}

/// The readiness of the server.
pub(crate) fn ready(ready: bool) -> Response<Bytes> {
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    json(status, format!("{{\"ready\":{ready}}}"))
}

/// What a request gets that wants more of the readiness than to read it.
pub(crate) fn not_allowed() -> Response<Bytes> {
    let mut answer = error(StatusCode::METHOD_NOT_ALLOWED, "The readiness can only be read.");
    answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    answer
}

/// An answer to HEAD, which says how long the body would be: hyper leaves bodies out of these in HTTP/1.1 only.
pub(crate) fn without_body(mut answer: Response<ResponseBody>) -> Response<ResponseBody> {
    if let Some(length @ 1..) = answer.body().size_hint().exact() {
        answer.headers_mut().entry(header::CONTENT_LENGTH).or_insert_with(|| length.into());
    }
    answer.map(|_| Bytes::new().into())
}

/// `message` must need no escapes in JSON.
fn error(status: StatusCode, message: &str) -> Response<Bytes> {
    json(status, format!("{{\"error\":\"{message}\"}}"))
}

fn json(status: StatusCode, body: String) -> Response<Bytes> {
    let mut answer = Response::new(Bytes::from(body));
    *answer.status_mut() = status;
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer
}
