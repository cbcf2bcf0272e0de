//! Conditional requests (RFC 9110, section 13): a client that already has the representation gets 304 without a body.
//!
//! ```text
//! GET /explorer/tools HTTP/1.1                        HTTP/1.1 304 Not Modified
//! If-None-Match: "4f53cda18c2baa0c0354bb5f9a3ecbe5"   ETag: "4f53cda18c2baa0c0354bb5f9a3ecbe5"
//! ```
//!
//! `Cache-Control: private, no-cache` makes browsers ask each time, and the `ETag` makes the response cheap.

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Response, StatusCode};

use super::response::ExplorerResponse;
use crate::digest::etag;
use crate::headers;
use crate::model::HashedJson;

/// A representation with a strong `ETag` (RFC 9110, section 8.8.3), for conditional requests.
///
/// The headers are the same for 200 and 304, including those that a 304 must repeat.
#[derive(Clone, Debug)]
pub(super) struct Conditional {
    body: Bytes,
    headers: HeaderMap,
}

impl Conditional {
    /// Creates a JSON representation.
    pub(super) fn json(HashedJson { text, headers }: HashedJson) -> Self {
        Self { body: text, headers }
    }

    /// Creates a representation whose `ETag` is a hash of `identity`, which must differ whenever the body differs.
    pub(super) fn with_identity(body: Bytes, content_type: &'static str, identity: &str) -> Self {
        let mut headers = headers::of_whole(content_type, body.len());
        headers.insert(header::ETAG, etag(identity.as_bytes()));
        Self { body, headers }
    }

    /// Adds a header to the response.
    pub(super) fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Responds with 200 and the representation, or with 304 if the client already has it.
    pub(super) fn respond(self, request: &HeaderMap) -> ExplorerResponse {
        let fresh = self.matches(request);
        let mut response = Response::new(if fresh { Bytes::new() } else { self.body }.into());
        if fresh {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        *response.headers_mut() = self.headers;
        response
    }

    /// Evaluates `If-None-Match` (RFC 9110, section 13.1.2) by weak comparison. Splitting at commas is safe, because
    /// the explorer's `ETag`s contain no commas.
    fn matches(&self, request: &HeaderMap) -> bool {
        let tags = request.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|tags| tags.to_str().ok());
        tags.flat_map(|tags| tags.split(',')).map(str::trim).any(|tag| {
            tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == self.headers[header::ETAG].as_bytes()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(if_none_match: &str) -> StatusCode {
        let mut request = HeaderMap::new();
        request.insert(header::IF_NONE_MATCH, if_none_match.parse().unwrap());
        Conditional::json(HashedJson::new("[]")).respond(&request).status()
    }

    #[test]
    fn a_matching_etag_results_in_304() {
        let tag = etag(b"[]");
        let tag = tag.to_str().unwrap();
        for known in [tag, "*", &format!("W/{tag}"), &format!("\"a\", {tag}"), &format!("{tag},\"b\"")] {
            assert_eq!(status(known), StatusCode::NOT_MODIFIED, "{known}");
        }
        for other in ["\"a\"", "", tag.trim_matches('"')] {
            assert_eq!(status(other), StatusCode::OK, "{other}");
        }
    }
}
