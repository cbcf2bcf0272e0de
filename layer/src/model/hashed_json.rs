//! JSON texts with their headers, the parts of a response that the model computes and the explorer sends.

use bytes::Bytes;
use http::HeaderMap;
use http::header;

use crate::digest::etag;
use crate::headers::{self, JSON};

/// A JSON text with the headers of a response, so that a text that is sent often is hashed once.
#[derive(Clone, Debug)]
pub(crate) struct HashedJson {
    pub(crate) text: Bytes,
    /// All headers, with a hash of the text as the `ETag`. So responses with the same text must be interchangeable.
    pub(crate) headers: HeaderMap,
}

impl HashedJson {
    pub(crate) fn new(text: impl Into<Bytes>) -> Self {
        let text = text.into();
        let mut headers = headers::of_whole(JSON, text.len());
        headers.insert(header::ETAG, etag(&text));
        Self { text, headers }
    }
}
