use http::StatusCode;
use http::header::{self, HeaderName, HeaderValue};
use http::request::Parts;

use super::super::response::{self, ExplorerResponse};
use super::own_authority;
use crate::config::{McpUiConfig, Origin};

/// 403 for a POST that a foreign web page has sent (cross-site request forgery).
pub(in crate::explorer) fn check_site(config: &McpUiConfig, request: &Parts) -> Result<(), ExplorerResponse> {
    let origin = only(request, &header::ORIGIN)?;
    let site = only(request, &HeaderName::from_static("sec-fetch-site"))?;
    let parsed = origin.and_then(|origin| Origin::parse(origin.to_str().ok()?));
    if parsed.as_ref().is_some_and(|origin| config.trusted_origins.contains(origin)) {
        return Ok(());
    }
    let same_site = match site.map(HeaderValue::as_bytes) {
        // No web page can set this header. Beside it, an origin that differs from the request's own authority is that of a
        // proxy which replaces the host.
        Some(b"same-origin" | b"none") => true,
        Some(_) => false,
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
    Err(response::error(StatusCode::FORBIDDEN, &message))
}

/// The value of a header that no browser sends twice; 403 where it comes several times.
fn only<'r>(request: &'r Parts, name: &HeaderName) -> Result<Option<&'r HeaderValue>, ExplorerResponse> {
    let mut values = request.headers.get_all(name).iter();
    let value = values.next();
    if values.next().is_none() {
        return Ok(value);
    }
    Err(response::error(StatusCode::FORBIDDEN, &format!("The request has several `{name}` headers. Send one.")))
}
