//! Schema violations, and the verdict that they form.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

/// A part of a value that does not fit the schema.
///
/// A missing property is reported at the object where it is missing.
#[derive(Debug, Serialize)]
pub(crate) struct Violation {
    /// A JSON pointer (RFC 6901) into the value.
    pub(crate) path: String,
    /// A message for users, such as `Must be a string`.
    pub(crate) message: String,
    /// The violated JSON Schema keyword, or the reason for an unchecked value:
    ///
    /// - `schema`: the schema does not compile.
    /// - `format`: the value cannot be read.
    /// - `limit`: the value cannot be checked within the limits, or not all errors can be listed.
    pub(crate) keyword: String,
    /// The name of the property missing at the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) missing: Option<String>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.message),
            path => write!(f, "{path}: {}", self.message),
        }
    }
}

#[cfg(feature = "validate")]
impl Violation {
    /// Creates a violation that concerns the whole value.
    pub(crate) fn at_root(keyword: &str, message: String) -> Self {
        Self { path: String::new(), message, keyword: keyword.to_owned(), missing: None }
    }
}

/// Serializes a verdict. Without violations, the value is valid and there is no member `errors`.
pub(crate) fn verdict(errors: &[Violation]) -> Vec<u8> {
    verdict_with_formats(errors, &BTreeMap::new())
}

/// Serializes a verdict, with counts for strings that do not match their `format`.
pub(super) fn verdict_with_formats(errors: &[Violation], formats: &BTreeMap<String, usize>) -> Vec<u8> {
    #[derive(Serialize)]
    struct Verdict<'a> {
        valid: bool,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        errors: &'a [Violation],
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        formats: &'a BTreeMap<String, usize>,
    }
    let verdict = Verdict { valid: errors.is_empty(), errors, formats };
    serde_json::to_vec(&verdict).expect("strings and booleans can be serialized")
}
