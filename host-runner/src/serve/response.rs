//! Responses that come from the runner itself, not from a component.

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{Response, StatusCode};
use http_body::Body as _;

use super::body::ResponseBody;

/// A 503 for a request that finds the queue full, or that times out in it.
pub(crate) fn busy() -> Response<Bytes> {
    unavailable("Too many requests at once; try again.")
}

/// A 503 for a request that needs memory used by other instances.
pub(crate) fn short_of_memory() -> Response<Bytes> {
    unavailable("There is not enough memory for this request now; try again.")
}

/// A 503 for a request that arrives during shutdown.
pub(crate) fn closing() -> Response<Bytes> {
    let mut response = unavailable("The server is shutting down; try again.");
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn unavailable(message: &str) -> Response<Bytes> {
    let mut response = error(StatusCode::SERVICE_UNAVAILABLE, message);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// A 400 for a request with several `Host` headers, or with an invalid host (RFC 9112, section 3.2).
pub(crate) fn malformed() -> Response<Bytes> {
    error(
        StatusCode::BAD_REQUEST,
        "The request has several Host headers or an invalid one. Send one valid Host header.",
    )
}

/// A 500 for requests in a failed instance.
pub(crate) fn failed() -> Response<Bytes> {
    error(StatusCode::INTERNAL_SERVER_ERROR, "The component failed; see the server's log.")
}

/// A 504 for a request that timed out.
pub(crate) fn timed_out() -> Response<Bytes> {
    error(StatusCode::GATEWAY_TIMEOUT, "The component did not respond in time.")
}

/// The response to a readiness check: 200 or 503.
pub(crate) fn ready(ready: bool) -> Response<Bytes> {
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    json(status, format!("{{\"ready\":{ready}}}"))
}

/// A 405 for a readiness check with a method other than GET and HEAD.
pub(crate) fn not_allowed() -> Response<Bytes> {
    let mut response = error(StatusCode::METHOD_NOT_ALLOWED, "The readiness check supports only GET and HEAD.");
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

/// Removes the body from a response to HEAD, but keeps its length. Hyper does so in HTTP/1.1 only.
pub(crate) fn without_body(mut response: Response<ResponseBody>) -> Response<ResponseBody> {
    if let Some(length @ 1..) = response.body().size_hint().exact() {
        response.headers_mut().entry(header::CONTENT_LENGTH).or_insert_with(|| length.into());
    }
    response.map(|_| Bytes::new().into())
}

/// A JSON error. `message` is not escaped, so it must be valid inside a JSON string.
fn error(status: StatusCode, message: &str) -> Response<Bytes> {
    json(status, format!("{{\"error\":\"{message}\"}}"))
}

fn json(status: StatusCode, body: String) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
