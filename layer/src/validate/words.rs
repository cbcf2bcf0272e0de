//! The expected types and options, in words.

use std::fmt;

use jsonschema::JsonType;
use jsonschema::error::TypeKind;
use serde_json::Value;

/// Maximum number of `enum` options to list in a message. Additional options are only counted.
const NAMED_OPTIONS: usize = 10;

/// Lists an `enum`'s options, up to [`NAMED_OPTIONS`].
pub(super) fn write_options(f: &mut fmt::Formatter<'_>, options: &[Value]) -> fmt::Result {
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

/// Returns the names of one or more types, with their articles.
pub(super) fn type_names(kind: &TypeKind) -> String {
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
