use std::fmt::{self, Write};
use std::sync::Arc;

use jsonschema::{PatternOptions, ValidationError, Validator};
use serde_json::Value;

use super::cost::{self, Aim, References};
use super::validate::Violation;
use crate::cache::Cache;
use crate::config::Limits;
use crate::model::RawJson;

/// A message quotes the value it is about; a large one is cut off here.
const MESSAGE_CHARS: usize = 500;

/// Compiled schemas, by their text: each is compiled once.
pub(super) struct Validators {
    compiled: Cache<RawJson, Arc<Compiled>>,
    limits: Limits,
}

/// A validator, or why the schema does not make one.
type Compiled = Result<Checker, String>;

struct Checker {
    schema: Value,
    validator: Validator,
    /// What its preparation took.
    steps: usize,
    /// What a validation takes for each value at most, where the schema says as much.
    steps_per_value: Option<usize>,
}

impl Validators {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { compiled: Cache::new(limits.validators, limits.cached_bytes), limits: limits.clone() }
    }

    /// Every way in which the arguments, of that size at most, do not fit the schema; none for no schema.
    pub(super) fn violations(&self, schema: Option<&RawJson>, arguments: &Value, size: usize) -> Vec<Violation> {
        let Some(compiled) = self.compiled(schema) else { return Vec::new() };
        let Checker { schema, validator, steps_per_value, .. } = match &*compiled {
            Ok(checker) => checker,
            Err(message) => return vec![Violation::at_root("schema", message.clone())],
        };
        let too_costly = |aim| cost::check(schema, arguments, aim, &self.limits).err();
        let is_cheap = steps_per_value.is_some_and(|steps| steps.saturating_mul(size) <= self.limits.validation_steps);
        if !is_cheap && let Some(why) = too_costly(Aim::Verdict) {
            let why = why.because(&self.limits);
            return vec![Violation::at_root("limit", format!("The arguments are not checked: {why}."))];
        }
        if validator.is_valid(arguments) {
            return Vec::new();
        }
        if let Some(why) = too_costly(Aim::Violations) {
            let why = why.because(&self.limits);
            let message = format!("The arguments do not fit the schema. What is wrong is not listed: {why}.");
            return vec![Violation::at_root("limit", message)];
        }
        let most = self.limits.validation_errors;
        let mut errors = validator.iter_errors(arguments);
        let mut violations: Vec<_> = errors.by_ref().take(most).map(|error| violation(&error)).collect();
        if errors.next().is_some() {
            let message = format!("There are more than {most} errors; the others are left out.");
            violations.push(Violation::at_root("limit", message));
        }
        violations
    }

    /// The same for arguments that are JSON, but nothing that a validator could look at: never valid, unless there is
    /// nothing to check.
    pub(super) fn violations_of_unreadable(&self, schema: Option<&RawJson>, why: &dyn fmt::Display) -> Vec<Violation> {
        match self.compiled(schema).as_deref() {
            None => Vec::new(),
            Some(Err(message)) => vec![Violation::at_root("schema", message.clone())],
            Some(Ok(_)) => {
                let message = format!("The arguments are JSON that cannot be checked: {why}");
                vec![Violation::at_root("format", message)]
            }
        }
    }

    /// How large the arguments are at most, seen before they are read; none when they have more values than a
    /// validation may take steps.
    pub(super) fn affordable_size(&self, arguments: &[u8]) -> Option<usize> {
        let values = cost::count_values(arguments);
        (values <= self.limits.validation_steps).then(|| cost::size_at_most(arguments, values))
    }

    /// The validator of a schema; none where there is nothing to check.
    fn compiled(&self, schema: Option<&RawJson>) -> Option<Arc<Compiled>> {
        let schema = schema.filter(|schema| !schema.is_null() && schema.get() != "{}")?;
        let most = self.limits.schema_bytes;
        if schema.get().len() > most {
            let message = format!("The schema is larger than MCP_UI_MAX_SCHEMA_BYTES allows, {most} bytes.");
            return Some(Arc::new(Err(message)));
        }
        if let Some(known) = self.compiled.get(schema) {
            return Some(known);
        }
        let compiled = Arc::new(self.compile(schema));
        self.compiled.put(schema.detached(), Arc::clone(&compiled), size_of(schema, &compiled));
        Some(compiled)
    }

    fn compile(&self, schema: &RawJson) -> Compiled {
        let schema: Value =
            serde_json::from_str(schema.get()).map_err(|error| format!("The schema cannot be read: {error}"))?;
        let steps = cost::check_preparation(&schema, &References::of(&schema), self.limits.validation_steps)
            .map_err(|why| format!("The schema is not read: {}.", why.because(&self.limits)))?;
        let validator = jsonschema::options()
            .should_validate_formats(false)
            .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(self.limits.pattern_steps))
            .offline()
            .build(&schema)
            .map_err(|error| shortened(&format_args!("Invalid schema: {error}")))?;
        Ok(Checker { steps_per_value: cost::steps_per_value(&schema), schema, validator, steps })
    }
}

/// What a compiled schema weighs: its text, and half a kilobyte for each part, which makes up to 60 times its text.
fn size_of(schema: &RawJson, compiled: &Compiled) -> usize {
    const PER_SCHEMA: usize = 1024;
    const PER_STEP: usize = 512;
    let steps = compiled.as_ref().map_or(0, |checker| checker.steps);
    PER_SCHEMA + schema.get().len() + PER_STEP * steps
}

impl fmt::Debug for Validators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validators").finish_non_exhaustive()
    }
}

fn violation(error: &ValidationError<'_>) -> Violation {
    Violation {
        path: error.instance_path().as_str().to_owned(),
        message: shortened(error),
        keyword: error.kind().keyword().to_owned(),
    }
}

/// The message, without holding more of it than is shown.
fn shortened(message: &dyn fmt::Display) -> String {
    struct Bounded(String, usize);

    impl Write for Bounded {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for character in text.chars() {
                self.1 = self.1.checked_sub(1).ok_or(fmt::Error)?;
                self.0.push(character);
            }
            Ok(())
        }
    }

    let mut out = Bounded(String::new(), MESSAGE_CHARS);
    if write!(out, "{message}").is_err() {
        out.0.push('…');
    }
    out.0
}
