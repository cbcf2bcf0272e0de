//! Secrets in messages, which are removed before a record exists.

mod decoded;
mod escapes;
mod names;
mod pairs;
mod texts;

use self::decoded::decoded;
use self::names::{is_secret, may_be_secret, normal};
use self::pairs::{is_pair_value, names_next, names_secret};
use crate::model::{MAX_PARTS, ObjectWriter, RawJson, RawObject};
use std::borrow::Cow;

/// The text in place of a secret.
pub(crate) const REDACTED: &str = "[redacted]";

/// The maximum nesting depth of a message. Deeper messages cannot be redacted and are not kept.
const MAX_DEPTH: usize = 128;

/// Maximum number of listed pointers to secrets in a message. Additional secrets are removed, but not listed.
const MAX_POINTERS: usize = 100;

/// Maximum total size in bytes of the listed pointers to secrets in a message, since a pointer repeats member names.
/// Additional secrets are removed, but not listed.
const MAX_POINTER_BYTES: usize = 8 * 1024;

/// The members in a secret's schema that may contain the secret's value. All other members only describe it.
const SCHEMA_VALUES: [&str; 5] = ["default", "example", "examples", "const", "enum"];

/// The message members that are secrets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Secrets {
    /// True if no member counts as a secret.
    none: bool,
    /// Names normalized by [`normal`].
    names: Vec<String>,
    /// JSON pointers into the message.
    pointers: Vec<String>,
}

/// A message without its secrets, and JSON pointers to their former places.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Redacted {
    pub(super) json: RawJson,
    pub(super) pointers: Vec<String>,
}

/// The error for a message that cannot be searched for secrets, as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct Unsearchable(&'static str);

impl Secrets {
    /// Treats no member as a secret.
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

    /// Returns whether the header for an argument with this name (`Mcp-Param-{Name}`) is a secret.
    pub(super) fn include_header(&self, name: &str) -> bool {
        is_secret(name) || self.names.contains(&normal(name))
    }

    /// Returns a string that a record repeats outside the message, redacted exactly as in the message.
    pub(crate) fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.none {
            return text.into();
        }
        let mut search = Search { secrets: self, pointer: String::new(), found: Vec::new() };
        match search.string(&RawJson::string(text), 0) {
            Ok(None) => text.into(),
            Ok(Some(redacted)) => decoded(&redacted).into_owned().into(),
            Err(_) => REDACTED.into(),
        }
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

/// A search in one message.
struct Search<'s> {
    secrets: &'s Secrets,
    /// The JSON pointer to the value being searched.
    pointer: String,
    found: Vec<String>,
}

impl Search<'_> {
    /// Returns the value without its secrets, or `None` if it contains no secrets.
    fn value(&mut self, value: &RawJson, depth: usize) -> Result<Option<RawJson>, Unsearchable> {
        let text = value.get();
        let is_nested = text.starts_with(['{', '[']);
        if depth >= MAX_DEPTH && is_nested {
            return Err(Unsearchable("The message is nested too deeply to be searched for secrets."));
        }
        match text.as_bytes() {
            [b'{', ..] => self.object(value, depth, &[]),
            [b'[', ..] => self.array(value, depth),
            [b'"', ..] => self.string(value, depth),
            _ => Ok(None),
        }
    }

    /// Searches an object, and replaces the members with these names.
    fn object(&mut self, value: &RawJson, depth: usize, replaced: &[&str]) -> Result<Option<RawJson>, Unsearchable> {
        let object = RawObject::parse(value).map_err(|_| TOO_MANY)?;
        let is_secret_pair = !self.secrets.none && names_secret(&object);
        let mut members = Vec::with_capacity(value.get().len());
        let mut writer = ObjectWriter::begin(&mut members);
        let mut is_changed = false;
        for (key, value) in object.members() {
            let name = decoded(key);
            let shown_key = if self.secrets.none { None } else { texts::redact(&name) };
            let replacement = self.below(shown_key.as_deref().unwrap_or(&name), |search| {
                let is_value = is_secret_pair && is_pair_value(&name, value)
                    || replaced.contains(&&*name) && may_be_secret("", value);
                if is_value || search.is_at_pointer() {
                    return search.replace();
                }
                if !search.is_secret(&name, value) {
                    return search.value(value, depth + 1);
                }
                // A schema describes a secret, but does not contain it.
                let is_description = value.is_object() && is_schema(&search.pointer) && depth + 1 < MAX_DEPTH;
                if is_description { search.object(value, depth + 1, &SCHEMA_VALUES) } else { search.replace() }
            })?;
            is_changed |= replacement.is_some() || shown_key.is_some();
            let shown_key = shown_key.map(|key| RawJson::string(&key));
            writer.raw_member(shown_key.as_ref().unwrap_or(key), replacement.as_ref().unwrap_or(value));
        }
        writer.end();
        Ok(is_changed.then(|| RawJson::from_written(members)))
    }

    fn array(&mut self, value: &RawJson, depth: usize) -> Result<Option<RawJson>, Unsearchable> {
        let mut items = value.items(MAX_PARTS).map_err(|_| TOO_MANY)?;
        let mut is_changed = false;
        let is_pair = items.len() == 2;
        let mut is_named = false;
        for (at, item) in items.iter_mut().enumerate() {
            let is_value = is_named && item.get().starts_with('"');
            is_named = !self.secrets.none && names_next(item, is_pair && at == 0);
            if !item.get().starts_with(['{', '[', '"']) && self.secrets.pointers.is_empty() {
                continue;
            }
            let replacement = self.below(&at.to_string(), |search| {
                if is_value || search.is_at_pointer() { search.replace() } else { search.value(item, depth + 1) }
            })?;
            if let Some(replacement) = replacement {
                (*item, is_changed) = (replacement, true);
            }
        }
        Ok(is_changed.then(|| RawJson::array(&items)))
    }

    /// Searches a string: as JSON, which tools often return in strings, or as text.
    fn string(&mut self, value: &RawJson, depth: usize) -> Result<Option<RawJson>, Unsearchable> {
        let text = decoded(value);
        let is_nested = text.trim_ascii_start().starts_with(['{', '[', '"']);
        let json = is_nested.then(|| RawJson::parse(text.clone().into_owned()));
        let redacted = match json {
            Some(Ok(json)) => {
                // Pointers lead to the string, not into it.
                let mut inner = Search { secrets: self.secrets, pointer: String::new(), found: Vec::new() };
                inner.value(&json, depth + 1)?.map(|json| json.get().to_owned())
            }
            _ if self.secrets.none => None,
            _ => texts::redact(&text),
        };
        Ok(redacted.map(|text| {
            self.note();
            RawJson::string(&text)
        }))
    }

    /// Runs a search with the pointer extended to a member or an item.
    fn below<T>(&mut self, segment: &str, search: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(&segment.replace('~', "~0").replace('/', "~1"));
        let result = search(self);
        self.pointer.truncate(length);
        result
    }

    /// Returns whether a member's value is a secret, judging by its name.
    fn is_secret(&self, name: &str, value: &RawJson) -> bool {
        let is_named = || is_secret(name) && may_be_secret(name, value) || self.secrets.names.contains(&normal(name));
        !self.secrets.none && !value.is_null() && is_named()
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
        let bytes: usize = self.found.iter().map(String::len).sum();
        if self.found.len() < MAX_POINTERS && bytes + self.pointer.len() <= MAX_POINTER_BYTES {
            self.found.push(self.pointer.clone());
        }
    }
}

const TOO_MANY: Unsearchable = Unsearchable("The message has too many parts to be searched for secrets.");

/// Returns whether a pointer leads into an MCP schema: a tool's, or that of a form from the server.
fn is_schema(pointer: &str) -> bool {
    let mut segments = pointer.split('/').skip(1);
    let mut next = || segments.next().unwrap_or_default();
    match (next(), next()) {
        ("params", "requestedSchema") => true,
        // Schemas of tools that a server offers to the client's model (sampling).
        ("params", "tools") => matches!((next(), next()), (_, "inputSchema" | "outputSchema")),
        ("result", "tools") => matches!((next(), next()), (_, "inputSchema" | "outputSchema")),
        ("result", "inputRequests") => matches!((next(), next(), next()), (_, "params", "requestedSchema")),
        _ => false,
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
            r#"{"a": 1.0, "password":"x", "Api-Key": 7, "list":[{"client_secret":["x"]}], "tokens": 3, "accessToken":{"x":1}, "pin":true}"#,
        );
        assert_eq!(
            json,
            r#"{"a":1.0,"password":"[redacted]","Api-Key":"[redacted]","list":[{"client_secret":"[redacted]"}],"tokens":3,"accessToken":"[redacted]","pin":true}"#
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
    fn names_are_read_whatever_their_escapes() {
        let (json, _) = redacted(r#"{"\ud800p\u0061ssword":"x","p\u0061ss":"x","text":"\ud800 ?token=x"}"#);
        for kept in [r#""\ud800p\u0061ssword":"[redacted]""#, r#""p\u0061ss":"[redacted]""#, " ?token=[redacted]\""] {
            assert!(json.contains(kept), "{json}");
        }
    }

    #[test]
    fn pairs_are_redacted() {
        for (json, expected) in [
            (r#"{"name":"API_KEY","value":"x"}"#, r#"{"name":"API_KEY","value":"[redacted]"}"#),
            (r#"[{"Value":["x"],"Key":"pwd"}]"#, r#"[{"Value":"[redacted]","Key":"pwd"}]"#),
            (r#"{"name":"city","value":"x"}"#, r#"{"name":"city","value":"x"}"#),
            (r#"["Authorization","x"]"#, r#"["Authorization","[redacted]"]"#),
            (r#"["run","--token","x","y"]"#, r#"["run","--token","[redacted]","y"]"#),
            (r#"["X-Auth-Token","x"]"#, r#"["X-Auth-Token","[redacted]"]"#),
            (r#"{"header":"Cookie","value":"x"}"#, r#"{"header":"Cookie","value":"[redacted]"}"#),
            (r##"{"selector":"#password","value":"x"}"##, r##"{"selector":"#password","value":"[redacted]"}"##),
            (r#"{"element":"Password field","text":"x"}"#, r#"{"element":"Password field","text":"[redacted]"}"#),
            (r#"["token","a","b"]"#, r#"["token","a","b"]"#),
            (r#"{"required":["password","username"]}"#, r#"{"required":["password","username"]}"#),
            (r#"{"ghp_hunter2hunter2hunter2":1}"#, r#"{"[redacted]":1}"#),
        ] {
            assert_eq!(redacted(json).0, expected);
        }
    }

    #[test]
    fn schemas_keep_the_descriptions_of_secrets() {
        let list = r#"{"result":{"tools":[{"inputSchema":{"properties":{"password":{"type":"string"}}}}]}}"#;
        assert_eq!(redacted(list), (list.to_owned(), vec![]));
        let values =
            r#"{"params":{"requestedSchema":{"properties":{"pin":{"type":"string","default":"x","examples":["x"]}}}}}"#;
        let (json, pointers) = redacted(values);
        assert!(json.contains(r#"{"type":"string","default":"[redacted]","examples":"[redacted]"}"#), "{json}");
        let pin = "/params/requestedSchema/properties/pin";
        assert_eq!(pointers, [format!("{pin}/default"), format!("{pin}/examples")]);
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

    #[test]
    fn secrets_beyond_those_listed_are_removed_too() {
        let members: Vec<_> = (0..101).map(|number| format!(r#""password{number}":"hunter2""#)).collect();
        let (json, pointers) = redacted(&format!("{{{}}}", members.join(",")));
        assert_eq!((json.matches("[redacted]").count(), json.matches("hunter2").count()), (101, 0));
        assert_eq!(pointers.len(), 100);
    }
}
