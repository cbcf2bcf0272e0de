//! The HTTP step: the first response at the URL's path.

use std::time::Duration;

use http::header::{self, HeaderMap};
use http::{Response, StatusCode, Uri};

use super::{Problem, Seen};
use crate::connect::UpstreamError;
use crate::upstream::{HttpServer, discover_request};

/// The access that the first response grants or denies.
pub(super) enum Access {
    Granted,
    /// The server wants credentials, or different ones, and says so in these headers.
    Refused(StatusCode, HeaderMap),
}

/// Sends a request without side effects.
pub(super) async fn first_request(server: &HttpServer, limit: Duration) -> (Option<Access>, Seen) {
    let failed = |problem, text: String, next: &str| (None, Seen::failed(problem, text, next));
    match tokio::time::timeout(limit, server.send(discover_request())).await {
        Err(_) => failed(
            Problem::Unreachable,
            format!("{} did not respond within {} s.", UpstreamError::shown(&server.url()), limit.as_secs_f64()),
            "Allow more with --init-timeout, and check the server's log.",
        ),
        Ok(Err(error)) if error.is_redirect() => {
            failed(Problem::BadResponse, error.to_string(), "Examine the URL that the server redirects to.")
        }
        Ok(Err(error)) => failed(
            Problem::Unreachable,
            error.to_string(),
            "The server at this port might not use HTTP. Check the URL.",
        ),
        Ok(Ok(response)) => judge(&response, &server.url()),
    }
}

fn judge<B>(response: &Response<B>, url: &Uri) -> (Option<Access>, Seen) {
    let (status, headers) = (response.status(), response.headers());
    let text = |name| headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok());
    let content_type = text(header::CONTENT_TYPE).unwrap_or("no content type");
    let is_page = content_type.starts_with("text/html");
    let is_mcp = ["application/json", "text/event-stream"].iter().any(|kind| content_type.starts_with(kind));
    let answers = format!("The server responded with {status} ({content_type}).");
    let failed = |text: String, next: String| (None, Seen::failed(Problem::BadResponse, text, next));
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            (Some(Access::Refused(status, headers.clone())), Seen::ok(answers))
        }
        // 301, 302, 303, 307 and 308 with a URL have been followed before this check, or have become errors.
        status if status.is_redirection() => {
            failed(format!("{answers} That is a redirect without a URL."), "Check the URL.".to_owned())
        }
        _ if is_page => failed(
            format!("{answers} That is a web page, not MCP."),
            format!("Check the port and the path, {}. The path of MCP endpoints is often /mcp.", url.path()),
        ),
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED if !is_mcp => {
            let next = format!(
                "If the next step fails, check the path, {}: the MCP endpoint is often /mcp. Some old servers have \
                 /sse.",
                url.path()
            );
            (Some(Access::Granted), Seen::warning(answers, next))
        }
        status if status.is_server_error() => {
            let next = "If the next step fails, check the server's log.";
            (Some(Access::Granted), Seen::warning(answers, next))
        }
        _ => (Some(Access::Granted), Seen::ok(answers)),
    }
}
