//! Secrets in messages, which are removed before a record exists.

use std::fmt;

use crate::model::{MAX_PARTS, ObjectWriter, RawJson, RawObject};

/// The text in place of a secret.
pub(super) const REDACTED: &str = "[redacted]";

/// The depth up to which a message is read. A deeper one cannot be redacted, and is not kept.
const MAX_DEPTH: usize = 128;

/// The maximum number of pointers that a record lists.
const MAX_POINTERS: usize = 100;

/// Parts of names whose members are secrets.
const PARTS: [&str; 8] =
    ["password", "passwd", "passphrase", "secret", "apikey", "accesskey", "privatekey", "credential"];

/// Endings of names whose members are secrets.
const ENDINGS: [&str; 3] = ["token", "authorization", "cookie"];

/// The members of messages that are secrets.
#[derive(Clone, Debug, Default)]
pub(super) struct Secrets {
    /// Set if no member counts as a secret.
    none: bool,
    /// Names in the form of [`normal`].
    names: Vec<String>,
    /// JSON pointers into the message.
    pointers: Vec<String>,
}

/// A message without its secrets, and JSON pointers to where they were.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Redacted {
    pub(super) json: RawJson,
    pub(super) pointers: Vec<String>,
}

/// The error of a message that cannot be searched for secrets, as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unsearchable(&'static str);

impl Secrets {
    /// No member is a secret.
    pub(super) fn none() -> Self {
        Self { none: true, ..Self::default() }
    }

    /// Adds names and JSON pointers.
    pub(super) fn add<N: AsRef<str>>(&mut self, names: impl IntoIterator<Item = N>) {
        for name in names {
            match name.as_ref() {
                pointer if pointer.starts_with('/') => self.pointers.push(pointer.to_owned()),
                name => self.names.push(normal(name)),
            }
        }
    }

    /// Returns whether a header for an argument with this name (`Mcp-Param-{Name}`) is a secret.
    pub(super) fn include_header(&self, name: &str) -> bool {
        let name = normal(name);
        is_secret(&name) || self.names.contains(&name)
    }

    /// Replaces the secrets in a message.
    pub(super) fn redact(&self, message: &RawJson) -> Result<Redacted, Unsearchable> {
        if self.none && self.pointers.is_empty() {
            return Ok(Redacted { json: message.clone(), pointers: Vec::new() });
        }
        let mut search = Search { secrets: self, pointer: String::new(), found: Vec::new() };
        let json = search.value(message, 0)?;
        Ok(Redacted { json: json.unwrap_or_else(|| message.clone()), pointers: search.found })
    }
}

/// A search of one message.
struct Search<'s> {
    secrets: &'s Secrets,
    /// The JSON pointer to the value that is being searched.
    pointer: String,
    found: Vec<String>,
}

impl Search<'_> {
    /// Returns the value without its secrets, or `None` if it has none.
    fn value(&mut self, value: &RawJson, depth: usize) -> Result<Option<RawJson>, Unsearchable> {
        let text = value.get();
        let is_nested = text.starts_with(['{', '[']);
        if depth >= MAX_DEPTH && is_nested {
            return Err(Unsearchable("The message is nested too deeply to be searched for secrets."));
        }
        match text.as_bytes() {
            [b'{', ..] => self.object(value, depth),
            [b'[', ..] => self.array(value, depth),
            [b'"', rest @ ..] => match rest.trim_ascii_start() {
                [b'{' | b'[', ..] | [b'\\', b'n' | b't' | b'r' | b'u', ..] => self.json_in_string(value, depth),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn object(&mut self, value: &RawJson, depth: usize) -> Result<Option<RawJson>, Unsearchable> {
        let object = RawObject::parse(value).map_err(|_| TOO_MANY)?;
        let mut members = Vec::with_capacity(value.get().len());
        let mut writer = ObjectWriter::begin(&mut members);
        let mut is_changed = false;
        for (key, value) in object.members() {
            let name = key.deserialize::<String>().unwrap_or_else(|_| key.get().to_owned());
            let replacement = self.below(&name, |search| {
                if search.is_secret(&name, value) { search.replace() } else { search.value(value, depth + 1) }
            })?;
            is_changed |= replacement.is_some();
            writer.raw_member(key, replacement.as_ref().unwrap_or(value));
        }
        writer.end();
        Ok(is_changed.then(|| RawJson::from_written(members)))
    }

    fn array(&mut self, value: &RawJson, depth: usize) -> Result<Option<RawJson>, Unsearchable> {
        let mut items = value.items(MAX_PARTS).map_err(|_| TOO_MANY)?;
        let mut is_changed = false;
        for (at, item) in items.iter_mut().enumerate() {
            if !item.get().starts_with(['{', '[', '"']) && self.secrets.pointers.is_empty() {
                continue;
            }
            let replacement = self.below(&at.to_string(), |search| {
                if search.is_at_pointer() { search.replace() } else { search.value(item, depth + 1) }
            })?;
            if let Some(replacement) = replacement {
                (*item, is_changed) = (replacement, true);
            }
        }
        Ok(is_changed.then(|| RawJson::array(&items)))
    }

    /// Searches JSON that is the content of a string, as tools often return it.
    fn json_in_string(&mut self, value: &RawJson, depth: usize) -> Result<Option<RawJson>, Unsearchable> {
        let Ok(text) = value.deserialize::<String>() else { return Ok(None) };
        if !text.trim_ascii_start().starts_with(['{', '[']) {
            return Ok(None);
        }
        let Ok(json) = RawJson::parse(text) else { return Ok(None) };
        // Pointers lead to the string, not into it.
        let mut inner = Search { secrets: self.secrets, pointer: String::new(), found: Vec::new() };
        let Some(redacted) = inner.value(&json, depth + 1)? else { return Ok(None) };
        self.note();
        Ok(Some(RawJson::string(redacted.get())))
    }

    /// Runs a search with the pointer to a member or an item.
    fn below<T>(&mut self, segment: &str, search: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(&segment.replace('~', "~0").replace('/', "~1"));
        let result = search(self);
        self.pointer.truncate(length);
        result
    }

    /// Returns whether the value at the pointer is a secret, given the name of its member.
    fn is_secret(&self, name: &str, value: &RawJson) -> bool {
        if self.secrets.none {
            return false;
        }
        let name = normal(name);
        let is_named = is_secret(&name) || self.secrets.names.contains(&name);
        // A schema describes a secret, and contains none.
        let is_description = value.is_object() && is_schema(&self.pointer);
        (is_named && !value.is_null() && !is_description) || self.is_at_pointer()
    }

    fn is_at_pointer(&self) -> bool {
        self.secrets.pointers.contains(&self.pointer)
    }

    #[expect(clippy::unnecessary_wraps, reason = "the other arm of each caller can fail")]
    fn replace(&mut self) -> Result<Option<RawJson>, Unsearchable> {
        self.note();
        Ok(Some(RawJson::string(REDACTED)))
    }

    fn note(&mut self) {
        if self.found.len() < MAX_POINTERS {
            self.found.push(self.pointer.clone());
        }
    }
}

const TOO_MANY: Unsearchable = Unsearchable("The message has too many parts to be searched for secrets.");

/// Lower case, and letters and digits only.
fn normal(name: &str) -> String {
    name.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns whether members with this name, in the form of [`normal`], are secrets by default.
fn is_secret(name: &str) -> bool {
    name != "progresstoken"
        && (PARTS.iter().any(|part| name.contains(part)) || ENDINGS.iter().any(|ending| name.ends_with(ending)))
}

/// Returns whether a pointer leads into a schema of MCP: of a tool, or of a form of the server.
fn is_schema(pointer: &str) -> bool {
    let mut segments = pointer.split('/').skip(1);
    let mut next = || segments.next().unwrap_or_default();
    match (next(), next()) {
        ("params", "requestedSchema") => true,
        ("result", "tools") => matches!((next(), next()), (_, "inputSchema" | "outputSchema")),
        ("result", "inputRequests") => matches!((next(), next(), next()), (_, "params", "requestedSchema")),
        _ => false,
    }
}

impl fmt::Display for Unsearchable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redacted(json: &str) -> (String, Vec<String>) {
        let Redacted { json, pointers } = Secrets::default().redact(&RawJson::parse(json.to_owned()).unwrap()).unwrap();
        (json.get().to_owned(), pointers)
    }

    #[test]
    fn members_are_redacted_by_their_names() {
        let (json, pointers) = redacted(
            r#"{"a": 1.0, "password":"x", "Api-Key": 7, "list":[{"client_secret":["x"]}], "tokens": 3, "accessToken":{"x":1}}"#,
        );
        assert_eq!(
            json,
            r#"{"a":1.0,"password":"[redacted]","Api-Key":"[redacted]","list":[{"client_secret":"[redacted]"}],"tokens":3,"accessToken":"[redacted]"}"#
        );
        assert_eq!(pointers, ["/password", "/Api-Key", "/list/0/client_secret", "/accessToken"]);
    }

    #[test]
    fn a_message_without_secrets_keeps_its_bytes() {
        for json in [
            r#"{ "id" : 12345678901234567890, "_meta": {"progressToken": "a"} }"#,
            r#"{"text":"[not json","x":"\u007b}"}"#,
            "[1, [2], \"a\"]",
        ] {
            assert_eq!(redacted(json), (json.to_owned(), vec![]));
        }
    }

    #[test]
    fn json_in_strings_is_searched() {
        let (json, pointers) = redacted(r#"{"text":" {\"user\":\"a\",\"password\":\"b\"}","t":"\n[{\"token\":1}]"}"#);
        assert_eq!(
            json,
            r#"{"text":"{\"user\":\"a\",\"password\":\"[redacted]\"}","t":"[{\"token\":\"[redacted]\"}]"}"#
        );
        assert_eq!(pointers, ["/text", "/t"]);
        let twice = serde_json::json!({ "a": r#"{"b":"{\"password\":\"x\"}"}"# }).to_string();
        assert!(redacted(&twice).0.contains("[redacted]") && !redacted(&twice).0.contains('x'));
    }

    #[test]
    fn schemas_keep_the_descriptions_of_secrets() {
        let list = r#"{"result":{"tools":[{"inputSchema":{"properties":{"password":{"type":"string"}}}}]}}"#;
        assert_eq!(redacted(list), (list.to_owned(), vec![]));
        let call = r#"{"params":{"arguments":{"inputSchema":{"properties":{"password":{"value":"x"}}}}}}"#;
        assert!(!redacted(call).0.contains('x'));
    }

    #[test]
    fn settings_add_names_and_pointers() {
        let mut secrets = Secrets::default();
        secrets.add(["IBAN", "/params/arguments/a~1b/0"]);
        let json = RawJson::parse(r#"{"iban":1,"params":{"arguments":{"a/b":[2,3]}}}"#).unwrap();
        let Redacted { json, pointers } = secrets.redact(&json).unwrap();
        assert_eq!(json.get(), r#"{"iban":"[redacted]","params":{"arguments":{"a/b":["[redacted]",3]}}}"#);
        assert_eq!(pointers, ["/iban", "/params/arguments/a~1b/0"]);
        let json = RawJson::parse(r#"{"password":1}"#).unwrap();
        assert_eq!(Secrets::none().redact(&json).unwrap().json, json);
    }

    #[test]
    fn deep_messages_are_refused() {
        let deep = |depth: usize| RawJson::parse(format!("{}{}", "[".repeat(depth), "]".repeat(depth))).unwrap();
        assert!(Secrets::default().redact(&deep(MAX_DEPTH)).is_ok());
        assert!(Secrets::default().redact(&deep(MAX_DEPTH + 1)).is_err());
    }
}
