use std::fmt::Write as _;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Response, StatusCode};
use sha2::{Digest as _, Sha256};

use super::answer::{self, Answer};

/// A representation that may be asked for again, with its strong entity tag (RFC 9110, section 8.8.3).
#[derive(Clone, Debug)]
pub(crate) struct Rendered {
    body: Bytes,
    etag: HeaderValue,
}

impl Rendered {
    pub(crate) fn new(body: Bytes) -> Self {
        let etag = tag_of(&body);
        Self { body, etag }
    }

    /// One whose tag is made from something smaller than its body, that is different whenever the body is.
    pub(crate) fn with_identity(body: Bytes, identity: &str) -> Self {
        Self { body, etag: tag_of(identity.as_bytes()) }
    }
    /// 200 with the representation, or 304 when the client has it already.
    pub(crate) fn answer(&self, request: &HeaderMap, content_type: &'static str) -> Answer {
        let fresh = self.is_known_to(request);
        let mut answer = Response::new(if fresh { Bytes::new() } else { self.body.clone() });
        if fresh {
            *answer.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let headers = answer.headers_mut();
        answer::describe(headers, content_type, self.body.len());
        headers.insert(header::ETAG, self.etag.clone());
        answer
    }

    /// `If-None-Match` (RFC 9110, section 13.1.2), by weak comparison. Our own tags hold no comma.
    fn is_known_to(&self, request: &HeaderMap) -> bool {
        let tags = request.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|tags| tags.to_str().ok());
        tags.flat_map(|tags| tags.split(','))
            .map(str::trim)
            .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == self.etag.as_bytes())
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
        Rendered::new(Bytes::from_static(b"[]")).answer(&request, "application/json").status()
    }

    #[test]
    fn a_known_tag_is_not_sent_again() {
        let tag = Rendered::new(Bytes::from_static(b"[]")).etag;
        let tag = tag.to_str().unwrap();
        for known in [tag, "*", &format!("W/{tag}"), &format!("\"a\", {tag}"), &format!("{tag},\"b\"")] {
            assert_eq!(status(known), StatusCode::NOT_MODIFIED, "{known}");
        }
        for other in ["\"a\"", "", tag.trim_matches('"')] {
            assert_eq!(status(other), StatusCode::OK, "{other}");
        }
    }
}
