//! The origin of a POST: the explorer's page, a trusted origin, or a client that is not a browser.
//!
//! A trusted origin passes. Otherwise `Sec-Fetch-Site` (Fetch Metadata) decides, if present. Without it, as on plain
//! HTTP and in older browsers, `Origin` is compared with the request's authority. A request with neither header does
//! not come from a web page. GET needs this check only for event streams: without CORS headers, no other page can read
//! the response.

use http::StatusCode;
use http::header::{self, HeaderName, HeaderValue};
use http::request::Parts;

use super::super::response::{self, ExplorerResponse};
use super::{SITE, authority_of};
use crate::config::McpUiConfig;
use crate::origin::Origin;
use crate::setting::Setting;

/// Refuses a POST from a page on another origin with 403 (cross-site request forgery, CSRF).
pub(in crate::explorer) fn check_site(config: &McpUiConfig, request: &Parts) -> Result<(), ExplorerResponse> {
    let origin = only(request, &header::ORIGIN)?;
    let site = only(request, &SITE)?;
    let parsed = origin.and_then(|origin| Origin::parse(origin.to_str().ok()?));
    if parsed.as_ref().is_some_and(|origin| config.trusted_origins.contains(origin)) {
        return Ok(());
    }
    let same_site = match site.map(HeaderValue::as_bytes) {
        // Web pages cannot set this header, so it is decisive. If the origin still differs from the request's
        // authority, a proxy has replaced the host.
        Some(b"same-origin" | b"none") => true,
        Some(_) => false,
        None if origin.is_none() => true,
        None => parsed.is_some_and(|origin| authority_of(request).is_some_and(|host| origin.is_authority(&host))),
    };
    if same_site {
        return Ok(());
    }
    let from = origin.map_or("another site".into(), |origin| String::from_utf8_lossy(origin.as_bytes()));
    let add = |name| format!(" To allow it, add the origin to the setting {name}.");
    let add = config.setting_names.hint(Setting::TRUSTED_ORIGINS, add);
    let message =
        format!("The request from {from} is refused, because it does not come from the explorer's page.{add}");
    Err(response::error(StatusCode::FORBIDDEN, &message))
}

/// Returns a header value. Refuses a repeated header, which no browser sends, with 403.
fn only<'r>(request: &'r Parts, name: &HeaderName) -> Result<Option<&'r HeaderValue>, ExplorerResponse> {
    let mut values = request.headers.get_all(name).iter();
    let value = values.next();
    if values.next().is_none() {
        return Ok(value);
    }
    Err(response::error(StatusCode::FORBIDDEN, &format!("The request has several `{name}` headers. Send one.")))
}
