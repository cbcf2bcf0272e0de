//! The form of the explorer's responses: headers, error JSON, and statuses with a fixed wording.
//!
//! An error is always `{"error": "…"}`, with a message for users that says what to do, if anything can be done.

use bytes::Bytes;
use http::header::{self, HeaderName, HeaderValue};
use http::{Method, Response, StatusCode};

use crate::backend::{Refusal, ToolsError};
use crate::body::ExplorerBody;
use crate::headers::{self, JSON};
use crate::model::ObjectWriter;

/// An explorer response.
pub(crate) type ExplorerResponse = Response<ExplorerBody>;

/// An endpoint's response, or an error response.
pub(super) type EndpointResult = Result<ExplorerResponse, ExplorerResponse>;

/// Requests a separate process for an origin, apart from other origins on the same site.
pub(super) const ORIGIN_AGENT_CLUSTER: HeaderName = HeaderName::from_static("origin-agent-cluster");

/// Creates a JSON response.
pub(super) fn json(status: StatusCode, body: impl Into<Bytes>) -> ExplorerResponse {
    let body = body.into();
    let length = body.len();
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    *response.headers_mut() = headers::of_whole(JSON, length);
    response
}

/// Creates an error response, `{"error": message}`.
pub(crate) fn error(status: StatusCode, message: &str) -> ExplorerResponse {
    let mut out = Vec::with_capacity(message.len() + 16);
    let mut object = ObjectWriter::begin(&mut out);
    object.string_member("error", message);
    object.end();
    json(status, out)
}

/// Creates a response that sends server-sent events as they occur.
pub(super) fn event_stream(events: impl Into<ExplorerBody>) -> ExplorerResponse {
    let mut response = Response::new(events.into());
    *response.headers_mut() = headers::of_stream("text/event-stream");
    response
}

/// Creates a 204 response, which has neither a body nor headers that describe one (RFC 9110, section 15.3.5).
pub(super) fn no_content() -> ExplorerResponse {
    let mut response = Response::new(Bytes::new().into());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Creates the 404 response for a path without an endpoint.
pub(super) fn not_found() -> ExplorerResponse {
    error(StatusCode::NOT_FOUND, "Not found.")
}

/// Creates the 404 response for a sign-in request when no sign-in is offered.
pub(super) fn no_sign_in() -> ExplorerResponse {
    let message = "The explorer offers no sign-in here. A program in Rust sets it up with `McpUiLayer::authorization`. \
                   Components cannot offer it, because they cannot send requests to an authorization server.";
    error(StatusCode::NOT_FOUND, message)
}

/// Creates the 400 response for a path whose name is not UTF-8.
pub(super) fn malformed_name() -> ExplorerResponse {
    error(StatusCode::BAD_REQUEST, "The tool's name in the path is not percent-encoded UTF-8.")
}

/// Creates the 404 response for a tool, with its decoded name.
pub(super) fn tool_not_found(name: &str) -> ExplorerResponse {
    error(StatusCode::NOT_FOUND, &format!("Tool not found: {name}"))
}

/// Creates the 404 response to GET on an action path, such as `…/tools/echo/call`. GET always asks for a tool's
/// details.
pub(super) fn post_only(name: &str) -> ExplorerResponse {
    error(StatusCode::NOT_FOUND, &format!("Tool not found: {name}. This path takes POST requests, not GET."))
}

/// Creates a 403 response. The message is the same whether all tools or only this one may not run.
pub(super) fn execution_disabled() -> ExplorerResponse {
    error(StatusCode::FORBIDDEN, "Tool execution is disabled.")
}

/// Creates a 401 response. The reason is only logged.
pub(super) fn unauthorized() -> ExplorerResponse {
    error(StatusCode::UNAUTHORIZED, "Unauthorized")
}

/// Creates a 405 response with the required `Allow` header (RFC 9110, section 15.5.6).
pub(super) fn method_not_allowed(allow: &'static str) -> ExplorerResponse {
    with_header(
        error(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed."),
        header::ALLOW,
        HeaderValue::from_static(allow),
    )
}

/// Creates a 503 response to a request that currently does not fit in memory.
pub(super) fn busy(message: &str) -> ExplorerResponse {
    with_header(error(StatusCode::SERVICE_UNAVAILABLE, message), header::RETRY_AFTER, HeaderValue::from_static("1"))
}

/// Returns whether a browser would handle a challenge itself, with a prompt or by single sign-on. The browser would
/// keep sending the credentials to this origin, even if another MCP server is behind it later.
///
/// A header may hold several challenges, so every word is compared.
fn is_for_browser(challenge: &HeaderValue) -> bool {
    let schemes = ["basic", "digest", "negotiate", "ntlm"];
    let words = challenge.as_bytes().split(|byte| byte.is_ascii_whitespace() || *byte == b',');
    words.into_iter().any(|word| schemes.iter().any(|scheme| word.eq_ignore_ascii_case(scheme.as_bytes())))
}

/// Returns a refusal's challenges that the page can answer.
pub(super) fn challenges(refusal: &Refusal) -> impl Iterator<Item = &HeaderValue> {
    refusal.www_authenticate.iter().filter(|value| !is_for_browser(value))
}

/// Converts a backend error into a response.
///
/// A refusal by the MCP server keeps its `Retry-After` and the challenges that the page can answer, such as `Bearer`.
pub(super) fn tools_error(failure: ToolsError) -> ExplorerResponse {
    let (status, message, refusal) = failure.into_parts();
    let mut response = error(status, &message);
    if let Some(refusal) = refusal {
        for value in challenges(&refusal) {
            response.headers_mut().append(header::WWW_AUTHENTICATE, value.clone());
        }
        if let Some(value) = refusal.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, value);
        }
    }
    response
}

pub(super) fn with_header(mut response: ExplorerResponse, name: HeaderName, value: HeaderValue) -> ExplorerResponse {
    response.headers_mut().insert(name, value);
    response
}

/// Removes the body from a response to HEAD. The headers, including `Content-Length`, are the same as for GET.
pub(super) fn for_method(method: &Method, mut response: ExplorerResponse) -> ExplorerResponse {
    if method == Method::HEAD {
        *response.body_mut() = Bytes::new().into();
    }
    response
}
