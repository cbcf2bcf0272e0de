//! A tool author's hints about the tool's behavior (MCP `ToolAnnotations`).

use serde::Serialize;

use super::RawJson;

/// Hints about a tool's behavior (MCP `ToolAnnotations`). They are not guarantees.
///
/// Unset hints are omitted from the JSON. MCP then assumes the worst: that the tool modifies its environment, perhaps
/// destructively, and interacts with external entities. So set the hints for harmless tools.
///
/// The hints have consequences in the explorer: [`Execution::read_only`](crate::Execution::read_only) allows only tools
/// that are [`read_only`](Self::read_only), and an MCP App needs the user's consent to call any other tool.
///
/// ```
/// use tower_mcp_ui::{RawJson, Tool};
/// use tower_mcp_ui::tools::ToolAnnotations;
///
/// let hints = ToolAnnotations::new().read_only(true).open_world(true);
/// assert_eq!(RawJson::from(hints.clone()).get(), r#"{"readOnlyHint":true,"openWorldHint":true}"#);
///
/// let tool = Tool::new("forecast", "The weather of the next days").annotations(hints);
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
    /// Creates annotations without hints, `{}`.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the display title. In MCP, the [tool's own title](crate::Tool::title) takes precedence.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// Sets `readOnlyHint`, which is `true` for a tool that does not modify its environment. MCP's default is `false`.
    pub fn read_only(self, hint: bool) -> Self {
        Self { read_only_hint: Some(hint), ..self }
    }

    /// Sets `destructiveHint`: whether the tool may perform destructive updates, such as a deletion, rather than only
    /// additions. MCP's default is `true`, and the hint is meaningful only for tools that are not read-only.
    ///
    /// A tool that declares both this hint and `readOnlyHint` is not [read-only](crate::Tool::is_read_only).
    pub fn destructive(self, hint: bool) -> Self {
        Self { destructive_hint: Some(hint), ..self }
    }

    /// Sets `idempotentHint`: whether a repeated call with the same arguments has no additional effect. MCP's default
    /// is `false`, and the hint is meaningful only for tools that are not read-only.
    pub fn idempotent(self, hint: bool) -> Self {
        Self { idempotent_hint: Some(hint), ..self }
    }

    /// Sets `openWorldHint`: whether the tool interacts with external entities, as a web search does, rather than with
    /// a closed domain, such as its own memory. MCP's default is `true`.
    pub fn open_world(self, hint: bool) -> Self {
        Self { open_world_hint: Some(hint), ..self }
    }
}

/// Serializes the hints that are set, in MCP's schema order.
impl From<ToolAnnotations> for RawJson {
    fn from(annotations: ToolAnnotations) -> Self {
        Self::from_serialize(&annotations).expect("strings and booleans can be serialized")
    }
}
