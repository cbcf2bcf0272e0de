//! YAML as users write it: single items in place of lists, and errors as sentences.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, IntoDeserializer as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Deserializes a list, or a single item in place of it.
pub(super) fn one_or_more<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    struct OneOrMore<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrMore<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(items))
        }

        fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
            Ok(vec![T::deserialize(MapAccessDeserializer::new(members))?])
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
            Ok(vec![T::deserialize(text.into_deserializer())?])
        }
    }

    deserializer.deserialize_any(OneOrMore(PhantomData))
}

/// Turns a parser error into a sentence, with the nearest known name for an unknown member.
pub(super) fn sentence(error: &str) -> String {
    let line = error.lines().next().unwrap_or_default();
    let words = line.rsplit_once(" at line ").map_or(line, |(words, _)| words).trim_end_matches('.');
    let replaced = match words {
        "expected sequence start" => "This must be a list, such as `[a, b]`".to_owned(),
        "expected mapping start" => "This must be a mapping, such as `{contains: text}`".to_owned(),
        "invalid u64" => "This must be a whole number".to_owned(),
        _ => words.to_owned(),
    };
    let nearest = words.strip_prefix("unknown field `").and_then(|rest| {
        let (name, known) = rest.split_once("`, expected one of ")?;
        nearest(name, known.split(", ").map(|known| known.trim_matches('`')))
    });
    let hint = nearest.map(|name| format!(" Did you mean `{name}`?")).unwrap_or_default();
    let mut characters = replaced.chars();
    let first = characters.next().map_or_else(String::new, |first| first.to_uppercase().to_string());
    format!("{first}{}.{hint}", characters.as_str())
}

/// Returns the most similar name, unless all are very different.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(name, known);
    let nearest = known.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(nearest) >= 0.5).then_some(nearest)
}
