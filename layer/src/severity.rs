use serde::{Deserialize, Serialize};

/// A finding's severity, most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Clients fail, or must not continue.
    Error,
    /// Some clients fail, or are less safe.
    Warning,
    /// Works, but could be better.
    Hint,
}
