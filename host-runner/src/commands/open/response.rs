//! The listener's own responses.

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use mcp_ui_host::ServerBody;

pub(in crate::commands) fn text(status: StatusCode, text: &str) -> Response<ServerBody> {
    let mut response = of_type("text/plain; charset=utf-8", format!("{text}\n"));
    *response.status_mut() = status;
    mcp_ui_host::origin::protect(response.headers_mut());
    response
}

/// An error in the explorer page's format.
pub(in crate::commands) fn error(status: StatusCode, message: &str) -> Response<ServerBody> {
    let mut response = tower_mcp_ui::embedding::error_response(status, message);
    mcp_ui_host::origin::protect(response.headers_mut());
    response.map(|body| body.map_err(Into::into).boxed_unsync())
}

/// The refusal for a method. `allowed` lists the permitted methods, such as `GET, POST`.
pub(super) fn method_not_allowed(allowed: &'static str) -> Response<ServerBody> {
    let mut refusal = error(StatusCode::METHOD_NOT_ALLOWED, &format!("Use {allowed}."));
    refusal.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    refusal
}

/// Redirects from `/` to the only explorer.
pub(in crate::commands) fn explorer_is_at(path: &'static str) -> Response<ServerBody> {
    let mut response = text(StatusCode::FOUND, &format!("The explorer is at {path}."));
    response.headers_mut().insert(header::LOCATION, HeaderValue::from_static(path));
    response
}

pub(super) fn not_found() -> Response<ServerBody> {
    text(StatusCode::NOT_FOUND, "Not found. The explorer is at /explorer, the MCP endpoint at /mcp.")
}

/// A JSON response for the page.
pub(super) fn json(text: String) -> Response<ServerBody> {
    let mut response = of_type("application/json", text);
    mcp_ui_host::origin::protect(response.headers_mut());
    response
}

pub(in crate::commands) fn of_type(content_type: &'static str, body: String) -> Response<ServerBody> {
    let body = Full::new(Bytes::from(body)).map_err(|never| match never {});
    let mut response = Response::new(body.boxed_unsync());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}
