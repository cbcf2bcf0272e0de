//! The rules for finding differences. The page reads the same file, so that it shows the same results as programs.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// The rules in `rules.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Rules {
    pub(super) keywords: Keywords,
    /// Tool annotations whose promises let clients run a tool without asking the user. Maps the value that makes the
    /// promise (`true` or `false`) to the annotations' names, each with its promise in words.
    pub(super) promises: BTreeMap<String, BTreeMap<String, String>>,
    /// The nesting level in a schema below which values are compared as a whole.
    pub(super) deepest: usize,
    /// The maximum number of reference pairs to follow.
    pub(super) references: usize,
    /// The maximum number of breaking differences between two schemas, and separately of other differences.
    pub(super) most: usize,
}

/// JSON Schema keywords in groups that are compared alike. A keyword that is in no group forbids something.
#[derive(Debug, Deserialize)]
pub(super) struct Keywords {
    /// Neither allows nor forbids anything.
    pub(super) annotation: Vec<String>,
    /// Lower limits, such as `minLength`: a higher value allows less.
    pub(super) lower: Vec<String>,
    /// Upper limits, such as `maxLength`: a higher value allows more.
    pub(super) upper: Vec<String>,
    /// The value is a schema.
    pub(super) schema: Vec<String>,
    /// The value contains schemas by name.
    pub(super) schemas: Vec<String>,
    /// The value contains schemas that apply only where a reference points to them.
    pub(super) definitions: Vec<String>,
    /// Compared together with other keywords.
    pub(super) apart: Vec<String>,
    /// The value is a list of alternative schemas: more of them allow more values.
    pub(super) alternatives: Vec<String>,
}

pub(super) static RULES: LazyLock<Rules> =
    LazyLock::new(|| serde_json::from_str(include_str!("rules.json")).expect("a test reads the rules"));
