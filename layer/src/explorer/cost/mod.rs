//! What a schema and its arguments may cost at most, found out before the validator begins.
//!
//! The validator follows every alternative to its end and keeps everything that is wrong before it says any of it. What
//! that takes may grow with a power of the arguments' depth or with the product of two lengths, and long chains of
//! references fill the stack. Nothing of it can be interrupted, so a walk comes first, which counts and stops.

mod backtracking;
mod keywords;
mod pattern;
mod place;
mod plain;
mod preparation;
mod references;
mod walk;

use serde_json::Value;

pub(super) use self::plain::steps_per_value;
pub(super) use self::preparation::check as check_preparation;
pub(super) use self::references::References;
pub(super) use self::walk::{Aim, check};
use crate::config::Limits;

/// Schemas that may be applied within each other, to a value, its parts, and by reference. The validator takes up to
/// 2 kB of stack for each in a debug build and 350 bytes in a release: half of the 2 MiB that a thread has, and a fifth
/// of the 1 MiB that a component has. Arguments can be nested 127 deep, so a recursive schema has four for each level.
const MOST_NESTED: usize = 512;

/// It is not worth its cost.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TooCostly {
    /// More steps than there may be.
    Steps,
    /// More schemas within each other than the stack has room for.
    Nesting,
    /// More text than this backtracking pattern may be matched with.
    Backtracking(String),
}

impl TooCostly {
    pub(super) fn because(&self, limits: &Limits) -> String {
        match self {
            Self::Steps => {
                let steps = limits.validation_steps;
                format!("it would take more than {steps} steps, which is what MCP_UI_MAX_VALIDATION_STEPS allows")
            }
            Self::Nesting => "too many schemas are nested, or refer to each other".to_owned(),
            Self::Backtracking(pattern) => backtracking::reason(pattern),
        }
    }
}

/// Steps that may still be taken. Each is about a microsecond, or half a kilobyte where something is kept.
#[derive(Clone, Copy)]
struct Steps(usize);

impl Steps {
    fn take(&mut self, count: usize) -> Result<(), TooCostly> {
        self.0 = self.0.checked_sub(count).ok_or(TooCostly::Steps)?;
        Ok(())
    }
}

/// Comparisons that make a step.
const COMPARISONS: usize = 64;

/// Bytes of text that count as one value: to compare, to copy, or to keep.
const TEXT: usize = 64;

/// The values that a value is made of, long texts counted several times.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => {
            1 + members.iter().map(|(name, member)| name.len() / TEXT + size(member)).sum::<usize>()
        }
        Value::String(text) => 1 + text.len() / TEXT,
        _ => 1,
    }
}

/// The values in a JSON text, counted without reading it: the commas and opening brackets outside of its strings.
pub(super) fn count_values(json: &[u8]) -> usize {
    let (mut count, mut in_string, mut escaped) = (1, false, false);
    for &byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b',' | b'[' | b'{' if !in_string => count += 1,
            _ => {}
        }
    }
    count
}

/// The size that the value of a JSON text with so many values has at most.
pub(super) fn size_at_most(json: &[u8], values: usize) -> usize {
    values + json.len() / TEXT
}

#[cfg(test)]
mod tests {
    use super::count_values;

    #[test]
    fn values_are_counted_outside_of_strings() {
        assert_eq!(count_values(br#"{"a,[{\"":[1,2,{"b":"\\"}]}"#), 6);
        assert_eq!(count_values(b""), 1);
    }
}
