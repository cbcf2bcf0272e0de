use std::fmt;

use bytes::Bytes;
use bytestring::ByteString;
use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserializer as _, Serialize};
use serde_json::value::RawValue;

/// A JSON value as its author wrote it: the text, known to be well-formed, and never parsed further than asked for.
///
/// Schemas, arguments and results travel in this form, so that numbers keep their digits and objects the order of
/// their keys. A clone shares the text.
///
/// ```
/// use tower_mcp_ui::RawJson;
///
/// let json = RawJson::parse(r#" {"b": 12345678901234567890, "a": 1.0} "#)?;
/// assert_eq!(json.get(), r#"{"b": 12345678901234567890, "a": 1.0}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RawJson(ByteString);

/// Parts take more room than their text: an array or object of this many is none that MCP knows.
pub(crate) const MOST_PARTS: usize = 100_000;

impl RawJson {
    /// Takes a JSON text, of any depth; white space around it is dropped.
    ///
    /// # Errors
    ///
    /// When the text is not well-formed JSON (RFC 8259) or not UTF-8.
    pub fn parse(text: impl Into<Bytes>) -> Result<Self, serde_json::Error> {
        let text = ByteString::try_from(text.into()).map_err(serde::de::Error::custom)?;
        let value = serde_json::from_str::<&RawValue>(&text)?;
        Ok(Self(text.slice_ref(value.get())))
    }

    /// Serializes a value of any type.
    ///
    /// # Errors
    ///
    /// When the value's own `Serialize` fails.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::to_string(value).map(|text| Self(text.into()))
    }

    /// The items of an array of no more than `most`, which share its text.
    pub(crate) fn items(&self, most: usize) -> Result<Vec<Self>, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_str(&self.0);
        deserializer.deserialize_seq(Items { document: &self.0, most })
    }

    /// The part of `document` that a parser that borrows from it has found.
    pub(crate) fn slice_of(document: &ByteString, part: &RawValue) -> Self {
        Self(document.slice_ref(part.get()))
    }

    /// The JSON text.
    pub fn get(&self) -> &str {
        &self.0
    }

    /// Parses the text into a type of the caller's.
    ///
    /// # Errors
    ///
    /// When the value does not have the shape of `T`.
    pub fn deserialize<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.0)
    }

    pub(crate) fn text(&self) -> &ByteString {
        &self.0
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    pub(crate) fn is_null(&self) -> bool {
        self.get() == "null"
    }

    pub(crate) fn is_object(&self) -> bool {
        self.get().starts_with('{')
    }

    /// What was written member by member: JSON by construction.
    pub(crate) fn from_written(out: Vec<u8>) -> Self {
        Self(ByteString::try_from(out).expect("what was written is UTF-8"))
    }

    /// The same text in memory of its own, for keeping it longer than the document it is a part of.
    pub(crate) fn detached(&self) -> Self {
        Self(ByteString::from(self.get()))
    }

    pub(crate) const fn literal(text: &'static str) -> Self {
        Self(ByteString::from_static(text))
    }
}

struct Items<'d> {
    document: &'d ByteString,
    most: usize,
}

impl<'de> Visitor<'de> for Items<'de> {
    type Value = Vec<RawJson>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<RawJson>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            if items.len() >= self.most {
                return Err(serde::de::Error::custom(format_args!("an array of more than {} items", self.most)));
            }
            items.push(RawJson::slice_of(self.document, item));
        }
        Ok(items)
    }
}

impl From<RawJson> for Bytes {
    fn from(json: RawJson) -> Self {
        json.0.into_bytes()
    }
}

impl From<serde_json::Value> for RawJson {
    fn from(value: serde_json::Value) -> Self {
        Self(value.to_string().into())
    }
}

impl From<&str> for RawJson {
    /// The text as a JSON *string*; [`RawJson::parse`] takes JSON text.
    fn from(text: &str) -> Self {
        Self(serde_json::to_string(text).expect("every string is JSON").into())
    }
}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}

impl fmt::Display for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}
