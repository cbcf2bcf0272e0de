//! Variables in a test file's strings: `${NAME}` is an environment variable, or a value that an earlier test captured.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::expect::{Expect, ExpectText};

/// Minimum length of a secret that reports hide. Shorter values would be found everywhere.
const SHORTEST_SECRET: usize = 4;

/// Length of the prefix that reports hide as well if a secret is long, in characters.
const SHORTEST_PART: usize = 24;

/// The variables' values, and those that reports must not show.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    captured: BTreeMap<String, Value>,
    /// The possible spellings of environment variables' values, such as JSON-escaped, with the variables' names. The
    /// longest come first, because one value may be another's prefix.
    secrets: BTreeSet<(Reverse<usize>, String, String)>,
    /// The last variable that had no value.
    missing: Option<String>,
}

impl Variables {
    pub(super) fn capture(&mut self, name: &str, value: Value) {
        self.captured.insert(name.to_owned(), value);
    }

    /// Takes the name of the last variable that had no value.
    pub(super) fn take_missing(&mut self) -> Option<String> {
        self.missing.take()
    }

    /// Replaces the variables in a string. `$${` stands for `${`.
    ///
    /// # Errors
    ///
    /// Fails if a variable has no value. The error mentions the variable.
    pub(super) fn expand(&mut self, text: &str) -> Result<String, String> {
        self.expand_as(text, |value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        })
    }

    fn expand_as(&mut self, text: &str, written: impl Fn(Value) -> String) -> Result<String, String> {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, (name, after))) =
            rest.split_once("${").and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            if let Some(before) = before.strip_suffix('$') {
                out.push_str(before);
                out.push_str("${");
                rest = &rest[before.len() + 3..];
                continue;
            }
            out.push_str(before);
            out.push_str(&written(self.value(name)?));
            rest = after;
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Replaces the variables in a value's strings. A string that contains nothing but a variable is replaced with the
    /// variable's value, which need not be a string.
    pub(super) fn expand_value(&mut self, value: &Value) -> Result<Value, String> {
        Ok(match value {
            Value::String(text) => {
                let name = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
                match name.filter(|name| !name.contains(['$', '}'])) {
                    Some(name) => self.value(name)?,
                    None => Value::String(self.expand(text)?),
                }
            }
            Value::Array(items) => {
                Value::Array(items.iter().map(|item| self.expand_value(item)).collect::<Result<_, _>>()?)
            }
            Value::Object(members) => {
                let members = members.iter().map(|(key, value)| Ok((key.clone(), self.expand_value(value)?)));
                Value::Object(members.collect::<Result<Map<_, _>, String>>()?)
            }
            other => other.clone(),
        })
    }

    /// Replaces the variables in the expectations, except in patterns. In a filter, a value is written as JSON.
    pub(super) fn expand_expectations(&mut self, expect: &Expect) -> Result<Expect, String> {
        let mut expect = expect.clone();
        for value in [&mut expect.structured, &mut expect.exactly].into_iter().flatten() {
            *value = self.expand_value(value)?;
        }
        let of_error = expect.error.as_mut().and_then(|error| error.message.as_mut());
        for ExpectText { contains, equals, .. } in expect.text.as_mut().into_iter().chain(of_error) {
            for text in [contains, equals].into_iter().flatten() {
                *text = self.expand(text)?;
            }
        }
        for condition in &mut expect.conditions {
            *condition = self.expand_as(condition, |value| value.to_string())?;
        }
        Ok(expect)
    }

    fn value(&mut self, name: &str) -> Result<Value, String> {
        let (name, default) = name.split_once(":-").map_or((name, None), |(name, default)| (name, Some(default)));
        if let Some(value) = self.captured.get(name) {
            return Ok(value.clone());
        }
        match (std::env::var(name), default) {
            (Ok(value), _) => {
                if value.len() >= SHORTEST_SECRET {
                    self.hide(&value, name);
                }
                Ok(Value::String(value))
            }
            (Err(_), Some(default)) => Ok(Value::String(default.to_owned())),
            (Err(_), None) => {
                self.missing = Some(name.to_owned());
                Err(format!(
                    "`${{{name}}}` has no value: no earlier test captures it, and the environment has no such variable."
                ))
            }
        }
    }

    /// Remembers a variable's value that reports must not show, also in escaped forms.
    fn hide(&mut self, value: &str, name: &str) {
        let inner = |quoted: String| quoted[1..quoted.len() - 1].to_owned();
        let json = inner(Value::from(value).to_string());
        let twice = inner(Value::from(json.as_str()).to_string());
        let forms = [value.to_owned(), json, twice, inner(format!("{value:?}")), value.replace('\'', r"'\''")];
        self.secrets.extend(forms.map(|form| (Reverse(form.len()), form, format!("${{{name}}}"))));
    }

    /// Replaces environment variables' values with the variables' names, even if the values are escaped or truncated.
    pub(super) fn without_secrets(&self, text: &str) -> String {
        self.secrets.iter().fold(text.to_owned(), |text, (_, form, name)| without(&text, form, name))
    }

    /// Applies [`Self::without_secrets`] to the strings in a value.
    pub(super) fn value_without_secrets(&self, value: Value) -> Value {
        match value {
            value if self.secrets.is_empty() => value,
            Value::String(text) => Value::String(self.without_secrets(&text)),
            Value::Array(items) => items.into_iter().map(|item| self.value_without_secrets(item)).collect(),
            Value::Object(members) => Value::Object(
                members.into_iter().map(|(key, value)| (key, self.value_without_secrets(value))).collect(),
            ),
            other => other,
        }
    }
}

/// Replaces a secret and, if it is long, also its prefix, which a truncated string may contain.
fn without(text: &str, secret: &str, name: &str) -> String {
    let text = text.replace(secret, name);
    let beginning: String = secret.chars().take(SHORTEST_PART).collect();
    if secret.len() <= 2 * SHORTEST_PART || !text.contains(&beginning) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(&beginning) {
        out.push_str(&rest[..at]);
        out.push_str(name);
        let pairs = rest[at..].char_indices().zip(secret.chars());
        let same = pairs.take_while(|((_, one), other)| one == other).last();
        rest = &rest[same.map_or(at, |((index, character), _)| at + index + character.len_utf8())..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn variables_are_captured_values_or_those_of_the_environment() {
        let mut variables = Variables::default();
        variables.capture("id", json!(7));
        assert_eq!(variables.expand("a ${id} b ${id}"), Ok("a 7 b 7".to_owned()));
        assert_eq!(variables.expand("$id ${id"), Ok("$id ${id".to_owned()));
        assert_eq!(variables.expand_value(&json!({ "x": ["${id}", "n${id}", 1] })), Ok(json!({ "x": [7, "n7", 1] })));
        assert_eq!(variables.expand("$${id} $$ $${x").as_deref(), Ok("${id} $$ $${x"));
        assert_eq!(variables.expand_value(&json!("$${id}")), Ok(json!("${id}")));
        assert_eq!(variables.expand("${NO_SUCH_NAME:-a:-b}${id:-c}").as_deref(), Ok("a:-b7"));
        let why = variables.expand("${NO_SUCH_NAME}").unwrap_err();
        assert!(why.contains("NO_SUCH_NAME"), "{why}");
    }

    #[test]
    fn values_are_hidden_however_they_are_written() {
        let mut variables = Variables::default();
        let long = "x'\"y\\".repeat(200);
        for (secret, name) in [("abcd", "A"), ("abcdef", "B"), ("quo'te", "C"), ("two\nlines", "D"), (&long, "E")] {
            variables.hide(secret, name);
        }
        for (text, shown) in [
            ("abcdef abcd".to_owned(), "${B} ${A}"),
            (r"'quo'\''te'".to_owned(), "'${C}'"),
            (json!({ "a": "two\nlines" }).to_string(), "{\"a\":\"${D}\"}"),
            (format!("{:?}", "two\nlines"), "\"${D}\""),
            (format!("{}…", &long[..500]), "${E}…"),
        ] {
            assert_eq!(variables.without_secrets(&text), shown);
        }
        assert_eq!(variables.value_without_secrets(json!(["an abcd", 1])), json!(["an ${A}", 1]));
    }

    #[test]
    fn values_of_the_environment_are_hidden() {
        let mut variables = Variables::default();
        let path = std::env::var("PATH").unwrap();
        assert_eq!(variables.expand("${PATH}").as_deref(), Ok(&*path));
        assert_eq!(variables.without_secrets(&format!("is {path}!")), "is ${PATH}!");
    }
}
