//! What a request must fulfil before it is looked at: the right host, and no foreign web page behind it.

use http::header::{self, HeaderMap};
use http::request::Parts;
use http::uri::Authority;
use http::{Method, StatusCode, Uri};

use super::answer::{self, Answer};
use crate::config::{McpUiConfig, Origin};
use crate::route::Route;

/// 421 for a request under a name that is not ours (DNS rebinding).
///
/// What a resource holds is worth as much care as what a tool does. A request without any host comes from no browser,
/// and passes.
pub(super) fn check_host(config: &McpUiConfig, request: &Parts, route: Route<'_>) -> Result<(), Answer> {
    let reads = matches!(route, Route::Resources | Route::ResourceTemplates | Route::Resource);
    let strict = reads || config.execution.is_enabled();
    if !config.hosts.restrict(strict) {
        return Ok(());
    }
    let refuse = |host: &str| {
        let message = format!(
            "The explorer does not answer for the host {host:?}. Add the host to the setting `hosts`, or use one that is listed."
        );
        Err(answer::error(StatusCode::MISDIRECTED_REQUEST, &message))
    };
    if let Some(authority) = request.uri.authority().filter(|host| !config.hosts.allow(host, strict)) {
        return refuse(authority.as_str());
    }
    for host in request.headers.get_all(header::HOST) {
        if config.hosts.allow_plainly(host.as_bytes(), strict) {
            continue;
        }
        let authority = Authority::try_from(host.as_bytes());
        if !authority.is_ok_and(|host| config.hosts.allow(&host, strict)) {
            return refuse(&String::from_utf8_lossy(host.as_bytes()));
        }
    }
    Ok(())
}

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
pub(super) fn check_sandbox(request: &Parts, route: Route<'_>) -> Result<(), Answer> {
    if route == Route::Sandbox {
        let reads = matches!(request.method, Method::GET | Method::HEAD);
        return if reads { Ok(()) } else { Err(answer::method_not_allowed("GET, HEAD")) };
    }
    let message =
        "This host is set aside for apps by the setting `sandbox_origin`. The explorer answers on another one.";
    Err(answer::error(StatusCode::NOT_FOUND, message))
}

/// 403 for what is to be shown in a frame: nothing but an app's sandbox, and the page where it may be embedded. An app
/// that navigates its own frame gets no further.
pub(super) fn check_destination(config: &McpUiConfig, request: &Parts, route: Route<'_>) -> Result<(), Answer> {
    let framed = request.headers.get("sec-fetch-dest").is_some_and(|destination| {
        matches!(destination.as_bytes(), b"iframe" | b"frame" | b"embed" | b"object" | b"fencedframe")
    });
    let embeddable = route == Route::Page && config.frame_ancestors.is_some();
    if !framed || route == Route::Sandbox || embeddable {
        return Ok(());
    }
    let message = "This is not shown in a frame. The setting `frame_ancestors` says who may embed the page.";
    Err(answer::error(StatusCode::FORBIDDEN, message))
}

/// 403 for a POST that a foreign web page has sent (cross-site request forgery).
pub(super) fn check_site(config: &McpUiConfig, request: &Parts) -> Result<(), Answer> {
    let headers = &request.headers;
    let origin = headers.get(header::ORIGIN);
    let parsed = origin.and_then(|origin| Origin::parse(origin.to_str().ok()?));
    if parsed.as_ref().is_some_and(|origin| config.trusted_origins.contains(origin)) {
        return Ok(());
    }
    let same_site = match headers.get("sec-fetch-site") {
        Some(site) => matches!(site.as_bytes(), b"same-origin" | b"none"),
        None if origin.is_none() => true,
        None => parsed.is_some_and(|origin| own_authority(request).is_some_and(|own| origin.is_authority(&own))),
    };
    if same_site {
        return Ok(());
    }
    let from = origin.map_or("another site".into(), |origin| String::from_utf8_lossy(origin.as_bytes()));
    let message = format!(
        "A request from {from} is refused, since it is not the explorer's own page. Add the origin to the setting `trusted_origins` to allow it."
    );
    Err(answer::error(StatusCode::FORBIDDEN, &message))
}

/// The authority that the request is for (RFC 9110, section 7.1): of its target, else of its `Host` header.
pub(super) fn own_authority(request: &Parts) -> Option<Authority> {
    let host = |headers: &HeaderMap| Authority::try_from(headers.get(header::HOST)?.as_bytes()).ok();
    request.uri.authority().cloned().or_else(|| host(&request.headers))
}
