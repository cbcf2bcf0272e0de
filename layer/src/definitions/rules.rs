//! The rules by which differences are found. The page reads the same file, so that it shows what programs report.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// The rules of `rules.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Rules {
    pub(super) keywords: Keywords,
    /// The annotations of a tool because of which clients may run it unasked, in words, by the value that is a promise.
    pub(super) promises: BTreeMap<String, BTreeMap<String, String>>,
    /// The level of a schema below which values are compared as a whole.
    pub(super) deepest: usize,
    /// The maximum number of pairs of references that are followed.
    pub(super) references: usize,
    /// The maximum number of differences of two schemas that break clients, and of others.
    pub(super) most: usize,
}

/// The keywords of JSON Schema that are compared alike. All others forbid something.
#[derive(Debug, Deserialize)]
pub(super) struct Keywords {
    /// Allow and forbid nothing.
    pub(super) annotation: Vec<String>,
    /// A higher value allows less.
    pub(super) lower: Vec<String>,
    /// A higher value allows more.
    pub(super) upper: Vec<String>,
    /// The value is a schema.
    pub(super) schema: Vec<String>,
    /// The value has schemas by name.
    pub(super) schemas: Vec<String>,
    /// The value has schemas that apply only where a reference names them.
    pub(super) definitions: Vec<String>,
    /// Compared together with others.
    pub(super) apart: Vec<String>,
    /// The value is a list of schemas, of which more allow more.
    pub(super) alternatives: Vec<String>,
}

pub(super) static RULES: LazyLock<Rules> =
    LazyLock::new(|| serde_json::from_str(include_str!("rules.json")).expect("a test reads the rules"));
