//! An edit of any object changes the named member, and leaves every other byte between the members as it was.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use serde_json::value::RawValue;
use tower_mcp_ui::{RawJson, fuzzing};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    members: Vec<Member<'a>>,
    /// The edited member: one of the members, or another.
    index: u8,
    other: Option<&'a str>,
    /// The new value, or `None` to remove the member.
    value: Option<&'a str>,
}

#[derive(Arbitrary, Debug)]
struct Member<'a> {
    key: &'a str,
    is_escaped: bool,
    space: u8,
    /// JSON, or else a text.
    value: &'a str,
}

const SPACES: [&str; 4] = ["", " ", "\n\t", "\r\n "];

impl Member<'_> {
    /// The key as JSON, with each of its characters escaped if `is_escaped` is set.
    fn quoted(&self) -> String {
        if !self.is_escaped {
            return Value::from(self.key).to_string();
        }
        let escaped: String = self.key.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        format!("\"{escaped}\"")
    }
}

/// Returns the text itself, if it is JSON, or else a JSON string of it.
fn json(text: &str) -> String {
    match serde_json::from_str::<&RawValue>(text) {
        Ok(json) => json.get().to_owned(),
        Err(_) => Value::from(text).to_string(),
    }
}

fuzz_target!(|input: Input<'_>| {
    let mut members: Vec<_> =
        input.members.iter().map(|member| (member.key, member.quoted(), json(member.value))).collect();
    let spaced = input.members.iter().zip(&members).map(|(member, (_, key, value))| {
        let space = SPACES[usize::from(member.space) % SPACES.len()];
        format!("{space}{key}{space}:{space}{value}{space}")
    });
    let text = format!("{{{}}}", spaced.collect::<Vec<_>>().join(","));
    let key = match (input.other, members.len()) {
        (Some(other), _) => other,
        (None, 0) => return,
        (None, count) => members[usize::from(input.index) % count].0,
    };
    let value = input.value.map(json);
    let given = value.clone().map(|value| RawJson::parse(value).expect("it is JSON"));
    // Deep nesting is refused.
    let Some(edited) = fuzzing::edit(&text, key, given.as_ref()) else {
        assert!(serde_json::from_str::<Value>(&text).is_err() || members.len() > 10_000);
        return;
    };
    match value {
        None => members.retain(|(name, ..)| *name != key),
        Some(value) => match members.iter_mut().rev().find(|(name, ..)| *name == key) {
            Some(last) => last.2 = value,
            None => members.push((key, Value::from(key).to_string(), value)),
        },
    }
    let expected: Vec<_> = members.iter().map(|(_, key, value)| format!("{key}:{value}")).collect();
    assert_eq!(edited.get(), format!("{{{}}}", expected.join(",")));
});
