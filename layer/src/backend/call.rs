use serde::de::DeserializeOwned;

use super::RequestParts;
use crate::model::{RawJson, Tool};

/// One call of a tool.
///
/// A [`tower_service::Service`] that takes these and answers with a [`CallToolResult`](crate::CallToolResult) is a
/// handler; so time-outs, limits and tracing for tool calls are ordinary tower layers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolCall {
    /// The tool, as listed.
    pub tool: Tool,
    /// What the caller wants of it.
    pub arguments: Arguments,
    /// The request that asked for the call.
    pub request: RequestParts,
}

/// The arguments of a call: a JSON object, as its author wrote it.
///
/// ```
/// use serde::Deserialize;
/// use tower_mcp_ui::{Arguments, RawJson};
///
/// #[derive(Deserialize)]
/// struct Greet { name: String }
///
/// let arguments = Arguments::new(RawJson::parse(r#"{"name": "Ada"}"#)?);
/// assert_eq!(arguments.get(), r#"{"name": "Ada"}"#);
/// assert_eq!(arguments.parse::<Greet>()?.name, "Ada");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments(RawJson);

impl Arguments {
    /// Takes a JSON object.
    pub fn new(object: RawJson) -> Self {
        Self(object)
    }

    /// The JSON text.
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// The JSON value.
    pub fn as_json(&self) -> &RawJson {
        &self.0
    }

    /// Reads the arguments into a type of the handler's.
    ///
    /// # Errors
    ///
    /// When they do not have its shape. The error is fit for the caller: `arguments.parse()?` in a handler.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        self.0.deserialize()
    }
}

impl Default for Arguments {
    /// No arguments: `{}`.
    fn default() -> Self {
        Self(RawJson::literal("{}"))
    }
}
