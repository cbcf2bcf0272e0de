use serde::{Deserialize, Serialize};

/// The weight of a finding, the heaviest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Clients fail, or must not go on.
    Error,
    /// Some clients fail, or are less safe.
    Warning,
    /// It works, and could be better.
    Hint,
}
