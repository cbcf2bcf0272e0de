//! Errors for a union (`anyOf`, `oneOf`) where no branch fits.
//!
//! Errors from the branch that was most likely meant are more useful than the fact that no branch fits. If the value
//! does not show which branch was meant, one message lists what each branch expects.

use std::fmt;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::words::{type_names, write_options};

type Branch = [ValidationError<'static>];

/// The part of a union nearest to the value.
pub(super) enum Nearest<'e> {
    /// The errors from the branch that was meant.
    Branch(&'e Branch),
    /// The constants for a member such as `kind`, at the member's pointer. Each branch expects a different constant.
    Member(&'e str, Wanted),
    /// The types and constants for the value itself.
    Value(Wanted),
}

/// Returns the best way to report a union that `error`'s value does not fit.
///
/// For example, `{"kind": "circle", "r": "x"}` violates both branches in a union of circles and squares. The `kind`
/// fits only the circle, so the error is that `/r` must be a number. If the `kind` is a triangle, the error is that
/// `/kind` must be a circle or a square.
pub(super) fn nearest<'e>(error: &ValidationError<'_>, branches: &'e [Vec<ValidationError<'static>>]) -> Nearest<'e> {
    let at = error.instance_path().as_str();
    if let Some(wanted) = Wanted::at(at, branches.iter().map(Vec::as_slice)) {
        return Nearest::Value(wanted);
    }
    let of_type = || branches.iter().map(Vec::as_slice).filter(|branch| !has_type_error(branch, at));
    if of_type().nth(1).is_some() {
        let members = of_type().next().into_iter().flatten().map(|error| error.instance_path().as_str());
        for member in members.filter(|pointer| is_member(at, pointer)) {
            match Wanted::at(member, of_type()) {
                Some(wanted) if wanted.types.is_empty() => return Nearest::Member(member, wanted),
                _ => {}
            }
        }
    }
    Nearest::Branch(meant_branch(at, branches))
}

/// Returns the branch that was most likely meant: first by the value's type, then by constants such as a `kind`, then
/// by the number of errors.
fn meant_branch<'e>(at: &str, branches: &'e [Vec<ValidationError<'static>>]) -> &'e Branch {
    let has_other_constant = |branch: &Branch| {
        branch.iter().any(|error| {
            let is_constant = matches!(error.kind(), Kind::Constant { .. } | Kind::Enum { .. });
            is_constant && is_member(at, error.instance_path().as_str())
        })
    };
    let distance = |branch: &&Branch| (has_type_error(branch, at), has_other_constant(branch), branch.len());
    branches.iter().map(Vec::as_slice).filter(|branch| !branch.is_empty()).min_by_key(distance).unwrap_or_default()
}

/// Returns whether a branch expects another type for the value at a pointer.
fn has_type_error(branch: &Branch, at: &str) -> bool {
    branch.iter().any(|error| matches!(error.kind(), Kind::Type { .. }) && error.instance_path().as_str() == at)
}

/// Returns whether `pointer` leads to a direct member of the value at `parent`.
fn is_member(parent: &str, pointer: &str) -> bool {
    pointer.strip_prefix(parent).and_then(|rest| rest.strip_prefix('/')).is_some_and(|name| !name.contains('/'))
}

/// The constants and types that a union's branches expect for one value, such as `Must be a string or null`.
#[derive(Default)]
pub(super) struct Wanted {
    constants: Vec<Value>,
    types: Vec<String>,
}

impl Wanted {
    /// Collects the constants, or else the types, that each branch expects for the value at a pointer. Returns `None`
    /// if a branch expects neither there.
    fn at<'e>(pointer: &str, branches: impl Iterator<Item = &'e Branch>) -> Option<Self> {
        let mut wanted = Self::default();
        for branch in branches {
            let known = wanted.constants.len();
            let mut types = None;
            for error in branch.iter().filter(|error| error.instance_path().as_str() == pointer) {
                match error.kind() {
                    Kind::Constant { expected_value } => wanted.constants.push(Value::clone(expected_value)),
                    Kind::Enum { options } => {
                        wanted.constants.extend(options.as_array().into_iter().flatten().cloned());
                    }
                    Kind::Type { kind } => types = Some(type_names(kind)),
                    _ => {}
                }
            }
            if wanted.constants.len() == known {
                wanted.types.push(types?);
            }
        }
        Some(wanted)
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types = self.types.join(" or ");
        match (self.constants.len(), types.is_empty()) {
            (0, _) => write!(f, "Must be {types}"),
            (_, true) => write_options(f, &self.constants),
            (count, false) => {
                write_options(f, &self.constants)?;
                write!(f, "{} or {types}", if count > 1 { "," } else { "" })
            }
        }
    }
}
