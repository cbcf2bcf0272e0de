//! What a request must fulfil before it is looked at: the right host, and no foreign web page behind it.

mod host;
mod site;

use http::header::{self, HeaderMap};
use http::request::Parts;
use http::uri::Authority;
use http::{Method, StatusCode, Uri};

pub(super) use self::host::{check_authority, check_host};
pub(super) use self::site::check_site;
use super::response::{self, ExplorerResponse};
use crate::config::McpUiConfig;
use crate::route::Route;

/// Returns whether a request is for the origin that is set aside for apps, by its target or by any `Host` header.
///
/// Every request passes here, so it allocates nothing.
#[inline]
pub(super) fn is_for_sandbox(config: &McpUiConfig, uri: &Uri, headers: &HeaderMap) -> bool {
    let Some(sandbox) = &config.sandbox_origin else { return false };
    let mut hosts = headers.get_all(header::HOST).iter().filter_map(|host| host.to_str().ok());
    uri.authority().is_some_and(|authority| sandbox.is_named_by(authority.as_str()))
        || hosts.any(|host| sandbox.is_named_by(host))
}

/// 404 for everything on the apps' own origin but the document that holds them.
pub(super) fn check_sandbox(request: &Parts, route: Route<'_>) -> Result<(), ExplorerResponse> {
    if route == Route::Sandbox {
        let reads = matches!(request.method, Method::GET | Method::HEAD);
        return if reads { Ok(()) } else { Err(response::method_not_allowed("GET, HEAD")) };
    }
    let message =
        "This host is set aside for apps by the setting `sandbox_origin`. The explorer answers on another one.";
    Err(response::error(StatusCode::NOT_FOUND, message))
}

/// 403 for an app that navigates its own frame to the sandbox document, with a policy of its choice in the query. The page
/// makes this request from the origin of the explorer; an app makes it from an opaque origin, or from the apps' own.
pub(super) fn check_sandbox_initiator(headers: &HeaderMap, is_apart: bool) -> Result<(), ExplorerResponse> {
    let is_page = |site: &[u8]| match site {
        b"none" => true,
        b"same-origin" => !is_apart,
        _ => is_apart,
    };
    if headers.get_all("sec-fetch-site").iter().all(|site| is_page(site.as_bytes())) {
        return Ok(());
    }
    let message = "The sandbox document is for the explorer's own page, which asks for it with the policy of an app.";
    Err(response::error(StatusCode::FORBIDDEN, message))
}

/// 403 for what is to be shown in a frame: nothing but an app's sandbox, and the page where it may be embedded. An app
/// that navigates its own frame gets no further.
pub(super) fn check_destination(
    config: &McpUiConfig,
    request: &Parts,
    route: Route<'_>,
) -> Result<(), ExplorerResponse> {
    let destinations = request.headers.get_all("sec-fetch-dest").iter();
    let framed = destinations.flat_map(|values| values.as_bytes().split(|&byte| byte == b',')).any(|destination| {
        matches!(destination.trim_ascii(), b"iframe" | b"frame" | b"embed" | b"object" | b"fencedframe")
    });
    let embeddable = route == Route::Page && config.frame_ancestors.is_some();
    if !framed || route == Route::Sandbox || embeddable {
        return Ok(());
    }
    let message = "This is not shown in a frame. The setting `frame_ancestors` says who may embed the page.";
    Err(response::error(StatusCode::FORBIDDEN, message))
}

/// The authority that the request is for (RFC 9110, section 7.1): of its target, else of its `Host` header.
pub(super) fn own_authority(request: &Parts) -> Option<Authority> {
    let host = |headers: &HeaderMap| Authority::try_from(headers.get(header::HOST)?.as_bytes()).ok();
    request.uri.authority().cloned().or_else(|| host(&request.headers))
}
