use axum::body::Body;
use http::{HeaderMap, Response, StatusCode};

use crate::refusal;

/// Refuses all paths except that of the endpoint.
pub(crate) fn check_path(path: &str, endpoint: &str) -> Result<(), Response<Body>> {
    if path == endpoint {
        return Ok(());
    }
    let text = format!(
        "Not found. The proxy forwards only {endpoint}, the path of --upstream; the explorer is at /explorer.\n"
    );
    Err(refusal::text(StatusCode::NOT_FOUND, text))
}

/// Refuses requests whose response a browser would use in the explorer's origin as a document, a worker or a script.
/// Allows those of `fetch`, `XMLHttpRequest` and `EventSource`, and of clients other than browsers.
pub(crate) fn check_purpose(headers: &HeaderMap) -> Result<(), Response<Body>> {
    let allowed: [(&str, &[&str]); 3] =
        [("sec-fetch-dest", &["empty"]), ("sec-fetch-mode", &["cors", "same-origin"]), ("service-worker", &[])];
    for (name, allowed) in allowed {
        for value in headers.get_all(name) {
            if !allowed.iter().any(|allowed| value == allowed) {
                let text = format!(
                    "The MCP endpoint refuses {name}: {value:?}. It is for MCP clients; in browsers, use fetch, \
                     XMLHttpRequest or EventSource. The explorer is at /explorer.\n"
                );
                return Err(refusal::text(StatusCode::FORBIDDEN, text));
            }
        }
    }
    Ok(())
}
