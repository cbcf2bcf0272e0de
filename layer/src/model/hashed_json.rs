//! JSON texts with their hashes, the parts of a response that the model computes and the explorer sends.

use bytes::Bytes;

use crate::digest::digest;

/// A JSON text with its hash, so that a text that is sent often is hashed once.
#[derive(Clone, Debug)]
pub(crate) struct HashedJson {
    text: Bytes,
    hash: String,
}

impl HashedJson {
    /// Hashes the text. The hash becomes the `ETag`, so responses with the same text must be interchangeable.
    pub(crate) fn new(text: impl Into<Bytes>) -> Self {
        let text = text.into();
        let hash = digest(&text);
        Self { text, hash }
    }

    pub(crate) fn text(&self) -> &Bytes {
        &self.text
    }

    /// Returns the hash as 32 hexadecimal digits, which fit into an `ETag` without escaping.
    pub(crate) fn hash(&self) -> &str {
        &self.hash
    }
}
