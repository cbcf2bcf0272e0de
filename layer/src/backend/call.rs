use std::sync::Arc;

use http::Request;
use serde::de::{DeserializeOwned, Error as _};

use super::{CallContext, RequestParts};
use crate::model::{RawJson, Tool};

/// A call of a tool.
///
/// A [`tower_service::Service`] from `ToolCall` to [`CallToolResult`](crate::CallToolResult) is a handler, so timeouts,
/// limits and tracing of tool calls are ordinary tower layers.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use]
pub struct ToolCall {
    /// The tool, as listed.
    pub tool: Tool,
    /// The arguments, as the caller sent them.
    pub arguments: Arguments,
    /// The HTTP request for the call.
    pub request: RequestParts,
    /// Reports to the person who waits for the result, and the person's answers.
    pub context: CallContext,
}

impl ToolCall {
    /// Creates a call by a request without headers, for tests of handlers.
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::{Arguments, Tool, ToolCall};
    ///
    /// let call = ToolCall::new(Tool::new("greet", ""), Arguments::new(json!({ "name": "Ada" }))?);
    /// assert_eq!(call.tool.name(), "greet");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn new(tool: Tool, arguments: Arguments) -> Self {
        let (request, ()) = Request::new(()).into_parts();
        Self { tool, arguments, request: Arc::new(request), context: CallContext::default() }
    }

    /// Sets the request for the call.
    pub fn request(self, request: RequestParts) -> Self {
        Self { request, ..self }
    }
}

/// The arguments of a call: a JSON object, with its text as the caller wrote it.
///
/// ```
/// use serde::Deserialize;
/// use tower_mcp_ui::{Arguments, RawJson};
///
/// #[derive(Deserialize)]
/// struct Greet { name: String }
///
/// let arguments = Arguments::new(RawJson::parse(r#"{"name": "Ada"}"#)?)?;
/// assert_eq!(arguments.get(), r#"{"name": "Ada"}"#);
/// assert_eq!(arguments.parse::<Greet>()?.name, "Ada");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments(RawJson);

impl Arguments {
    /// Creates arguments from a JSON object.
    ///
    /// # Errors
    ///
    /// If the value is not an object.
    pub fn new(object: impl Into<RawJson>) -> Result<Self, serde_json::Error> {
        let object = object.into();
        if object.is_object() {
            Ok(Self(object))
        } else {
            Err(serde_json::Error::custom("arguments must be an object"))
        }
    }

    /// Returns the JSON text.
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Returns the JSON value.
    pub fn as_json(&self) -> &RawJson {
        &self.0
    }

    /// Deserializes the arguments into `T`.
    ///
    /// # Errors
    ///
    /// If the arguments do not match `T`. The message is suitable for the caller, so a handler can use
    /// `arguments.parse()?`.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        self.0.deserialize()
    }
}

impl Default for Arguments {
    /// Returns an empty object, `{}`.
    fn default() -> Self {
        Self(RawJson::literal("{}"))
    }
}
