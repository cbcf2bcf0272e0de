//! Turns validator errors into sentences for users.
//!
//! The page shows the sentences beside form fields, so they are short and say what is expected.

use std::fmt::{self, Write};

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::Violation;
use super::union::{self, Nearest};
use super::words::{type_names, write_options};

/// Maximum number of characters in a message, which may quote long names and values. Longer messages are cut off and
/// marked.
const MESSAGE_CHARS: usize = 500;

/// Returns the first `most` violations. If there are more, a last entry says so.
pub(super) fn violations<'i>(errors: impl Iterator<Item = ValidationError<'i>>, most: usize) -> Vec<Violation> {
    let mut violations = Vec::new();
    for error in errors {
        add(&error, &mut violations);
        if violations.len() > most {
            violations.truncate(most);
            let message = format!("There are more than {most} errors; the others are left out.");
            violations.push(Violation::at_root("limit", message));
            break;
        }
    }
    violations
}

/// Adds an error. A union's error is replaced by the errors from its most likely branch, or by one error that covers
/// all branches.
///
/// Nested unions are resolved in the same way; the bound on nesting limits their depth.
fn add(error: &ValidationError<'_>, violations: &mut Vec<Violation>) {
    match error.kind() {
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => match union::nearest(error, context) {
            Nearest::Branch(branch) => branch.iter().for_each(|error| add(error, violations)),
            Nearest::Member(path, wanted) => violations.push(violation(path, &wanted, "enum")),
            Nearest::Value(wanted) => {
                violations.push(violation(error.instance_path().as_str(), &wanted, error.kind().keyword()));
            }
        },
        kind => {
            let missing = if let Kind::Required { property } = kind {
                property.as_str().filter(|name| name.len() <= MESSAGE_CHARS)
            } else {
                None
            };
            let missing = missing.map(str::to_owned);
            let found = violation(error.instance_path().as_str(), &Message(error), kind.keyword());
            violations.push(Violation { missing, ..found });
        }
    }
}

/// Creates a violation, shortening its message to the limit.
fn violation(path: &str, message: &dyn fmt::Display, keyword: &str) -> Violation {
    Violation { path: path.to_owned(), message: shortened(message), keyword: keyword.to_owned(), missing: None }
}

/// Formats an error as a sentence.
struct Message<'e, 'i>(&'e ValidationError<'i>);

impl fmt::Display for Message<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(error) = self;
        match error.kind() {
            Kind::Required { property } => write!(f, "{property} is required"),
            Kind::Type { kind } => write!(f, "Must be {}", type_names(kind)),
            Kind::MinLength { limit: 1 } => f.write_str("Must not be empty"),
            Kind::MinLength { limit } => write!(f, "At least {limit} characters"),
            Kind::MaxLength { limit } => write!(f, "At most {}", Count(*limit, "character")),
            Kind::MinItems { limit: 1 } => f.write_str("Add at least one item"),
            Kind::MinItems { limit } => write!(f, "At least {limit} items"),
            Kind::MaxItems { limit } => write!(f, "At most {}", Count(*limit, "item")),
            Kind::AdditionalItems { limit } => write!(f, "At most {}", Count(*limit as u64, "item")),
            Kind::Contains => f.write_str("Too few or too many items match the schema of `contains`"),
            Kind::Minimum { limit } => write!(f, "Must be at least {limit}"),
            Kind::Maximum { limit } => write!(f, "Must be at most {limit}"),
            Kind::ExclusiveMinimum { limit } => write!(f, "Must be greater than {limit}"),
            Kind::ExclusiveMaximum { limit } => write!(f, "Must be less than {limit}"),
            Kind::MultipleOf { multiple_of } => write!(f, "Must be a multiple of {multiple_of}"),
            Kind::Constant { expected_value } => write!(f, "Must be {expected_value}"),
            Kind::Enum { options } => write_options(f, options.as_array().map(Vec::as_slice).unwrap_or_default()),
            Kind::MinProperties { limit: 1 } => f.write_str("Must have at least one property"),
            Kind::MinProperties { limit } => write!(f, "Must have at least {limit} properties"),
            Kind::MaxProperties { limit: 1 } => f.write_str("Must have at most one property"),
            Kind::MaxProperties { limit } => write!(f, "Must have at most {limit} properties"),
            Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
                write_unexpected(f, unexpected)
            }
            Kind::UnevaluatedItems { .. } => f.write_str("There are items that the schema does not allow"),
            Kind::PropertyNames { error: inner } => {
                write!(f, "The name {} is not allowed: {}", inner.instance(), Message(inner))
            }
            Kind::Not { .. } => f.write_str("Must not match the schema of `not`"),
            Kind::FalseSchema if error.schema_path().as_str().ends_with("/additionalProperties") => {
                f.write_str("No properties are allowed here")
            }
            Kind::FalseSchema => f.write_str("No value is allowed here"),
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => match union::nearest(error, context) {
                Nearest::Value(wanted) => write!(f, "{wanted}"),
                _ => f.write_str("Must match one of the alternatives"),
            },
            Kind::OneOfMultipleValid { .. } => {
                f.write_str("Matches more than one of the alternatives; must match exactly one")
            }
            Kind::Custom { message, .. } => f.write_str(message),
            _ => write!(f, "{error}"),
        }
    }
}

/// Formats a number with a noun, in the plural unless the number is one.
struct Count(u64, &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = self;
        write!(f, "{count} {noun}{}", if *count == 1 { "" } else { "s" })
    }
}

/// Lists the properties that a schema does not allow, in quotes.
fn write_unexpected(f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
    f.write_str(if names.len() == 1 { "Unknown property " } else { "Unknown properties " })?;
    for (index, name) in names.iter().enumerate() {
        write!(f, "{}{}", if index == 0 { "" } else { ", " }, Value::from(&**name))?;
    }
    Ok(())
}

/// Formats a message up to the limit, so that a huge value is never copied whole.
pub(super) fn shortened(message: &dyn fmt::Display) -> String {
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
