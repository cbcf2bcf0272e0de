use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Method, Response, StatusCode};

use crate::backend::{Refusal, ToolsError};
use crate::model::ObjectWriter;

/// An answer of the explorer: whole, and known in its length.
pub(crate) type ExplorerResponse = Response<Bytes>;

/// An answer, or the refusal that is given in its place.
pub(super) type EndpointResult = Result<ExplorerResponse, ExplorerResponse>;

/// Keeps other origins from loading a response as an image, script or the like, from where a side channel could read it.
pub(super) const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Gives an origin a process of its own, apart from the other origins of its site, where the browser can.
pub(super) const ORIGIN_AGENT_CLUSTER: HeaderName = HeaderName::from_static("origin-agent-cluster");

pub(super) const JSON: &str = "application/json";

/// The headers that every answer carries.
pub(super) fn described(content_type: &'static str, length: usize) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(16);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CONTENT_LENGTH, length.into());
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    headers
}

pub(super) fn json(status: StatusCode, body: impl Into<Bytes>) -> ExplorerResponse {
    let body = body.into();
    let length = body.len();
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    *answer.headers_mut() = described(JSON, length);
    answer
}

/// An answer as the explorer's are, to what it does not answer itself: `{"error": message}`, the form of every failure
/// that is not a tool's own.
///
/// ```
/// let answer = tower_mcp_ui::error_answer(http::StatusCode::NOT_FOUND, "Not found.");
/// assert_eq!(answer.body(), r#"{"error":"Not found."}"#);
/// ```
pub fn error(status: StatusCode, message: &str) -> ExplorerResponse {
    let mut out = Vec::with_capacity(message.len() + 16);
    let mut object = ObjectWriter::begin(&mut out);
    object.string_member("error", message);
    object.end();
    json(status, out)
}

pub(super) fn not_found() -> ExplorerResponse {
    error(StatusCode::NOT_FOUND, "Not found.")
}

pub(super) fn tool_not_found(name: &str) -> ExplorerResponse {
    error(StatusCode::NOT_FOUND, &format!("Tool not found: {name}"))
}

pub(super) fn execution_disabled() -> ExplorerResponse {
    error(StatusCode::FORBIDDEN, "Tool execution is disabled.")
}

/// Exactly this body: why the hook refused is for the log alone.
pub(super) fn unauthorized() -> ExplorerResponse {
    error(StatusCode::UNAUTHORIZED, "Unauthorized")
}

pub(super) fn method_not_allowed(allow: &'static str) -> ExplorerResponse {
    with_header(
        error(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed."),
        header::ALLOW,
        HeaderValue::from_static(allow),
    )
}

/// 503 for a request that there is no memory for at the moment.
pub(super) fn busy(message: &str) -> ExplorerResponse {
    with_header(error(StatusCode::SERVICE_UNAVAILABLE, message), header::RETRY_AFTER, HeaderValue::from_static("1"))
}

/// Returns `true` for a challenge that a browser would answer by itself, with a prompt or by single sign-on, and whose
/// credentials it would go on sending to this origin, whichever MCP server is behind it then.
fn asks_browser(challenge: &HeaderValue) -> bool {
    let schemes = ["basic", "digest", "negotiate", "ntlm"];
    let words = challenge.as_bytes().split(|byte| byte.is_ascii_whitespace() || *byte == b',');
    words.into_iter().any(|word| schemes.iter().any(|scheme| word.eq_ignore_ascii_case(scheme.as_bytes())))
}

/// What becomes of a failure of the source of the tools.
pub(super) fn tools_error(failure: ToolsError) -> ExplorerResponse {
    let (status, message, refusal) = failure.into_parts();
    let mut answer = error(status, &message);
    if let Some(Refusal { www_authenticate, retry_after, .. }) = refusal {
        for value in www_authenticate.into_iter().filter(|value| !asks_browser(value)) {
            answer.headers_mut().append(header::WWW_AUTHENTICATE, value);
        }
        if let Some(value) = retry_after {
            answer.headers_mut().insert(header::RETRY_AFTER, value);
        }
    }
    answer
}

pub(super) fn with_header(mut answer: ExplorerResponse, name: HeaderName, value: HeaderValue) -> ExplorerResponse {
    answer.headers_mut().insert(name, value);
    answer
}

/// The answer to HEAD: the headers of GET, its length included, and no body.
pub(super) fn for_method(method: &Method, mut answer: ExplorerResponse) -> ExplorerResponse {
    if method == Method::HEAD {
        *answer.body_mut() = Bytes::new();
    }
    answer
}
