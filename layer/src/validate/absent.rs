//! Replaces `validate` in builds without that feature.

mod violation;

pub(crate) use self::violation::Violation;
#[cfg(feature = "uis")]
pub(crate) use self::violation::verdict;
use crate::model::RawJson;

/// Explains why nothing is checked.
pub(crate) const ABSENT: &str =
    "This build cannot validate: it was made without the feature `validate`. Enable it, and build again.";

/// An empty stand-in for the validators.
#[derive(Debug)]
pub(crate) struct Validators;

impl Validators {
    /// Ignores the cache size.
    pub(crate) fn new(_: usize) -> Self {
        Self
    }

    /// Rejects every schema, since nothing could be checked against it.
    pub(crate) fn check_schema(&self, _: &RawJson) -> Result<(), String> {
        let Self = self;
        Err(ABSENT.to_owned())
    }

    /// Returns no violations, since every schema is rejected.
    pub(crate) fn violations(&self, _: Option<&RawJson>, _: &RawJson, _: &str) -> Vec<Violation> {
        let Self = self;
        Vec::new()
    }

    /// Returns no verdict, since nothing is checked.
    pub(crate) fn verdict_on_output(&self, _: Option<&RawJson>, _: &RawJson) -> Option<RawJson> {
        let Self = self;
        None
    }
}
