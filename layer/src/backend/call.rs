//! A tool call, as its handler gets it.

use std::sync::Arc;

use http::Request;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::{CallContext, RequestParts};
use crate::model::{RawJson, Tool};

/// A tool call.
///
/// A [`tower_service::Service`] from `ToolCall` to [`CallToolResult`](crate::tools::CallToolResult) is a handler, so
/// timeouts, limits and tracing of tool calls are ordinary tower layers.
///
/// ```
/// use tower::{BoxError, Service, ServiceExt, service_fn};
/// use tower_mcp_ui::Tool;
/// use tower_mcp_ui::tools::{Arguments, CallToolResult, ToolCall};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), BoxError> {
/// let mut handler = service_fn(|call: ToolCall| async move {
///     Ok::<_, BoxError>(CallToolResult::text(format!("{} got {}", call.tool.name(), call.arguments.get())))
/// });
/// let call = ToolCall::new(Tool::new("echo", ""), Arguments::default());
/// let result = handler.ready().await?.call(call).await?;
/// assert_eq!(result.to_json().get(), r#"{"content":[{"type":"text","text":"echo got {}"}],"isError":false}"#);
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use]
pub struct ToolCall {
    /// The tool, as listed for this caller. For an unlisted tool, only its name is known.
    pub tool: Tool,
    /// The arguments, as the caller sent them. They are not validated against the tool's schema.
    pub arguments: Arguments,
    /// The HTTP request for the call, with the extensions that the auth hook has added.
    pub request: RequestParts,
    /// The channel to the user waiting for the result: reports to the user, and the user's answers.
    pub context: CallContext,
}

impl ToolCall {
    /// Creates a call with an HTTP request without headers, for handler tests.
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::Tool;
    /// use tower_mcp_ui::tools::{Arguments, ToolCall};
    ///
    /// let call = ToolCall::new(Tool::new("greet", ""), Arguments::new(json!({ "name": "Ada" }))?);
    /// assert_eq!(call.tool.name(), "greet");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn new(tool: Tool, arguments: Arguments) -> Self {
        let (request, ()) = Request::new(()).into_parts();
        Self { tool, arguments, request: Arc::new(request), context: CallContext::default() }
    }

    /// Sets the request for the call, for example to give a handler the headers that it reads.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tower_mcp_ui::Tool;
    /// use tower_mcp_ui::tools::{Arguments, ToolCall};
    ///
    /// let (parts, ()) = http::Request::post("/").header("accept-language", "no").body(())?.into_parts();
    /// let call = ToolCall::new(Tool::new("greet", ""), Arguments::default()).request(Arc::new(parts));
    /// assert_eq!(call.request.headers["accept-language"], "no");
    /// # Ok::<(), http::Error>(())
    /// ```
    pub fn request(self, request: RequestParts) -> Self {
        Self { request, ..self }
    }
}

/// The arguments in a call: a JSON object, with its text as the caller wrote it.
///
/// ```
/// use serde::Deserialize;
/// use tower_mcp_ui::RawJson;
/// use tower_mcp_ui::tools::Arguments;
///
/// #[derive(Deserialize)]
/// struct Greet { name: String }
///
/// let arguments = Arguments::new(RawJson::parse(r#"{"name": "Ada"}"#)?)?;
/// assert_eq!(arguments.get(), r#"{"name": "Ada"}"#);
/// assert_eq!(arguments.parse::<Greet>()?.name, "Ada");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// A request body that is missing or not JSON counts as `{}`. Any JSON value other than an object is refused with 400
/// before the handler runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments(RawJson);

impl Arguments {
    /// Returns a copy that does not share the text of a request.
    #[cfg(feature = "uis")]
    pub(crate) fn detached(&self) -> Self {
        Self(self.0.detached())
    }

    /// Creates arguments from a JSON object.
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::tools::Arguments;
    ///
    /// assert_eq!(Arguments::new(json!({ "n": 1 }))?.get(), r#"{"n":1}"#);
    /// assert!(Arguments::new(json!([1])).is_err());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
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

    /// Returns the JSON text, without surrounding white space.
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Returns the JSON value.
    pub fn as_json(&self) -> &RawJson {
        &self.0
    }

    /// Deserializes the arguments into `T`.
    ///
    /// ```
    /// use serde::Deserialize;
    /// use tower_mcp_ui::tools::Arguments;
    ///
    /// #[derive(Deserialize)]
    /// struct Greet { name: String }
    ///
    /// let error = Arguments::default().parse::<Greet>().err().expect("the name is missing");
    /// assert_eq!(error.to_string(), "missing field `name` at line 1 column 2");
    /// ```
    ///
    /// # Errors
    ///
    /// If the arguments do not match `T`. The message is suitable for the caller, so a handler can use
    /// `arguments.parse()?`.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        self.0.deserialize()
    }
}

/// The arguments, unchanged, for handlers that read the JSON text themselves.
impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        let json = RawJson::parse(String::from(Box::<str>::from(text))).map_err(D::Error::custom)?;
        Self::new(json).map_err(D::Error::custom)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Arguments {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Arguments".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object" })
    }
}

/// The arguments in a request without a body.
impl Default for Arguments {
    /// Returns an empty object, `{}`.
    fn default() -> Self {
        Self(RawJson::literal("{}"))
    }
}
