use std::fmt::Write as _;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Response, StatusCode};
use sha2::{Digest as _, Sha256};

use super::response::{self, ExplorerResponse};

/// A representation that may be asked for again, with its strong entity tag (RFC 9110, section 8.8.3).
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

    /// One whose tag is made from something smaller than its body, that is different whenever the body is.
    pub(crate) fn with_identity(body: Bytes, content_type: &'static str, identity: &str) -> Self {
        Self::with_tag(body, content_type, tag_of(identity.as_bytes()))
    }

    fn with_tag(body: Bytes, content_type: &'static str, etag: HeaderValue) -> Self {
        let mut headers = response::described(content_type, body.len());
        headers.insert(header::ETAG, etag);
        Self { body, headers }
    }

    /// Adds a header to the answers.
    pub(crate) fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// 200 with the representation, or 304 when the client has it already.
    pub(crate) fn answer(&self, request: &HeaderMap) -> ExplorerResponse {
        let fresh = self.is_known_to(request);
        let mut answer = Response::new(if fresh { Bytes::new() } else { self.body.clone() });
        if fresh {
            *answer.status_mut() = StatusCode::NOT_MODIFIED;
        }
        answer.headers_mut().clone_from(&self.headers);
        answer
    }

    /// `If-None-Match` (RFC 9110, section 13.1.2), by weak comparison. Our own tags hold no comma.
    fn is_known_to(&self, request: &HeaderMap) -> bool {
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
        Conditional::json(Bytes::from_static(b"[]")).answer(&request).status()
    }

    #[test]
    fn a_known_tag_is_not_sent_again() {
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
