//! Guards that check a request's host, origin and destination before it is handled.
//!
//! A browser sends requests from any web page to any address it can reach, so the explorer must tell its own page from
//! other pages. Each guard prevents one attack:
//!
//! - `host`: a web page makes its host name resolve to this machine (DNS rebinding).
//! - `site`: a web page sends a POST to the explorer (cross-site request forgery, CSRF).
//! - `check_destination`: a page frames the explorer and guides the user's clicks (clickjacking), or an app navigates
//!   its own frame to the explorer.
//! - `check_sandbox` and `check_sandbox_initiator`: an app misuses its sandbox's origin or document.
//!
//! The guards rely on headers that browsers set and web pages cannot forge. Other clients can send any headers; the
//! auth hook protects against such clients.

mod host;
mod site;

use http::header::{self, HeaderMap, HeaderName};
use http::request::Parts;
use http::uri::Authority;
use http::{StatusCode, Uri};

pub(super) use self::host::{check_authority, check_host};
pub(super) use self::site::check_site;
use super::response::{self, ExplorerResponse};
use crate::config::McpUiConfig;
use crate::endpoint::{Endpoint, Matched, Mismatch, Permission};
use crate::setting::Setting;

/// The relation between the requesting page and the request's target.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The page element that makes the request.
const DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Returns whether a request is for the sandbox origin, according to its target or any `Host` header.
///
/// Runs for every request, so it allocates nothing.
#[inline]
pub(super) fn is_for_sandbox(config: &McpUiConfig, uri: &Uri, headers: &HeaderMap) -> bool {
    let Some(sandbox) = &config.sandbox_origin else { return false };
    let mut hosts = headers.get_all(header::HOST).iter().filter_map(|host| host.to_str().ok());
    uri.authority().is_some_and(|authority| sandbox.is_named_by(authority.as_str()))
        || hosts.any(|host| sandbox.is_named_by(host))
}

/// Refuses everything on the sandbox origin with 404, except the sandbox document.
pub(super) fn check_sandbox(matched: Matched<'_>) -> Result<(), ExplorerResponse> {
    match (matched.endpoint, matched.permission) {
        (Ok(Endpoint::Sandbox), _) => Ok(()),
        (Err(Mismatch::MethodNotAllowed(allow)), Permission::Frame) => Err(response::method_not_allowed(allow)),
        _ => {
            let message = format!(
                "This host is reserved for apps by the setting {}. Open the explorer at its own host.",
                Setting::SANDBOX_ORIGIN
            );
            Err(response::error(StatusCode::NOT_FOUND, &message))
        }
    }
}

/// Refuses a request with 403 if an app navigates its own frame to the sandbox document, with a policy of its choice in
/// the query. The page makes this request from the explorer's origin; an app makes it from an opaque origin or the
/// sandbox origin.
///
/// `is_apart` is true if the document is on the sandbox origin, so that the page's request is cross-origin. A request
/// without `Sec-Fetch-Site` passes: its browser does not support Fetch Metadata, or omits it over plain HTTP.
pub(super) fn check_sandbox_initiator(headers: &HeaderMap, is_apart: bool) -> Result<(), ExplorerResponse> {
    let is_page = |site: &[u8]| match site {
        b"none" => true,
        b"same-origin" => !is_apart,
        _ => is_apart,
    };
    if headers.get_all(SITE).iter().all(|site| is_page(site.as_bytes())) {
        return Ok(());
    }
    let message = "Only the explorer's page may load the sandbox document.";
    Err(response::error(StatusCode::FORBIDDEN, message))
}

/// Refuses framed requests with 403, so that an app cannot navigate its frame to the explorer. Exceptions are the
/// sandbox document, the catalog's UI documents, and the page if it may be embedded.
pub(super) fn check_destination(
    config: &McpUiConfig,
    request: &Parts,
    permission: Permission,
) -> Result<(), ExplorerResponse> {
    let destinations = request.headers.get_all(DESTINATION).iter();
    let framed = destinations.flat_map(|values| values.as_bytes().split(|&byte| byte == b',')).any(|destination| {
        matches!(destination.trim_ascii(), b"iframe" | b"frame" | b"embed" | b"object" | b"fencedframe")
    });
    let may_be_framed = match permission {
        Permission::Frame => true,
        Permission::Page => config.frame_ancestors.is_some(),
        _ => false,
    };
    if !framed || may_be_framed {
        return Ok(());
    }
    let lists = |name| format!(" The setting {name} lists who may embed the page.");
    let lists = config.setting_names.hint(Setting::FRAME_ANCESTORS, lists);
    let message = format!("The explorer cannot be shown in a frame.{lists}");
    Err(response::error(StatusCode::FORBIDDEN, &message))
}

/// Returns a request's authority (RFC 9110, section 7.1), from its target or else from its `Host` header.
pub(super) fn authority_of(request: &Parts) -> Option<Authority> {
    let host = |headers: &HeaderMap| Authority::try_from(headers.get(header::HOST)?.as_bytes()).ok();
    request.uri.authority().cloned().or_else(|| host(&request.headers))
}
