use axum::body::Body;
use http::header::{self, HeaderValue};
use http::{Response, StatusCode};

/// A plain-text error response of the proxy itself.
pub(crate) fn text(status: StatusCode, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}
