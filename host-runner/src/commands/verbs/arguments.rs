//! Arguments as words: `key=value`, `key:=JSON`, `@file`, or a JSON object.

use std::io::Read as _;

use serde_json::Value;
use serde_json::value::RawValue;

use super::client::MAX_ARGUMENTS;
use super::schema::{Property, string};
use crate::commands::Failure;

/// JSON object members, whose values keep their spelling.
#[derive(Debug, Default)]
pub(super) struct Arguments(Vec<(String, Box<RawValue>)>);

impl Arguments {
    /// Converts words by a tool's input schema.
    pub(super) fn of_tool(words: &[String], schema: &Value) -> Result<Self, Failure> {
        Self::parse(words, |key, text| match Property::of(schema, key) {
            Some(property) => property.convert(text),
            None => Ok(string(text)),
        })
    }

    /// Converts words into strings, because all prompt arguments are strings.
    pub(super) fn of_prompt(words: &[String]) -> Result<Self, Failure> {
        Self::parse(words, |_, text| Ok(string(text)))
    }

    fn parse(words: &[String], convert: impl Fn(&str, &str) -> Result<Box<RawValue>, String>) -> Result<Self, Failure> {
        let mut arguments = Self::default();
        for word in words {
            if let Some(path) = word.strip_prefix('@') {
                arguments.add_object(&read(path)?, word)?;
            } else if word.trim_start().starts_with('{') {
                arguments.add_object(word, "the argument")?;
            } else {
                let (key, value) = assignment(word, &convert)?;
                arguments.add(key, value)?;
            }
        }
        Ok(arguments)
    }

    fn add_object(&mut self, json: &str, source: &str) -> Result<(), Failure> {
        let object: Members = serde_json::from_str(json).map_err(|error| {
            Failure::invalid_arguments(format!("Expected a JSON object with the arguments in {source}: {error}."))
        })?;
        object.0.into_iter().try_for_each(|(key, value)| self.add(key, value))
    }

    fn add(&mut self, key: String, value: Box<RawValue>) -> Result<(), Failure> {
        if self.names().any(|known| known == key) {
            let hint = format!("Write several values as a JSON array: {key}:='[…]'.");
            return Err(Failure::invalid_arguments(format!("The argument {key:?} is given twice.")).hint(hint));
        }
        self.0.push((key, value));
        Ok(())
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the arguments as a JSON object.
    pub(super) fn to_json(&self) -> Box<RawValue> {
        let members: Vec<String> = self.0.iter().map(|(key, value)| format!("{}:{value}", string(key))).collect();
        RawValue::from_string(format!("{{{}}}", members.join(","))).expect("members with JSON values are an object")
    }
}

/// Splits a word such as `key=value` or `key:=JSON`, and converts the value.
pub(super) fn assignment(
    word: &str,
    convert: impl Fn(&str, &str) -> Result<Box<RawValue>, String>,
) -> Result<(String, Box<RawValue>), Failure> {
    let Some((key, value)) = word.split_once('=') else {
        let forms = "Arguments are key=value, key:=JSON, @file.json, @- for stdin, or a JSON object.";
        return Err(Failure::invalid_arguments(format!("{word:?} is not an argument.")).hint(forms));
    };
    let (key, converted) = match key.strip_suffix(':') {
        Some(key) => (key, RawValue::from_string(value.to_owned()).map_err(|error| format!("invalid JSON: {error}"))),
        None => (key, convert(key, value)),
    };
    let converted = converted.map_err(|why| Failure::invalid_arguments(format!("The argument {key:?}: {why}.")))?;
    Ok((key.to_owned(), converted))
}

/// Reads a file, or stdin for `-`.
fn read(path: &str) -> Result<String, Failure> {
    let mut text = String::new();
    let limit = u64::try_from(MAX_ARGUMENTS).unwrap_or(u64::MAX) + 1;
    let read = match path {
        "-" => std::io::stdin().lock().take(limit).read_to_string(&mut text),
        _ => std::fs::File::open(path).and_then(|file| file.take(limit).read_to_string(&mut text)),
    };
    match read {
        Ok(length) if length > MAX_ARGUMENTS => {
            Err(Failure::invalid_arguments(format!("@{path} is larger than {} MiB.", MAX_ARGUMENTS >> 20)))
        }
        Ok(_) => Ok(text),
        Err(error) => Err(Failure::invalid_arguments(format!("@{path} cannot be read: {error}."))),
    }
}

/// A JSON object's members, in their original order.
struct Members(Vec<(String, Box<RawValue>)>);

impl<'de> serde::Deserialize<'de> for Members {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Members;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(words: &[&str]) -> Result<String, String> {
        let schema = json!({ "properties": { "n": { "type": "number" }, "s": { "type": "string" } } });
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let arguments = Arguments::of_tool(&words, &schema).map_err(|failure| failure.to_string())?;
        Ok(arguments.to_json().get().to_owned())
    }

    #[test]
    fn words_become_an_object_in_their_order() {
        assert_eq!(parsed(&[]).as_deref(), Ok("{}"));
        assert_eq!(
            parsed(&["s=a=b", "n=1.50", "other=1", "x:=[1, 1e2]", "{\"big\": 12345678901234567890}"]).as_deref(),
            Ok(r#"{"s":"a=b","n":1.50,"other":"1","x":[1, 1e2],"big":12345678901234567890}"#)
        );
    }

    #[test]
    fn a_file_has_the_whole_object() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, "{\"n\": 1}\n").unwrap();
        let word = format!("@{}", file.path().display());
        assert_eq!(parsed(&[&word, "s=x"]).as_deref(), Ok(r#"{"n":1,"s":"x"}"#));
        std::fs::write(&file, "[1]").unwrap();
        assert!(parsed(&[&word]).unwrap_err().contains("Expected a JSON object"));
    }

    #[test]
    fn wrong_words_say_what_is_wrong() {
        for (words, expected) in [
            (&["n=x"][..], "\"n\": expected number, got \"x\""),
            (&["s"], "\"s\" is not an argument"),
            (&["s:=a"], "\"s\": invalid JSON"),
            (&["{\"a\":"], "Expected a JSON object"),
            (&["s=1", "s=2"], "\"s\" is given twice"),
            (&["@/nowhere.json"], "@/nowhere.json cannot be read"),
        ] {
            let message = parsed(words).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn a_larger_file_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let word = format!("@{}", file.path().display());
        for (length, expected) in [(16 << 20, "Expected a JSON object"), ((16 << 20) + 1, "is larger than 16 MiB")] {
            file.as_file().set_len(length).unwrap();
            let refused = parsed(&[&word]).unwrap_err();
            assert!(refused.contains(expected), "{refused}");
        }
    }
}
