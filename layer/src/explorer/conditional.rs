use std::fmt::Write as _;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Response, StatusCode};
use sha2::{Digest as _, Sha256};

use super::response::{self, ExplorerResponse};

/// A representation with a strong `ETag` (RFC 9110, section 8.8.3), for conditional requests.
#[derive(Clone, Debug)]
pub(crate) struct Conditional {
    body: Bytes,
    headers: HeaderMap,
}

impl Conditional {
    pub(crate) fn json(body: Bytes) -> Self {
        let etag = tag_of(&body);
        Self::with_tag(body, response::JSON, etag)
    }

    /// Creates a representation whose `ETag` is a hash of `identity`, which must differ whenever the body differs.
    pub(crate) fn with_identity(body: Bytes, content_type: &'static str, identity: &str) -> Self {
        Self::with_tag(body, content_type, tag_of(identity.as_bytes()))
    }

    fn with_tag(body: Bytes, content_type: &'static str, etag: HeaderValue) -> Self {
        let mut headers = response::headers(content_type, body.len());
        headers.insert(header::ETAG, etag);
        Self { body, headers }
    }

    /// Adds a header to the response.
    pub(crate) fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Responds with 200 and the representation, or with 304 if the client already has it.
    pub(crate) fn respond(&self, request: &HeaderMap) -> ExplorerResponse {
        let fresh = self.matches(request);
        let mut response = Response::new(if fresh { Bytes::new() } else { self.body.clone() });
        if fresh {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        response.headers_mut().clone_from(&self.headers);
        response
    }

    /// Evaluates `If-None-Match` (RFC 9110, section 13.1.2) by weak comparison. Splitting at commas is safe, because
    /// no `ETag` of the explorer contains one.
    fn matches(&self, request: &HeaderMap) -> bool {
        let tags = request.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|tags| tags.to_str().ok());
        tags.flat_map(|tags| tags.split(',')).map(str::trim).any(|tag| {
            tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == self.headers[header::ETAG].as_bytes()
        })
    }
}

fn tag_of(identity: &[u8]) -> HeaderValue {
    let mut tag = String::with_capacity(34);
    tag.push('"');
    for byte in &Sha256::digest(identity)[..16] {
        write!(tag, "{byte:02x}").expect("a string takes everything");
    }
    tag.push('"');
    HeaderValue::try_from(tag).expect("hexadecimal digits fit a header")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(if_none_match: &str) -> StatusCode {
        let mut request = HeaderMap::new();
        request.insert(header::IF_NONE_MATCH, if_none_match.parse().unwrap());
        Conditional::json(Bytes::from_static(b"[]")).respond(&request).status()
    }

    #[test]
    fn a_matching_etag_results_in_304() {
        let tag = tag_of(b"[]");
        let tag = tag.to_str().unwrap();
        for known in [tag, "*", &format!("W/{tag}"), &format!("\"a\", {tag}"), &format!("{tag},\"b\"")] {
            assert_eq!(status(known), StatusCode::NOT_MODIFIED, "{known}");
        }
        for other in ["\"a\"", "", tag.trim_matches('"')] {
            assert_eq!(status(other), StatusCode::OK, "{other}");
        }
    }
}
