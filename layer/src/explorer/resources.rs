//! `GET {prefix}/resources`, `…/resources/templates` and `…/resources/read`: a backend's resources, as MCP objects.
//!
//! Although these endpoints only read, they check the host as strictly as calls do: a resource can hold anything that
//! the caller may read, and a web page must not get it through DNS rebinding.

use http::StatusCode;

use super::response::{self, EndpointResult};
use super::{Conditional, Explorer, app_hash};
use crate::backend::{Backend, Listing, RequestParts};
use crate::model::{HashedJson, RawJson};

/// Handles `GET {prefix}/resources` and `GET {prefix}/resources/templates`: a JSON array of MCP objects.
pub(super) async fn list(
    explorer: &Explorer,
    request: &RequestParts,
    listing: Listing,
    backend: &dyn Backend,
) -> EndpointResult {
    let items = explorer
        .request_backend("list its resources", backend.resources(listing, RequestParts::clone(request)))
        .await?;
    let items: Vec<_> = items.iter().map(RawJson::get).collect();
    Ok(Conditional::json(HashedJson::new(format!("[{}]", items.join(",")))).respond(&request.headers))
}

/// Handles `GET {prefix}/resources/read?uri={uri}`: the unchanged MCP `ReadResourceResult`.
///
/// 400 without a URI, 404 for an unknown URI, and 403 for an app that the configuration does not allow.
pub(super) async fn read(explorer: &Explorer, request: &RequestParts, backend: &dyn Backend) -> EndpointResult {
    let query = request.uri.query().unwrap_or_default();
    let uri = form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == "uri").map(|(_, uri)| uri.into_owned());
    let missing = "Missing query parameter `uri` (percent-encoded).";
    let uri = uri.filter(|uri| !uri.is_empty()).ok_or_else(|| response::error(StatusCode::BAD_REQUEST, missing))?;
    let read =
        explorer.request_backend("read a resource", backend.read(uri.clone(), RequestParts::clone(request))).await?;
    let not_found = || response::error(StatusCode::NOT_FOUND, &format!("Resource not found: {uri}"));
    let read = read.ok_or_else(not_found)?.to_json();
    let hashes = app_hash::check(&explorer.config.apps, &read)?;
    let mut representation = Conditional::json(HashedJson::new(read));
    if let Some(hashes) = hashes {
        representation = representation.with(app_hash::HEADER, hashes);
    }
    Ok(representation.respond(&request.headers))
}
