//! Decoding of JSON strings.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer as _;
use serde::de::Visitor;

use crate::model::RawJson;

/// Decodes a string. Lone surrogates, which are not valid text, are replaced.
pub(super) fn decoded(string: &RawJson) -> Cow<'_, str> {
    let text = string.get();
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    if !inner.contains('\\') {
        return inner.into();
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.deserialize_bytes(Lossy).map_or(inner.into(), Cow::Owned)
}

/// Reads a string's bytes, which need not be UTF-8.
struct Lossy;

impl Visitor<'_> for Lossy {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON string")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<String, E> {
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}
