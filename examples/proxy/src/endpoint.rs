use axum::body::Body;
use http::{HeaderMap, Response, StatusCode};

use crate::refusal;

/// Refuses every path but that of the endpoint.
pub(crate) fn check_path(path: &str, endpoint: &str) -> Result<(), Response<Body>> {
    if path == endpoint {
        return Ok(());
    }
    let text = format!(
        "Nothing is here. The proxy passes on {endpoint} alone, the path of --upstream; the explorer is at /explorer.\n"
    );
    Err(refusal::text(StatusCode::NOT_FOUND, text))
}

/// Refuses requests whose response a browser would make a part of the explorer's origin: a document, a worker, a script.
/// The requests that remain are those of `fetch`, `XMLHttpRequest` and `EventSource`, and of clients other than browsers.
pub(crate) fn check_purpose(headers: &HeaderMap) -> Result<(), Response<Body>> {
    let allowed: [(&str, &[&str]); 3] =
        [("sec-fetch-dest", &["empty"]), ("sec-fetch-mode", &["cors", "same-origin"]), ("service-worker", &[])];
    for (name, allowed) in allowed {
        for value in headers.get_all(name) {
            if !allowed.iter().any(|allowed| value == allowed) {
                let text = format!(
                    "The MCP endpoint is not for {name}: {value:?}. It answers MCP clients, in browsers only fetch, \
                     XMLHttpRequest and EventSource. The explorer is at /explorer.\n"
                );
                return Err(refusal::text(StatusCode::FORBIDDEN, text));
            }
        }
    }
    Ok(())
}
