use serde::Serialize;

use super::RawJson;

/// Hints about a tool's behaviour (MCP `ToolAnnotations`). They are not guarantees.
///
/// ```
/// use tower_mcp_ui::{Tool, ToolAnnotations};
///
/// let tool = Tool::new("forecast", "The weather of the next days")
///     .annotations(ToolAnnotations::new().read_only(true).open_world(true));
/// assert!(tool.is_read_only());
/// ```
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
pub struct ToolAnnotations {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_only_hint: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    destructive_hint: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    idempotent_hint: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_world_hint: Option<bool>,
}

impl ToolAnnotations {
    /// Creates annotations without hints.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the title to display.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets whether the tool does not modify its environment.
    pub fn read_only(mut self, hint: bool) -> Self {
        self.read_only_hint = Some(hint);
        self
    }

    /// Sets whether the tool may perform destructive updates.
    pub fn destructive(mut self, hint: bool) -> Self {
        self.destructive_hint = Some(hint);
        self
    }

    /// Sets whether a repeated call with the same arguments has no additional effect.
    pub fn idempotent(mut self, hint: bool) -> Self {
        self.idempotent_hint = Some(hint);
        self
    }

    /// Sets whether the tool interacts with external entities.
    pub fn open_world(mut self, hint: bool) -> Self {
        self.open_world_hint = Some(hint);
        self
    }
}

impl From<ToolAnnotations> for RawJson {
    fn from(annotations: ToolAnnotations) -> Self {
        Self::from_serialize(&annotations).expect("strings and booleans serialize")
    }
}
