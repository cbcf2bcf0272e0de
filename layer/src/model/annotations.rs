use serde::Serialize;

use super::RawJson;

/// What a tool says of its own behaviour (`ToolAnnotations` of MCP): hints, not promises.
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
    /// No hint given.
    pub fn new() -> Self {
        Self::default()
    }

    /// A title for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Whether the tool leaves its environment as it is.
    pub fn read_only(mut self, hint: bool) -> Self {
        self.read_only_hint = Some(hint);
        self
    }

    /// Whether the tool may destroy something.
    pub fn destructive(mut self, hint: bool) -> Self {
        self.destructive_hint = Some(hint);
        self
    }

    /// Whether a repeated call with the same arguments changes nothing further.
    pub fn idempotent(mut self, hint: bool) -> Self {
        self.idempotent_hint = Some(hint);
        self
    }

    /// Whether the tool deals with the world outside of the server.
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
