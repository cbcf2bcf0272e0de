//! JSON objects parsed one level deep, and a writer for new objects.

use std::borrow::Cow;
use std::fmt;

use bytes::Bytes;
use bytestring::ByteString;
use serde::Deserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::RawJson;
use super::raw_json::MAX_PARTS;

/// A JSON object parsed one level deep: its members in the original order, with keys and values as text.
///
/// Unknown members are kept, so an object can be parsed, modified and serialized again without loss. Looking up a
/// member takes linear time in the member count, which [`MAX_PARTS`] bounds.
///
/// Keys are compared after decoding: `"\u0061"` is the key `a`. JSON allows repeated keys, and parsers resolve them
/// differently (RFC 8259, section 4). Here the last member's value is used, and all members are passed on.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct RawObject {
    /// Keys, with their quotes and escapes, and values.
    members: Vec<(RawJson, RawJson)>,
}

impl RawObject {
    /// Parses the members of `json`, which share its text. Fails if `json` is not an object, or has more than
    /// [`MAX_PARTS`] members.
    pub(crate) fn parse(json: &RawJson) -> Result<Self, serde_json::Error> {
        Self::from_text(json.text())
    }

    /// Parses a complete document in one pass.
    pub(crate) fn from_bytes(text: Bytes) -> Result<Self, serde_json::Error> {
        Self::from_text(&ByteString::try_from(text).map_err(serde::de::Error::custom)?)
    }

    /// Parses a complete document in one pass, and separates the member `key` from all others. Its value must be an
    /// object or null.
    pub(crate) fn from_bytes_without(text: Bytes, key: &str) -> Result<(Self, Option<Self>), serde_json::Error> {
        let document = ByteString::try_from(text).map_err(serde::de::Error::custom)?;
        let mut separated = None;
        let rest = Self::read(&document, Members { document: &document, separate: Some((key, &mut separated)) })?;
        Ok((rest, separated))
    }

    fn from_text(document: &ByteString) -> Result<Self, serde_json::Error> {
        Self::read(document, Members { document, separate: None })
    }

    fn read<'d>(document: &'d ByteString, members: Members<'d, '_>) -> Result<Self, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_str(document);
        let object = deserializer.deserialize_map(members)?;
        deserializer.end().map(|()| object)
    }

    /// Returns whether two members have the same key. Parsers differ in which of the two they use.
    pub(crate) fn repeats_key(&self) -> bool {
        let mut keys: Vec<_> = self.members.iter().map(|(name, _)| decoded(name)).collect();
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Creates an object from its members.
    pub(crate) fn of<const N: usize>(members: [(&str, RawJson); N]) -> Self {
        Self { members: members.into_iter().map(|(key, value)| (RawJson::string(key), value)).collect() }
    }

    /// Returns a member's value. If the key is repeated, returns its last value, as in JavaScript.
    pub(crate) fn get(&self, key: &str) -> Option<&RawJson> {
        self.members.iter().rev().find(|(name, _)| is_key(name, key)).map(|(_, value)| value)
    }

    /// Returns a member's value, if it is a valid Unicode string.
    pub(crate) fn get_string(&self, key: &str) -> Option<String> {
        string(self.get(key)?).map(Cow::into_owned)
    }

    /// Deserializes a member's value. Returns `None` if the member is missing or null.
    pub(crate) fn get_as<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, serde_json::Error> {
        self.get(key).map_or(Ok(None), RawJson::deserialize)
    }

    /// Replaces a member in its position, or adds it at the end. If the key is repeated, replaces the last member,
    /// which is the one that [`get`](Self::get) returns.
    pub(crate) fn set(&mut self, key: &str, value: RawJson) {
        match self.members.iter_mut().rev().find(|(name, _)| is_key(name, key)) {
            Some((_, old)) => *old = value,
            None => self.members.push((RawJson::string(key), value)),
        }
    }

    /// Adds another object's members at the end.
    pub(crate) fn extend(&mut self, other: Self) {
        self.members.extend(other.members);
    }

    /// Removes a member, including all repetitions of its key.
    pub(crate) fn remove(&mut self, key: &str) {
        self.members.retain(|(name, _)| !is_key(name, key));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Returns the members with keys other than these.
    pub(crate) fn members_except<'a>(&'a self, keys: &'a [&str]) -> impl Iterator<Item = (&'a RawJson, &'a RawJson)> {
        self.members().filter(|(name, _)| !keys.iter().any(|key| is_key(name, key)))
    }

    /// Returns keys and values in order, repeated keys included. The keys keep their quotes and escapes.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&RawJson, &RawJson)> {
        self.members.iter().map(|(key, value)| (key, value))
    }

    /// Appends the object's text.
    pub(crate) fn write_to(&self, out: &mut Vec<u8>) {
        let mut object = ObjectWriter::begin(out);
        for (key, value) in &self.members {
            object.raw_member(key, value);
        }
        object.end();
    }

    /// Returns the object as JSON: without white space between members, but with keys and values unchanged.
    pub(crate) fn to_json(&self) -> RawJson {
        let mut out = Vec::new();
        self.write_to(&mut out);
        RawJson::from_written(out)
    }
}

impl fmt::Debug for RawObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.members()).finish()
    }
}

/// Returns whether a quoted key decodes to `key`. Most keys have no escapes and are only compared. An escaped key is
/// always longer than its decoded text.
fn is_key(name: &RawJson, key: &str) -> bool {
    let quoted = name.get();
    match quoted.len() - 2 {
        length if length > key.len() => quoted.contains('\\') && decoded(name) == key,
        // If `key` contains a backslash, the same text between quotes is an escape, which decodes to another key.
        length => length == key.len() && quoted[1..=length] == *key && !key.contains('\\'),
    }
}

/// Returns a key's decoded text, or the key as written if it is not valid Unicode.
fn decoded(name: &RawJson) -> Cow<'_, str> {
    string(name).unwrap_or(Cow::Borrowed(name.get()))
}

/// Returns a string's text, or `None` if the value is not a valid Unicode string. Without escapes, the text is borrowed
/// from between the quotes.
fn string(json: &RawJson) -> Option<Cow<'_, str>> {
    match json.get().strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(text) if !text.contains('\\') => Some(Cow::Borrowed(text)),
        _ => json.deserialize().ok().map(Cow::Owned),
    }
}

/// Writes a JSON object member by member, without white space.
///
/// The caller must finish with [`end`](Self::end), and must pass well-formed JSON as keys and values.
pub(crate) struct ObjectWriter<'a> {
    out: &'a mut Vec<u8>,
    first: bool,
}

impl<'a> ObjectWriter<'a> {
    /// Appends the opening brace.
    pub(crate) fn begin(out: &'a mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, first: true }
    }

    /// Writes a member unchanged, with the key in its original spelling.
    pub(crate) fn raw_member(&mut self, key: &RawJson, value: &RawJson) {
        self.separate();
        self.out.extend_from_slice(key.as_bytes());
        self.out.push(b':');
        self.out.extend_from_slice(value.as_bytes());
    }

    /// Writes a member whose key needs no escaping.
    pub(crate) fn member(&mut self, key: &'static str, value: &[u8]) {
        self.key(key);
        self.out.extend_from_slice(value);
    }

    /// Writes a member. `write` appends the member's value as JSON.
    pub(crate) fn member_with(&mut self, key: &'static str, write: impl FnOnce(&mut Vec<u8>)) {
        self.key(key);
        write(self.out);
    }

    fn key(&mut self, key: &'static str) {
        self.separate();
        self.out.push(b'"');
        self.out.extend_from_slice(key.as_bytes());
        self.out.extend_from_slice(b"\":");
    }

    /// Writes a member whose value is this text, escaped.
    pub(crate) fn string_member(&mut self, key: &'static str, value: &str) {
        self.key(key);
        serde_json::to_writer(&mut *self.out, value)
            .expect("every string can be serialized, and writing to a vector cannot fail");
    }

    /// Appends the closing brace. Without it, the object is incomplete.
    pub(crate) fn end(self) {
        self.out.push(b'}');
    }

    /// Appends a comma, except before the first member.
    fn separate(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
    }
}

/// Collects an object's members as slices of `document`. The value of a member whose key matches `separate` is stored
/// there instead. If that key is repeated, its last value is stored.
struct Members<'d, 's> {
    document: &'d ByteString,
    separate: Option<(&'s str, &'s mut Option<RawObject>)>,
}

impl<'de> Visitor<'de> for Members<'de, '_> {
    type Value = RawObject;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<RawObject, A::Error> {
        let mut members = Vec::new();
        while let Some(key) = map.next_key::<&RawValue>()? {
            let key = RawJson::slice_of(self.document, key);
            if let Some((separate, place)) = &mut self.separate
                && is_key(&key, separate)
            {
                **place = map.next_value_seed(ObjectOrNull { document: self.document })?;
                continue;
            }
            if members.len() >= MAX_PARTS {
                return Err(serde::de::Error::custom(format_args!("an object of more than {MAX_PARTS} members")));
            }
            members.push((key, RawJson::slice_of(self.document, map.next_value::<&RawValue>()?)));
        }
        Ok(RawObject { members })
    }
}

/// Reads an object in `document`, or null.
struct ObjectOrNull<'d> {
    document: &'d ByteString,
}

impl<'de> DeserializeSeed<'de> for ObjectOrNull<'de> {
    type Value = Option<RawObject>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for ObjectOrNull<'de> {
    type Value = Option<RawObject>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(Members { document: self.document, separate: None }).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_compared_after_decoding() {
        let object = |text| RawObject::parse(&RawJson::literal(text)).unwrap();
        let all = object(r#"{"\\":1,"\n":2,"\u0061":3,"\\\\":4,"\\n":5}"#);
        for (key, value) in [("\\", "1"), ("\n", "2"), ("a", "3"), (r"\\", "4"), (r"\n", "5")] {
            assert_eq!(all.get(key).map(RawJson::get), Some(value), "{key}");
        }
        let escaped = object(r#"{"\\":1,"\n":2}"#);
        assert_eq!((escaped.get(r"\\"), escaped.get(r"\n")), (None, None));
    }

    #[test]
    fn larger_objects_and_arrays_are_refused() {
        for (count, is_read) in [(100_000, true), (100_001, false)] {
            let object = RawJson::parse(format!("{{{}}}", vec![r#""a":0"#; count].join(","))).unwrap();
            assert_eq!(RawObject::parse(&object).is_ok(), is_read);
            let array = RawJson::parse(format!("[{}]", vec!["0"; count].join(","))).unwrap();
            assert_eq!(array.items(MAX_PARTS).is_ok(), is_read);
        }
    }
}
