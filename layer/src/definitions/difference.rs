use serde::Serialize;
use serde_json::Value;

/// A difference between two definitions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The place in the definition, such as `["inputSchema", "city"]`, or empty for the definition itself. A property
    /// appears under its own name.
    pub path: Vec<String>,
    /// The change in words, such as `Now required`.
    pub what: String,
    /// The value before, if it was changed or removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// The value after, if it was changed or added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
    /// The impact on clients.
    pub impact: Impact,
}

/// A difference's impact on clients, most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Impact {
    /// Clients that worked before may fail, or lose something they rely on.
    Breaking,
    /// The server offers more than before.
    Additive,
    /// Only descriptions, icons or other members that no client depends on have changed. Models read descriptions, so
    /// such a change can still mean that a tool now claims something else.
    Other,
}

impl Difference {
    pub(super) fn new(path: &[String], what: impl Into<String>, impact: Impact) -> Self {
        Self { path: path.to_vec(), what: what.into(), before: None, after: None, impact }
    }

    pub(super) fn with(self, before: Option<&Value>, after: Option<&Value>) -> Self {
        Self { before: before.cloned(), after: after.cloned(), ..self }
    }
}

/// A change's effect on the values that a schema allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Narrower,
    Wider,
    Both,
    /// Allows more, and everything sent or read before keeps its meaning.
    Addition,
    Neither,
}

/// The direction in which values flow. Clients send input: they fail if less is allowed than before. They read output:
/// they fail if more is allowed than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Input,
    Output,
}

impl Effect {
    pub(super) fn of(is_narrower: bool, is_wider: bool) -> Self {
        match (is_narrower, is_wider) {
            (true, true) => Self::Both,
            (true, false) => Self::Narrower,
            (false, true) => Self::Wider,
            (false, false) => Self::Neither,
        }
    }

    pub(super) fn impact(self, side: Side) -> Impact {
        match (self, side) {
            (Self::Both, _) | (Self::Narrower, Side::Input) | (Self::Wider, Side::Output) => Impact::Breaking,
            (Self::Addition | Self::Wider | Self::Narrower, _) => Impact::Additive,
            (Self::Neither, _) => Impact::Other,
        }
    }
}
