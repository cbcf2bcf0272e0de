use axum::body::Body;
use http::{Response, StatusCode};

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
