//! JSON as text: checked to be well-formed, but not parsed.
//!
//! A parsed value would lose details that its author wrote, such as the digits in `12345678901234567890` or the key
//! order, and would need several times the memory. Here the parts of a document share its bytes.

use std::fmt;

use bytes::Bytes;
use bytestring::ByteString;
use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserializer as _, Serialize};
use serde_json::value::RawValue;

/// A JSON value as well-formed text, parsed only as far as needed.
///
/// Schemas, arguments and results are passed on in this form, so that numbers keep their digits and objects their key
/// order. Clones share the text.
///
/// ```
/// use tower_mcp_ui::RawJson;
///
/// let json = RawJson::parse(r#" {"b": 12345678901234567890, "a": 1.0} "#)?;
/// assert_eq!(json.get(), r#"{"b": 12345678901234567890, "a": 1.0}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Two values are equal if their text is:
///
/// ```
/// use tower_mcp_ui::RawJson;
///
/// assert_ne!(RawJson::parse("1.0")?, RawJson::parse("1")?);
/// assert_eq!(RawJson::parse(" 1 ")?, RawJson::parse("1")?);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RawJson(ByteString);

/// Maximum number of array items or object members. A larger array or object counts as malformed. The limit exists
/// because parsed parts need more memory than their text. MCP needs no larger arrays or objects.
pub(crate) const MAX_PARTS: usize = 100_000;

impl RawJson {
    /// Parses a JSON text of any depth, and removes the surrounding white space. The text is checked, but not copied:
    /// pass `Bytes`, a `String` or a `&'static str`.
    ///
    /// The parser uses no stack for nested values, so a hostile text cannot overflow it:
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    ///
    /// let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    /// assert!(RawJson::parse(deep).is_ok());
    /// assert!(RawJson::parse("{'a': 1}").is_err());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not well-formed JSON (RFC 8259) or not UTF-8.
    pub fn parse(text: impl Into<Bytes>) -> Result<Self, serde_json::Error> {
        let text = ByteString::try_from(text.into()).map_err(serde::de::Error::custom)?;
        let value = serde_json::from_str::<&RawValue>(&text)?;
        Ok(Self(text.slice_ref(value.get())))
    }

    /// Serializes any value.
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    ///
    /// let json = RawJson::from_serialize(&[Some(1.5), None])?;
    /// assert_eq!(json.get(), "[1.5,null]");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the value's `Serialize` implementation fails, or a map has keys that cannot be strings.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::to_string(value).map(|text| Self(text.into()))
    }

    /// Creates a JSON string. To parse JSON text, use [`RawJson::parse`].
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    ///
    /// assert_eq!(RawJson::string("[\"a\"]").get(), r#""[\"a\"]""#);
    /// ```
    pub fn string(text: &str) -> Self {
        Self(serde_json::Value::from(text).to_string().into())
    }

    /// Creates an array.
    pub(crate) fn array(items: &[Self]) -> Self {
        let items: Vec<_> = items.iter().map(Self::get).collect();
        Self(format!("[{}]", items.join(",")).into())
    }

    /// Returns an array's items, which share its text. Fails if there are more than `max`, or if the value is not an
    /// array.
    ///
    /// The limit protects the caller against arrays with tiny items, which need many times their text's memory.
    pub(crate) fn items(&self, max: usize) -> Result<Vec<Self>, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_str(&self.0);
        deserializer.deserialize_seq(Items { document: &self.0, max })
    }

    /// Returns a part of `document` that shares its text. `part` must borrow from `document`.
    pub(crate) fn slice_of(document: &ByteString, part: &RawValue) -> Self {
        Self(document.slice_ref(part.get()))
    }

    /// Returns the JSON text, without surrounding white space.
    pub fn get(&self) -> &str {
        &self.0
    }

    /// Deserializes the value into `T`.
    ///
    /// The usual `serde_json` limits apply: a depth of 128, numbers that fit `T`, and no lone surrogates in strings.
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    ///
    /// let json = RawJson::parse("[1, 2]")?;
    /// assert_eq!(json.deserialize::<Vec<u8>>()?, [1, 2]);
    /// assert!(json.deserialize::<String>().is_err());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the value does not match `T`.
    pub fn deserialize<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.0)
    }

    /// Returns the text as a shared handle that can be sliced.
    pub(crate) fn text(&self) -> &ByteString {
        &self.0
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    pub(crate) fn is_null(&self) -> bool {
        self.get() == "null"
    }

    /// Returns whether the value is an object. The first character decides, since the text is well-formed.
    pub(crate) fn is_object(&self) -> bool {
        self.get().starts_with('{')
    }

    /// Wraps a string that is JSON by construction, such as the output of an `ObjectWriter`.
    pub(crate) fn from_written(out: Vec<u8>) -> Self {
        Self(ByteString::try_from(out).expect("JSON is UTF-8"))
    }

    /// Copies the text, so that keeping the value does not keep the whole document in memory. For cached values.
    pub(crate) fn detached(&self) -> Self {
        Self(ByteString::from(self.get()))
    }

    /// Creates a value from text that must be well-formed JSON, without surrounding white space.
    pub(crate) const fn literal(text: &'static str) -> Self {
        Self(ByteString::from_static(text))
    }
}

/// Collects an array's items as slices of `document`, up to `max` items.
struct Items<'d> {
    document: &'d ByteString,
    max: usize,
}

impl<'de> Visitor<'de> for Items<'de> {
    type Value = Vec<RawJson>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<RawJson>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            if items.len() >= self.max {
                return Err(serde::de::Error::custom(format_args!("an array of more than {} items", self.max)));
            }
            items.push(RawJson::slice_of(self.document, item));
        }
        Ok(items)
    }
}

/// Returns the JSON text without copying it.
///
/// ```
/// use bytes::Bytes;
/// use tower_mcp_ui::RawJson;
///
/// assert_eq!(Bytes::from(RawJson::parse(" [1] ")?), "[1]");
/// # Ok::<(), serde_json::Error>(())
/// ```
impl From<RawJson> for Bytes {
    fn from(json: RawJson) -> Self {
        json.0.into_bytes()
    }
}

/// Serializes the value, for objects created with the macro `serde_json::json!`.
///
/// A `Value` has already lost details from the JSON text, such as the key order and the digits in long numbers. Use
/// [`RawJson::parse`] for text from elsewhere.
///
/// ```
/// use serde_json::json;
/// use tower_mcp_ui::RawJson;
///
/// assert_eq!(RawJson::from(json!({ "a": [1, null] })).get(), r#"{"a":[1,null]}"#);
/// ```
impl From<serde_json::Value> for RawJson {
    fn from(value: serde_json::Value) -> Self {
        Self(value.to_string().into())
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
