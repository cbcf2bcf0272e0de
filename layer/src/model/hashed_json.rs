//! JSON text with its headers: response parts that the model computes and the explorer sends.

use bytes::Bytes;
use http::HeaderMap;
use http::header;

use crate::digest::etag;
use crate::headers::{self, JSON};

/// A JSON text with its response headers. The headers include the text's hash, so a text that is sent often is hashed
/// only once.
#[derive(Clone, Debug)]
pub(crate) struct HashedJson {
    pub(crate) text: Bytes,
    /// All headers. The `ETag` is a hash of the text, so responses with the same text must be interchangeable.
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
