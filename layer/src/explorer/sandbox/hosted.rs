//! `GET {prefix}/ui/{name}`: the catalog's UI documents, for other hosts.

use bytes::Bytes;
use http::HeaderMap;
use http::header::{self, HeaderValue};
use http::request::Parts;

use super::{DENIED_FEATURES, PERMISSIONS_POLICY};
use crate::app_policy::{CspDecision, ExplorerOrigin, Frame};
use crate::catalog::RUNTIME;
use crate::explorer::response::{self, EndpointResult};
use crate::explorer::{Conditional, Explorer, guard};
use crate::headers::CROSS_ORIGIN_RESOURCE_POLICY;

/// Handles `GET {prefix}/ui/{name}`: a UI's document, whatever the query.
///
/// The `sandbox` directive in the document's policy gives it an opaque origin, whether framed or in its own tab.
/// Without the directive, the document would have the explorer's origin, and could call tools.
pub(in crate::explorer) fn document(explorer: &Explorer, request: &Parts, name: &str) -> EndpointResult {
    let contents = explorer.config.uis.as_ref().ok_or_else(response::not_found)?.contents();
    let entry = contents.named(name).ok_or_else(response::not_found)?;
    let origins: Vec<_> = guard::authority_of(request).iter().map(ExplorerOrigin::of_authority).collect();
    let ancestors = explorer.config.uis_ancestors.clone();
    let decision = CspDecision::of(entry.csp().as_ref(), &origins);
    let policy = decision.policy(&Frame { page: None, relaxed: false, ancestors });
    let identity = format!("{policy}{}", entry.uri);
    let policy = HeaderValue::try_from(policy).expect("every source is visible ASCII");
    let document = Bytes::from(entry.html.clone());
    let document = Conditional::with_identity(document, "text/html; charset=utf-8", &identity)
        .with(header::CONTENT_SECURITY_POLICY, policy)
        .with(PERMISSIONS_POLICY, HeaderValue::from_static(DENIED_FEATURES))
        .with(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Ok(shared(explorer, document, &request.headers))
}

/// Handles `GET {prefix}/ui/runtime.js`.
pub(in crate::explorer) fn runtime(explorer: &Explorer, request: &Parts) -> EndpointResult {
    if explorer.config.uis.is_none() {
        return Err(response::not_found());
    }
    let script = Bytes::from_static(RUNTIME.as_bytes());
    let script = Conditional::with_identity(script, "text/javascript; charset=utf-8", RUNTIME);
    Ok(shared(explorer, script, &request.headers))
}

/// Responds with a UI or a script. Pages from any origin may load it, since it contains no tool data.
fn shared(
    explorer: &Explorer,
    mut representation: Conditional,
    request: &HeaderMap,
) -> crate::explorer::ExplorerResponse {
    representation = representation.with(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    if explorer.config.uis_ancestors == "*" {
        representation = representation.with(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    representation.respond(request)
}
