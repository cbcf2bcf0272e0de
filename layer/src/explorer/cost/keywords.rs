use serde_json::{Map, Value};

use super::pattern::Matching;
use super::{TEXT, size};

/// Items that `uniqueItems` cannot tell apart by their hashes at worst: it compares each with each.
fn is_untold(item: &Value) -> bool {
    match item {
        Value::Array(_) | Value::Object(_) => true,
        // Beyond 2^53, whole numbers share their floating point.
        Value::Number(number) => number.as_f64().is_none_or(|number| number.abs() >= 9_007_199_254_740_992.0),
        _ => false,
    }
}

/// What a keyword does with a value itself, the schemas that it applies to the value or its parts left out.
#[derive(Default)]
pub(super) struct Use {
    /// Comparisons, and what takes as long.
    pub(super) comparisons: usize,
    /// Violations that there may be.
    pub(super) violations: usize,
    /// What these copy, as `size` counts it.
    pub(super) copies: usize,
    /// Whether a pattern in it may be given up.
    pub(super) unfinished: bool,
}

impl Use {
    pub(super) fn of(keyword: &str, expected: &Value, value: &Value, steps_back: usize) -> Self {
        match (keyword, expected, value) {
            ("const", ..) => Self::comparing(size(value)),
            ("enum", Value::Array(options), _) => Self::comparing(options.len().saturating_mul(size(value))),
            ("not", ..) => Self::copying(size(expected)),
            ("type" | "anyOf" | "oneOf", ..)
            | ("minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf", _, Value::Number(_))
            | ("minItems" | "maxItems" | "additionalItems" | "contains", _, Value::Array(_))
            | ("minProperties" | "maxProperties", _, Value::Object(_)) => Self::comparing(1),
            ("minLength" | "maxLength" | "contentEncoding" | "contentMediaType", _, Value::String(text)) => {
                Self::comparing(1 + text.len())
            }
            ("pattern", Value::String(pattern), Value::String(text)) => {
                let matching = Matching::of([&**pattern].into_iter(), [&**text].into_iter(), steps_back);
                let copies = pattern.len() / TEXT;
                Self { copies, unfinished: matching.unfinished, ..Self::comparing(matching.comparisons) }
            }
            ("uniqueItems", Value::Bool(true), Value::Array(items)) => {
                let untold = items.iter().filter(|item| is_untold(item)).count();
                Self::comparing(size(value).saturating_mul(1 + untold))
            }
            ("unevaluatedItems", _, Value::Array(_)) => Self::copying(size(value)),
            ("properties", Value::Object(properties), Value::Object(members)) => {
                Self::looking_at(properties.len().min(members.len()))
            }
            ("patternProperties", Value::Object(patterns), Value::Object(members)) => {
                let names = members.keys().map(String::as_str);
                let matching = Matching::of(patterns.keys().map(String::as_str), names, steps_back);
                Self { comparisons: matching.comparisons, unfinished: matching.unfinished, ..Self::default() }
            }
            ("additionalProperties" | "unevaluatedProperties", _, Value::Object(members)) => {
                let names = members.keys().map(|name| 1 + name.len() / TEXT).sum();
                Self::copying(names)
            }
            ("required", Value::Array(names), Value::Object(members)) => Self::requiring(names, members),
            ("dependentRequired" | "dependencies", Value::Object(dependencies), Value::Object(members)) => {
                let present = dependencies.iter().filter(|(name, _)| members.contains_key(*name));
                let names = present.filter_map(|(_, names)| names.as_array());
                let looked_up = Self::looking_at(dependencies.len());
                names.map(|names| Self::requiring(names, members)).fold(looked_up, Self::and)
            }
            ("dependentSchemas", Value::Object(dependencies), _) => Self::looking_at(dependencies.len()),
            _ => Self::default(),
        }
    }

    /// No violation of its own.
    pub(super) fn looking_at(comparisons: usize) -> Self {
        Self { comparisons, ..Self::default() }
    }

    /// One violation, found by that many comparisons.
    pub(super) fn comparing(comparisons: usize) -> Self {
        Self { comparisons, violations: 1, ..Self::default() }
    }

    /// One violation, which quotes as much as is looked through.
    fn copying(copies: usize) -> Self {
        Self { copies, ..Self::comparing(copies) }
    }

    fn requiring(names: &[Value], members: &Map<String, Value>) -> Self {
        let missing = names.iter().filter_map(Value::as_str).filter(|name| !members.contains_key(*name));
        let (violations, copies) =
            missing.fold((0, 0), |(count, copies), name| (count + 1, copies + name.len() / TEXT));
        Self { comparisons: names.len(), violations, copies, unfinished: false }
    }

    /// What two keywords do together.
    #[expect(clippy::needless_pass_by_value, reason = "a step of a fold")]
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            comparisons: self.comparisons.saturating_add(other.comparisons),
            violations: self.violations + other.violations,
            copies: self.copies + other.copies,
            unfinished: self.unfinished || other.unfinished,
        }
    }
}
