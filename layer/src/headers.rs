//! The headers on all explorer responses.

use std::sync::LazyLock;

use http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// Prevents other origins from embedding a response, for example as an image or script. An embedded response could be
/// read through side channels.
pub(crate) const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The JSON content type. JSON is always UTF-8 (RFC 8259, section 8.1), so it has no `charset`.
pub(crate) const JSON: &str = "application/json";

/// Returns the headers for a response with a whole body.
///
/// `private, no-cache` keeps responses out of shared caches, since the tool list may depend on the caller.
pub(crate) fn of_whole(content_type: &'static str, length: usize) -> HeaderMap {
    let mut headers = if content_type == JSON {
        // Cloning is faster than several insertions. The clone has no room for additional headers, but replacing the
        // length needs no room.
        static OF_JSON: LazyLock<HeaderMap> = LazyLock::new(|| {
            let mut headers = of_all(JSON, "private, no-cache");
            headers.insert(header::CONTENT_LENGTH, HeaderValue::from_static("0"));
            headers
        });
        OF_JSON.clone()
    } else {
        of_all(content_type, "private, no-cache")
    };
    headers.insert(header::CONTENT_LENGTH, length.into());
    headers
}

/// Returns the headers for a response whose body is sent as it is created. No cache may store it.
pub(crate) fn of_stream(content_type: &'static str) -> HeaderMap {
    of_all(content_type, "no-store")
}

/// Returns a message's media type in lower case, without parameters (RFC 9110, section 8.3.1), or an empty string.
pub(crate) fn media_type(headers: &HeaderMap) -> String {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Returns the headers that every response has.
fn of_all(content_type: &'static str, caching: &'static str) -> HeaderMap {
    // Leaves room for `Content-Length` and `ETag`.
    let mut headers = HeaderMap::with_capacity(6);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    headers
}
