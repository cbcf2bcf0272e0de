//! Value positions in a JSON message, so that a few values can be replaced while everything else keeps its spelling.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A value's position in a string, in bytes.
pub(super) type Span = Range<usize>;

/// Maximum length in bytes of a member name that is compared with known names regardless of case. Longer names are not
/// compared.
const MAX_NAME: usize = 64;

/// The error for an object with a repeated member: parsers disagree on which value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeated(pub(super) &'static str);

/// An object's members, each with its value's span.
#[derive(Debug)]
pub(super) struct Members(Vec<(String, Span)>);

impl Members {
    /// Reads the object at `span`. Returns `None` if the value there is not an object.
    pub(super) fn at(text: &str, span: Span) -> Option<Self> {
        let RawMembers(members) = serde_json::from_str(&text[span]).ok()?;
        let start = text.as_ptr().addr();
        let positioned = members.into_iter().map(|(name, value)| {
            let begin = value.get().as_ptr().addr() - start;
            (name, begin..begin + value.get().len())
        });
        Some(Self(positioned.collect()))
    }

    pub(super) fn get(&self, name: &'static str) -> Result<Option<Span>, Repeated> {
        let mut found = self.0.iter().filter(|(member, _)| member == name);
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(Repeated(name)),
            (first, None) => Ok(first.map(|(_, span)| span.clone())),
        }
    }

    /// Returns true if a member's name differs from one of these names only in case: some parsers treat the two names
    /// as the same.
    pub(super) fn has_in_other_case(&self, names: &[&str]) -> bool {
        // Some parsers fold the long s (U+017F) and the Kelvin sign (U+212A) to ASCII letters, too.
        let folded = |name: &str| name.to_lowercase().to_uppercase();
        let is_other = |member: &str| names.iter().any(|name| member != *name && folded(member) == folded(name));
        self.0.iter().any(|(member, _)| member.len() <= MAX_NAME && is_other(member))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(member, _)| member == name)
    }
}

/// Finds the value at a path of member names, starting in the object at `span`.
pub(super) fn find(text: &str, span: Span, path: &[&'static str]) -> Result<Option<Span>, Repeated> {
    let mut at = span;
    for name in path {
        let Some(members) = Members::at(text, at) else { return Ok(None) };
        let Some(next) = members.get(name)? else { return Ok(None) };
        at = next;
    }
    Ok(Some(at))
}

/// Returns an edit that inserts a member in front of the others in the object at `span`.
pub(super) fn added(text: &str, span: Span, name: &str, value: &str) -> Option<(Span, String)> {
    let Members(members) = Members::at(text, span.clone())?;
    let separator = if members.is_empty() { "" } else { "," };
    let at = span.start + 1;
    Some((at..at, format!("{}:{value}{separator}", quoted(name))))
}

/// Replaces the values at the given spans, which must not overlap.
pub(super) fn splice(text: &str, mut edits: Vec<(Span, String)>) -> String {
    edits.sort_by_key(|(span, _)| span.start);
    let mut out = String::with_capacity(text.len() + 32);
    let mut at = 0;
    for (span, value) in edits {
        out.push_str(&text[at..span.start]);
        out.push_str(&value);
        at = span.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Writes text as a JSON string.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

struct RawMembers<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for RawMembers<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = RawMembers<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((name, value)) = map.next_entry::<&RawValue, _>()? {
                    // A lone surrogate, which some parsers accept, does not make the object unreadable.
                    let name = serde_json::from_str(name.get()).unwrap_or_else(|_| name.get().to_owned());
                    members.push((name, value));
                }
                Ok(RawMembers(members))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_replaced_and_the_rest_keeps_its_spelling() {
        let text = "{ \"id\" : 1.50e1 ,\"params\":{\"_meta\": {\"progressToken\":\"\\u0061\"}, \"x\":1.0}}";
        let id = find(text, 0..text.len(), &["id"]).unwrap().unwrap();
        let token = find(text, 0..text.len(), &["params", "_meta", "progressToken"]).unwrap().unwrap();
        assert_eq!((&text[id.clone()], &text[token.clone()]), ("1.50e1", "\"\\u0061\""));
        let replaced = splice(text, vec![(token, "7".into()), (id, "8".into())]);
        assert_eq!(replaced, "{ \"id\" : 8 ,\"params\":{\"_meta\": {\"progressToken\":7}, \"x\":1.0}}");
    }

    #[test]
    fn a_member_is_added() {
        for (text, expected) in [("{}", r#"{"a":1}"#), (r#"{ "b":2}"#, r#"{"a":1, "b":2}"#)] {
            let edit = added(text, 0..text.len(), "a", "1").unwrap();
            assert_eq!(splice(text, vec![edit]), expected);
        }
    }

    #[test]
    fn a_lone_surrogate_hides_no_members() {
        let text = r#"{"_meta":{"\ud800":1,"progressToken":7}}"#;
        let token = find(text, 0..text.len(), &["_meta", "progressToken"]).unwrap().unwrap();
        assert_eq!(&text[token], "7");
    }

    #[test]
    fn names_in_another_case_are_found() {
        let has = |text: &str| Members::at(text, 0..text.len()).unwrap().has_in_other_case(&["id", "params"]);
        assert!(has(r#"{"id":1,"ID":2}"#) && has("{\"param\u{17f}\":1}"));
        assert!(!has(r#"{"id":1,"params":{"ID":2},"idea":3}"#));
    }

    #[test]
    fn a_repeated_member_is_an_error() {
        let text = r#"{"a":1,"b":{"c":1,"c":2}}"#;
        assert_eq!(find(text, 0..text.len(), &["b", "c"]), Err(Repeated("c")));
        assert_eq!(find(text, 0..text.len(), &["a", "c"]), Ok(None));
        assert_eq!(find(text, 0..text.len(), &["d"]), Ok(None));
    }

    #[test]
    fn a_longer_name_is_not_compared() {
        let is_found = |length: usize| {
            let [name, other] = ["a", "A"].map(|letter| letter.repeat(length));
            let text = format!(r#"{{"{other}":1}}"#);
            Members::at(&text, 0..text.len()).unwrap().has_in_other_case(&[&name])
        };
        assert!(is_found(64) && !is_found(65));
    }
}
