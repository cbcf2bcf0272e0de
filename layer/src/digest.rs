//! Short hashes that identify strings, for `ETag`s and for the page's history key.

use http::HeaderValue;
use sha2::{Digest as _, Sha256};

/// Returns the first half of a SHA-256 hash as 32 hexadecimal digits.
///
/// 128 bits are enough to tell strings apart.
pub(crate) fn digest(text: &[u8]) -> String {
    let hash: [u8; 32] = Sha256::digest(text).into();
    let (half, _) = hash.split_first_chunk().expect("a SHA-256 hash has 32 bytes");
    format!("{:032x}", u128::from_be_bytes(*half))
}

/// Returns a strong `ETag` (RFC 9110, section 8.8.3) for a string: its digest in quotes.
pub(crate) fn etag(text: &[u8]) -> HeaderValue {
    HeaderValue::try_from(format!("\"{}\"", digest(text))).expect("hexadecimal digits are valid in a header")
}
