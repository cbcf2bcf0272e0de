use std::fmt::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::{PatternOptions, ValidationError, Validator};
use lru::LruCache;
use serde_json::Value;

use super::cost::{self, Anchors};
use super::validate::Violation;
use crate::config::Limits;
use crate::model::RawJson;

/// A message quotes the value it is about; a large one is cut off here.
const MESSAGE_CHARS: usize = 500;

/// Compiled schemas, by their text: each is compiled once, the ones unused longest are dropped.
pub(super) struct Validators {
    compiled: Mutex<LruCache<RawJson, Arc<Compiled>>>,
    schema_bytes: usize,
    errors: usize,
    steps: usize,
    pattern_steps: usize,
}

/// A validator, or why the schema does not make one.
type Compiled = Result<Checker, String>;

struct Checker {
    schema: Value,
    anchors: Anchors,
    validator: Validator,
}

impl Validators {
    pub(super) fn new(limits: &Limits) -> Self {
        let count = NonZeroUsize::new(limits.validators).unwrap_or(NonZeroUsize::MIN);
        Self {
            compiled: Mutex::new(LruCache::new(count)),
            schema_bytes: limits.schema_bytes,
            errors: limits.validation_errors,
            steps: limits.validation_steps,
            pattern_steps: limits.pattern_steps,
        }
    }

    /// Every way in which the arguments do not fit the schema; none for no schema.
    pub(super) fn violations(&self, schema: Option<&RawJson>, arguments: &Value) -> Vec<Violation> {
        let Some(compiled) = self.compiled(schema) else { return Vec::new() };
        let Checker { schema, anchors, validator } = match &*compiled {
            Ok(checker) => checker,
            Err(message) => return vec![Violation::at_root("schema", message.clone())],
        };
        if cost::check(schema, anchors, arguments, self.steps).is_err() {
            return vec![self.too_costly()];
        }
        if validator.is_valid(arguments) {
            return Vec::new();
        }
        let mut errors = validator.iter_errors(arguments);
        let mut violations: Vec<_> = errors.by_ref().take(self.errors).map(|error| violation(&error)).collect();
        if errors.next().is_some() {
            let message = format!("There are more than {} errors; the others are left out.", self.errors);
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

    /// Whether the arguments have more values than a validation may take steps, seen before they are read.
    pub(super) fn are_too_many(&self, arguments: &[u8]) -> bool {
        cost::count_values(arguments) > self.steps
    }

    fn too_costly(&self) -> Violation {
        let message = format!("The arguments are not checked: it would take more than {} steps.", self.steps);
        Violation::at_root("limit", message)
    }

    /// The validator of a schema; none where there is nothing to check.
    fn compiled(&self, schema: Option<&RawJson>) -> Option<Arc<Compiled>> {
        let schema = schema.filter(|schema| !schema.is_null() && schema.get() != "{}")?;
        if schema.get().len() > self.schema_bytes {
            let message = format!("The schema is larger than the limit of {} bytes.", self.schema_bytes);
            return Some(Arc::new(Err(message)));
        }
        let cache = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cache().get(schema) {
            return Some(Arc::clone(known));
        }
        let compiled = Arc::new(self.compile(schema));
        cache().put(schema.detached(), Arc::clone(&compiled));
        Some(compiled)
    }

    fn compile(&self, schema: &RawJson) -> Compiled {
        let schema: Value =
            serde_json::from_str(schema.get()).map_err(|error| format!("The schema cannot be read: {error}"))?;
        let validator = jsonschema::options()
            .should_validate_formats(false)
            .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(self.pattern_steps))
            .offline()
            .build(&schema)
            .map_err(|error| shortened(&format_args!("Invalid schema: {error}")))?;
        Ok(Checker { anchors: Anchors::of(&schema), schema, validator })
    }
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
