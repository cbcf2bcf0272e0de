//! Errors of the validator as sentences for people.
//!
//! The page shows them beside the fields of a form, so they are short and say what is wanted. For a union (`anyOf`,
//! `oneOf`), the errors of the branch that was most likely meant are more useful than the fact that none fits.

use std::fmt::{self, Write};

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use super::Violation;

/// Limit on the characters of a message, which may quote long names and values.
const MESSAGE_CHARS: usize = 500;

/// Limit on the options of an `enum` in a message.
const NAMED_OPTIONS: usize = 10;

/// Returns the first `most` violations. If there are more, one further entry says so.
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

/// Adds an error. The error of a union is replaced by those of its most likely branch.
///
/// Nested unions are resolved in the same way; the bound on nesting limits their depth.
fn add(error: &ValidationError<'_>, violations: &mut Vec<Violation>) {
    let branch = match error.kind() {
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } if types_of_union(error, context).is_none() => {
            meant_branch(error, context)
        }
        _ => None,
    };
    match branch {
        Some(branch) => branch.iter().for_each(|error| add(error, violations)),
        None => violations.push(Violation {
            path: error.instance_path().as_str().to_owned(),
            message: shortened(&Message(error)),
            keyword: error.kind().keyword().to_owned(),
        }),
    }
}

/// Returns the branch that was most likely meant: first by the type of the value, then by constants such as a `kind`,
/// then by the number of errors.
///
/// For example, `{"kind": "circle", "r": "x"}` violates both branches of a union of circles and squares. The `kind`
/// fits only the circle, so the error is that `/r` must be a number, and not that `/kind` must be `"square"`.
fn meant_branch<'e>(
    error: &ValidationError<'_>,
    branches: &'e [Vec<ValidationError<'static>>],
) -> Option<&'e [ValidationError<'static>]> {
    let at = error.instance_path().as_str();
    let has_type_error = |branch: &[ValidationError<'_>]| {
        branch.iter().any(|error| matches!(error.kind(), Kind::Type { .. }) && error.instance_path().as_str() == at)
    };
    let has_other_constant = |branch: &[ValidationError<'_>]| {
        branch.iter().any(|error| {
            let is_constant = matches!(error.kind(), Kind::Constant { .. } | Kind::Enum { .. });
            is_constant && is_member(at, error.instance_path().as_str())
        })
    };
    let distance =
        |branch: &&Vec<ValidationError<'_>>| (has_type_error(branch), has_other_constant(branch), branch.len());
    branches.iter().filter(|branch| !branch.is_empty()).min_by_key(distance).map(Vec::as_slice)
}

/// Returns whether `pointer` leads to a direct member of the value at `parent`.
fn is_member(parent: &str, pointer: &str) -> bool {
    pointer.strip_prefix(parent).and_then(|rest| rest.strip_prefix('/')).is_some_and(|name| !name.contains('/'))
}

/// Returns the types of a union of plain types, if the value has none of them. One sentence can then name all types,
/// such as `Must be a string or null`.
fn types_of_union(error: &ValidationError<'_>, branches: &[Vec<ValidationError<'static>>]) -> Option<String> {
    let at = error.instance_path().as_str();
    let types = branches.iter().map(|branch| match branch.as_slice() {
        [only] if only.instance_path().as_str() == at => match only.kind() {
            Kind::Type { kind } => Some(type_names(kind)),
            _ => None,
        },
        _ => None,
    });
    types.collect::<Option<Vec<_>>>().map(|types| types.join(" or "))
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
            Kind::Contains => f.write_str("Too few or too many items fit the schema of `contains`"),
            Kind::Minimum { limit } => write!(f, "Must be at least {limit}"),
            Kind::Maximum { limit } => write!(f, "Must be at most {limit}"),
            Kind::ExclusiveMinimum { limit } => write!(f, "Must be greater than {limit}"),
            Kind::ExclusiveMaximum { limit } => write!(f, "Must be less than {limit}"),
            Kind::MultipleOf { multiple_of } => write!(f, "Must be a multiple of {multiple_of}"),
            Kind::Constant { expected_value } => write!(f, "Must be {expected_value}"),
            Kind::Enum { options } => write_options(f, options),
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
            Kind::Not { .. } => f.write_str("Must not fit the schema of `not`"),
            Kind::FalseSchema if error.schema_path().as_str().ends_with("/additionalProperties") => {
                f.write_str("No properties are allowed here")
            }
            Kind::FalseSchema => f.write_str("No value is allowed here"),
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => match types_of_union(error, context) {
                Some(types) => write!(f, "Must be {types}"),
                None => f.write_str("Must fit one of the alternatives"),
            },
            Kind::OneOfMultipleValid { .. } => {
                f.write_str("Fits more than one of the alternatives; must fit exactly one")
            }
            Kind::Custom { message, .. } => f.write_str(message),
            _ => write!(f, "{error}"),
        }
    }
}

/// Formats a number with a noun, in the plural unless it is one.
struct Count(u64, &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = self;
        write!(f, "{count} {noun}{}", if *count == 1 { "" } else { "s" })
    }
}

/// Names the options of an `enum`, up to [`NAMED_OPTIONS`] of them.
fn write_options(f: &mut fmt::Formatter<'_>, options: &Value) -> fmt::Result {
    let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
    match options {
        [] => return f.write_str("No value is allowed here"),
        [only] => return write!(f, "Must be {only}"),
        _ => f.write_str("Must be one of ")?,
    }
    for (index, option) in options.iter().take(NAMED_OPTIONS).enumerate() {
        write!(f, "{}{option}", if index == 0 { "" } else { ", " })?;
    }
    match options.len().checked_sub(NAMED_OPTIONS) {
        None | Some(0) => Ok(()),
        Some(more) => write!(f, " and {more} more"),
    }
}

/// Names the properties that a schema does not allow, in quotes.
fn write_unexpected(f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
    f.write_str(if names.len() == 1 { "Unknown property " } else { "Unknown properties " })?;
    for (index, name) in names.iter().enumerate() {
        write!(f, "{}{}", if index == 0 { "" } else { ", " }, Value::from(&**name))?;
    }
    Ok(())
}

/// Names one or several types, with their articles.
fn type_names(kind: &TypeKind) -> String {
    let with_article = |kind: JsonType| match kind {
        JsonType::Array => "an array",
        JsonType::Boolean => "true or false",
        JsonType::Integer => "an integer",
        JsonType::Null => "null",
        JsonType::Number => "a number",
        JsonType::Object => "an object",
        JsonType::String => "a string",
    };
    match kind {
        TypeKind::Single(kind) => with_article(*kind).to_owned(),
        TypeKind::Multiple(kinds) => kinds.iter().map(with_article).collect::<Vec<_>>().join(" or "),
    }
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
