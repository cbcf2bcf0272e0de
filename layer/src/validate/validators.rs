//! Compiled schemas, cached by their text, and checks against them.
//!
//! A check has two parts. The verdict, valid or not, has a low bound, because the validator caches its verdicts on
//! recursive schemas. Listing all errors can cost far more. If a value is invalid, but its errors are too expensive to
//! list, it gets one violation that says so.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{PatternOptions, ValidationError, Validator};
use serde_json::Value;

use super::Violation;
use super::bounds::{Bounds, MAX_VALUES, Size};
use super::pattern::{self, Patterns};
use super::report;
use super::unique_items;
use crate::cache::Cache;
use crate::model::RawJson;

/// Maximum number of compiled schemas in the cache. The least recently used schema is evicted first, and recompiled
/// when needed.
const MAX_KEPT: usize = 1_024;

/// Maximum schema size in bytes. Nothing is checked against a larger schema.
const SCHEMA_BYTES: usize = 1 << 20;

/// Maximum number of errors in a response. Additional errors are omitted, and a last entry says so.
const MAX_ERRORS: usize = 1_000;

/// Maximum size in bytes for a compiled `patternProperties` pattern. Nothing is checked against a schema with a larger
/// pattern.
const NAME_PATTERN_BYTES: usize = 64 * 1024;

/// Compiled schemas by their text, or the reasons if they do not compile.
///
/// A schema that does not compile is also kept, since every request would otherwise compile it again.
pub(crate) struct Validators(Cache<RawJson, Arc<Compiled>>);

/// A schema that is ready for checks, or the reason if it is not.
type Compiled = Result<Checker, String>;

/// A compiled schema with its validation bounds.
struct Checker {
    validator: Validator,
    /// The validator that also checks `format`, if the schema uses it. It is compiled when the first result is checked.
    strict: OnceLock<Option<Validator>>,
    patterns: Patterns,
    bounds: Bounds,
    /// The compiled schema's estimated memory in bytes.
    bytes: usize,
}

impl Validators {
    /// Creates a cache for at most this many bytes of compiled schemas.
    pub(crate) fn new(cached_bytes: usize) -> Self {
        Self(Cache::new(MAX_KEPT, cached_bytes))
    }

    /// Returns a JSON value's schema violations. Without a schema, every value is valid. `subject` describes the value
    /// in messages, such as "arguments".
    ///
    /// JSON that `serde_json` cannot represent (nested too deeply, or with a lone surrogate) is a violation.
    pub(crate) fn violations(&self, schema: Option<&RawJson>, json: &RawJson, subject: &str) -> Vec<Violation> {
        match self.compiled(schema).as_deref() {
            None => Vec::new(),
            Some(Err(message)) => vec![Violation::at_root("schema", message.clone())],
            Some(Ok(checker)) => match parse(json.as_bytes()) {
                Ok((value, size)) => checker.violations(&value, &size, subject),
                Err(why) => vec![Violation::at_root("format", format!("The {subject} cannot be checked: {why}."))],
            },
        }
    }

    /// Returns the schema violations in a string that may not be JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not JSON.
    pub(crate) fn violations_by_text(
        &self,
        schema: Option<&RawJson>,
        text: Bytes,
        subject: &str,
    ) -> serde_json::Result<Vec<Violation>> {
        // A string that can be parsed is JSON, so its syntax needs no separate check.
        if let Some(Ok(checker)) = self.compiled(schema).as_deref()
            && let Ok((value, size)) = parse(&text)
        {
            return Ok(checker.violations(&value, &size, subject));
        }
        RawJson::parse(text).map(|json| self.violations(schema, &json, subject))
    }

    /// Counts the strings in a valid value that do not match their `format`, by format. JSON Schema leaves this check
    /// to the client, and some clients refuse strings that others accept.
    pub(super) fn misformatted(&self, schema: &RawJson, json: &RawJson) -> BTreeMap<String, usize> {
        let compiled = self.compiled(Some(schema));
        let Some(Ok(checker)) = compiled.as_deref() else { return BTreeMap::new() };
        let Some(strict) = checker.strict(schema.get()) else { return BTreeMap::new() };
        let Ok(value) = json.deserialize::<Value>() else { return BTreeMap::new() };
        let size = Size::of(json.as_bytes());
        if checker.bounds.check(&value, &size).and_then(|()| checker.bounds.check_listing(&size)).is_err() {
            return BTreeMap::new();
        }
        pattern::start();
        let mut counts = BTreeMap::new();
        for error in strict.iter_errors(&value).take(MAX_ERRORS) {
            if let Some(format) = format_of(&error) {
                *counts.entry(format.to_owned()).or_default() += 1;
            }
        }
        counts
    }

    /// Compiles a schema, to find out whether values can be checked against it.
    ///
    /// # Errors
    ///
    /// Returns the reason, as a message for users, if they cannot.
    pub(crate) fn check_schema(&self, schema: &RawJson) -> Result<(), String> {
        self.compiled(Some(schema))
            .map_or(Ok(()), |compiled| compiled.as_ref().as_ref().map(|_| ()).map_err(Clone::clone))
    }

    /// Returns whether a schema is in the cache.
    #[cfg(test)]
    fn keeps(&self, schema: &RawJson) -> bool {
        self.0.get(schema).is_some()
    }

    /// Compiles 20 schemas, each of which counts as some 1.1 MiB. Returns whether the first and the last schema are
    /// kept.
    #[cfg(test)]
    pub(crate) fn keeps_of_twenty(&self) -> [bool; 2] {
        let schema = |number: usize| {
            let alternatives = vec![serde_json::json!({ "minimum": 1 }); 2_000];
            RawJson::from(serde_json::json!({ "title": number.to_string(), "anyOf": alternatives }))
        };
        for number in 0..20 {
            self.check_schema(&schema(number)).unwrap();
        }
        [0, 19].map(|number| self.keeps(&schema(number)))
    }

    /// Returns the compiled schema, or `None` if there is nothing to check.
    fn compiled(&self, schema: Option<&RawJson>) -> Option<Arc<Compiled>> {
        let schema = schema.filter(|schema| !schema.is_null() && schema.get() != "{}")?;
        if let Some(known) = self.0.get(schema) {
            return Some(known);
        }
        let compiled = Arc::new(Checker::new(schema.get()));
        let bytes = compiled.as_ref().as_ref().map_or(0, |checker| checker.bytes);
        self.0.put(schema.detached(), Arc::clone(&compiled), 1024 + schema.get().len() + bytes);
        Some(compiled)
    }
}

impl Checker {
    /// Compiles a schema. References to other documents are not followed, and `format` is only an annotation, which is
    /// not checked.
    ///
    /// # Errors
    ///
    /// Returns the reason, as a message for users, if the schema is too large, too complex, or invalid.
    fn new(text: &str) -> Compiled {
        /// The estimated number of bytes per part of a compiled schema, which as a whole may take 60 times its text's
        /// memory.
        const PART_BYTES: usize = 512;
        if text.len() > SCHEMA_BYTES {
            return Err(format!(
                "The tool's schema is larger than {} MiB, so nothing can be checked against it.",
                SCHEMA_BYTES >> 20
            ));
        }
        let schema: Value =
            serde_json::from_str(text).map_err(|error| format!("The schema cannot be read: {error}"))?;
        let bounds = Bounds::of(&schema)
            .map_err(|why| format!("The schema is too complex to check anything against: {}.", why.reason()))?;
        let patterns = Patterns::default();
        let validator = build(&schema, &patterns, false)
            .map_err(|error| report::shortened(&format_args!("Invalid schema: {error}")))?;
        let names_format = text.contains("\"format\"");
        let strict = if names_format { OnceLock::new() } else { OnceLock::from(None) };
        let copies = 1 + usize::from(names_format);
        let bytes = patterns.bytes() + PART_BYTES * bounds.parts() * copies;
        Ok(Self { validator, strict, patterns, bounds, bytes })
    }

    /// Returns the validator that also checks `format`, if the schema uses it. `text` is the schema's text.
    fn strict(&self, text: &str) -> Option<&Validator> {
        let compile = || build(&serde_json::from_str(text).ok()?, &self.patterns, true).ok();
        self.strict.get_or_init(compile).as_ref()
    }

    /// Returns the violations. If the value cannot be checked within the limits, the only violation says so.
    fn violations(&self, value: &Value, size: &Size, subject: &str) -> Vec<Violation> {
        match self.check(value, size, subject) {
            Ok(violations) => violations,
            Err(why) => vec![Violation::at_root("limit", format!("The {subject} are not checked: {why}."))],
        }
    }

    /// Returns the violations, or the reason if the value cannot be checked within the limits.
    fn check(&self, value: &Value, size: &Size, subject: &str) -> Result<Vec<Violation>, String> {
        self.bounds.check(value, size).map_err(|why| why.reason().to_owned())?;
        pattern::start();
        let is_valid = self.validator.is_valid(value);
        if let Some(why) = pattern::exceeded() {
            return Err(why.reason());
        }
        if is_valid {
            return Ok(Vec::new());
        }
        Ok(self.list(value, size).unwrap_or_else(|why| {
            let message = format!("The {subject} do not match the schema. The errors are not listed: {why}.");
            vec![Violation::at_root("limit", message)]
        }))
    }

    /// Lists an invalid value's errors, or returns the reason if they cannot be listed within the limits.
    fn list(&self, value: &Value, size: &Size) -> Result<Vec<Violation>, String> {
        self.bounds.check_listing(size).map_err(|why| why.reason().to_owned())?;
        let violations = report::violations(self.validator.iter_errors(value), MAX_ERRORS);
        pattern::exceeded().map_or(Ok(violations), |why| Err(why.reason()))
    }
}

/// Parses a string that is small enough, and also returns its size. Parsed JSON takes many times its text's memory.
fn parse(text: &[u8]) -> Result<(Value, Size), String> {
    let size = Size::of(text);
    if size.values > MAX_VALUES {
        return Err(format!("they have more than {MAX_VALUES} values"));
    }
    serde_json::from_slice(text).map(|value| (value, size)).map_err(|error| error.to_string())
}

/// Compiles a schema that is within the bounds.
fn build(schema: &Value, patterns: &Patterns, checks_formats: bool) -> Result<Validator, ValidationError<'static>> {
    let patterns = patterns.clone();
    jsonschema::options()
        .should_validate_formats(checks_formats)
        // Accepts every string as a regular expression, because the built-in check would compile it.
        .with_format("regex", |_: &str| true)
        .with_keyword("pattern", move |_, pattern, _| patterns.keyword(pattern))
        .with_keyword("uniqueItems", |_, value, _| unique_items::keyword(value))
        .with_pattern_options(PatternOptions::fancy_regex().size_limit(NAME_PATTERN_BYTES))
        .offline()
        .build(schema)
}

/// Returns the format that an error concerns, even inside a union, such as an optional date. The bound on nesting
/// limits the depth.
fn format_of<'e>(error: &'e ValidationError<'_>) -> Option<&'e str> {
    match error.kind() {
        ValidationErrorKind::Format { format } => Some(format),
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            context.iter().flatten().find_map(format_of)
        }
        _ => None,
    }
}

impl fmt::Debug for Validators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validators").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_least_recently_used_schema_leaves() {
        let validators = Validators::new(usize::MAX);
        let schema = |least: usize| RawJson::from(json!({ "minimum": least }));
        for least in 0..=1_024 {
            validators.check_schema(&schema(least)).unwrap();
        }
        assert!(!validators.keeps(&schema(0)) && validators.keeps(&schema(1)));
    }
}
