//! Redirects: followed within the server's origin only, so that credentials never reach another origin.

use http::header::LOCATION;
use http::uri::PathAndQuery;
use http::{HeaderMap, Method, StatusCode, Uri};
use url::Url;

use crate::connect::UpstreamError;

/// Maximum number of redirects per request. The next redirect fails the request.
pub(super) const MAX_REDIRECTS: usize = 5;

/// Returns the path that a response redirects to, or `None` if the response is not a redirect.
pub(super) fn target(
    method: &Method,
    from: &Uri,
    status: StatusCode,
    headers: &HeaderMap,
) -> Result<Option<PathAndQuery>, UpstreamError> {
    let Some(location) = headers.get(LOCATION).filter(|_| matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308))
    else {
        return Ok(None);
    };
    let problem = |to: &str, why: &str| {
        let from = UpstreamError::shown(from);
        let to: String = to.chars().take(300).collect();
        Err(UpstreamError::redirect(format!("{from} redirects to {to} ({status}). {why}")))
    };
    let Some(to) = resolve(from, &String::from_utf8_lossy(location.as_bytes())) else {
        return problem(&format!("{location:?}"), "That is not a URL. Check the server.");
    };
    match same_origin(from, &to) {
        None => problem(
            to.as_str(),
            "Redirects to another server are not followed, so that credentials never reach it. If you trust that \
             URL, use it instead.",
        ),
        // The other codes permit a client to send GET without a body instead, so the message could be lost.
        Some(_) if method != Method::GET && ![307, 308].contains(&status.as_u16()) => {
            problem(to.as_str(), "Only 307 and 308 redirects are followed for messages. Use that URL instead.")
        }
        Some(path) => Ok(Some(path)),
    }
}

/// Resolves a reference in the response to a request for this URL.
pub(crate) fn resolve(base: &Uri, reference: &str) -> Option<Url> {
    Url::parse(&base.to_string()).ok()?.join(reference).ok()
}

/// Returns a URL's path and query if the URL has the same origin as `base`.
pub(crate) fn same_origin(base: &Uri, url: &Url) -> Option<PathAndQuery> {
    let base = Url::parse(&base.to_string()).ok()?;
    if base.origin() != url.origin() {
        return None;
    }
    url[url::Position::BeforePath..url::Position::AfterQuery].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redirect(method: &Method, status: u16, location: &str) -> Result<Option<String>, String> {
        let from = Uri::from_static("https://example.com/a/mcp?key=sesame");
        let headers = HeaderMap::from_iter([(LOCATION, location.parse().unwrap())]);
        let target = target(method, &from, StatusCode::from_u16(status).unwrap(), &headers);
        target.map(|path| path.map(|path| path.to_string())).map_err(|error| error.to_string())
    }

    #[test]
    fn redirects_stay_within_the_origin() {
        let post = |location| redirect(&Method::POST, 307, location);
        for (location, path) in [
            ("/b", "/b"),
            ("b?x=1#y", "/a/b?x=1"),
            ("https://example.com:443/b", "/b"),
            ("https://user:secret@example.com/b", "/b"),
        ] {
            assert_eq!(post(location), Ok(Some(path.to_owned())), "{location}");
        }
        for location in [
            "http://example.com/b",
            "//evil.example/b",
            "https://example.com:444/",
            "https://example.com.evil/",
            "data:,x",
            "https://[",
        ] {
            let error = post(location).unwrap_err();
            assert!(error.starts_with("https://example.com/a/mcp redirects to "), "{error}");
            let advice = if location == "https://[" {
                "That is not a URL. Check the server."
            } else {
                "If you trust that URL, use it instead."
            };
            assert!(error.contains(advice) && !error.contains("sesame"), "{error}");
        }
    }

    #[test]
    fn messages_are_not_turned_into_other_requests() {
        for status in [301, 302, 303] {
            assert!(redirect(&Method::POST, status, "/b").unwrap_err().contains("307 and 308"));
            assert_eq!(redirect(&Method::GET, status, "/b"), Ok(Some("/b".to_owned())));
        }
        for status in [200, 304, 401] {
            assert_eq!(redirect(&Method::POST, status, "/b"), Ok(None));
        }
    }
}
